/* A recursion that is called with its bounds swapped: what it asserts cannot hold. */
#include <assert.h>

int middle(int low, int high)
{
    assert(low <= high);
    if (high - low <= 1)
        return low;
    int half = low + (high - low) / 2;
    if (half & 1) {
        assert(half > low);
        int from = high, to = half;
        assert(from <= to);
        return middle(from, to);
    }
    return middle(low, half);
}

int middle_fixed(int low, int high)
{
    assert(low <= high);
    if (high - low <= 1)
        return low;
    int half = low + (high - low) / 2;
    if (half & 1) {
        assert(half > low);
        int from = half, to = high;
        assert(from <= to);
        return middle_fixed(from, to);
    }
    return middle_fixed(low, half);
}
