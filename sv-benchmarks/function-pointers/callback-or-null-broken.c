// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A callback that may be missing is called only if it is there. Here it goes wrong.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
static int calls;
static void callback(void) { calls++; }
int main(void) {
  void (*hook)(void) = __VERIFIER_nondet_int() ? callback : 0;
  if (hook) {
    hook();
  }
  if ((hook == callback) != (calls == 0)) {
    reach_error();
  }
  return 0;
}
