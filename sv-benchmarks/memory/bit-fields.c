// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Fields of a few bits share a word and keep apart.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct flags {
    unsigned int a : 3;
    unsigned int b : 5;
    int c : 4;
  } f;
  int x = __VERIFIER_nondet_int();
  f.a = (unsigned int)x;
  f.b = 17;
  f.c = -3;
  if (f.a != ((unsigned int)x & 7u) || f.b != 17 || f.c != -3) {
    reach_error();
  }
  return 0;
}
