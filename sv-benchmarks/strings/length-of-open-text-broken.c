// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The length of a text of which one character is open. Here it goes wrong.

#include <string.h>
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[8] = "abc";
  text[1] = __VERIFIER_nondet_char();
  size_t length = strlen(text);
  if (length != 3) {
    reach_error();
  }
  return 0;
}
