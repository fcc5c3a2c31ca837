// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two functions are called when the program ends, the one first that was named last. What is called last expects another number.

#include <stdlib.h>
extern void reach_error(void);

static int state = 3;

static void check(void) {
  if (state != 4) {
    reach_error();
  }
}

static void set(void) { state = 5; }

int main(void) {
  atexit(check);
  atexit(set);
  if (state == 3) {
    exit(1);
  }
  return 0;
}
