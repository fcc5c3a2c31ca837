// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Twice doubled and one more is 5.

extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  static void *const codes[] = {&&add, &&twice, &&end};
  int program[4] = {__VERIFIER_nondet_int() & 1, __VERIFIER_nondet_int() & 1, 0, 2};
  int at = 0, sum = 1;
  goto *codes[program[at++]];
add:
  sum += 1;
  goto *codes[program[at++]];
twice:
  sum *= 2;
  goto *codes[program[at++]];
end:
  if (sum < 4 || sum > 4) {
    reach_error();
  }
  return 0;
}
