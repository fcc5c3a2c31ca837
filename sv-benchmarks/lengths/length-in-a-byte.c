// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A length in a byte: 255 structures at most, whose members do not meet.

extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
struct pair {
  int first;
  short second;
};
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n == 0) {
    return 0;
  }
  struct pair a[n];
  unsigned char i = __VERIFIER_nondet_uchar();
  if (i < n) {
    a[i].first = -1;
    a[i].second = 3;
    __VERIFIER_assert(a[i].first == -1 && sizeof a == n * sizeof(struct pair));
  }
  return 0;
}
