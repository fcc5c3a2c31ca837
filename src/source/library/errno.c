// The number of the last error, which every model may need. Functions whose errors the standard does not tell of may set it in any case.
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);

static int error;

int *__errno_location(void) { return &error; }

static void may_set_errno(void) {
  if (__VERIFIER_nondet_bool()) {
    int number = __VERIFIER_nondet_int();
    __VERIFIER_assume(number > 0);
    error = number;
  }
}

void set_errno(void) __asm__("bitreach.errno");

void set_errno(void) { may_set_errno(); }
