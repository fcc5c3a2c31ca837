// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Nodes whose values are what the memory held before.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void abort(void);
void reach_error(void) { abort(); }

struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = head;
    head = node;
  }
  for (struct node *p = head; p; p = p->next) {
    if (p->data != 0) {
      reach_error();
    }
  }
  return 0;
}
