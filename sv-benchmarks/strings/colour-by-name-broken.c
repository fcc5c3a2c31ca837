// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A name is looked for in a table. Here it goes wrong.

#include <string.h>
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  const char *names[3] = {"red", "green", "blue"};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) {
    return 0;
  }
  if (strcmp(names[i], "blue") == 0 && i != 1) {
    reach_error();
  }
  return 0;
}
