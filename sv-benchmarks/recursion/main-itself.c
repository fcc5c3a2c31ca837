// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A program whose main calls itself, at most six times, and counts how deep it came.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
static int depth;

int main(void) {
  unsigned char more = __VERIFIER_nondet_uchar();
  int mine = depth;
  if (mine < 6 && more) {
    depth++;
    main();
    depth--;
  }
  if (depth != mine) {
    reach_error();
  }
  return 0;
}
