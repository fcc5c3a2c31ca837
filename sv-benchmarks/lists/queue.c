// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A queue of any length, first in, first out.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void abort(void);
void reach_error(void) { abort(); }

struct node {
  int data;
  struct node *next;
};

struct queue {
  struct node *first;
  struct node *last;
};

int main(void) {
  struct queue queue = {0, 0};
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->data = 3;
    node->next = 0;
    if (queue.last) {
      queue.last->next = node;
    } else {
      queue.first = node;
    }
    queue.last = node;
  }
  while (queue.first) {
    if (queue.first->data != 3) {
      reach_error();
    }
    queue.first = queue.first->next;
  }
  return 0;
}
