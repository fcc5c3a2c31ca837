// SPDX-License-Identifier: MIT OR Apache-2.0
//
// One `goto` jumps over the local's declaration; the pointer to it outlives the call all the same.

extern int __VERIFIER_nondet_int(void);

int *g;

int f(int c) {
  if (c)
    goto out;
  int x = c;
  g = &x;
  return 1;
out:
  return 0;
}

int main(void) {
  if (f(__VERIFIER_nondet_int()))
    return *g;
  return 0;
}
