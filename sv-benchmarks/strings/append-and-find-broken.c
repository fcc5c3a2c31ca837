// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What is appended is found again. Here it goes wrong.

#include <string.h>
extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char text[8] = "ab";
  strcat(text, "cd");
  strncat(text, "efgh", 2);
  if (memcmp(text, "abcdeg", 7) != 0 || strchr(text, 101) != text + 4 || strrchr(text, 120) || memchr(text, 100, 3)) {
    reach_error();
  }
  return 0;
}
