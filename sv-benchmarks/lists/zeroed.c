// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Nodes whose values are zero from the start.

extern int __VERIFIER_nondet_int(void);
extern void *calloc(unsigned long, unsigned long);
extern void abort(void);
void reach_error(void) { abort(); }

struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = calloc(1, sizeof *node);
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
