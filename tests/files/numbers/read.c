/* Reading numbers: one a line, with comments behind '#'. */
#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "numbers.h"

/* The first place of `text` that is no blank. */
static const char *skip_blanks(const char *text)
{
    while (*text == ' ' || *text == '\t') {
        text++;
    }
    return text;
}

/* Whether nothing but blanks, a line end or a comment stands here. */
static bool ends_here(const char *text)
{
    text = skip_blanks(text);
    return *text == '\0' || *text == '\n' || *text == '#';
}

/*
 * Reads a whole number in decimal digits. It is kept below zero until the end,
 * for INT_MIN has no positive counterpart. False if there is none, or if it
 * does not fit.
 */
bool parse_int(const char *text, int *value, const char **rest)
{
    bool negative = false;
    int result = 0;

    text = skip_blanks(text);
    if (*text == '-' || *text == '+') {
        negative = *text == '-';
        text++;
    }
    if (!isdigit((unsigned char)*text)) {
        return false;
    }
    while (isdigit((unsigned char)*text)) {
        int digit = *text - '0';

        if (result < INT_MIN / 10) {
            return false;
        }
        result *= 10;
        if (result < INT_MIN + digit) {
            return false;
        }
        result -= digit;
        text++;
    }
    if (!negative) {
        if (result == INT_MIN) {
            return false;
        }
        result = -result;
    }
    *value = result;
    *rest = text;
    return true;
}

/* Drops what is left of a line that was longer than LINE. */
static void skip_line(FILE *from)
{
    int c = getc(from);

    while (c != EOF && c != '\n') {
        c = getc(from);
    }
}

/*
 * Reads numbers from `from` to its end. `*line` is the line that was read
 * last, counted from 1: the one to name in a message.
 */
enum outcome read_numbers(FILE *from, struct numbers *into, int *line)
{
    char text[LINE];

    into->count = 0;
    *line = 0;
    while (fgets(text, sizeof text, from) != NULL) {
        const char *rest = text;
        int value = 0;

        if (*line < INT_MAX) {
            ++*line;
        }
        if (strchr(text, '\n') == NULL) {
            skip_line(from);
        }
        if (ends_here(text)) {
            continue;
        }
        if (!parse_int(text, &value, &rest)) {
            return READ_NO_NUMBER;
        }
        if (!ends_here(rest)) {
            return READ_NO_NUMBER;
        }
        if (into->count == MOST) {
            return READ_TOO_MANY;
        }
        into->value[into->count] = value;
        into->count++;
    }
    return ferror(from) ? READ_FAILED : READ_ALL;
}
