// Messages of the system. Which words they are is nobody's business but the system's: they have any. A message begins anywhere in its
// room, so that nobody gets beyond its end.
char *message(void) __asm__("bitreach.message");

char *message(void) {
  // There are several of them, of which a program may know more than one.
  static char one[128], other[128];
  char *room = nondet_bool() ? one : other;
  char any[128];
  unsigned from = (unsigned)nondet_int();
  assume(from < 128);
  __builtin_memcpy(room, any, 128);
  room[127] = 0;
  return room + from;
}

char *strerror(int number) {
  may_set_errno();
  return message();
}

char *strsignal(int number) {
  may_set_errno();
  return message();
}
