// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A variable that no file defines holds any value: 7, too.

extern void abort(void);
void reach_error(void) { abort(); }
extern int limit;
int main(void) {
  int at_first = limit;
  if (limit == 7 && at_first == 7) {
    reach_error();
  }
  limit = 3;
  if (limit != 3) {
    reach_error();
  }
  return 0;
}
