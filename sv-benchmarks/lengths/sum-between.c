// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Numbers from 1 to 5, summed up.

extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}

int a[100000];

int main(void) {
  for (int i = 0; i < 100000; i++) {
    int v = __VERIFIER_nondet_int();
    if (v < 1 || v > 5) {
      abort();
    }
    a[i] = v;
  }
  long sum = 0;
  for (int i = 0; i < 100000; i++) {
    sum += a[i];
  }
  __VERIFIER_assert(100000 <= sum && sum <= 500000);
  return 0;
}
