// snprintf writes what fits, and says how much it would have written.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

#include <stdio.h>
#include <string.h>

int main(void) {
  char text[8];
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n < 100) {
    int length = snprintf(text, sizeof text, "%s=%02x", "number", n);
    if (length != 9 || strcmp(text, "number=") != 0) {
      reach_error();
    }
  }
  return 0;
}
