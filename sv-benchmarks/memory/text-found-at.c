// SPDX-License-Identifier: MIT OR Apache-2.0
//
// How far a character stands from the start of a global text, as an int.

extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) { abort(); }

static char text[8];

static char *find(char *s, char wanted) {
  while (*s && *s != wanted) {
    s++;
  }
  return s;
}

int main(void) {
  for (int i = 0; i < 7; i++) {
    text[i] = __VERIFIER_nondet_char();
  }
  int at = find(text, 'x') - text;
  if (at > 7 || at < 0 || (at < 7 && text[at] != 'x' && text[at] != 0)) {
    reach_error();
  }
  return 0;
}
