/* Accesses that stay inside. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int table[10];

static int get(const int *from, int at) {
    return from[at];
}

static int far(int n) {
    if (n > 8 && n < 10)
        return table[n];
    return 0;
}

static int either(const int *one, const int *other, int n) {
    const int *from = __VERIFIER_nondet_int() ? one : other;
    if (n == 1)
        return from[n];
    return 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int a[4] = {1, 2, 3, 4}, b[2] = {5, 6};
    int *p = malloc(16);
    if (!p)
        return 0;
    if (n == 1)
        return get(a, n);
    if (n == 3)
        p[n] = 3;
    int r = far(n) + either(a, b, n - 2);
    free(p);
    return r;
}
