// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A handler is called that was never registered: a call through a null pointer.

extern int __VERIFIER_nondet_int(void);
static int calls;
static void count(void) { calls++; }
static void (*handlers[3])(void);

int main(void) {
  int which = __VERIFIER_nondet_int();
  if (which < 0 || which > 2) {
    return 0;
  }
  handlers[0] = count;
  handlers[2] = count;
  handlers[which]();
  return 0;
}
