// Of what strcmp gives only the sign is fixed: it need not be 1.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

#include <string.h>

int main(void) {
  if (strcmp("b", "a") != 1) {
    reach_error();
  }
  return 0;
}
