// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A static local keeps its value from call to call.

extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
static int next(void) {
  static int n = 5;
  return n++;
}
int main(void) {
  next();
  __VERIFIER_assert(next() == 6);
  return 0;
}
