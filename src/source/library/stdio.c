// Files. Any of them can fail or end at any time, and gives any characters. Who uses one that is closed is not modelled.
long __VERIFIER_nondet_long(void);
char __VERIFIER_nondet_char(void);
short __VERIFIER_nondet_short(void);
long long __VERIFIER_nondet_longlong(void);
void __bitreach_left_open(const char *why);

typedef struct {
  _Bool is_open, at_end, has_failed;
} FILE;

static FILE input = {1}, output = {1}, errors = {1};
FILE *stdin = &input, *stdout = &output, *stderr = &errors;

// A file has a new place each time that it is opened, so that an old pointer to it is known.
static FILE files[8];
static unsigned opened;

// What functions do that only write.
void use_file(FILE *file) __asm__("bitreach.file");
void read_string(const char *s) __asm__("bitreach.string");

void use_file(FILE *file) {
  if (!file->is_open) {
    __bitreach_left_open("the use of a file that is closed");
  }
}

void read_string(const char *s) {
  while (*s != 0) {
    s++;
  }
}

FILE *fopen(const char *path, const char *mode) {
  read_string(path);
  read_string(mode);
  may_set_errno();
  if (__VERIFIER_nondet_bool()) {
    return 0;
  }
  if (opened == sizeof(files) / sizeof(files[0])) {
    __bitreach_left_open("more files than are followed");
  }
  FILE *file = &files[opened++];
  file->is_open = 1;
  return file;
}

// What `scanf` and its like do: how many of so many conversions they make, and what each one writes.
int converted(FILE *file, int most) __asm__("bitreach.converted");
void scan_1(char *to, _Bool is_made) __asm__("bitreach.scan_1");
void scan_2(short *to, _Bool is_made) __asm__("bitreach.scan_2");
void scan_4(int *to, _Bool is_made) __asm__("bitreach.scan_4");
void scan_8(long long *to, _Bool is_made) __asm__("bitreach.scan_8");
void scan_string(char *to, unsigned most, _Bool is_made) __asm__("bitreach.scan_string");
FILE *standard_input(void) __asm__("bitreach.input");

FILE *standard_input(void) { return stdin; }

static int ends(FILE *file) {
  use_file(file);
  may_set_errno();
  if (!file->at_end && __VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) {
      file->has_failed = 1;
      return 1;
    }
    file->at_end = 1;
  }
  return file->at_end;
}

int converted(FILE *file, int most) {
  if (file->at_end) {
    return -1;
  }
  int count = __VERIFIER_nondet_int();
  __VERIFIER_assume(count >= 0 && count <= most);
  if (count < most && ends(file) && count == 0) {
    return -1;
  }
  return count;
}

void scan_1(char *to, _Bool is_made) {
  if (is_made) {
    *to = __VERIFIER_nondet_char();
  }
}

void scan_2(short *to, _Bool is_made) {
  if (is_made) {
    *to = __VERIFIER_nondet_short();
  }
}

void scan_4(int *to, _Bool is_made) {
  if (is_made) {
    *to = __VERIFIER_nondet_int();
  }
}

void scan_8(long long *to, _Bool is_made) {
  if (is_made) {
    *to = __VERIFIER_nondet_longlong();
  }
}

// Up to so many characters, or any number of them if `most` is 0.
void scan_string(char *to, unsigned most, _Bool is_made) {
  if (is_made) {
    unsigned count = 0;
    do {
      char c = __VERIFIER_nondet_char();
      __VERIFIER_assume(c != ' ' && !(c >= '\t' && c <= '\r'));
      to[count++] = c;
    } while (count != most && __VERIFIER_nondet_bool());
    to[count] = 0;
  }
}

FILE *tmpfile(void) { return fopen("", ""); }

int fclose(FILE *file) {
  use_file(file);
  file->is_open = 0;
  may_set_errno();
  return __VERIFIER_nondet_bool() ? -1 : 0;
}

int fgetc(FILE *file) {
  if (ends(file)) {
    return -1;
  }
  return (unsigned char)__VERIFIER_nondet_char();
}

int getc(FILE *file) { return fgetc(file); }

int getchar(void) { return fgetc(stdin); }

char *fgets(char *s, int size, FILE *file) {
  int count = 0;
  while (count < size - 1) {
    if (ends(file)) {
      if (count == 0 || file->has_failed) {
        return 0;
      }
      break;
    }
    char c = __VERIFIER_nondet_char();
    s[count++] = c;
    if (c == '\n') {
      break;
    }
  }
  if (size <= 0) {
    return 0;
  }
  s[count] = 0;
  return s;
}

static int true(void) {
  int number = __VERIFIER_nondet_int();
  __VERIFIER_assume(number != 0);
  return number;
}

int feof(FILE *file) {
  use_file(file);
  return file->at_end ? true() : 0;
}

int ferror(FILE *file) {
  use_file(file);
  return file->has_failed ? true() : 0;
}

void clearerr(FILE *file) {
  use_file(file);
  file->at_end = file->has_failed = 0;
}

void rewind(FILE *file) { clearerr(file); }

int fseek(FILE *file, long offset, int whence) {
  use_file(file);
  may_set_errno();
  if (__VERIFIER_nondet_bool()) {
    return -1;
  }
  file->at_end = 0;
  return 0;
}

long ftell(FILE *file) {
  use_file(file);
  may_set_errno();
  long at = __VERIFIER_nondet_long();
  __VERIFIER_assume(at >= -1);
  return at;
}

int remove(const char *path) {
  read_string(path);
  may_set_errno();
  return __VERIFIER_nondet_bool() ? -1 : 0;
}

int rename(const char *from, const char *to) {
  read_string(from);
  read_string(to);
  may_set_errno();
  return __VERIFIER_nondet_bool() ? -1 : 0;
}
