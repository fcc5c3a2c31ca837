// strtok takes a line apart; each word is inside of it.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

#include <string.h>

int main(void) {
  char line[] = "a bc,d";
  if (__VERIFIER_nondet_int()) {
    line[1] = 'x';
  }
  int words = 0;
  for (char *word = strtok(line, " ,"); word != 0; word = strtok(0, " ,")) {
    words++;
  }
  if (words != 2 && words != 3) {
    reach_error();
  }
  return 0;
}
