// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Nine numbers go into a list, each behind those that are smaller. The program takes one way whatever it reads, but for that it needs more
// objects than a call gives out unless told otherwise.

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
    fresh->value = i * 7 % 11;
    struct node **place = &head;
    while (*place && (*place)->value < fresh->value) {
      place = &(*place)->next;
    }
    fresh->next = *place;
    *place = fresh;
  }
  for (struct node *p = head; p && p->next; p = p->next) {
    if (p->value > p->next->value) {
      reach_error();
    }
  }
  return 0;
}
