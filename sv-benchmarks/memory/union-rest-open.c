// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The initialiser says one byte of the union; what the others hold is open, and as a rule it is zero.

extern void abort(void);
void reach_error(void) { abort(); }
union word {
  char low;
  int all;
};
int main(void) {
  union word w = {1};
  if (w.all == 1) {
    reach_error();
  }
  return 0;
}
