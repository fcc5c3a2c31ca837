// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A list of three is built, reversed and freed.

extern void abort(void);
void reach_error(void) { abort(); }
extern void *malloc(unsigned long);
extern void free(void *);
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof(struct node));
    n->value = i;
    n->next = list;
    list = n;
  }
  struct node *reversed = 0;
  while (list) {
    struct node *next = list->next;
    list->next = reversed;
    reversed = list;
    list = next;
  }
  int expected = 0;
  while (reversed) {
    struct node *next = reversed->next;
    if (reversed->value != expected++) {
      reach_error();
    }
    free(reversed);
    reversed = next;
  }
  return 0;
}
