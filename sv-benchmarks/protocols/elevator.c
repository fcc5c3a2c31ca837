// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The elevator moves only with closed doors and stays between floors 0 and 9.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  signed char floor = 0;
  _Bool open = 1;
  while (1) {
    unsigned char command = __VERIFIER_nondet_uchar();
    signed char before = floor;
    if (command == 0) {
      open = 1;
    } else if (command == 1) {
      open = 0;
    } else if (command == 2 && !open && floor < 9) {
      floor++;
    } else if (command == 3 && !open && floor > 0) {
      floor--;
    }
    __VERIFIER_assert(floor >= 0 && floor <= 9 && (floor == before || !open));
  }
}
