// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The cells of a column are summed where those of a row are meant.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int m[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) m[i][j] = __VERIFIER_nondet_int() & 15;
  int row = m[0][0] + m[0][1];
  int sum = 0;
  for (int i = 0; i < 2; i++) sum += m[i][0];
  if (sum != row) reach_error();
  return 0;
}
