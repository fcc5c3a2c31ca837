#include "table.h"
#include <stdio.h>

/* How many are read. */
static int count;

int read_table(struct table *table) {
  int number;
  table->count = 0;
  while (table->count < MOST && scanf("%d", &number) == 1) {
    table->numbers[table->count] = number;
    table->count++;
    count++;
  }
  return count;
}
