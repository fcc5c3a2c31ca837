// SPDX-License-Identifier: MIT OR Apache-2.0
//
// ++ on a char is done in int and narrowed: no overflow.

extern char __VERIFIER_nondet_char(void);
int main(void) {
  char c = __VERIFIER_nondet_char();
  c++;
  return 0;
}
