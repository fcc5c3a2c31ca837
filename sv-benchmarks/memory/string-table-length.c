// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Not all names of the table have their end at index 3.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

static const char *const names[3] = {"ash", "oak", "pine"};

int main(void) {
  unsigned int i = __VERIFIER_nondet_uint();
  if (i >= 3) return 0;
  if (names[i][3] != 0) reach_error();
  return 0;
}
