// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The pointer is to a local of the outer block, which is still there after the loop.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *last = 0;
  int x = 0;
  for (int i = 0; i < 3; i++) {
    x = __VERIFIER_nondet_int();
    last = &x;
  }
  return *last;
}
