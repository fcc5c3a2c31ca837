// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Copies an array in reverse, and asks for it one place off.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define LENGTH 1000

int main(void) {
  int from[LENGTH], to[LENGTH];
  for (int i = 0; i < LENGTH; i++) {
    from[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < LENGTH; i++) {
    to[i] = from[LENGTH - 1 - i];
  }
  for (int i = 1; i < LENGTH; i++) {
    if (to[LENGTH - 0 - i] != from[i]) {
      reach_error();
    }
  }
  return 0;
}
