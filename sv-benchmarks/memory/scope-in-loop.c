// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A pointer to a local of the loop's body is read after the loop.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *last = 0;
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    last = &x;
  }
  return *last;
}
