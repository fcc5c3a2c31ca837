// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A coin that is given back after the drink is counted twice: the credit wraps below 0.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
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
        credit -= 3;
        if (__VERIFIER_nondet_bool()) {
          credit--;
        }
      }
      break;
    default:
      credit = 0;
    }
    __VERIFIER_assert(credit <= 4);
  }
}
