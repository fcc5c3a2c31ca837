// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A compound literal belongs to the block that it stands in: it lives to the end of the function.

extern int __VERIFIER_nondet_int(void);

struct s {
  int a, b;
};

int main(void) {
  struct s *p = &(struct s){1, 2};
  int n = 0;
  while (n < 3) {
    p->b++;
    n++;
  }
  int *none = 0;
  return p->b == 5 ? 0 : *none;
}
