// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A list whose nodes hold text beside the pointer to the next one. Text is cut to what a node holds, so that the pointers stay.

extern void abort(void);
void reach_error(void) { abort(); }
extern char __VERIFIER_nondet_char(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct node {
  unsigned char length;
  char text[7];
  struct node *next;
};

static struct node *push(struct node *next) {
  struct node *node = malloc(sizeof *node);
  node->next = next;
  node->length = 0;
  while (node->length < 6) {
    char c = __VERIFIER_nondet_char();
    if (c == 0) {
      break;
    }
    node->text[node->length++] = c;
  }
  node->text[node->length] = 0;
  return node;
}

int main(void) {
  struct node *list = push(push(0));
  struct node *last = list->next;
  if (last->next || list->text[list->length] || last->text[last->length]) {
    reach_error();
  }
  free(last);
  free(list);
  return 0;
}
