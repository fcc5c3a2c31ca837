// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A length of 64 bits on a machine of 32: as many elements as it says, not as its low half says.

extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned long long n = (unsigned long long)__VERIFIER_nondet_uint() << 32 | 4;
  if (n >> 32) {
    n = 4;
  }
  int a[n];
  a[3] = 1;
  __VERIFIER_assert(sizeof a == 16 && a[3] == 1);
  return 0;
}
