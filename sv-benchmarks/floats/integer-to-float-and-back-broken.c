// 2^24 + 1 is none.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= -16777217 && n <= 16777217) {
    float x = n;
    if ((int)x != n) {
      reach_error();
    }
  }
  return 0;
}
