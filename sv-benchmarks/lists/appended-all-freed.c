// SPDX-License-Identifier: MIT OR Apache-2.0
//
// All of a list that grows at its end is freed.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned int);
extern void free(void *);

struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *head = 0, *last = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->data = 1;
    node->next = 0;
    if (last) {
      last->next = node;
    } else {
      head = node;
    }
    last = node;
  }
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
