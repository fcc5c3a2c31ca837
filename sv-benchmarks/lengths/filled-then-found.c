// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The error is behind a loop that fills 80 000 bytes.

extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}

int a[20000];

int main(void) {
  for (int i = 0; i < 20000; i++) {
    a[i] = 3 * i;
  }
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 20000) {
    __VERIFIER_assert(a[i] != 59967);
  }
  return 0;
}
