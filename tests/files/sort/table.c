#include "table.h"

static void swap(int *a, int *b) {
  int old = *a;
  *a = *b;
  *b = old;
}

void sort_table(struct table *table) {
  for (int i = 1; i < table->count; i++) {
    for (int k = i; k > 0 && table->numbers[k - 1] > table->numbers[k]; k--) {
      swap(&table->numbers[k - 1], &table->numbers[k]);
    }
  }
}

int is_sorted(const struct table *table) {
  for (int i = 1; i < table->count; i++) {
    if (table->numbers[i - 1] > table->numbers[i]) {
      return 0;
    }
  }
  return 1;
}

int average(const struct table *table) {
  long sum = 0;
  for (int i = 0; i < table->count; i++) {
    sum += table->numbers[i];
  }
  return (int)(sum / table->count);
}

int find(const struct table *table, int number) {
  int low = 0;
  int high = table->count - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (table->numbers[middle] == number) {
      return middle;
    }
    if (table->numbers[middle] < number) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return -1;
}
