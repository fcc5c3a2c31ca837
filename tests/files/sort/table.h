#ifndef TABLE_H
#define TABLE_H

#ifndef MOST
#define MOST 4
#endif

struct table {
  int count;
  int numbers[MOST];
};

/* Reads numbers until one of them cannot be read, or the table is full. Gives how many are in it. */
int read_table(struct table *table);

/* Puts the numbers in order, the smallest first. */
void sort_table(struct table *table);

/* Whether they are. */
int is_sorted(const struct table *table);

/* What the numbers are on average. There must be some. */
int average(const struct table *table);

/* The place of a number, or -1. The numbers must be in order. */
int find(const struct table *table, int number);

#endif
