/* Reads numbers, sorts them and prints them. */
#include "table.h"
#include <assert.h>
#include <stdio.h>

/* How many are printed. */
static int count;

static void print(const struct table *table) {
  for (int i = 0; i < table->count; i++) {
    printf("%d\n", table->numbers[i]);
    count++;
  }
}

int main(void) {
  struct table table;
  int read = read_table(&table);
  if (table.count == 0) {
    puts("no numbers");
    return 1;
  }
  int last = table.numbers[table.count - 1];
  sort_table(&table);
  print(&table);
  assert(count == read);
  printf("smallest %d, largest %d\n", table.numbers[0], table.numbers[table.count - 1]);
  printf("average %d\n", average(&table));
  if (!is_sorted(&table)) {
    puts("not sorted");
    return 1;
  }
  printf("the last one is at place %d\n", find(&table, last));
  return 0;
}
