// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The second field of a node is read that is no further than the last.

extern unsigned __VERIFIER_nondet_uint(void);
struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node last = {0, 3}, first = {&last, 2};
  struct node *node = &first;
  unsigned steps = __VERIFIER_nondet_uint() % 2;
  while (steps > 0) {
    node = node->next;
    steps--;
  }
  return node->value;
}
