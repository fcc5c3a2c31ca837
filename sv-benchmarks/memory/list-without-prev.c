// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The constructor sets `next` twice and `prev` never: what it holds is open, but it is an address.

extern void abort(void);
void reach_error(void) { abort(); }
extern void *malloc(unsigned long);

struct node {
  struct node *next, *prev;
};

static struct node *make(void) {
  struct node *n = malloc(sizeof *n);
  if (n == 0)
    abort();
  n->next = 0;
  n->next = 0;
  return n;
}

int main(void) {
  struct node *first = make();
  first->next = make();
  if (first->next->prev != 0)
    reach_error();
  return 0;
}
