// Processes, users and other things that the system is asked for, but for files (unistd.c). Calls can fail, and what they
// give is any that they may. A signal's handler never runs: signals are outside of what is looked at.
typedef __SIZE_TYPE__ size_of_object;

// Reads a text, and gives its length.
static size_of_object text(const char *s) {
  size_of_object length = 0;
  while (s[length] != 0) {
    length++;
  }
  return length;
}

static void any_bytes(void *to, size_of_object n) {
  for (size_of_object i = 0; i < n; i++) {
    ((char *)to)[i] = nondet_char();
  }
}

static int done_or_not(void) { return fails() ? -1 : 0; }

// Any number from the least one on.
static int at_least(int least) {
  int number = nondet_int();
  assume(number >= least);
  return number;
}

// A process keeps its numbers, until it asks for others; each is known from when it is first asked for.
typedef struct {
  _Bool is_known;
  unsigned number;
} identity;

static unsigned kept(identity *own) {
  if (!own->is_known) {
    own->number = (unsigned)nondet_int();
    own->is_known = 1;
  }
  return own->number;
}

static identity user, effective_user, group, effective_group;

unsigned getuid(void) { return kept(&user); }
unsigned geteuid(void) { return kept(&effective_user); }
unsigned getgid(void) { return kept(&group); }
unsigned getegid(void) { return kept(&effective_group); }

// Who may do what, the system knows: where it is done the effective number is that which was asked for, the other one may be.
static int identified(identity *effective, identity *real, unsigned number) {
  if (fails()) {
    return -1;
  }
  *effective = (identity){1, number};
  if (real != 0 && nondet_bool()) {
    *real = (identity){1, number};
  }
  return 0;
}

int setuid(unsigned number) { return identified(&effective_user, &user, number); }
int seteuid(unsigned number) { return identified(&effective_user, 0, number); }
int setgid(unsigned number) { return identified(&effective_group, &group, number); }
int setegid(unsigned number) { return identified(&effective_group, 0, number); }

static identity mask_of_files;

unsigned umask(unsigned mask) {
  unsigned before = kept(&mask_of_files);
  assume(before < 512);
  mask_of_files.number = mask & 511;
  return before;
}

// The number of this process, and of the one that it came from.
static int own_number, number_of_parent;

int own_process(void) __asm__("bitreach.own_process");

int own_process(void) {
  if (own_number == 0) {
    own_number = at_least(1);
    assume(own_number != number_of_parent);
  }
  return own_number;
}

int getpid(void) { return own_process(); }

// The parent may end, and another one takes its place.
int getppid(void) {
  int number = at_least(0);
  assume(number != own_process());
  return number;
}

// The group of processes that it is in; where that changes, the new one is any.
static identity group_of_processes;

int getpgrp(void) {
  unsigned number = kept(&group_of_processes);
  assume((int)number >= 0);
  return (int)number;
}

int setpgid(int process, int group) {
  if (group < 0) {
    error = 22; // EINVAL
    return -1;
  }
  group_of_processes.is_known = 0;
  return fails() ? -1 : 0;
}

int getpgid(int process) { return process == 0 ? getpgrp() : fails() ? -1 : at_least(0); }

// It is the number of this process.
int setsid(void) {
  group_of_processes.is_known = 0;
  return fails() ? -1 : own_process();
}

// Both processes go on with memory of their own, so an execution is one of either.
int fork(void) {
  if (fails()) {
    return -1;
  }
  int own = own_process(), number = at_least(0);
  assume(number != own);
  if (number == 0) {
    number_of_parent = own;
    own_number = 0;
  }
  return number;
}

int waitpid(int process, int *status, int options) {
  if (fails()) {
    return -1;
  }
  // Zero where it does not wait (WNOHANG): no process has ended then, and nothing is written.
  int number = at_least((options & 1) != 0 ? 0 : 1);
  assume(process <= 0 || number == process || number == 0);
  if (status != 0 && number != 0) {
    *status = any_end(options);
  }
  return number;
}

int wait(int *status) { return waitpid(-1, status, 0); }

// Where another program runs, this one is at its end; so only what fails comes back.
static int not_executed(const char *path, char *const *arguments) {
  text(path);
  for (; *arguments != 0; arguments++) {
    text(*arguments);
  }
  must_set_errno();
  return -1;
}

int execv(const char *path, char *const arguments[]) { return not_executed(path, arguments); }
int execvp(const char *path, char *const arguments[]) { return not_executed(path, arguments); }

int execve(const char *path, char *const arguments[], char *const environment[]) {
  for (char *const *variable = environment; *variable != 0; variable++) {
    text(*variable);
  }
  return not_executed(path, arguments);
}

// What is left of the time that was asked for before; who began the program may have asked for any.
static unsigned most_left = -1u;

unsigned alarm(unsigned seconds) {
  unsigned left = (unsigned)nondet_int();
  assume(left <= most_left);
  most_left = seconds;
  return left;
}

int getpagesize(void) { return 4096; }

long sysconf(int name) {
  may_set_errno();
  if (name == 30) { // _SC_PAGESIZE
    return getpagesize();
  }
  long number = nondet_long();
  assume(number >= -1);
  return number;
}

int gethostname(char *name, size_of_object room) {
  if (fails()) {
    // What does not fit is cut off, or nothing is written.
    any_bytes(name, nondet_bool() ? room : 0);
    return -1;
  }
  size_of_object length = (size_of_object)nondet_long();
  // Linux has names of at most 64 bytes. Where one is cut off, POSIX leaves open whether a zero stands at its end.
  assume(length <= room && length <= 64);
  for (size_of_object i = 0; i < length; i++) {
    char letter = nondet_char();
    assume(letter != 0);
    name[i] = letter;
  }
  if (length < room) {
    name[length] = 0;
  }
  return 0;
}

// Names in the file system.
int chmod(const char *path, unsigned mode) {
  text(path);
  return done_or_not();
}

int chown(const char *path, unsigned user, unsigned group) {
  text(path);
  return done_or_not();
}

int link(const char *from, const char *to) {
  text(from);
  text(to);
  return done_or_not();
}

int symlink(const char *target, const char *path) {
  text(target);
  text(path);
  return done_or_not();
}

int truncate(const char *path, long length) {
  text(path);
  return done_or_not();
}

// No null byte stands at the end.
__PTRDIFF_TYPE__ readlink(const char *path, char *to, size_of_object room) {
  size_of_object read = text(path) + 1;
  if (fails()) {
    return -1;
  }
  __PTRDIFF_TYPE__ length = (__PTRDIFF_TYPE__)nondet_long();
  assume(length >= 0 && (size_of_object)length <= room);
  __bitreach_apart(to, (size_of_object)length, path, read, 0);
  for (__PTRDIFF_TYPE__ i = 0; i < length; i++) {
    char letter = nondet_char();
    assume(letter != 0);
    to[i] = letter;
  }
  return length;
}

// Sets of signals: bits, of which the first stands for the signal 1.
typedef struct {
  unsigned long words[128 / sizeof(long)];
} signals;

static unsigned long *word_of(signals *set, int signal) { return &set->words[(signal - 1) / (8 * sizeof(long))]; }
static unsigned long bit_of(int signal) { return 1ul << (signal - 1) % (8 * sizeof(long)); }

// Three signals may be the library's own.
static _Bool may_be_own(int signal) { return signal >= 32 && signal <= 34 && nondet_bool(); }

static _Bool is_refused(int signal) {
  if (signal > 0 && signal <= 64 && !may_be_own(signal)) {
    return 0;
  }
  error = 22; // EINVAL
  return 1;
}

int sigemptyset(signals *set) {
  __builtin_memset(set, 0, sizeof(*set));
  return 0;
}

int sigfillset(signals *set) {
  __builtin_memset(set, 255, sizeof(*set));
  for (int signal = 32; signal <= 34; signal++) {
    if (may_be_own(signal)) {
      *word_of(set, signal) &= ~bit_of(signal);
    }
  }
  return 0;
}

int sigaddset(signals *set, int signal) {
  if (is_refused(signal)) {
    return -1;
  }
  *word_of(set, signal) |= bit_of(signal);
  return 0;
}

int sigdelset(signals *set, int signal) {
  if (is_refused(signal)) {
    return -1;
  }
  *word_of(set, signal) &= ~bit_of(signal);
  return 0;
}

int sigismember(const signals *set, int signal) {
  if (is_refused(signal)) {
    return -1;
  }
  return (*word_of((signals *)set, signal) & bit_of(signal)) != 0;
}

int sigprocmask(int how, const signals *set, signals *before) {
  if (set != 0) {
    all_there(set, 1, sizeof(*set));
  }
  if (fails()) {
    return -1;
  }
  if (before != 0) {
    any_bytes(before, sizeof(*before));
  }
  return 0;
}

// Random numbers.
unsigned arc4random(void) { return (unsigned)nondet_int(); }
void arc4random_buf(void *to, size_of_object n) { any_bytes(to, n); }

unsigned arc4random_uniform(unsigned bound) {
  unsigned number = (unsigned)nondet_int();
  assume(number < bound || bound == 0 && number == 0);
  return number;
}

// Numbers in the order of the net.
unsigned htonl(unsigned number) { return __builtin_bswap32(number); }
unsigned ntohl(unsigned number) { return __builtin_bswap32(number); }
unsigned short htons(unsigned short number) { return __builtin_bswap16(number); }
unsigned short ntohs(unsigned short number) { return __builtin_bswap16(number); }

void explicit_bzero(void *block, size_of_object n) { __builtin_memset(block, 0, n); }
