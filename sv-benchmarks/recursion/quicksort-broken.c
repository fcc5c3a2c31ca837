// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Quicksort that leaves out the last element of each first part.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int numbers[200];
static void sort(int low, int high) {
  if (low >= high) {
    return;
  }
  int pivot = numbers[high], place = low;
  for (int i = low; i < high; i++) {
    if (numbers[i] < pivot) {
      int other = numbers[place];
      numbers[place++] = numbers[i];
      numbers[i] = other;
    }
  }
  numbers[high] = numbers[place];
  numbers[place] = pivot;
  sort(low, place - 2);
  sort(place + 1, high);
}
int main(void) {
  unsigned random = 1;
  for (int i = 0; i < 200; i++) {
    random = random * 1103515245 + 12345;
    numbers[i] = (int)(random >> 16 & 1023);
  }
  sort(0, 199);
  for (int i = 1; i < 200; i++) {
    if (numbers[i - 1] > numbers[i]) {
      reach_error();
    }
  }
  return 0;
}
