// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Each element holds its index, counted from the end: what it differs from that by sums up to nothing.

extern void abort(void);
void reach_error(void) { abort(); }

int length = 100000;

int main(void) {
  int a[length];
  int sum = 0;
  for (int i = 0; i < length; i++) {
    a[length - 1 - i] = i;
  }
  for (int i = 0; i < length; i++) {
    sum += a[length - 1 - i] - i;
  }
  if (sum != 0) {
    reach_error();
  }
  return 0;
}
