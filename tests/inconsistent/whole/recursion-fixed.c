/* The twin of recursion.c: what the caller passes may be negative, and never goes deep. */
extern int __VERIFIER_nondet_int(void);

static unsigned factorial(int n) {
    if (n < 0)
        return 0;
    if (n <= 1)
        return 1;
    return (unsigned)n * factorial(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 4)
        return 0;
    return factorial(n) == 24;
}
