// sprintf: a number from -999 to 999 has at most four characters.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char text[5];
  int n = __VERIFIER_nondet_int();
  if (n > -1000 && n < 1000) {
    sprintf(text, "%d", n);
  }
  return 0;
}
