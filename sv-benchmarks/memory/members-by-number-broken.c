// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Members of records are accessed through sums of numbers. The last one is that of another member.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct record {
  int kind;
  int count;
  struct record *next;
};

static struct record first, second;

int main(void) {
  unsigned long at = (unsigned long)&first;
  *(int *)at = __VERIFIER_nondet_int();
  *(int *)(at + 4UL) = 7;
  *(struct record **)(at + 8UL) = &second;
  unsigned long next = (unsigned long)(*(struct record **)(at + 8UL));
  *(int *)(next + 0UL) = 9;
  if (first.count != 7 || second.count != 9) {
    reach_error();
  }
  return 0;
}
