// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Three of four bytes are filled, from the lowest on.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memset(void *, int, unsigned);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 5, filled = 0x11111111;
  memset(&filled, 0x22, n);
  if (filled == 0x11222222) {
    reach_error();
  }
  return 0;
}
