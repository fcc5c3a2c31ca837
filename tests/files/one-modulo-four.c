extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
  unsigned int x = 1;
  while (1) {
    if (__VERIFIER_nondet_bool()) {
      x += 4;
    } else {
      x *= 5;
    }
    if ((x & 3) != 1) {
      reach_error();
    }
  }
}
