/* svg.c - a drawing as an SVG document: size, words, record, definitions, shapes. */
#include "draw/svg.h"

#include "draw/svg_shapes.h"
#include "draw/theme.h"

#include <stdio.h>
#include <string.h>

/* ---- The project's own set of piece drawings: three families and the counters of the Roman games ---- */

/* clang-format off */
#define FOOT "M8.5 39c0-2.5 1-4 3.2-4.5-.9-1.4-.3-2.9 1.3-3.5h19c1.6 .6 2.2 2.1 1.3 3.5 2.2 .5 3.2 2 3.2 4.5z"

static const struct piece_art drawings[] = {
    /* Orthodox chess: turned pieces. */
    { "king",
      { "M20.8 13V9.7h-3.4V6.3h3.4V3h3.4v3.3h3.4v3.4h-3.4V13z",
        FOOT "M13 31C9 27.5 5.3 23.8 5 19.5c-.3-4.2 2.7-7.2 6.6-7.2 4.7 0 8.5 3.3 10.9 8.7 2.4-5.4 6.2-8.7 10.9-8.7 3.9 0 6.9 3 6.6 7.2-.3 4.3-4 8-8 11.5z",
        "M22.5 23.5c-3.2-4.2-4-7.2-3.1-9.5.8-2 5.4-2 6.2 0 .9 2.3 .1 5.3-3.1 9.5z" },
      "M12.5 34.5h20M13.2 27.8q9.3-2.6 18.6 0M12 24.5c-2.6-2.3-3.9-4-3.9-5.7 0-2 1.5-3.3 3.7-3.2M33 24.5c2.6-2.3 3.9-4 3.9-5.7 0-2-1.5-3.3-3.7-3.2", "" },
    { "queen",
      { FOOT
        "M13 31c-1-5.5-3.5-10.5-6.8-15.5l7.6 6.5.6-11.5 5.1 10.3 3-12.3 3 12.3 5.1-10.3.6 11.5 7.6-6.5C35.5 20.5 33 25.5 32 31z"
        "M8.2 13.5a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0zM16.8 8.8a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0zM24.9 6.2a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0zM33 8.8a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0zM41.6 13.5a2.4 2.4 0 1 1-4.8 0 2.4 2.4 0 0 1 4.8 0z" },
      "M12.5 34.5h20M12.8 27.6q9.7-2.8 19.4 0", "" },
    { "rook",
      { FOOT "M12.7 31c1-4.5 1.4-9 1-13.7L9.5 13.2V6.5h5.2v3.3h5V6.5h5.6v3.3h5V6.5h5.2v6.7l-4.2 4.1c-.4 4.7 0 9.2 1 13.7z" },
      "M12.5 34.5h20M13.9 17.3h17.2M10 13.3h25", "" },
    { "bishop",
      { FOOT "M16.2 31c.5-1.3 .5-2.3-.2-3.5h13c-.7 1.2-.7 2.2-.2 3.5z"
        "M15.6 27.5c-3.3-2.5-4.8-5.1-4.6-8 .4-4.7 5.5-8.1 11.5-11.5 6 3.4 11.1 6.8 11.5 11.5.2 2.9-1.3 5.5-4.6 8z"
        "M25 5.7a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z" },
      "M12.5 34.5h20M13.2 24.8q9.3-2.6 18.6 0M16.3 27.5h12.4M22.5 12.5v8M18.7 16h7.6", "" },
    { "knight",
      { "M9.5 39c0-2.5 1-4 3.2-4.5h21.6c2.2.5 3.2 2 3.2 4.5z"
        "M13.6 34.5c-.3-5 2-7.7 4.6-10.1 1.6-1.5 2.6-3 2.9-4.8-2.3 1.6-4.9 1.8-7.1 2.4-1.3.5-2.1 2.2-3.3 3.2-1.6 1.2-4.1.6-4.8-1.6-.4-1.4.1-2.8 1.1-4.2 2-2.8 3.2-5.2 3.9-8 .4-1.6 1.3-2.8 2.5-3.6L13.2 3.8c1.6.8 2.8 2 3.5 3.3L18.9 4.5c.7 1.2 1 2.4 1 3.5C29.5 10 35.9 18 35.6 34.5z" },
      "M13.5 34.5h21M20.5 11.5c6 2.5 10.3 9 10.7 19.5M21.1 19.6c.8-1.4 1-2.7.9-4.1", "M13.5 12.8q1.5-1.8 3.4-.9-.4 2.2-3.4.9zM7.7 21.5a.9.9 0 1 0 1.8 0 .9.9 0 0 0-1.8 0z" },
    { "pawn",
      { "M11.5 39c0-2.5 .8-4 2.8-4.5-.8-1.4-.2-2.9 1.2-3.5h14c1.4.6 2 2.1 1.2 3.5 2 .5 2.8 2 2.8 4.5z"
        "M15.5 31c3.3-2.3 4.5-6 4.5-10.3h5c0 4.3 1.2 8 4.5 10.3zM16.5 20.7c-.9-1-.4-2.4.9-2.7h10.2c1.3.3 1.8 1.7.9 2.7z" "M28.3 12.2a5.8 5.8 0 1 1-11.6 0 5.8 5.8 0 0 1 11.6 0z" },
      "M15 34.5h15M17.3 20.7h10.4", "" },

    /* Ludus Equitum: the thirteenth century. */
    { "rex",
      { "M6 39c0-5.5 3-8.3 9-9h15c6 .7 9 3.5 9 9z",
        "M12 15C11.5 21 10.5 24.5 8 27.5c2.5 1.3 5.3 1 7-.5 1.5 5 4 7.5 7.5 9.5C26 34.5 28.5 32 30 27c1.7 1.5 4.5 1.8 7 .5C34.5 24.5 33.5 21 33 15z",
        "M11 17L8 6l7.5 4.5 7-7 7 7L37 6l-3 11q-11.5-3-23 0z" },
      "M17 20.5q1.5-1.2 3 0M25 20.5q1.5-1.2 3 0M22.5 20.5v4M17.5 28.5c1.5-2.5 4-2.5 5-1 1-1.5 3.5-1.5 5 1M20.8 31q1.7 1 3.4 0M15 18.5V27M30 18.5V27M12.5 13.5q10-2.3 20 0", "" },
    { "regina",
      { "M22.5 8C13 8 11.5 17 11 24c-.4 6-2 11-5 15h33c-3-4-4.6-9-5-15C33.5 17 32 8 22.5 8z",
        "M14.5 11.5L12.5 4.5l5.2 2.8L22.5 3l4.8 4.3 5.2-2.8-2 7q-8-2.5-16 0z" },
      "M16.5 14.5c-.5 8 1.5 13 6 15 4.5-2 6.5-7 6-15M18.3 19.3q1.2-1 2.4 0M24.3 19.3q1.2-1 2.4 0M22.5 19v3.5M20.8 25.3q1.7 1 3.4 0M13 29c0 4-.8 7-2.3 10M32 29c0 4 .8 7 2.3 10M18 28.5c0 4-.5 7-1.5 10.5M27 28.5c0 4 .5 7 1.5 10.5", "" },
    { "laurus",
      { "M24.7 33.1q4.1 6.4 11.3 2q-5.2-6.6-11.3-2zM24.3 30.7q5 .4 5.7-5q-5.6 .1-5.7 5zM31.7 29.4q7.1 2.8 10.3-5q-8.1-2.3-10.3 5zM30 27.7q4.2-2.6 1.6-7.4q-4.4 3.3-1.6 7.4zM35.2 22.3q7.3-2 5.4-10.2q-7.9 3-5.4 10.2zM32.8 21.9q1.9-4.5-3.1-6.9q-1.6 5.3 3.1 6.9zM33.8 14.5q4.8-5.9-1.6-11.4q-4.7 7 1.6 11.4zM31.7 15.6q-1.2-4.8-6.6-3.8q1.8 5.2 6.6 3.8zM20.3 33.1q-4.1 6.4-11.3 2q5.2-6.6 11.3-2zM20.7 30.7q-5 .4-5.7-5q5.6 .1 5.7 5zM13.3 29.4q-7.1 2.8-10.3-5q8.1-2.3 10.3 5zM15 27.7q-4.2-2.6-1.6-7.4q4.4 3.3 1.6 7.4zM9.8 22.3q-7.3-2-5.4-10.2q7.9 3 5.4 10.2zM12.2 21.9q-1.9-4.5 3.1-6.9q1.6 5.3-3.1 6.9zM11.2 14.5q-4.8-5.9 1.6-11.4q4.7 7-1.6 11.4zM13.3 15.6q1.2-4.8 6.6-3.8q-1.8 5.2-6.6 3.8z" "M22.5 33.5l-5 5.5h-3l5-6.5zM22.5 33.5l5 5.5h3l-5-6.5z" },
      "", "" },
    { "pelicanus",
      { "M38.5 33C34 35 29 36 23.5 36 15 36 11 31.5 11.5 26c.3-3 2.5-5 4.8-7.3 1.7-1.7 2-4 1-5.2-.8-1-2-1-2.8-.2L9.5 26.5C7.5 20 8 13.5 11 8.5 13 5.2 17.5 4 20.5 6.5c4 3.2 4 8 1.5 11.5C24 11 30 6.5 39.5 5c-1 3-1.5 4-3 5.5 1.5.3 2 .3 3 .2-1 2.8-2 4.3-4 6 1.3.3 2 .3 3.2 0-1.5 3-3.2 4.5-5.7 6 1 2.8 3 5.8 5.5 8.8z",
        "M5.5 31h34L36 39H9z" },
      "M24.5 22.5c2 2 5.5 2.2 8.5.2M28 16q4-.5 8-3M27 19.5q4.5 0 8-2.5M8 35h29M12.5 31l2 4M20 31l.5 4M27.5 31l-.5 4M35 31l-2 4M16.5 35l.5 4M24 35v4M31 35l-.8 4", "M14.5 9.3a1.3 1.3 0 1 0 2.6 0 1.3 1.3 0 0 0-2.6 0z" },
    { "eques",
      { "M30 24V1.5h2V24zM32 2l9.5 3L32 8.5zM3.8 21.5C5.5 19.5 7 17.8 7.7 15.2L9 11l3.5 3c3 1.5 4.5 4.5 5.5 8h13c4 .5 5.5 4 6 8L39.5 39q-2-4-4 0q-2-4-4 0q-2-4-4.5 0q-2-4-4.5 0q-2-4-4.5 0q-2-4-4 0q-2-4-4 0L10 31c0-2.5.3-4 1.5-6-1.6.2-2.7.5-3.6 1.8-.9 1-2.6.6-3.5-.7-1-1.4-1.2-3.2-.6-4.6z",
        "M16.5 14.5h12.5v7c0 4-2.5 7-6.2 9.5-3.8-2.5-6.3-5.5-6.3-9.5zM18 12.5V4q4.7-3 9.5 0v8.5q-4.7 1.5-9.5 0z" },
      "M18 7.5h9.5M22.8 4v8M16.5 19.5H29M22.8 14.5V30M7 18l3.5 7M13 31.5v2.5M33.5 29.5v3.5M29 31v3", "M9.5 18a1.1 1.1 0 1 0 2.2 0 1.1 1.1 0 0 0-2.2 0z" },
    { "miles",
      { "M12.5 20v-5.5C12.5 9 15.5 5 19.5 2.5c4 2.5 7 6.5 7 12V20z" "M34 39V14l-1.5-4L35.5 3.5 38.5 10 37 14V39z",
        "M8.5 17.5q11-3.5 22 0c.5 9.5-4 17-11 21.5-7-4.5-11.5-12-11-21.5z" },
      "M13.8 9.5q5.7-2 11.4 0M19.5 9v5M19.5 20.5V34.5M9.5 24h20", "M15.4 12a1.2 1.2 0 1 0 2.4 0 1.2 1.2 0 0 0-2.4 0zM21.2 12a1.2 1.2 0 1 0 2.4 0 1.2 1.2 0 0 0-2.4 0z" },
    { "armiger",
      { "M39.5 5l-1.3 5.8L14.8 34.2l2 2-1.8 1.8-2.3-2.3-2.7 2.7L7 35.5l2.7-2.7-2.3-2.3 1.8-1.8 2 2L34 6.6z" "M5.5 5l1.3 5.8 23.4 23.4-2 2 1.8 1.8 2.3-2.3 2.7 2.7 3-3-2.7-2.7 2.3-2.3-1.8-1.8-2 2L11 6.6z",
        "M13 13q9.5-2.5 19 0c.5 10-3 20-9.5 26-6.5-6-10-16-9.5-26z" },
      "M13.5 27l9-8 9 8", "" },

    /* Shatranj and acedrex. */
    { "shah",
      { "M7 39c.3-5.5 3.3-8.5 9-9.5h13c5.7 1 8.7 4 9 9.5zM13.5 17.5c-2.8 3-3.6 6.5-2.8 10.5h23.6c.8-4 0-7.5-2.8-10.5z",
        "M15.2 18v8c0 4.5 3.3 8.4 7.3 11.2 4-2.8 7.3-6.7 7.3-11.2v-8zM12.8 18.3C9.3 14.5 7.6 9 8.8 3.5c3.2 1.5 6 4.3 7.7 8 1.5-1.3 3.6-2 6-2s4.5.7 6 2c1.7-3.7 4.5-6.5 7.7-8 1.2 5.5-.5 11-4 14.8q-9.7-2.6-19.4 0zM25.5 6.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0z" },
      "M12.7 14.5q9.8-2.6 19.6 0M17 22.3q1.7-1.3 3.4 0M24.6 22.3q1.7-1.3 3.4 0M22.5 22v4M17.3 29.8c1.5-2.4 4.2-2.4 5.2-1 1-1.4 3.7-1.4 5.2 1M20.3 32.8q2.2 1.4 4.4 0", "" },
    { "fers",
      { "M6.5 39c.5-5 4-7.5 9-8h14c5 .5 8.5 3 9 8zM22 8.5C20 5.8 21.2 3.5 25.8 2.5 26.2 5.8 25 7.8 22 8.5z",
        "M15 18v8c0 4.5 3 8 7.5 10.7 4.5-2.7 7.5-6.2 7.5-10.7v-8z",
        "M8 16.5C8 10 14.5 6.5 22.5 6.5S37 10 37 16.5c0 3.5-5 5-14.5 5S8 20 8 16.5z" },
      "M10 18.5C17 17.5 26 12.5 29 7.5M18 21.5c8-2 14-5 17.5-9M17.5 24.8q1.5-1 3 0M24.5 24.8q1.5-1 3 0M22.5 24.5v2.5", "M15.3 27.8c1.8.4 2.8-.6 3.9-1.3 1.7.9 4.9.9 6.6 0 1.1.7 2.1 1.7 3.9 1.3-.8 3.6-3.6 6.5-7.2 8.9-3.6-2.4-6.4-5.3-7.2-8.9zM20.8 29.8q1.7 1.2 3.4 0z" },
    { "rukh",
      { "M9.5 39v-4.5h26V39zM13.5 34.5c3.5-4.5 4-8.5 3-11.5C11 23 6.5 19.5 6.5 13.5 6.5 9 9.5 6 13 6c3.5 0 5 2.5 4.5 5-.3 1.8-2 2.8-3.5 2 1 3.5 4.5 5 8.5 5s7.5-1.5 8.5-5c-1.5.8-3.2-.2-3.5-2-.5-2.5 1-5 4.5-5 3.5 0 6.5 3 6.5 7.5 0 6-4.5 9.5-10 9.5-1 3-.5 7 3 11.5z" },
      "M14 34.5h17M16.8 24q5.7 2 11.4 0", "" },
    { "pil",
      { "M4 36.5C6.5 35 7 32.5 6.5 29 6 25 5 21 5.5 16.5 6 12 9 9 13 9c2 0 3.3.5 4.5 1.5C20.5 8.5 24 8 27.5 8c8 0 12.5 5.5 12.5 13.5L40.5 39H33l-1-8c-3 1-6.5 1-9.5 0L22 39h-7.5L14 28.5c-1-.5-2-1.5-2.5-2.5-.5 4-.5 7-1.5 10-1 2.5-4.5 3.5-6 .5z" },
      "M17.5 10.5c2.5 3 2.5 9-1 13-2.5-1.5-4-4.5-4-8M40 20c1.5 2 2 5 1.5 8M22.5 31l.3-4M32 31v-4", "M8 15.5a1.3 1.3 0 1 0 2.6 0 1.3 1.3 0 0 0-2.6 0zM10.5 24.5C8 27 5 28 2.5 27.5 5 26.5 7 25 8 22.5z" },
    { "asb",
      { "M3.5 16.5L9 8.5l1.5-4.5 3 3.5c4.5 1 6.5 5 7.5 9.5h12c3-3 8.5-.5 9 6 .3 4-.5 7-1.5 9.5-2-2.5-2.5-6-3.5-9l.5 6 2.5 4.5-1 5h-4.5l.5-4-4.5-6.5h-10L20 39h-4.5L15 29.5l-1.5-1-5.5 2 .5 4.5-3.5.5L4 27.5l8-3.5c-.5-2.5-.5-5 .5-7.5L7 19.5z" },
      "M13.5 8.5c2.5 2 4 5.5 4.5 9", "M8.8 11.5a1.2 1.2 0 1 0 2.4 0 1.2 1.2 0 0 0-2.4 0z" },
    { "sarbaz",
      { "M12 29.5C12 20 16 14.5 22.5 13.5 29 14.5 33 20 33 29.5zM21 14L22.5 5 24 14zM10 29.5h25v4H10zM12 33.5h21l2 5.5H10z" },
      "M22.5 14v15.5M10.5 29.5h24M12.5 33.5h20M16.5 34v5M22.5 34v5M28.5 34v5", "" },

    /* Roman games. */
    { "dux",
      { "M9.5 16C9 7.5 15.5 2.5 23.5 2.5 33 2.5 39.5 10 39 23l-4 1.5z",
        "M8.5 24.5l3-3C12 14 16 9 22.5 9S34 14.5 34 23c0 6 2 9.5 6 12.5L38.5 39 29 35.5 27.5 39H22c-3.5-3-5.5-8-5.5-14z" },
      "M12 21.5c7 2 15 2 22 0M27.5 24c-.5 4 0 8 1.5 11.5", "" },
    { "man",
      { "M38.5 23a16 16 0 1 1-32 0 16 16 0 0 1 32 0z" },
      "M33.5 23a11 11 0 1 1-22 0 11 11 0 0 1 22 0z", "" },
    /* What lies over a bound man: ropes around it, and a knot. */
    { "bound",
      { "M4 19.5h37c1.8 0 1.8 7 0 7H4c-1.8 0-1.8-7 0-7z", "M17.5 17h10v12h-10z" },
      "M10 19.5L7.5 26.5M15 19.5L12.5 26.5M37.5 19.5L35 26.5M32.5 19.5L30 26.5M22.5 17v12", "" },
};
/* clang-format on */

enum { SET_SIZE = sizeof drawings / sizeof *drawings };

const struct piece_art *piece_art_find(const char *name, size_t length)
{
    for (size_t i = 0; i < SET_SIZE; i++)
        if (strlen(drawings[i].name) == length && memcmp(drawings[i].name, name, length) == 0)
            return &drawings[i];
    return NULL;
}

const struct piece_art *piece_art_at(size_t index)
{
    return index < SET_SIZE ? &drawings[index] : NULL;
}

/* ---- A drawing as an SVG document: size, words, record, definitions, shapes ---- */

#define SVG_NAMESPACE "http://www.w3.org/2000/svg"

static void write_labelled(const struct svg *svg, const char *name, const char *text)
{
    char id[PIECE_ID_SIZE + 16];
    snprintf(id, sizeof id, "%.90s%s", svg->labels, name);
    xml_begin(svg->writer, name);
    xml_attribute(svg->writer, "id", id);
    xml_text(svg->writer, text, strlen(text));
    xml_end(svg->writer);
}

static void write_record(const struct svg *svg, struct ludus_text record)
{
    xml_begin(svg->writer, "metadata");
    xml_begin(svg->writer, "record");
    xml_attribute(svg->writer, "xmlns", SVG_RECORD);
    if (xml_is_clean(record.text, record.length)) {
        xml_text(svg->writer, record.text, record.length);
    } else {
        xml_attribute(svg->writer, "encoding", "base64");
        xml_base64(svg->writer, record.text, record.length);
    }
    xml_end(svg->writer);
    xml_end(svg->writer);
}

double svg_width(const struct ludus_drawing_options *options, double width)
{
    if (options->square > 0)
        return width * options->square / PIECE_GRID;
    return options->width > 0 ? options->width : width;
}

static void write_size(const struct svg *svg, const struct drawing *drawing)
{
    const struct ludus_drawing_options *options = svg->options;
    char text[2 * XML_NUMBER_SIZE + 8];
    double width = svg_width(options, drawing->width);
    bool given = options->width > 0 || options->square > 0;
    const char *unit = given && strcmp(options->unit, "px") != 0 ? options->unit : "";
    unsigned length = xml_format_number(text, width);
    snprintf(text + length, sizeof text - length, "%s", unit);
    xml_attribute(svg->writer, "width", text);
    length = xml_format_number(text, drawing->height * width / drawing->width);
    snprintf(text + length, sizeof text - length, "%s", unit);
    xml_attribute(svg->writer, "height", text);
}

static void write_root(const struct svg *svg, const struct svg_document *document)
{
    const struct drawing *drawing = document->drawing;
    struct ludus_buffer box = { 0 };
    char labels[2 * PIECE_ID_SIZE + 32];
    xml_begin(svg->writer, "svg");
    xml_attribute(svg->writer, "xmlns", SVG_NAMESPACE);
    xml_attribute(svg->writer, "class", "ludus");
    buf_text(&box, "0 0");
    svg_move_to(&box, ' ', drawing->width, drawing->height);
    xml_attribute(svg->writer, "viewBox", buf_string(&box));
    buf_free(&box);
    if (!document->fragment)
        write_size(svg, drawing);
    xml_attribute(svg->writer, "role", "img");
    snprintf(labels, sizeof labels, "%.90stitle %.90sdesc", svg->labels, svg->labels);
    xml_attribute(svg->writer, "aria-labelledby", labels);
    xml_attribute(svg->writer, "font-family", FACE_NAMES);
    if (document->style) /* an animation rests while it has the focus */
        xml_attribute(svg->writer, "tabindex", "0");
}

static bool piece_defs(struct xml_writer *writer, const struct piece_set *set, const struct drawing *drawing,
                       const char *prefix);

static void write_definitions(struct svg *svg, const struct drawing *drawing)
{
    xml_begin(svg->writer, "defs");
    svg->failed |= !piece_defs(svg->writer, &svg->set, drawing, svg->prefix);
    xml_end(svg->writer);
}

static void write_document(struct svg *svg, const struct svg_document *document)
{
    const struct drawing *drawing = document->drawing;
    write_root(svg, document);
    write_labelled(svg, "title", document->title);
    write_labelled(svg, "desc", document->description);
    if (document->record.text)
        write_record(svg, document->record);
    if (document->style) {
        xml_begin(svg->writer, "style");
        xml_text(svg->writer, document->style, strlen(document->style));
        xml_end(svg->writer);
    }
    if (!document->fragment)
        write_definitions(svg, drawing);
    /* A page has its own ground, in light and in dark, which is that of the usual theme only. */
    if ((!document->fragment || svg->options->theme != LUDUS_THEME_PAPER) &&
        theme_paint(svg->options->theme, LOOK_PAPER)->fill)
        svg_write_shape(
            svg, &(struct shape){
                     .kind = SHAPE_RECT, .look = LOOK_PAPER, .w = drawing->width, .h = drawing->height });
    for (size_t i = 0; i < drawing->count; i++)
        svg_write_shape(svg, &drawing->shapes[i]);
    xml_end(svg->writer);
}

bool svg_write(const struct svg_document *document, struct ludus_buffer *out, char *reason, size_t size)
{
    struct svg svg = { .options = document->options, .prefix = document->options->id_prefix };
    svg.labels = document->fragment ? document->fragment : svg.prefix;
    if (!piece_set_open(&svg.set, document->options, reason, size))
        return false;
    if (!piece_set_check(&svg.set, document->kinds, reason, size)) {
        piece_set_close(&svg.set);
        return false;
    }
    svg.writer = xml_open(out);
    if (svg.writer) {
        if (!document->fragment)
            xml_raw(svg.writer, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        write_document(&svg, document);
        if (!document->fragment)
            xml_raw(svg.writer, "\n");
        xml_close(svg.writer);
    }
    piece_set_close(&svg.set);
    bool ok = !out->failed && !document->drawing->failed && !svg.failed;
    if (!ok)
        snprintf(reason, size, "out of memory");
    return ok;
}

bool svg_write_definitions(const struct drawing *pieces, const struct ludus_drawing_options *options,
                           struct ludus_buffer *out, char *reason, size_t size)
{
    struct svg svg = { .options = options, .prefix = options->id_prefix };
    if (!piece_set_open(&svg.set, options, reason, size))
        return false;
    svg.writer = xml_open(out);
    if (svg.writer) {
        xml_begin(svg.writer, "svg");
        xml_attribute(svg.writer, "xmlns", SVG_NAMESPACE);
        xml_attribute(svg.writer, "class", "defs");
        xml_attribute(svg.writer, "aria-hidden", "true");
        write_definitions(&svg, pieces);
        xml_end(svg.writer);
        xml_close(svg.writer);
    }
    piece_set_close(&svg.set);
    return !out->failed && !svg.failed;
}

void svg_piece_id(const struct ludus_drawing_options *options, const struct ludus_ruleset *ruleset,
                  unsigned kind, unsigned side, char out[SVG_ID_SIZE])
{
    struct piece_set set;
    char id[PIECE_ID_SIZE], reason[64];
    struct scene_piece piece = { .image = ludus_ruleset_kind_image(ruleset, kind),
                                 .letter = ludus_ruleset_kind_letter(ruleset, kind),
                                 .side = (uint8_t)side };
    if (!piece_set_open(&set, options, reason, sizeof reason))
        set = (struct piece_set){ NULL, NULL };
    piece_id(&set, &piece, id);
    piece_set_close(&set);
    snprintf(out, SVG_ID_SIZE, "%.90s%s", options->id_prefix, id);
}

/* ---- The piece drawings that an SVG document defines once and uses many times ---- */

enum { IDS_MAX = 2 * SCENE_KINDS + 2 };

static const char *const side_names[2] = { "white", "black" };

/* Is `name` fit for an id, and for a CSS class? */
static bool plain_name(const char *name)
{
    return *name && strlen(name) < PIECE_ID_SIZE - 8 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == strlen(name);
}

void piece_id(const struct piece_set *set, const struct scene_piece *piece, char out[PIECE_ID_SIZE])
{
    const char *image = piece->image;
    if (plain_name(image)) {
        snprintf(out, PIECE_ID_SIZE, "%s-%s", side_names[piece->side & 1], image);
        if (piece_set_find(set, out))
            return;
        snprintf(out, PIECE_ID_SIZE, "%s", image);
        if (piece_set_find(set, out) || piece_art_find(image, strlen(image)))
            return;
    }
    snprintf(out, PIECE_ID_SIZE, "letter-%c", piece->letter);
}

static void write_path(struct xml_writer *writer, const char *data)
{
    xml_begin(writer, "path");
    xml_attribute(writer, "d", data);
}

/* The halo is the layer once more, wider and below it. */
static void write_layer(struct xml_writer *writer, const char *data, const char *id)
{
    char href[3 * PIECE_ID_SIZE];
    snprintf(href, sizeof href, "#%s", id);
    xml_begin(writer, "use");
    xml_attribute(writer, "href", href);
    xml_attribute(writer, "class", "ludus-halo");
    xml_attribute(writer, "fill", "#fff");
    xml_attribute(writer, "stroke", "#fff");
    xml_attribute(writer, "stroke-width", "4");
    xml_end(writer);
    write_path(writer, data);
    xml_attribute(writer, "id", id);
    xml_end(writer);
}

static void write_art(struct xml_writer *writer, const struct piece_art *art, const char *id)
{
    char layer[2 * PIECE_ID_SIZE + 16];
    for (unsigned i = 0; i < PIECE_LAYERS && art->layers[i]; i++) {
        snprintf(layer, sizeof layer, "%s%u", id, i + 1);
        write_layer(writer, art->layers[i], layer);
    }
    if (*art->lines) {
        write_path(writer, art->lines);
        xml_attribute(writer, "fill", "none");
        xml_attribute(writer, "stroke", "currentColor");
        xml_end(writer);
    }
    if (*art->dots) {
        write_path(writer, art->dots);
        xml_attribute(writer, "fill", "currentColor");
        xml_attribute(writer, "stroke", "none");
        xml_end(writer);
    }
}

static void write_letter(struct xml_writer *writer, char letter)
{
    for (unsigned front = 0; front < 2; front++) {
        xml_begin(writer, "text");
        xml_attribute(writer, "x", "22.5");
        xml_attribute(writer, "y", "37");
        xml_attribute(writer, "font-size", "40");
        xml_attribute(writer, "font-weight", "bold");
        xml_attribute(writer, "text-anchor", "middle");
        xml_attribute(writer, "fill", front ? NULL : "#fff");
        xml_attribute(writer, "stroke", front ? NULL : "#fff");
        xml_attribute(writer, "stroke-width", front ? NULL : "4");
        xml_text(writer, &letter, 1);
        xml_end(writer);
    }
}

static void write_def(struct xml_writer *writer, const struct piece_set *set, const char *id,
                      const char *prefix, struct piece_parts *parts)
{
    char whole[2 * PIECE_ID_SIZE];
    xmlNodePtr own = piece_set_find(set, id);
    const struct piece_art *art = piece_art_find(id, strlen(id));
    snprintf(whole, sizeof whole, "%.90s%s", prefix, id);
    xml_begin(writer, "g");
    xml_attribute(writer, "id", whole);
    if (own)
        piece_set_write(writer, set, own, prefix, parts);
    else if (art)
        write_art(writer, art, whole);
    else
        write_letter(writer, id[strlen(id) - 1]);
    xml_end(writer);
}

/* Adds an id unless it is there already. */
static unsigned remember(char ids[IDS_MAX][PIECE_ID_SIZE], unsigned count, const char *id)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(ids[i], id) == 0)
            return count;
    if (count == IDS_MAX)
        return count;
    memcpy(ids[count], id, strlen(id) + 1);
    return count + 1;
}

/* Writes <g> elements for every drawing that the shapes use, each once, with `prefix` before its id. False
 * without memory. */
static bool piece_defs(struct xml_writer *writer, const struct piece_set *set, const struct drawing *drawing,
                       const char *prefix)
{
    char ids[IDS_MAX][PIECE_ID_SIZE], id[PIECE_ID_SIZE];
    struct piece_parts parts = { 0 };
    unsigned count = 0;
    for (size_t i = 0; i < drawing->count; i++) {
        const struct shape *shape = &drawing->shapes[i];
        if (shape->kind != SHAPE_PIECE)
            continue;
        piece_id(set, &shape->piece, id);
        count = remember(ids, count, id);
        if (shape->piece.bound)
            count = remember(ids, count, "bound");
    }
    for (unsigned i = 0; i < count; i++)
        write_def(writer, set, ids[i], prefix, &parts);
    return piece_set_write_parts(writer, set, prefix, &parts);
}
