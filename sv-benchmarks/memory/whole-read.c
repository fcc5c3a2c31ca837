// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What is there is read as a whole; of what is not there, only the address is taken, or of a member.

extern int __VERIFIER_nondet_int(void);

struct pair {
  int a, b[3];
};

int main(void) {
  struct pair here = {1, {2}}, *p = &here, *none = 0;
  if (__VERIFIER_nondet_int() == 5)
    (void)(*p);
  &*none;
  (void)&(*none);
  (void)none;
  return here.a;
}
