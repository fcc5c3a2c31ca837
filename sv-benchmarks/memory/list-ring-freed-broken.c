// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A ring is freed until control comes back to its first node, whose address is compared when it is gone: one of four is counted twice.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void abort(void);
void reach_error(void) { abort(); }

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *first = malloc(sizeof *first), *last = first;
  int count = 1;
  first->value = 0;
  while (count < 4 && __VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->value = count++;
    last->next = node;
    last = node;
  }
  last->next = first;
  int freed = 0;
  struct node *p = first;
  do {
    struct node *next = p->next;
    free(p);
    p = next;
    freed++;
    if (next == first && count == 4) {
      freed++;
    }
  } while (p != first);
  if (freed != count) {
    reach_error();
  }
  return 0;
}
