/* The twin of two-calls.c: what one call cannot do the other can, so that nothing is dead. */
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

static int first(const int *list, int count) {
    if (list == NULL)
        return -1;
    return count > 0 ? list[0] : 0;
}

int main(void) {
    int list[3] = {1, 2, 3};
    return first(list, 3) + first(NULL, 2) + first(list, __VERIFIER_nondet_int());
}
