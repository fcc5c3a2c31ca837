// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Moving five discs takes 31 moves. Not here: see the last condition.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int moves;
static void move(int discs) {
  if (discs == 0) {
    return;
  }
  move(discs - 1);
  moves++;
  move(discs - 1);
}
int main(void) {
  int discs = __VERIFIER_nondet_int();
  if (discs < 0 || discs > 5) {
    return 0;
  }
  move(discs);
  if (moves != (1 << discs) - 1 || moves == 31) {
    reach_error();
  }
  return 0;
}
