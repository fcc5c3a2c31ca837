// Signals. Who handles one is known; that none comes reports list as an assumption.
typedef void (*handler)(int);

void handled(void) __asm__("bitreach.handled");

void handled(void) {}

#define DEFAULT ((handler)0)
#define IGNORED ((handler)1)
#define REFUSED ((handler) - 1)

static handler handlers[65];
static _Bool is_known[65];

// At the start, who began the program may have had some of them ignored.
static handler *of_signal(int number) {
  if (!is_known[number]) {
    is_known[number] = 1;
    handlers[number] = nondet_bool() ? IGNORED : DEFAULT;
  }
  return &handlers[number];
}

// Two signals cannot be handled otherwise (SIGKILL, SIGSTOP); three may be the library's own.
static _Bool is_refused_signal(int number, _Bool is_changed) {
  _Bool is_fixed = number == 9 || number == 19;
  if (number > 0 && number < 65 && !(is_fixed && is_changed) && !(number >= 32 && number <= 34 && nondet_bool())) {
    return 0;
  }
  error = 22; // EINVAL
  return 1;
}

// `abort` calls what handles its signal, whatever else comes or does not come.
void aborted(void) __asm__("bitreach.aborted");

void aborted(void) {
  if (is_known[6] && handlers[6] != DEFAULT && handlers[6] != IGNORED) {
    __bitreach_left_open("`abort` where its signal (SIGABRT) is handled");
  }
}

handler signal(int number, handler now) {
  if (now == REFUSED || is_refused_signal(number, 1)) {
    error = 22; // EINVAL
    return REFUSED;
  }
  handled();
  handler before = *of_signal(number);
  *of_signal(number) = now;
  return before;
}

typedef struct {
  handler handler;
  unsigned long mask[128 / sizeof(long)];
  int flags;
  void (*restorer)(void);
} action;

int sigaction(int number, const action *now, action *before) {
  if (is_refused_signal(number, now != 0)) {
    return -1;
  }
  handled();
  if (now != 0) {
    all_there(now, 1, sizeof(*now));
  }
  if (before != 0) {
    action any;
    any.handler = *of_signal(number);
    *before = any;
  }
  if (now != 0) {
    // With SA_SIGINFO, SA_RESETHAND or SA_NODEFER it is another kind of handler, or not for long.
    if ((now->flags & (4 | (int)0x80000000 | 0x40000000)) != 0) {
      __bitreach_left_open("a handler of signals with SA_SIGINFO, SA_RESETHAND or SA_NODEFER");
    }
    *of_signal(number) = now->handler;
  }
  return 0;
}

// A signal that the process sends to itself. Where it is blocked, as it may be from the start, nothing happens yet. Most end the
// process; four are for nobody (SIGCHLD, SIGCONT, SIGURG, SIGWINCH), and with four others it goes on later (SIGSTOP, SIGTSTP, SIGTTIN,
// SIGTTOU).

static void receive(int number) {
  _Bool is_fixed = number == 9 || number == 19;
  handler of = is_fixed ? DEFAULT : *of_signal(number);
  if (of != DEFAULT && of != IGNORED) {
    __bitreach_left_open("a signal that the program sends to itself and handles");
  }
  _Bool is_harmless = number >= 17 && number <= 23 || number == 28;
  if (of == DEFAULT && !is_harmless && (number == 9 || nondet_bool())) {
    __builtin_trap();
  }
}

int raise(int number) {
  if (number < 0 || number > 64) {
    error = 22; // EINVAL
    return -1;
  }
  may_set_errno();
  if (number > 0) {
    receive(number);
  }
  return 0;
}

// The program may have a `getpid` of its own.
int own_process(void) __asm__("bitreach.own_process");

// Zero and numbers below -1 are groups, which this process may be in.
int kill(int process, int number) {
  if (number < 0 || number > 64) {
    error = 22; // EINVAL
    return -1;
  }
  if (fails()) {
    return -1;
  }
  if (number > 0 && (process == 0 || process < -1 && nondet_bool() || process > 0 && process == own_process())) {
    receive(number);
  }
  return 0;
}
