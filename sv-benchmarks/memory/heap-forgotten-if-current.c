// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What is freed is forgotten where it is the current one. Both have been alive together, so their addresses tell.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void abort(void);
void reach_error(void) { abort(); }

static int *current;

static void drop(int *object) {
  free(object);
  if (current == object) {
    current = 0;
  }
}

int main(void) {
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  *a = 1;
  *b = 2;
  current = __VERIFIER_nondet_int() ? a : b;
  drop(a);
  if (current && *current != 2) {
    reach_error();
  }
  drop(b);
  if (current) {
    reach_error();
  }
  return 0;
}
