// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The copy of the last node holds something else.

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
    node->data = 1;
    node->next = head;
    head = node;
  }
  struct node *copy = 0;
  for (struct node *p = head; p; p = p->next) {
    struct node *node = malloc(sizeof *node);
    node->data = p->next ? p->data : 2;
    node->next = copy;
    copy = node;
  }
  for (struct node *p = copy; p; p = p->next) {
    if (p->data != 1) {
      reach_error();
    }
  }
  return 0;
}
