// As many of a million elements as are asked for are set, counted otherwise, and looked at; one is set otherwise. Unsafe.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int a[1000000];

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 1000000) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        a[i] = i == 3 ? 8 : 7;
    }
    int last = 0;
    for (int i = 0; i < n; i++) {
        if (__VERIFIER_nondet_int()) {
            last = i;
        }
    }
    for (int i = 0; i < n; i++) {
        if (a[i] != 7) {
            reach_error();
        }
    }
    return last;
}
