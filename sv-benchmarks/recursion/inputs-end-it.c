// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Inputs say how deep the calls go. Each call finds its own input again when the one below has returned.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static void go(unsigned depth) {
  unsigned own = __VERIFIER_nondet_uint() % 4;
  if (own == 0) {
    return;
  }
  go(depth + 1);
  if (own >= 4) {
    reach_error();
  }
}
int main(void) {
  go(0);
  return 0;
}
