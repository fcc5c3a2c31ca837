// More of what POSIX has of processes, descriptors and names of files.
typedef __SIZE_TYPE__ size_of_part;
typedef __PTRDIFF_TYPE__ count_of_part;

static void read_whole(const char *s) {
  while (*s != 0) {
    s++;
  }
}

static int works(void) { return fails() ? -1 : 0; }
static int works_for(int of) { return is_used(of, 0) ? 0 : -1; }

static int works_at(const char *path) {
  read_whole(path);
  return works();
}

int fchmod(int of, unsigned mode) { return works_for(of); }
int fchown(int of, unsigned user, unsigned group) { return works_for(of); }
int fchdir(int of) { return works_for(of); }
int flock(int of, int how) { return works_for(of); }
int fdatasync(int of) { return works_for(of); }
int lchown(const char *path, unsigned user, unsigned group) { return works_at(path); }
int chroot(const char *path) { return works_at(path); }
int mkfifo(const char *path, unsigned mode) { return works_at(path); }
int sched_yield(void) { return works(); }
void sync(void) { may_set_errno(); }

// The times may be those of now.
int utime(const char *path, const long *times) {
  if (times != 0) {
    all_there(times, 2, sizeof(*times));
  }
  return works_at(path);
}

int utimes(const char *path, const long *times) {
  if (times != 0) {
    all_there(times, 4, sizeof(*times));
  }
  return works_at(path);
}

// Reading and writing at a place.
count_of_part pread(int from, void *to, size_of_part n, long at) {
  if (!is_used(from, unread)) {
    return -1;
  }
  count_of_part count = some_of(n);
  for (count_of_part i = 0; i < count; i++) {
    ((char *)to)[i] = nondet_char();
  }
  return count;
}

count_of_part pwrite(int to, const void *from, size_of_part n, long at) {
  all_there(from, n, 1);
  return is_used(to, unwritten) ? some_of(n) : -1;
}

// The same where offsets of 64 bits are asked for (_FILE_OFFSET_BITS).
count_of_part pread64(int from, void *to, size_of_part n, long long at) { return pread(from, to, n, 0); }
count_of_part pwrite64(int to, const void *from, size_of_part n, long long at) { return pwrite(to, from, n, 0); }

// Several blocks at once, one behind the other.
typedef struct {
  void *block;
  size_of_part bytes;
} part_of_many;

// How many bytes they have, if there are not too many of them.
static _Bool all_parts(const part_of_many *parts, int count, size_of_part *bytes) {
  *bytes = 0;
  _Bool fit = count >= 0 && count <= 1024;
  for (int i = 0; fit && i < count; i++) {
    fit = !__builtin_add_overflow(*bytes, parts[i].bytes, bytes) && *bytes <= __PTRDIFF_MAX__;
  }
  if (!fit) {
    error = 22; // EINVAL
  }
  return fit;
}

count_of_part readv(int from, const part_of_many *parts, int count) {
  size_of_part bytes;
  if (!all_parts(parts, count, &bytes) || !is_used(from, unread)) {
    return -1;
  }
  count_of_part all = some_of(bytes), rest = all;
  for (int i = 0; rest > 0; i++) {
    for (size_of_part k = 0; k < parts[i].bytes && rest > 0; k++, rest--) {
      ((char *)parts[i].block)[k] = nondet_char();
    }
  }
  return all;
}

count_of_part writev(int to, const part_of_many *parts, int count) {
  size_of_part bytes;
  if (!all_parts(parts, count, &bytes)) {
    return -1;
  }
  for (int i = 0; i < count; i++) {
    all_there(parts[i].block, parts[i].bytes, 1);
  }
  return is_used(to, unwritten) ? some_of(bytes) : -1;
}

// What a descriptor is asked that has a command of its own: how much can be read (FIONREAD), whether it waits (FIONBIO), and how large a
// terminal is (TIOCGWINSZ).
int ioctl(int of, unsigned long command, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, command);
  void *argument = __builtin_va_arg(arguments, void *);
  __builtin_va_end(arguments);
  if (command == 0x5421) {
    all_there(argument, 1, sizeof(int));
    return works_for(of);
  }
  if (command != 0x541b && command != 0x5413) {
    __bitreach_left_open("`ioctl` but for FIONREAD, FIONBIO and TIOCGWINSZ");
  }
  if (!is_used(of, 0)) {
    return -1;
  }
  if (command == 0x541b) {
    *(int *)argument = nondet_int();
    assume(*(int *)argument >= 0);
  } else {
    for (int i = 0; i < 4; i++) {
      ((short *)argument)[i] = nondet_short();
    }
  }
  return 0;
}

// Another program runs, or this one goes on: see `execv`. The arguments are read up to the null pointer behind them.
static int not_executed_with(const char *path, const char *first, __builtin_va_list *arguments) {
  read_whole(path);
  for (const char *argument = first; argument != 0; argument = __builtin_va_arg(*arguments, const char *)) {
    read_whole(argument);
  }
  must_set_errno();
  return -1;
}

int execl(const char *path, const char *first, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, first);
  int result = not_executed_with(path, first, &arguments);
  __builtin_va_end(arguments);
  return result;
}

int execlp(const char *path, const char *first, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, first);
  int result = not_executed_with(path, first, &arguments);
  __builtin_va_end(arguments);
  return result;
}

// How nice a process is then; -1 may be that, or say that this failed.
int nice(int more) {
  may_set_errno();
  int number = nondet_int();
  assume(number >= -20 && number <= 19);
  return number;
}

// Bounds of what a process may use: one that it can change, and the largest that it can change it to.
typedef struct {
  unsigned long now, most;
} bounds;

int getrlimit(int what, bounds *to) {
  if (fails()) {
    return -1;
  }
  to->now = (unsigned long)nondet_long();
  to->most = (unsigned long)nondet_long();
  assume(to->now <= to->most);
  return 0;
}

int setrlimit(int what, const bounds *of) {
  all_there(of, 1, sizeof(*of));
  return works();
}

// The same where offsets of 64 bits are asked for (_FILE_OFFSET_BITS).
typedef struct {
  unsigned long long now, most;
} wide_bounds;

int getrlimit64(int what, wide_bounds *to) {
  if (fails()) {
    return -1;
  }
  to->now = (unsigned long long)nondet_long_long();
  to->most = (unsigned long long)nondet_long_long();
  assume(to->now <= to->most);
  return 0;
}

int setrlimit64(int what, const wide_bounds *of) {
  all_there(of, 1, sizeof(*of));
  return works();
}

int getdtablesize(void) {
  may_set_errno();
  int number = nondet_int();
  assume(number >= 0);
  return number;
}

// What has been used: two times, and other numbers.
typedef struct {
  long times[4], others[14];
} use_of_system;

int getrusage(int who, use_of_system *to) {
  if (fails()) {
    return -1;
  }
  use_of_system any;
  *to = any;
  for (int i = 0; i < 4; i += 2) {
    assume(to->times[i] >= 0 && to->times[i + 1] >= 0 && to->times[i + 1] < 1000000);
  }
  for (int i = 0; i < 14; i++) {
    assume(to->others[i] >= 0);
  }
  return 0;
}

typedef struct {
  long own, of_system, of_children, of_system_for_children;
} times_of_process;

// It may come round, and be -1.
long times(times_of_process *to) {
  may_set_errno();
  if (to != 0) {
    times_of_process any;
    *to = any;
  }
  return nondet_long();
}

typedef struct {
  char texts[6][65];
} system_name;

int uname(system_name *to) {
  if (fails()) {
    return -1;
  }
  system_name any;
  *to = any;
  for (int i = 0; i < 6; i++) {
    to->texts[i][64] = 0;
  }
  return 0;
}

char *ttyname(int of) {
  static char name[64] KEPT_FROM_WRITES;
  if (!is_used(of, 0)) {
    return 0;
  }
  char any[64];
  __builtin_memcpy(name, any, 64);
  name[63] = 0;
  unsigned from = (unsigned)nondet_int();
  assume(from < 64);
  return name + from;
}

// Random numbers. The same seed gives the same one (POSIX): it is that of GNU's library.
int rand_r(unsigned *seed) {
  unsigned next = *seed, number = 0;
  for (int part = 0; part < 3; part++) {
    next = next * 1103515245 + 12345;
    number = number << (part == 0 ? 0 : 10) ^ next / 65536 % (part == 0 ? 2048 : 1024);
  }
  *seed = next;
  return (int)number;
}

count_of_part getrandom(void *to, size_of_part n, unsigned flags) {
  if (fails()) {
    return -1;
  }
  count_of_part count = some_of(n);
  for (count_of_part i = 0; i < count; i++) {
    ((char *)to)[i] = nondet_char();
  }
  return count;
}

// At most 256 bytes; where it fails, some of them may be there.
int getentropy(void *to, size_of_part n) {
  if (n > 256) {
    error = 5; // EIO
    return -1;
  }
  _Bool has_failed = fails();
  size_of_part count = has_failed ? (size_of_part)some_of(n) : n;
  for (size_of_part i = 0; i < count; i++) {
    ((char *)to)[i] = nondet_char();
  }
  return has_failed ? -1 : 0;
}

// New names, made of one that ends in six `X`. They may be other letters also where no file can be made.
static _Bool new_name_from(char *pattern) {
  size_of_part length = 0;
  while (pattern[length] != 0) {
    length++;
  }
  for (size_of_part i = 1; i <= 6; i++) {
    if (length < i || pattern[length - i] != 'X') {
      error = 22; // EINVAL
      return 0;
    }
  }
  _Bool has_failed = fails();
  if (has_failed && nondet_bool()) {
    return 0;
  }
  for (size_of_part i = 1; i <= 6; i++) {
    char c = nondet_char();
    assume(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z');
    pattern[length - i] = c;
  }
  return !has_failed;
}

int mkstemp(char *pattern) { return new_name_from(pattern) ? descriptor() : -1; }
int mkstemp64(char *pattern) { return mkstemp(pattern); }
char *mkdtemp(char *pattern) { return new_name_from(pattern) ? pattern : 0; }

// Where there is none, nothing is left of the name.
char *mktemp(char *pattern) {
  if (!new_name_from(pattern)) {
    pattern[0] = 0;
  }
  return pattern;
}

// The name of a file from the root on: at most 4095 letters. Where it fails, how far it got may stand there.
void *malloc(size_of_part n);

char *realpath(const char *path, char *to) {
  if (path == 0) {
    error = 22; // EINVAL
    return 0;
  }
  read_whole(path);
  _Bool has_failed = fails();
  if (has_failed && (to == 0 || nondet_bool())) {
    return 0;
  }
  size_of_part length = (size_of_part)nondet_long();
  assume(length > 0 && length < 4096);
  _Bool is_new = to == 0;
  if (is_new) {
    // What lies in new memory is any text.
    to = malloc(length + 1);
    if (to == 0) {
      must_set_errno();
      return 0;
    }
  }
  for (size_of_part i = 0; i < length && !is_new; i++) {
    char letter = nondet_char();
    assume(letter != 0);
    to[i] = letter;
  }
  to[0] = '/';
  to[length] = 0;
  return has_failed ? 0 : to;
}

// Parts of names (libgen.h), as GNU's library takes them apart: slashes at the end are no part of them.
char *dirname(char *path) {
  size_of_part length = 0;
  if (path != 0) {
    read_whole(path);
    while (path[length] != 0) {
      length++;
    }
  }
  size_of_part end = length;
  while (end > 0 && path[end - 1] == '/') {
    end--;
  }
  // Of slashes alone the first one is left, or two where these are all.
  if (end == 0 && length > 0) {
    path[length == 2 ? 2 : 1] = 0;
    return path;
  }
  while (end > 0 && path[end - 1] != '/') {
    end--;
  }
  if (end == 0) {
    return (char *)".";
  }
  size_of_part behind = end;
  while (end > 0 && path[end - 1] == '/') {
    end--;
  }
  if (end == 0) {
    end = behind == 2 ? 2 : 1;
  }
  path[end] = 0;
  return path;
}

char *__xpg_basename(char *path) {
  size_of_part length = 0;
  if (path == 0 || path[0] == 0) {
    return (char *)".";
  }
  while (path[length] != 0) {
    length++;
  }
  size_of_part end = length;
  while (end > 0 && path[end - 1] == '/') {
    end--;
  }
  if (end == 0) {
    return path + length - 1;
  }
  if (end < length) {
    path[end] = 0;
  }
  while (end > 0 && path[end - 1] != '/') {
    end--;
  }
  return path + end;
}

// GNU's own in string.h: what stands behind the last slash.
char *basename(const char *path) {
  const char *part = path;
  for (; *path != 0; path++) {
    part = *path == '/' ? path + 1 : part;
  }
  return (char *)part;
}

// Whether a name is like a pattern, as far as there are no flags and no sets of letters in brackets.
int fnmatch(const char *pattern, const char *name, int flags) {
  if (flags != 0) {
    __bitreach_left_open("`fnmatch` with flags");
  }
  read_whole(name);
  for (const char *at = pattern; *at != 0; at++) {
    if (*at == '[' || *at == '\\' && at[1] == 0) {
      __bitreach_left_open("`fnmatch` with a set of letters in brackets, or a backslash at the end");
    }
    if (*at == '\\') {
      at++;
    }
  }
  const char *behind_star = 0, *from = 0;
  for (;;) {
    char wanted = *pattern == '\\' ? pattern[1] : *pattern;
    if (*pattern == '*') {
      behind_star = ++pattern;
      from = name;
    } else if (*name == 0 && *pattern == 0) {
      return 0;
    } else if (*name != 0 && *pattern != 0 && (*pattern == '?' || wanted == *name)) {
      pattern += *pattern == '\\' ? 2 : 1;
      name++;
    } else if (behind_star != 0 && *from != 0) {
      pattern = behind_star;
      name = ++from;
    } else {
      return 1;
    }
  }
}

// Notes for the system's log; what they begin with is kept, and read each time.
static const char *begin_of_notes;

void openlog(const char *name, int how, int about) {
  closed_descriptors = 0;
  may_set_errno();
  begin_of_notes = name;
}

void closelog(void) {
  forget_descriptors(-1);
  may_set_errno();
  begin_of_notes = 0;
}

int setlogmask(int mask) { return nondet_int(); }

void noted(void) __asm__("bitreach.noted");

void noted(void) {
  closed_descriptors = 0;
  if (begin_of_notes != 0) {
    read_whole(begin_of_notes);
  }
}

// What the system allows, for a name or descriptor: -1 where there is no bound, or where it fails.
long pathconf(const char *path, int what) {
  read_whole(path);
  may_set_errno();
  long number = nondet_long();
  assume(number >= -1);
  return number;
}

long fpathconf(int of, int what) {
  may_set_errno();
  long number = nondet_long();
  assume(number >= -1);
  return number;
}

int getpriority(int what, unsigned who) { return nice(0); }
int setpriority(int what, unsigned who, int to) { return works(); }

int getsid(int process) {
  if (fails()) {
    return -1;
  }
  int number = nondet_int();
  assume(number >= 0);
  return number;
}

long gethostid(void) {
  may_set_errno();
  return nondet_long();
}

int lockf(int of, int how, long bytes) { return works_for(of); }

// These say what went wrong; `errno` may be anything then.
int posix_fadvise(int of, long from, long bytes, int how) {
  may_set_errno();
  int number = nondet_int();
  assume(number >= 0);
  return number;
}

int posix_fallocate(int of, long from, long bytes) {
  may_set_errno();
  int number = nondet_int();
  assume(number >= 0);
  return number;
}

// Times after which a signal comes, whose handler never runs here.
typedef struct {
  long times[4];
} alarm_clock;

static void any_alarm(alarm_clock *to) {
  alarm_clock any;
  *to = any;
  assume(to->times[0] >= 0 && to->times[1] >= 0 && to->times[1] < 1000000);
  assume(to->times[2] >= 0 && to->times[3] >= 0 && to->times[3] < 1000000);
}

int getitimer(int which, alarm_clock *to) {
  if (fails()) {
    return -1;
  }
  any_alarm(to);
  return 0;
}

int setitimer(int which, const alarm_clock *of, alarm_clock *before) {
  all_there(of, 1, sizeof(*of));
  if (fails()) {
    return -1;
  }
  if (before != 0) {
    any_alarm(before);
  }
  return 0;
}

// How a terminal is set, of which programs change some and give it back.
typedef struct {
  unsigned flags[4];
  unsigned char line, letters[32];
  unsigned speeds[2];
} terminal;

int tcgetattr(int of, terminal *to) {
  if (!is_used(of, 0)) {
    return -1;
  }
  terminal any;
  *to = any;
  return 0;
}

int tcsetattr(int of, int when, const terminal *from) {
  all_there(from, 1, sizeof(*from));
  return works_for(of);
}
