// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The second list may have a three in it.

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
  struct node *second = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->data = __VERIFIER_nondet_int() ? 2 : 3;
    node->next = second;
    second = node;
  }
  last->next = second;
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
