// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A number is filled byte by byte.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memset(void *, int, unsigned);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 5, filled = 0x11111111;
  memset(&filled, 0x22, n);
  unsigned expected = n == 4 ? 0x22222222 : (0x11111111 & ~((1u << 8 * n) - 1)) | (0x22222222 & ((1u << 8 * n) - 1));
  if (filled != expected) {
    reach_error();
  }
  return 0;
}
