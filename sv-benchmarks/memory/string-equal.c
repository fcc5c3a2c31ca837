// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two equal strings compare as equal.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char a[4], b[4];
  for (int i = 0; i < 3; i++) {
    a[i] = b[i] = (char)__VERIFIER_nondet_uchar();
  }
  a[3] = b[3] = 0;
  int i = 0;
  while (a[i] && a[i] == b[i]) {
    i++;
  }
  if (a[i] != b[i]) {
    reach_error();
  }
  return 0;
}
