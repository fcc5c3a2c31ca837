// SPDX-License-Identifier: MIT OR Apache-2.0
//
// continue skips the even numbers and break leaves at 9: the sum of 1, 3, 5, 7 is 16.

extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  int sum = 0;
  for (int i = 0;; i++) {
    if (i % 2 == 0) {
      continue;
    }
    if (i == 9) {
      break;
    }
    sum += i;
  }
  __VERIFIER_assert(sum == 16);
  return 0;
}
