// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Copies an array two places down, and compares it with what is three places further.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define LENGTH 1000

int main(void) {
  int from[LENGTH], to[LENGTH];
  for (int i = 0; i < LENGTH; i++) {
    from[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < LENGTH - 2; i++) {
    to[i] = from[i + 2];
  }
  for (int i = 0; i < LENGTH - 2; i++) {
    if (to[i] != from[i + 3]) {
      reach_error();
    }
  }
  return 0;
}
