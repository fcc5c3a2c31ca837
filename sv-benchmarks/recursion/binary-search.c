// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A search that halves an array of eight finds what is there.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int find(const int *a, int low, int high, int key) {
  int middle;
  if (low > high) {
    return -1;
  }
  middle = (low + high) / 2;
  if (a[middle] == key) {
    return middle;
  }
  return a[middle] < key ? find(a, middle + 1, high, key) : find(a, low, middle - 1, key);
}
int main(void) {
  int a[8] = {1, 4, 9, 16, 25, 36, 49, 64};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 7) {
    return 0;
  }
  if (find(a, 0, 7, a[i]) != i) {
    reach_error();
  }
  return 0;
}
