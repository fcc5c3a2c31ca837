// bsearch finds a number that is there.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

#include <stdlib.h>

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  int numbers[3] = {1, 3, 3}, key = __VERIFIER_nondet_int();
  int *found = bsearch(&key, numbers, 3, sizeof key, compare);
  if ((found != 0) != (key == 1 || key == 3) || (found != 0 && *found != key)) {
    reach_error();
  }
  return 0;
}
