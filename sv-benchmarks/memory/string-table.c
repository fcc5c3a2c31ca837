// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A table of strings: the first letter of each name.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

static const char *const names[3] = {"ash", "beech", "cedar"};

int main(void) {
  unsigned int i = __VERIFIER_nondet_uint();
  if (i >= 3) return 0;
  if (names[i][0] != (char)('a' + i)) reach_error();
  return 0;
}
