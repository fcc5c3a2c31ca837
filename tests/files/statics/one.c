/* Each file has a `state` and a `step` for itself. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
int other(int number);

static int state;

static void step(int number) { state += number; }

int main(void) {
  int number = __VERIFIER_nondet_int();
  if (number < 0 || number > 9) {
    return 0;
  }
  step(number);
  assert(other(number) == 2 * number);
  assert(state == number);
#ifdef BROKEN
  assert(other(number) + state != 15);
#endif
  return 0;
}
