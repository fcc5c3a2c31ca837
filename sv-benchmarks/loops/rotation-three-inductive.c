// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Three different values are handed round. That a and b differ is not inductive, but 3-inductive.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned int a = 1, b = 2, c = 3;
  while (__VERIFIER_nondet_bool()) {
    unsigned int first = a;
    a = b;
    b = c;
    c = first;
    __VERIFIER_assert(a != b);
  }
  return 0;
}
