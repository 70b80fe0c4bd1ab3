/* page_data.h - what stands around the data in a replay page. */
#ifndef DRAW_PAGE_DATA_H
#define DRAW_PAGE_DATA_H

#define PAGE_DATA "<script type=\"application/json\" id=\"ludus-data\">"
#define PAGE_DATA_END "</script>"

#endif
