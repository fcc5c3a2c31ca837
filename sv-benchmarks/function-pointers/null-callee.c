// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Handlers are called only where one was registered.

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
  if (handlers[which]) {
    handlers[which]();
  }
  return 0;
}
