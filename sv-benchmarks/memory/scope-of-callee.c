// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A function returns the address of its local.

extern int __VERIFIER_nondet_int(void);
static int *local(int value) {
  int x = value;
  int *p = &x;
  return p;
}
int main(void) {
  return *local(__VERIFIER_nondet_int());
}
