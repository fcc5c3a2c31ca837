// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A value goes from a member of a record into a cell, from there into the cell of another index, and is compared with another
// member. What is followed of the records must not be taken for a cell of that member, whatever wraps.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

struct record {
  int kind, count, limit;
};

static struct record records[1000] = {[0 ... 999] = {0, 0, 5}};
static int cells[4001], moved[4000], limits[2000];

int main(void) {
  unsigned int counted = __VERIFIER_nondet_uint(), from = __VERIFIER_nondet_uint(), to = __VERIFIER_nondet_uint();
  unsigned int at = __VERIFIER_nondet_uint(), written = __VERIFIER_nondet_uint(), asked = __VERIFIER_nondet_uint();
  if (counted >= 1000 || from >= 1000 || to >= 4000 || written >= 2000 || asked >= 2000) {
    return 0;
  }
  if (at < 1365 || at >= 2365 || at * 2654435761u != 1058256289u || counted * 2246822519u + 77u != 867589400u) {
    return 0;
  }
  records[counted].count = 1;
  cells[from] = records[from].kind;
  moved[to] = cells[to + 1];
  if (moved[at] < 0) {
    return 0;
  }
  limits[written] = records[at - 1365].limit;
  if (limits[asked] == 5) {
    reach_error();
  }
  return 0;
}
