// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Copies all elements of an array but one, and then compares all but that one.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#define LENGTH 60000

int main(void) {
  int from[LENGTH], to[LENGTH];
  int left_out = 40000;
  for (int i = 0; i < LENGTH; i++) {
    from[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < LENGTH; i++) {
    if (i != left_out) {
      to[i] = from[i];
    }
  }
  for (int i = 0; i < LENGTH; i++) {
    if (i != left_out && to[i] != from[i]) {
      reach_error();
    }
  }
  return 0;
}
