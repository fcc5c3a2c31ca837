/* The twin of arguments.c: every argument is passed somewhere. */
extern int __VERIFIER_nondet_int(void);

static int scale(int value, int factor) {
    if (factor == 0)
        return 0;
    return value / factor;
}

static int apply(int mode, int value) {
    switch (mode) {
    case 1:
        return value;
    case 2:
        return scale(value, 3);
    case 3:
        return scale(value, __VERIFIER_nondet_int() ? 0 : 7);
    }
    return -1;
}

int main(void) {
    int value = __VERIFIER_nondet_int();
    return apply(2, value) + apply(3, value) + apply(1, value) + apply(value, value) > 100;
}
