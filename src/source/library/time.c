// Clocks. They show any time that Linux can be set to, or cannot tell it.
static long now(void) {
  long seconds = nondet_long();
  assume(seconds >= -1 && seconds <= 9223372036ll);
  return seconds;
}

long time(long *at) {
  may_set_errno();
  long seconds = now();
  if (at != 0) {
    *at = seconds;
  }
  return seconds;
}

long clock(void) { return now(); }
