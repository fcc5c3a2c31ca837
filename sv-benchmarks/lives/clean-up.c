// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The clean-up of a local runs before its life ends.

extern int __VERIFIER_nondet_int(void);

int *last;

void done(int *q) {
  *q = 0;
  last = q;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    int y __attribute__((cleanup(done))) = 1;
    if (__VERIFIER_nondet_int())
      break;
    y = 3;
  }
  return 0;
}
