/* page_data.h - what stands around the data in a replay page. */
#ifndef OUT_PAGE_DATA_H
#define OUT_PAGE_DATA_H

#define PAGE_DATA "<script type=\"application/json\" id=\"ludus-data\">"
#define PAGE_DATA_END "</script>"

#endif
