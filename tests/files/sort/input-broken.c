#include "table.h"
#include <stdio.h>

/* How many are read. */
static int count;

int read_table(struct table *table) {
  int number;
  table->count = 0;
  while (scanf("%d", &number) == 1) {
    count++;
    if (table->count == MOST) {
      break;
    }
    table->numbers[table->count] = number;
    table->count++;
  }
  return count;
}
