// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The lowest byte comes first.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  union word {
    unsigned int whole;
    unsigned char bytes[4];
  } w;
  w.whole = (unsigned int)__VERIFIER_nondet_int();
  if (w.bytes[0] != (w.whole & 255u) || w.bytes[3] != w.whole >> 24) {
    reach_error();
  }
  return 0;
}
