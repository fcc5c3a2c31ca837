// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A list on the heap ends in a node on the stack; a sum of its values is not what an element of an array is.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

struct node {
  struct node *next;
  int value;
  char name[6];
};
static int limits[4];
static int *limit = limits;

static struct node *add(struct node *list, int value) {
  struct node *node = malloc(sizeof(struct node));
  node->value = value;
  node->next = list;
  return node;
}

int main(void) {
  struct node last = {0, 3, "last"};
  char text[4] = "abc";
  struct node *list = add(add(&last, 7), 8);
  limit = &limits[2];
  *limit = __VERIFIER_nondet_int() & ~1;
  list->next->name[0] = text[1];
  if (limits[2] == list->next->next->value + list->value) {
    reach_error();
  }
  return 0;
}
