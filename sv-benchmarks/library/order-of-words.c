// Of what strcmp gives only the sign is fixed; a program that asks for no more sorts two words.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

#include <string.h>

int main(void) {
  char word[3] = "ab";
  const char *first = "ab", *second = word;
  word[0] = (char)__VERIFIER_nondet_int();
  if (strcmp(first, second) > 0) {
    const char *kept = first;
    first = second;
    second = kept;
  }
  if (strcmp(first, second) > 0) {
    reach_error();
  }
  return 0;
}
