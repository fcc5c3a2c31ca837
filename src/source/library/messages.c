// Messages of the system. Which words they are is nobody's business but the system's: they have any. A message begins anywhere in its
// room, so that nobody gets beyond its end.
char *message(void) __asm__("bitreach.message");

char *message(void) {
  // There are several of them, of which a program may know more than one.
  static char one[128] KEPT_FROM_WRITES, other[128] KEPT_FROM_WRITES;
  char any[128];
  unsigned from = (unsigned)nondet_int();
  assume(from < 128);
  if (nondet_bool()) {
    __builtin_memcpy(one, any, 128);
    one[127] = 0;
    return one + from;
  }
  __builtin_memcpy(other, any, 128);
  other[127] = 0;
  return other + from;
}

char *strerror(int number) {
  may_set_errno();
  return message();
}

char *strsignal(int number) {
  may_set_errno();
  return message();
}
