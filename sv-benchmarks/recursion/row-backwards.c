// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The biggest number of a row, found 100 000 calls deep.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned char row[100000];
static unsigned biggest(unsigned from) {
  if (from >= 100000) {
    return 0;
  }
  unsigned rest = biggest(from + 1);
  return row[from] > rest ? row[from] : rest;
}
int main(void) {
  for (unsigned i = 0; i < 100000; i++) {
    row[i] = i % 97;
  }
  if (biggest(0) > 96) {
    reach_error();
  }
  return 0;
}
