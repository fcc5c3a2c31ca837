/* Numbers that are read from a file, sorted and printed: what the three files share. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdbool.h>
#include <stdio.h>

/* As many numbers are kept, and as many characters of a line are read. */
#define MOST 100
#define LINE 80

/* What came of reading. */
enum outcome {
    READ_ALL,        /* every line was a number, or empty, or a comment */
    READ_TOO_MANY,   /* there were more than MOST */
    READ_NO_NUMBER,  /* a line is something else */
    READ_FAILED      /* the file could not be read to its end */
};

struct numbers {
    int value[MOST];
    int count;
};

/* read.c */
bool parse_int(const char *text, int *value, const char **rest);
enum outcome read_numbers(FILE *from, struct numbers *into, int *line);

/* sort.c */
void sort(struct numbers *all);
void reverse(struct numbers *all);
void unique(struct numbers *all);
bool is_sorted(const struct numbers *all);
int find(const struct numbers *all, int wanted);
long sum(const struct numbers *all);
int median(const struct numbers *all);

#endif
