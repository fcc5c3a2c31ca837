// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The literal stands in the loop's condition: it lives until the loop has ended.

int main(void) {
  int *p = 0, k = 0;
  while (p ? *p < 3 : (p = (int[]){0}, 1)) {
    (*p)++;
    k++;
  }
  return k;
}
