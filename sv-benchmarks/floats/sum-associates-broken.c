// Three summands: large ones swallow small ones.
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

int main(void) {
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float(), z = __VERIFIER_nondet_float();
  if (x > 0 && x < 100 && y > 0 && y < 100 && z > 0 && z < 100) {
    if ((x + y) + z != x + (y + z)) {
      reach_error();
    }
  }
  return 0;
}
