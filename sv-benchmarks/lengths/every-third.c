// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Each third element of an array, one behind the other.

extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}

int all[300000];
int third[100000];

int main(void) {
  for (int i = 0; i < 300000; i++) {
    all[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < 100000; i++) {
    third[i] = all[3 * i];
  }
  for (int i = 0; i < 100000; i++) {
    __VERIFIER_assert(third[i] == all[3 * i]);
  }
  return 0;
}
