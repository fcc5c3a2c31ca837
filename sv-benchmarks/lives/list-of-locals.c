// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A list of locals that is built and read in each round.

struct node {
  int value;
  struct node *next;
};

int sum(struct node *list) {
  int s = 0;
  while (list) {
    s += list->value;
    list = list->next;
  }
  return s;
}

int main(void) {
  int t = 0;
  for (int i = 0; i < 3; i++) {
    struct node a = {i, 0}, b = {1, &a};
    t += sum(&b);
  }
  int *none = 0;
  return t == 6 ? 0 : *none;
}
