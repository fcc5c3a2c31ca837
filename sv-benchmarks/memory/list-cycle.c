// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A list that leads back to its start is never left.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  struct node {
    struct node *next;
  } a, b;
  a.next = &b;
  b.next = &a;
  struct node *p = &a;
  while (p) {
    p = p->next;
  }
  reach_error();
  return 0;
}
