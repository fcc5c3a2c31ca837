// Clocks. They show any time, or cannot tell it.
long __VERIFIER_nondet_long(void);

long time(long *at) {
  long now = __VERIFIER_nondet_long();
  __VERIFIER_assume(now >= -1);
  if (at != 0) {
    *at = now;
  }
  return now;
}

long clock(void) {
  long now = __VERIFIER_nondet_long();
  __VERIFIER_assume(now >= -1);
  return now;
}
