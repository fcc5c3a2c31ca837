// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A loop adds to each element of an array what depends on the element itself, and not to the sixth.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void *malloc(unsigned long);
void reach_error(void) { abort(); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) {
    return 0;
  }
  int *a = malloc(sizeof(int) * n);
  for (int i = 0; i < n; i++) {
    a[i] = 1;
  }
  for (int i = 0; i < n; i++) {
    if (a[i] == 1 && i != 5) {
      a[i] = a[i] + 3;
    } else {
      a[i] = a[i] - 1;
    }
  }
  for (int i = 0; i < n; i++) {
    if (a[i] != 4) {
      reach_error();
    }
  }
  return 0;
}
