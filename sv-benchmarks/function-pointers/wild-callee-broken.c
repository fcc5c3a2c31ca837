// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The address of a variable is called as if it were that of a function.

extern int __VERIFIER_nondet_int(void);
static int data;
static void nothing(void) {}

int main(void) {
  void (*callee)(void) = nothing;
  if (__VERIFIER_nondet_int() == 7) {
    callee = (void (*)(void))(void *)&data;
  }
  callee();
  return 0;
}
