// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Three linked nodes are visited in order.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  struct node {
    int value;
    struct node *next;
  } c = {3, 0}, b = {2, &c}, a = {1, &b};
  int sum = 0;
  for (struct node *p = &a; p; p = p->next) {
    sum = 10 * sum + p->value;
  }
  if (sum != 123) {
    reach_error();
  }
  return 0;
}
