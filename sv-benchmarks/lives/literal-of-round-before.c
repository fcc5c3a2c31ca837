// SPDX-License-Identifier: MIT OR Apache-2.0
//
// In each round the literal is another object.

extern int __VERIFIER_nondet_int(void);

struct s {
  int a, b;
};

int main(void) {
  struct s *p = 0;
  for (int i = 0; i < 3; i++) {
    if (p)
      p->b = 1;
    p = &(struct s){1, i};
  }
  return 0;
}
