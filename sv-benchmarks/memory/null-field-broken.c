// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The second field behind the last node of a list is read: null, and some bytes more.

extern unsigned __VERIFIER_nondet_uint(void);
struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node last = {0, 3}, first = {&last, 2};
  struct node *node = &first;
  unsigned steps = __VERIFIER_nondet_uint() % 3;
  while (steps > 0) {
    node = node->next;
    steps--;
  }
  return node->value;
}
