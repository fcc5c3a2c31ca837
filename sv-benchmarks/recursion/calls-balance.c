// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What each call adds, its return takes away, however deep the calls go.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned calls;
static void nest(unsigned n) {
  calls++;
  if (n > 0) {
    nest(n - 1);
  }
  calls--;
}
int main(void) {
  nest(__VERIFIER_nondet_uint());
  if (calls != 0) {
    reach_error();
  }
  return 0;
}
