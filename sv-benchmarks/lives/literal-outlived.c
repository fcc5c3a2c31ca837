// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A compound literal belongs to the block that it stands in; here that is the statement.

extern int __VERIFIER_nondet_int(void);

int main(void) {
  const char **p = 0;
  if (__VERIFIER_nondet_int())
    p = (const char *[]){"a", "b"};
  if (p)
    return p[1][0];
  return 0;
}
