// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The address of a variable is kept beside that of a function, but not called.

extern int __VERIFIER_nondet_int(void);
static int data;
static void nothing(void) {}

int main(void) {
  void (*callee)(void) = nothing;
  if (__VERIFIER_nondet_int() == 7) {
    callee = (void (*)(void))(void *)&data;
  }
  if (callee != (void (*)(void))(void *)&data) {
    callee();
  }
  return 0;
}
