/* The twin of endless.c: a loop without an end is meant to be. */
extern int __VERIFIER_nondet_int(void);

static unsigned total;

static void serve(unsigned request) {
    if (request > 10)
        total += request;
}

int main(void) {
    if (__VERIFIER_nondet_int() == 3)
        return 1;
    for (;;)
        serve((unsigned)__VERIFIER_nondet_int());
}
