// SPDX-License-Identifier: MIT OR Apache-2.0
//
// `remainder` is the rest to the nearest multiple, of two to the even one.

#include <math.h>
extern void reach_error(void);

int main(void) {
  if (remainder(7.5, 5.0) != 2.5 || remainder(2.5, 5.0) != 2.5 || fmod(5.25, -0.5) != 0.25) {
    reach_error();
  }
}
