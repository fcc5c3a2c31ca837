// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An array whose length is a variable.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int n = 4;
  int a[n];
  for (int i = 0; i < n; i++) {
    a[i] = i;
  }
  if (a[3] != 3) {
    reach_error();
  }
  return 0;
}
