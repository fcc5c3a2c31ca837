/* Both callers have looked at the pointer before. */
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);

static int first(const int *list, int count) {
    if (list == NULL)
        return -1;
    return count > 0 ? list[0] : 0;
}

int main(void) {
    int list[3] = {1, 2, 3};
    int other[2] = {__VERIFIER_nondet_int(), 5};
    return first(list, 3) + first(other, __VERIFIER_nondet_int());
}
