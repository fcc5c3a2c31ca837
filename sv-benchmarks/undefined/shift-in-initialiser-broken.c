// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Clang folds the initialiser as a whole, and no check of the shift is left; it is evaluated when x is 3.

extern int __VERIFIER_nondet_int(void);

struct mask {
  int width;
  int bits[2];
};

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) {
    struct mask m = {.width = 33, .bits = {1, 1 << 33}};
    return m.width;
  }
  return 0;
}
