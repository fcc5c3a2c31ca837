// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The machine never gives a drink for less than the price, and never keeps more than 4 coins.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char credit = 0;
  while (1) {
    switch (__VERIFIER_nondet_uchar() % 3) {
    case 0:
      if (credit < 4) {
        credit++;
      }
      break;
    case 1:
      if (credit >= 3) {
        __VERIFIER_assert(credit == 3 || credit == 4);
        credit -= 3;
      }
      break;
    default:
      credit = 0;
    }
  }
}
