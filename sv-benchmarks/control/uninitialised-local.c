// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A local without a value may hold any.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int x;
  if (x == 42) {
    reach_error();
  }
  return 0;
}
