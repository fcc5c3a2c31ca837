// Who takes what it says for the length of the text writes behind it.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char text[8];
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n < 100) {
    int length = snprintf(text, sizeof text, "%s=%d", "number", n);
    text[length] = '.';
  }
  return 0;
}
