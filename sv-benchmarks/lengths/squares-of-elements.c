// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Each element of an array of any length becomes its square.

extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
void reach_error(void) { abort(); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 30000)
    return 0;
  int *a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = i;
  for (int i = 0; i < n; i++)
    a[i] = a[i] * a[i];
  for (int i = 0; i < n; i++)
    if (a[i] != i * i)
      reach_error();
  return 0;
}
