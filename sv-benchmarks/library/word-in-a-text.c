// strstr finds a word where it stands, and strspn says how long what is before it is.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

#include <string.h>

int main(void) {
  char text[6] = "aaaaa";
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n < 5) {
    text[n] = 'b';
    if (strstr(text, "b") != text + n || strspn(text, "a") != (size_t)n || strcspn(text, "b") != (size_t)n) {
      reach_error();
    }
  }
  return 0;
}
