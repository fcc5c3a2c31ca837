// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Twos are pushed, then ones: from the front, no one comes behind a two.

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
    node->data = 2;
    node->next = head;
    head = node;
  }
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->data = 1;
    node->next = head;
    head = node;
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
