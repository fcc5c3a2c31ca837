/* What stands on the right of `&&` and `||` has two ways, also where clang makes no branch for it. */
#include <stdbool.h>

int returned(int x, int y)
{
    if (x < 5)
        return y > 3 && x > 6;
    return 0;
}

int returned_fixed(int x, int y)
{
    if (x < 5)
        return y > 3 && x > 4 - y;
    return 0;
}

int either(int x, int y)
{
    if (x < 5)
        return y > 3 || x < 6;
    return 0;
}

/* The condition of a loop. */
int walk(int x, const int *p)
{
    while (x < 5 && *p && x < 9) {
        x++;
        p++;
    }
    return x;
}

int walk_fixed(int x, const int *p)
{
    while (x < 5 && *p && x > -9) {
        x++;
        p++;
    }
    return x;
}

int at_the_end(int n)
{
    int i = 0;
    while (i < n && n > 0)
        i++;
    return i;
}

/* Numbers and pointers as truth values: clang says that they stand at the `&&`. */
int number(int x, int y)
{
    if (x == 0)
        return y && x;
    return 0;
}

int masked(int x, int y)
{
    if ((x & 3) == 0)
        return y && (x & 3);
    return 0;
}

int pointer(const int *p, int y)
{
    if (!p)
        return y || p;
    return 0;
}

int negated(int x, int y)
{
    return x && (y || !x);
}

bool truth(bool a, bool b)
{
    if (b)
        return false;
    return a && b;
}

bool truth_fixed(bool a, bool b)
{
    if (b && !a)
        return false;
    return a && !b;
}

/* A configuration, and a macro: withheld. */
#define IS_BIG(x) ((x) > 100)

int configured(int y)
{
    int debug = 0;
    return y && debug;
}

int in_macro(int x, int y)
{
    if (x < 5)
        return y && IS_BIG(x);
    return 0;
}

/* Clang folds such an operand to what has no value. */
int folded(int a)
{
    return a && 1 << 40;
}

/* Both ways of the loop's condition are passed; which operand ends it takes a hundred rounds to see, and is no matter for the branch
   behind it. */
int slow(const char *s, int x)
{
    int i = 0;
    while (s[i] && i < 100)
        i++;
    if (x > 2) {
        if (x < 1)
            return i;
    }
    return 0;
}
