// A block of 4000 elements: the loop ends at the number that is read or one element too late. Unsafe.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int *a = malloc(4000 * sizeof(int));
    if (a == NULL) {
        return 0;
    }
    for (unsigned i = 0; i < n && i <= 4000; i++) {
        a[i] = 1;
    }
    free(a);
    return 0;
}
