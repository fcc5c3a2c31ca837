// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A pointer that may be null is only used where it is not.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 4;
  int *p = __VERIFIER_nondet_int() ? &x : 0;
  if (p != 0 && *p != 4) {
    reach_error();
  }
  return 0;
}
