// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What clang's own functions give: of a number and none, the number, which is then not the first one.

extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  double least = __builtin_fmin(x, 3.0);
  if (least != x && x <= 3.0 || least == 3.0 && !(x >= 3.0)) {
    reach_error();
  }
}
