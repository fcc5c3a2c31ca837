// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Pointers to the locals of three rounds.

int main(void) {
  int *a[3];
  for (int i = 0; i < 3; i++) {
    int x = i;
    a[i] = &x;
  }
  return *a[2];
}
