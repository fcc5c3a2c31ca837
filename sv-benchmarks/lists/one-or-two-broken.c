// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Each value is one or two, and two is one too many.

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
    node->data = __VERIFIER_nondet_int() ? 1 : 2;
    node->next = head;
    head = node;
  }
  for (struct node *p = head; p; p = p->next) {
    if (p->data < 1 || p->data > 1) {
      reach_error();
    }
  }
  return 0;
}
