// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The same with the two entering steps swapped: both get inside after some ten steps.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  /* at: 0 outside, 1 and 2 entering, 3 waiting, 4 inside */
  unsigned char at0 = 0, at1 = 0, turn = 0;
  _Bool wants0 = 0, wants1 = 0;
  while (1) {
    if (__VERIFIER_nondet_bool()) {
      switch (at0) {
      case 0: at0 = 1; break;
      case 1: turn = 1; at0 = 2; break;
      case 2: wants0 = 1; at0 = 3; break;
      case 3: if (!wants1 || turn == 0) { at0 = 4; } break;
      default: wants0 = 0; at0 = 0;
      }
    } else {
      switch (at1) {
      case 0: at1 = 1; break;
      case 1: turn = 0; at1 = 2; break;
      case 2: wants1 = 1; at1 = 3; break;
      case 3: if (!wants0 || turn == 1) { at1 = 4; } break;
      default: wants1 = 0; at1 = 0;
      }
    }
    __VERIFIER_assert(at0 != 4 || at1 != 4);
  }
}
