// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The return of one call, 40 from the end, takes nothing away.

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
  if (n != 40) {
    calls--;
  }
}
int main(void) {
  nest(__VERIFIER_nondet_uint());
  if (calls != 0) {
    reach_error();
  }
  return 0;
}
