// SPDX-License-Identifier: MIT OR Apache-2.0
//
// longjmp comes out of three calls, with the value that it is given; what follows the calls is not executed.

typedef struct __jmp_buf_tag { long registers[8]; int has_mask; unsigned long mask[16]; } jmp_buf[1];
extern int _setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

jmp_buf place;
int depth;
void innermost(int code) {
  depth++;
  if (code > 0) longjmp(place, code);
  depth--;
}
void middle(int code) {
  depth++;
  innermost(code);
  depth--;
}
void outermost(int code) {
  depth++;
  middle(code);
  depth--;
}
int main(void) {
  int code = __VERIFIER_nondet_int();
  int got = _setjmp(place);
  if (got == 0) {
    outermost(code);
    if (code > 0 || depth != 0) reach_error();
  } else if (got != code || depth != 3) {
    reach_error();
  }
  return 0;
}
