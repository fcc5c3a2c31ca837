/* The twin of global.c: the door may stay locked. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int state;

static void open_door(void) {
    if (state != 0)
        return;
    state = 1;
}

static void close_door(void) {
    if (state == 1)
        state = __VERIFIER_nondet_int() ? 2 : 3;
    else
        state = 0;
}

int main(void) {
    open_door();
    while (__VERIFIER_nondet_int())
        close_door();
    if (state == 3)
        return 1;
    open_door();
    return 0;
}
