// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A date that is advanced day by day keeps its day within its month.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
static int days(int month) {
  switch (month) {
  case 2:
    return 28;
  case 4:
  case 6:
  case 9:
  case 11:
    return 30;
  default:
    return 31;
  }
}
int main(void) {
  int day = 1, month = 1;
  while (__VERIFIER_nondet_bool()) {
    day++;
    if (day > days(month)) {
      day = 1;
      month = month == 12 ? 1 : month + 1;
    }
    __VERIFIER_assert(day <= 31 && (month != 2 || day <= 28));
  }
  return 0;
}
