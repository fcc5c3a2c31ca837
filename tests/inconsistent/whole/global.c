/* The state is 0, then 1, then 2: nothing ever sets it to 3. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int state;

static void open_door(void) {
    if (state != 0)
        abort();
    state = 1;
}

static void close_door(void) {
    if (state == 1)
        state = 2;
    else
        state = 0;
}

int main(void) {
    open_door();
    while (__VERIFIER_nondet_int())
        close_door();
    if (state == 3)
        return 1;
    return 0;
}
