// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A constructor sets a number before `main` begins, a destructor looks at it. Behind `main` the number is another one.

extern void reach_error(void);

static int number;

__attribute__((constructor(200))) static void second(void) { number *= 2; }
__attribute__((constructor(101))) static void first(void) { number = 2; }

__attribute__((destructor)) static void last(void) {
  if (number != 4) {
    reach_error();
  }
}

int main(void) {
  if (number != 4) {
    reach_error();
  }
  number = 5;
  return 0;
}
