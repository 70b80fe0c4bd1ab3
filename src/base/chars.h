/* chars.h - classes of characters, in ASCII whatever the locale. */
#ifndef BASE_CHARS_H
#define BASE_CHARS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

/* The letter of a file of a board. */
static inline bool is_file(char c)
{
    return c >= 'a' && c <= 'p';
}

static inline bool is_letter(char c)
{
    return is_upper(c) || is_lower(c);
}

/* The first UTF-8 byte of a letter of any script; blocks of punctuation are left out. */
static inline bool begins_letter(char c)
{
    return is_letter(c) || ((unsigned char)c >= 0xc3 && c != '\xe2');
}

/* A printable character, or a space. */
static inline bool is_visible(char c)
{
    return c >= ' ' && c <= '~';
}

/* A character of names of tags and commands. */
static inline bool is_name(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

static inline bool is_break(char c)
{
    return c == '\n' || c == '\r';
}

/* A blank between a tag's name and its value. */
static inline bool is_gap(char c)
{
    return c == ' ' || c == '\t';
}

/* A blank within a line. */
static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A character between the tokens of a record; includes Ctrl-Z, the end mark of old files. */
static inline bool is_filler(char c)
{
    return is_space(c) || c == '\x1a';
}

/* Is this a typographic quotation mark, U+2018 to U+201F? A NUL ends the text. */
static inline bool is_curly_quote(const char *at)
{
    return at[0] == '\xe2' && at[1] == '\x80' && (unsigned char)at[2] >= 0x98 && (unsigned char)at[2] <= 0x9f;
}

/* Is this a dash other than `-`, U+2010 to U+2015 or U+2212? A NUL ends the text. */
static inline bool is_long_dash(const char *at)
{
    return at[0] == '\xe2' && (at[1] == '\x80' ? (unsigned char)at[2] >= 0x90 && (unsigned char)at[2] <= 0x95
                                               : at[1] == '\x88' && at[2] == '\x92');
}

static inline char to_lower(char c)
{
    return is_upper(c) ? (char)(c | 0x20) : c;
}

static inline char to_upper(char c)
{
    return is_letter(c) ? (char)(c & ~0x20) : c;
}

/* Are the first `length` bytes of both equal, ignoring case? Both have as many, or a NUL before. */
static inline bool is_alike(const char *a, const char *b, size_t length)
{
    for (; length > 0 && to_lower(*a) == to_lower(*b); a++, b++, length--)
        if (!*a)
            return true;
    return length == 0;
}

/* Reads the digits at `*text`, if any, and moves it behind them. Returns their value, at most UINT32_MAX. */
static inline uint32_t number_take(const char **text)
{
    uint64_t number = 0;
    for (; is_digit(**text); ++*text)
        number = number > UINT32_MAX ? number : number * 10 + (uint64_t)(**text - '0');
    return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}

#endif
