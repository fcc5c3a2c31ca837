/* What functions of the same file do with their arguments before anything else, and what goes wrong with it. */
#include <stddef.h>

static int first(const int *p)
{
    return p[0];
}

static void put(int *a, int i)
{
    a[i] = 1;
}

static int ratio(int a, int b)
{
    return a / b;
}

static unsigned shifted(unsigned n, int by)
{
    return n >> by;
}

static int unless(const int *p, int otherwise)
{
    if (otherwise)
        return otherwise;
    return *p;
}

int null(const int *p)
{
    if (p == NULL)
        return first(p);
    return 0;
}

int null_fixed(const int *p)
{
    if (p != NULL)
        return first(p);
    return 0;
}

int zero(int n)
{
    if (n == 0)
        return ratio(3, n);
    return 1;
}

int zero_fixed(int n)
{
    if (n == 0)
        return ratio(n, 3);
    return 1;
}

int number(void)
{
    return first(NULL);
}

int outside(void)
{
    int a[5];
    put(a, 5);
    return a[0];
}

int outside_fixed(void)
{
    int a[5];
    put(a, 4);
    return a[0];
}

unsigned far(unsigned n)
{
    if (n > 31)
        return shifted(1, (int)n);
    return 0;
}

unsigned far_fixed(unsigned n)
{
    if (n < 32)
        return shifted(1, (int)n);
    return 0;
}

int sometimes(const int *p)
{
    if (p == NULL)
        return unless(p, 0);
    return 0;
}

int sometimes_fixed(const int *p)
{
    if (p == NULL)
        return unless(p, 1);
    return 0;
}

int afterwards(const int *p)
{
    int x = first(p);
    if (p == NULL)
        return 3;
    return x;
}

/* What a function without arguments does wrong is its own matter. */
static int table[3];

static int broken(void)
{
    return ratio(table[0], 0);
}

int calls_it(int n)
{
    if (n > 3)
        return broken();
    return 0;
}
