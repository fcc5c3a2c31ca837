// SPDX-License-Identifier: MIT OR Apache-2.0
//
// In each round an array of another length: what one held is not in the next.

extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  for (unsigned char i = 1; i < n; i++) {
    char a[i];
    a[i - 1] = i;
    __VERIFIER_assert(a[i - 1] == i && sizeof a == i);
    if (i == 15) {
      break;
    }
  }
  return 0;
}
