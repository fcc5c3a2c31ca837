// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A table of operations in structures, and a function that is given one of them.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
static int increment(int x) { return x + 1; }
static int twice(int x) { return 2 * x; }
static int negate(int x) { return -x; }
struct operation {
  const char *name;
  int (*apply)(int);
};
static struct operation operations[3] = {{"increment", increment}, {"twice", twice}, {"negate", negate}};
static int apply(int (*operation)(int), int x) { return operation(x); }
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) {
    return 0;
  }
  int r = apply(operations[i].apply, 5);
  if (r != 6 && r != 10 && r != -5) {
    reach_error();
  }
  return 0;
}
