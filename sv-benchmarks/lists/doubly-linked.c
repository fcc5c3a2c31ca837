// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A doubly linked list of any length.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void abort(void);
void reach_error(void) { abort(); }

struct node {
  int data;
  struct node *next;
  struct node *prev;
};

int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->data = 5;
    node->prev = 0;
    node->next = head;
    if (head) {
      head->prev = node;
    }
    head = node;
  }
  for (struct node *p = head; p; p = p->next) {
    if (p->data != 5) {
      reach_error();
    }
  }
  return 0;
}
