/* Two assignments in one branch make a later test fail. */
#include <assert.h>

int mode(int request)
{
    int readable = 1, writable = 0;
    if (request == 7) {
        readable = 0;
        writable = 1;
    }
    assert(readable || !writable);
    return readable + 2 * writable;
}

int mode_fixed(int request)
{
    int readable = 1, writable = 0;
    if (request == 7) {
        readable = 1;
        writable = 1;
    }
    assert(readable || !writable);
    return readable + 2 * writable;
}
