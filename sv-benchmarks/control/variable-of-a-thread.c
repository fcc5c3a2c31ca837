// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Each thread has a variable of its own; here there is one thread.

extern void reach_error(void);

_Thread_local int number = 4;

static void count(void) {
  static __thread int *place;
  place = &number;
  ++*place;
}

int main(void) {
  count();
  if (number != 5) {
    reach_error();
  }
}
