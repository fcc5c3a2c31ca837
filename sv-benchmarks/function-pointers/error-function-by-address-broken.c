// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An error function that is called through a pointer is an error. Here it goes wrong.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
static void fine(void) {}
int main(void) {
  void (*end)(void) = fine;
  if (__VERIFIER_nondet_int() == 77) {
    end = reach_error;
  }
  end();
  return 0;
}
