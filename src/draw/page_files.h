/* page_files.h - style and script of the replay page, from page.css and page.js by the Makefile. */
#ifndef DRAW_PAGE_FILES_H
#define DRAW_PAGE_FILES_H

extern const char page_css[], page_js[];

#endif
