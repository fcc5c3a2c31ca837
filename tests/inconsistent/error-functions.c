/* The functions of SV-COMP, functions that end or assert first, and constants that are not written as such. */
extern void abort(void);
extern void __VERIFIER_error(void);
extern void __VERIFIER_assume(int condition);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
  ERROR:
    reach_error();
  }
}
void assume_abort_if_not(int condition) {
  if (!condition) {
    abort();
  }
}

int assumed(int n) {
  __VERIFIER_assume(n > 5);
  if (n < 3)
    return 1;
  return 0;
}

int assumed_fixed(int n) {
  __VERIFIER_assume(n > 5);
  if (n < 7)
    return 1;
  return 0;
}

int required(int n) {
  assume_abort_if_not(n > 5);
  if (n < 3)
    return 1;
  return 0;
}

int required_fixed(int n) {
  assume_abort_if_not(n > 1);
  if (n < 3)
    return 1;
  return 0;
}

int asserted(int n) {
  if (n > 4) {
    __VERIFIER_assert(n < 3);
    return 2;
  }
  return 0;
}

int asserted_fixed(int n) {
  if (n > 4) {
    __VERIFIER_assert(n < 30);
    return 2;
  }
  return 0;
}

/* The counter comes by zero. */
int counted(int x) {
  if (x <= 0)
    return 0;
  int turns = 0;
  for (int i = -x; i <= x; i++) {
    if (i == 0)
      __VERIFIER_error();
    turns++;
  }
  return turns;
}

int counted_fixed(int x) {
  if (x <= 0)
    return 0;
  int turns = 0;
  for (int i = -x; i <= x; i++) {
    if (i > x)
      goto error;
    turns++;
  }
  if (__VERIFIER_nondet_int())
    goto error;
  return turns;
error:
  reach_error();
  return 1;
}

static int five = 5;
static int yes(void) { return 1; }
static int six = 6;
void grow(void) { six++; }

int constant_global(int *p) {
  int *q = p;
  if (five == 5)
    q = 0;
  return *q;
}

int constant_global_fixed(int *p) {
  int *q = p;
  if (six == 6)
    q = &six;
  return *q;
}

int constant_result(int *p) {
  int *q = p;
  if (yes())
    q = 0;
  return *q;
}

int constant_result_fixed(int *p) {
  int *q = p;
  if (!yes())
    q = 0;
  return *q;
}
