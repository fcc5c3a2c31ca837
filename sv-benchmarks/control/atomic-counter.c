// Atomic accesses of the only thread that there is: a ticket is taken once.
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
    if (ticket != i || __sync_fetch_and_sub(&serving, 1) != 1) {
      reach_error();
    }
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  }
  return 0;
}
