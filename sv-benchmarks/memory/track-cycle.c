// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two nodes point to each other; the program forgets both.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
extern void *malloc(unsigned long);
extern void free(void *);

struct node {
  struct node *other;
};
static struct node *entry;
int main(void) {
  struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  first->other = second;
  second->other = first;
  entry = first;
  if (__VERIFIER_nondet_int() == 3) {
    entry = 0;
  }
  return 0;
}
