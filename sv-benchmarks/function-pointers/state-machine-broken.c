// SPDX-License-Identifier: MIT OR Apache-2.0
//
// States are functions; each names the next one. Here it goes wrong.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
static int idle(int *sum) {
  *sum += 0;
  return 0;
}
static int one(int *sum) {
  *sum += 1;
  return 2;
}
static int two(int *sum) {
  *sum += 2;
  return __VERIFIER_nondet_int() == 3 ? 0 : 1;
}
static int (*const states[3])(int *) = {idle, one, two};
int main(void) {
  int sum = 0, state = 1, steps = 0;
  while (state != 0 && steps < 10) {
    state = states[state](&sum);
    steps++;
  }
  if (sum > 14) {
    reach_error();
  }
  return 0;
}
