// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A copied structure is another object.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct point {
    char tag;
    short x;
    int y;
    long z;
  } a = {1, 2, 3, 4}, b = a;
  b.y = __VERIFIER_nondet_int();
  if (a.y != 3 || b.x != 2 || b.z + b.tag != 5) {
    reach_error();
  }
  return 0;
}
