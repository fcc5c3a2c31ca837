// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Only the first of 50 000 numbers is 1 at the start; one of them may be set to 1 later.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

static int numbers[50000] = {1};

int main(void) {
  unsigned int i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 50000u || j >= 50000u) {
    return 0;
  }
  numbers[i] = 1;
  if (numbers[j] == 1 && j != 0u && j != i) {
    reach_error();
  }
  return 0;
}
