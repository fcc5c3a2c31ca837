// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A global list loses its second node when the first is dropped with what follows it.

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
extern void *malloc(unsigned long);
extern void free(void *);

struct node {
  struct node *next;
  int value;
};
static struct node *list;

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = list;
  list = node;
}

int main(void) {
  push(1);
  push(2);
  if (__VERIFIER_nondet_int() == 5) {
    list->next = 0;
  }
  return list->value;
}
