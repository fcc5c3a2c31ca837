// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The first node that was pushed holds something else, and is taken last.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
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
    node->data = head ? 1 : 2;
    node->next = head;
    head = node;
  }
  while (head) {
    struct node *node = head;
    head = node->next;
    if (node->data != 1) {
      reach_error();
    }
    free(node);
  }
  return 0;
}
