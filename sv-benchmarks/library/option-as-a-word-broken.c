// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Where the argument may be left out, there may be none.

#include <getopt.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  static const struct option options[] = {{"size", optional_argument, 0, 's'}, {"silent", no_argument, 0, 'q'}, {0, 0, 0, 0}};
  char size[] = "--size", text[] = "12", name[] = "show", silent[] = "--si";
  char *arguments[] = {name, __VERIFIER_nondet_int() ? silent : size, text, NULL};
  int letter, length = 0;
  while ((letter = getopt_long(3, arguments, "s:q", options, NULL)) != -1) {
    if (letter == 's')
      length = (int)strlen(optarg);
  }
  return length;
}
