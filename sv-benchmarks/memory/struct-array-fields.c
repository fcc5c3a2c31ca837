// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Fields of the elements of an array do not overlap.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct item {
    short key;
    int value;
  } items[4];
  for (int i = 0; i < 4; i++) {
    items[i].key = (short)i;
    items[i].value = 100 - i;
  }
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < 4 && items[k].key + items[k].value != 100) {
    reach_error();
  }
  return 0;
}
