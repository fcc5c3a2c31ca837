// Atomic accesses of the only thread that there is: who was served does not go away.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

static _Atomic int next;
static int serving;

int main(void) {
  int turns = __VERIFIER_nondet_int();
  for (int i = 0; i < turns && i < 1000; i++) {
    int ticket = next++, free = 0;
    if (!__atomic_compare_exchange_n(&serving, &free, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
      reach_error();
    }
    if (ticket != i || serving != 1) {
      reach_error();
    }
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  }
  return 0;
}
