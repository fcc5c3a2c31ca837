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

// It may have come round.
long clock(void) { return nondet_long(); }

typedef struct {
  long seconds, parts;
} moment;

// A moment of a clock whose seconds have so many parts.
static moment any_moment(long parts) {
  moment any = {now(), nondet_long()};
  assume(any.seconds >= 0 && any.parts >= 0 && any.parts < parts);
  return any;
}

int gettimeofday(moment *to, void *zone) {
  if (zone != 0) {
    __bitreach_left_open("the zone of `gettimeofday`");
  }
  if (fails()) {
    return -1;
  }
  if (to != 0) {
    *to = any_moment(1000000);
  }
  return 0;
}

// A clock that nobody sets (CLOCK_MONOTONIC) never goes back.
int clock_gettime(int which, moment *to) {
  static moment last;
  if (fails()) {
    return -1;
  }
  *to = any_moment(1000000000);
  if (which == 1) {
    assume(to->seconds > last.seconds || to->seconds == last.seconds && to->parts >= last.parts);
    last = *to;
  }
  return 0;
}

// The rest, if a signal comes.
static _Bool is_no_time(const moment *time) {
  return time->seconds < 0 || time->parts < 0 || time->parts > 999999999;
}

int nanosleep(const moment *time, moment *rest) {
  moment asked = *time;
  if (is_no_time(&asked)) {
    error = 22; // EINVAL
    return -1;
  }
  if (!fails()) {
    return 0;
  }
  if (rest != 0 && nondet_bool()) {
    *rest = any_moment(1000000000);
    assume(rest->seconds <= asked.seconds);
  }
  return -1;
}

int clock_getres(int which, moment *to) {
  if (fails()) {
    return -1;
  }
  if (to != 0) {
    *to = any_moment(1000000000);
  }
  return 0;
}

// It says what went wrong; `errno` stays.
int clock_nanosleep(int which, int flags, const moment *time, moment *rest) {
  moment asked = *time;
  if (is_no_time(&asked)) {
    return 22; // EINVAL
  }
  if (nondet_bool()) {
    return 0;
  }
  // The rest of a time that has passed on no clock (TIMER_ABSTIME) is not told.
  if (rest != 0 && (flags & 1) == 0 && nondet_bool()) {
    *rest = any_moment(1000000000);
    assume(rest->seconds <= asked.seconds);
  }
  int number = nondet_int();
  assume(number > 0);
  return number;
}

int timespec_get(moment *to, int base) {
  may_set_errno();
  if (base != 1 || nondet_bool()) {
    return 0;
  }
  *to = any_moment(1000000000);
  return base;
}
