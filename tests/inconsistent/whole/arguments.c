/* No caller passes 0, so the guard is never needed; and the second call passes a mode that the switch does not know. */
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
        return scale(value, 7);
    }
    return -1;
}

int main(void) {
    int value = __VERIFIER_nondet_int();
    return apply(2, value) + apply(3, value) > 100;
}
