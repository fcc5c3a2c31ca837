// Which of equal numbers bsearch finds is open: not always the first.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

#include <stdlib.h>

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  int numbers[3] = {1, 3, 3}, key = 3;
  if (bsearch(&key, numbers, 3, sizeof key, compare) != &numbers[1]) {
    reach_error();
  }
  return 0;
}
