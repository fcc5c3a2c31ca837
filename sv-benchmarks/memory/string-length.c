// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The length of each of three constant strings.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  static const char *words[3] = {"a", "bcd", ""};
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 2) {
    return 0;
  }
  int n = 0;
  for (const char *p = words[k]; *p; p++) {
    n++;
  }
  if (n != (k == 0 ? 1 : k == 1 ? 3 : 0)) {
    reach_error();
  }
  return 0;
}
