// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The sum over a tree: each call keeps the pointer to its node while it looks at the subtrees. One node may be
// in it twice.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
  struct node *left, *right;
  int value;
};
static struct node nodes[4];
static int sum(const struct node *node) {
  if (node == 0) {
    return 0;
  }
  int left = sum(node->left);
  int right = sum(node->right);
  return left + right + node->value;
}
int main(void) {
  for (int i = 0; i < 4; i++) {
    nodes[i].value = i;
  }
  nodes[0].left = &nodes[1];
  nodes[0].right = &nodes[2];
  nodes[2].left = &nodes[3];
  if (__VERIFIER_nondet_int()) {
    nodes[3].right = &nodes[1];
  }
  if (sum(nodes) > 7) {
    reach_error();
  }
  return 0;
}
