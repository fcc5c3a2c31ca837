// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Both arms of a ternary have one type: beside an unsigned 1 the -1 is large.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  long long x = b ? -1 : 1u;
  __VERIFIER_assert(x <= 1);
  return 0;
}
