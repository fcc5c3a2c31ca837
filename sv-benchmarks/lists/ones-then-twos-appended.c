// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Ones are appended, then twos.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
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
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->data = 2;
    node->next = 0;
    last->next = node;
    last = node;
  }
  struct node *p = head;
  while (p && p->data == 1) {
    p = p->next;
  }
  while (p && p->data == 2) {
    p = p->next;
  }
  if (p) {
    reach_error();
  }
  return 0;
}
