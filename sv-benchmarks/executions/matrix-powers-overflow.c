// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Powers of a matrix modulo 100003: products of two entries are larger than the largest number, but not in the first rounds.

int main(void) {
  int power[8][8], factor[8][8], product[8][8];
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 8; j++) {
      factor[i][j] = i * 31 + j * 17 + 3;
      power[i][j] = i == j;
    }
  }
  for (int round = 0; round < 100; round++) {
    for (int i = 0; i < 8; i++) {
      for (int j = 0; j < 8; j++) {
        int sum = 0;
        for (int k = 0; k < 8; k++) {
          sum += power[i][k] * factor[k][j];
        }
        product[i][j] = sum % 100003 * (round < 50 ? 1 : 100);
      }
    }
    for (int i = 0; i < 8; i++) {
      for (int j = 0; j < 8; j++) {
        power[i][j] = product[i][j];
      }
    }
  }
  return power[0][0] == 0;
}
