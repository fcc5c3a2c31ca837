// SPDX-License-Identifier: MIT OR Apache-2.0
//
// abort ends the program: the error behind it is not reached.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  if (__VERIFIER_nondet_int() > 3) {
    abort();
    reach_error();
  }
  return 0;
}
