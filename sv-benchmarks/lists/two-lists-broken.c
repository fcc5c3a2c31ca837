// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Values are sorted into two lists, and the wrong one is asked.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void abort(void);
void reach_error(void) { abort(); }

struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *small = 0, *large = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->data = __VERIFIER_nondet_int();
    if (node->data < 10) {
      node->next = small;
      small = node;
    } else {
      node->next = large;
      large = node;
    }
  }
  for (struct node *p = large; p; p = p->next) {
    if (p->data >= 20) {
      reach_error();
    }
  }
  return 0;
}
