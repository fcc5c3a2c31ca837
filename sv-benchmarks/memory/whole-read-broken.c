// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A structure is read as a whole through null and thrown away, which clang emits no access for.

extern int __VERIFIER_nondet_int(void);

struct pair {
  int a, b[3];
};

int main(void) {
  struct pair here = {1, {2}}, *p = &here;
  if (__VERIFIER_nondet_int() == 5)
    p = 0;
  (void)*p;
  return here.a;
}
