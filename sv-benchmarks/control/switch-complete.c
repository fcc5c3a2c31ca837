// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A switch over the two low bits has four cases and never comes to its default.

extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  switch (x & 3) {
  case 0:
  case 1:
  case 2:
  case 3:
    break;
  default:
    reach_error();
  }
  return 0;
}
