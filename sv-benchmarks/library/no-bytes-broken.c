// Of no bytes malloc may give null.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

#include <stdlib.h>

int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 0 || count > 4) {
    return 0;
  }
  char *bytes = malloc((size_t)count);
  if (bytes == 0) {
    reach_error();
  }
  free(bytes);
  return 0;
}
