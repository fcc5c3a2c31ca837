// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The second list goes on into the first.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void abort(void);
void reach_error(void) { abort(); }

struct node {
  int data;
  struct node *next;
};

struct node *push(struct node *list, int data) {
  struct node *node = malloc(sizeof *node);
  node->data = data;
  node->next = list;
  return node;
}

int main(void) {
  struct node *ones = 0, *twos = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      ones = push(ones, 1);
    } else {
      twos = push(twos ? twos : ones, 2);
    }
  }
  for (struct node *p = ones; p; p = p->next) {
    if (p->data != 1) {
      reach_error();
    }
  }
  for (struct node *p = twos; p; p = p->next) {
    if (p->data != 2) {
      reach_error();
    }
  }
  return 0;
}
