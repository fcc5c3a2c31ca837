// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Up to eight numbers stand in a structure and are sorted by insertion.

#include <stdio.h>
#include <stdlib.h>

struct numbers {
  int count;
  int values[8];
};

static void sort(struct numbers *numbers) {
  for (int i = 1; i < numbers->count; i++) {
    int value = numbers->values[i];
    int j = i - 1;
    while (j >= 0 && numbers->values[j] > value) {
      numbers->values[j + 1] = numbers->values[j];
      j--;
    }
    numbers->values[j + 1] = value;
  }
}

int main(void) {
  struct numbers numbers;
  numbers.count = 0;
  while (numbers.count < 8 && rand() != 0) {
    numbers.values[numbers.count++] = rand();
  }
  sort(&numbers);
  for (int i = 0; i < numbers.count; i++) {
    printf("%d\n", numbers.values[i]);
  }
  return 0;
}
