// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The same with pointers of 32 bits: a list of any length that grows at its front.

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
  for (struct node *p = head; p; p = p->next) {
    if (p->data != 1) {
      reach_error();
    }
  }
  return 0;
}
