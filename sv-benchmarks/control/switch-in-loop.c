// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A machine of five states made of a switch: the error needs the words 1, 2, 2, 3 in this order.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int state = 0;
  while (1) {
    int word = __VERIFIER_nondet_int();
    switch (state) {
    case 0:
      state = word == 1;
      break;
    case 1:
      state = word == 2 ? 2 : word == 1;
      break;
    case 2:
      state = word == 2 ? 3 : word == 1;
      break;
    case 3:
      state = word == 3 ? 4 : word == 1;
      break;
    default:
      reach_error();
    }
  }
}
