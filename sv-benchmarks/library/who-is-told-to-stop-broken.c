// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Who began the program may have had the signal ignored.

#include <signal.h>
#include <stdio.h>
extern void reach_error(void);
static volatile sig_atomic_t stopped;
static void stop(int number) { stopped = number; }
int main(void) {
  if (signal(SIGINT, SIG_IGN) != SIG_IGN) {
    signal(SIGINT, stop);
  }
  unsigned long lines = 0;
  for (int c; !stopped && (c = getchar()) != EOF;) {
    lines += c == '\n';
  }
  printf("%lu\n", lines);
  if (signal(SIGINT, SIG_DFL) == SIG_IGN) {
    reach_error();
  }
  return 0;
}
