// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Ten times ten turns are a hundred.

extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char total = 0;
  for (unsigned char i = 0; i < 10; i++) {
    for (unsigned char j = 0; j < 10; j++) {
      total++;
    }
  }
  __VERIFIER_assert(total == 100);
  return 0;
}
