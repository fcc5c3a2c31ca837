// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The last node of the reversed list was the first.

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
  head->data = 2;
  head->next = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->data = 1;
    node->next = 0;
    last->next = node;
    last = node;
  }
  struct node *reversed = 0;
  while (head) {
    struct node *next = head->next;
    head->next = reversed;
    reversed = head;
    head = next;
  }
  for (struct node *p = reversed; p; p = p->next) {
    if (p->data != 1) {
      reach_error();
    }
  }
  return 0;
}
