// SPDX-License-Identifier: MIT OR Apache-2.0
//
// 200 numbers of a generator are sorted by insertion; then each is at most the next one.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned int numbers[200], seed = 1;
  for (int i = 0; i < 200; i++) {
    seed = seed * 1103515245u + 12345u;
    numbers[i] = seed >> 16;
  }
  for (int i = 1; i < 200; i++) {
    unsigned int number = numbers[i];
    int j = i;
    for (; j > 0 && numbers[j - 1] > number; j--) {
      numbers[j] = numbers[j - 1];
    }
    numbers[j] = number;
  }
  for (int i = 1; i < 200; i++) {
    if (numbers[i - 1] > numbers[i]) {
      reach_error();
    }
  }
  return 0;
}
