// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Writing one bit-field leaves its neighbours in the same byte as they are.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct flags {
  unsigned int low : 3;
  unsigned int middle : 2;
  unsigned int high : 3;
};

int main(void) {
  struct flags f;
  f.low = 5;
  f.high = 6;
  f.middle = __VERIFIER_nondet_uint();
  if (f.low != 5 || f.high != 6) reach_error();
  return 0;
}
