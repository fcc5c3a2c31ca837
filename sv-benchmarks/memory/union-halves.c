// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The halves of a word, little-endian, through a union.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

union word {
  unsigned int whole;
  unsigned short half[2];
};

int main(void) {
  union word w;
  w.whole = __VERIFIER_nondet_uint();
  if (w.half[0] + ((unsigned int)w.half[1] << 16) != w.whole) reach_error();
  return 0;
}
