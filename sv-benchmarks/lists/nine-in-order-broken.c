// SPDX-License-Identifier: MIT OR Apache-2.0
//
// As nine-in-order.c, but with any numbers, and the eighth of them is changed once it is in its place.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void abort(void);
void reach_error(void) { abort(); }

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 9; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = __VERIFIER_nondet_int();
    struct node **place = &head;
    while (*place && (*place)->value < fresh->value) {
      place = &(*place)->next;
    }
    fresh->next = *place;
    *place = fresh;
    if (i == 7) {
      fresh->value = 100;
    }
  }
  for (struct node *p = head; p && p->next; p = p->next) {
    if (p->value > p->next->value) {
      reach_error();
    }
  }
  return 0;
}
