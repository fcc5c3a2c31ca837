// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The sum is evaluated in int, before it is widened to long long.

int main(void) {
  long long x = -2147483647 - 2;
  (void)x;
  return 0;
}
