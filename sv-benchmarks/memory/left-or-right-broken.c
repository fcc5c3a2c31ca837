// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A tree of two nodes: only one link is looked at before memory is given back, so the other node may be lost.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned int);
extern void free(void *);

struct node {
  struct node *left;
  struct node *right;
  int key;
};

static struct node *fresh(int key) {
  struct node *node = malloc(sizeof *node);
  node->left = 0;
  node->right = 0;
  node->key = key;
  return node;
}

int main(void) {
  struct node *root = fresh(__VERIFIER_nondet_int());
  int key = __VERIFIER_nondet_int();
  struct node **to = key < root->key ? &root->left : &root->right;
  *to = fresh(key);
  if (root->left != 0 && root->left->key == 3) {
    free(root->left);
  }
  free(root->right);
  free(root);
  return 0;
}
