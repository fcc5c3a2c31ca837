// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A ring in which one value can be another one.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void abort(void);
void reach_error(void) { abort(); }

struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *head = malloc(sizeof *head);
  head->data = 1;
  head->next = head;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->data = __VERIFIER_nondet_int() ? 1 : 3;
    node->next = head->next;
    head->next = node;
  }
  struct node *p = head;
  do {
    if (p->data != 1) {
      reach_error();
    }
    p = p->next;
  } while (p != head);
  return 0;
}
