// The environment: each variable is there or not, and keeps its value. A value begins anywhere in its room, so that nobody gets beyond
// its end.
char *variable(unsigned number) __asm__("bitreach.environment");

char *variable(unsigned number) {
  // Each in an object of its own.
  static char value_0[64], value_1[64], value_2[64], value_3[64], value_4[64], value_5[64], value_6[64], value_7[64];
  char *values[8] = {value_0, value_1, value_2, value_3, value_4, value_5, value_6, value_7};
  static char *known[8];
  static _Bool is_known[8];
  if (!is_known[number]) {
    is_known[number] = 1;
    if (nondet_bool()) {
      char value[64];
      unsigned from = (unsigned)nondet_int();
      assume(from < 64);
      __builtin_memcpy(values[number], value, 64);
      values[number][63] = 0;
      known[number] = values[number] + from;
    }
  }
  return known[number];
}
