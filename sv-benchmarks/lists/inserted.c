// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A node is inserted anywhere behind the first one.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned int);
extern void abort(void);
void reach_error(void) { abort(); }

struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *head = malloc(sizeof *head), *last = head;
  head->data = 1;
  head->next = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->data = 1;
    node->next = 0;
    last->next = node;
    last = node;
  }
  struct node *at = head;
  while (at->next && __VERIFIER_nondet_int()) {
    at = at->next;
  }
  struct node *node = malloc(sizeof *node);
  node->data = 1;
  node->next = at->next;
  at->next = node;
  for (struct node *p = head; p; p = p->next) {
    if (p->data != 1) {
      reach_error();
    }
  }
  return 0;
}
