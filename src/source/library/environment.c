// The environment: each variable is there or not, and keeps its value. A value begins anywhere in its room, so that nobody gets beyond
// its end.
char *variable(unsigned number) __asm__("bitreach.environment");

static _Bool has_own_environment;

char *variable(unsigned number) {
  if (has_own_environment) {
    __bitreach_left_open("variables of an environment that the program changes");
  }
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

// Whoever changes it may not be asked again; what was told before stays. A text that the program itself put into it is there until another
// one of the same name comes.
static char *texts_of_program[8];

static _Bool has_name(const char *text, const char *name) {
  while (*name != 0 && *name != '=' && *text == *name) {
    text++;
    name++;
  }
  return *text == '=' && (*name == 0 || *name == '=');
}

static void forget_text(const char *name) {
  has_own_environment = 1;
  for (unsigned i = 0; i < 8; i++) {
    if (texts_of_program[i] != 0 && has_name(texts_of_program[i], name)) {
      texts_of_program[i] = 0;
    }
  }
}

static _Bool is_name(const char *name) {
  _Bool is_one = name != 0 && *name != 0;
  for (const char *at = name; is_one && *at != 0; at++) {
    is_one = *at != '=';
  }
  if (!is_one) {
    error = 22; // EINVAL
  }
  return is_one;
}

int setenv(const char *name, const char *value, int may_replace) {
  if (!is_name(name)) {
    return -1;
  }
  while (*value != 0) {
    value++;
  }
  if (fails()) {
    return -1;
  }
  has_own_environment = 1;
  if (may_replace) {
    forget_text(name);
  }
  return 0;
}

int unsetenv(const char *name) {
  if (!is_name(name)) {
    return -1;
  }
  may_set_errno();
  forget_text(name);
  return 0;
}

int clearenv(void) {
  may_set_errno();
  has_own_environment = 1;
  for (unsigned i = 0; i < 8; i++) {
    texts_of_program[i] = 0;
  }
  return 0;
}

// The text itself becomes part of the environment; one without a value takes a variable out of it.
int putenv(char *text) {
  char *end = text;
  while (*end != 0 && *end != '=') {
    end++;
  }
  if (*end == 0) {
    forget_text(text);
    may_set_errno();
    return 0;
  }
  while (*end != 0) {
    end++;
  }
  if (fails()) {
    return truth(1);
  }
  forget_text(text);
  unsigned free_one = 0;
  while (free_one < 8 && texts_of_program[free_one] != 0) {
    free_one++;
  }
  if (free_one == 8) {
    __bitreach_left_open("more than 8 texts that `putenv` puts into the environment");
  }
  texts_of_program[free_one] = text;
  return 0;
}
