// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The pointer is set anew in each round before it is used, for ever.

extern int __VERIFIER_nondet_int(void);

int *g;

void add(int v) { *g += v; }

int main(void) {
  while (1) {
    int x = 1;
    g = &x;
    add(__VERIFIER_nondet_int() & 3);
    if (x < 1 || x > 4)
      break;
  }
  int *none = 0;
  return *none;
}
