// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A text is copied with its end.

#include <string.h>
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char copy[6];
  strcpy(copy, "hello");
  return copy[0] != 104;
}
