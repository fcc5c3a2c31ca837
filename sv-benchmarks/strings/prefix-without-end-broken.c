// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What strncpy cuts off has no end unless it is given one. Here it goes wrong.

#include <string.h>
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char prefix[3];
  strncpy(prefix, "hello", 3);
  prefix[2] = prefix[1];
  return (int)strlen(prefix) - 2;
}
