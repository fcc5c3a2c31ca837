/* For each rule a function whose finding it withholds; the function is called like the rule. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

extern int get(void);
extern void put(int);
extern void perhaps_stops(void);
#define CHECK(x) if (x < 0) return 1
#define TABLE 0

void stop(int x)
{
    if (x > 7) {
        if (x > 5)
            exit(1);
        put(x);
    }
}

int excluded_boundary(int x)
{
    if (x == 0)
        return 0;
    if (x <= 0)
        return -1;
    return 1;
}

int numbers[10];

int macro(unsigned x)
{
    CHECK(x);
    return 0;
}

int comment(unsigned x)
{
    /* bitreach: inconsistent-ok */
    if (x < 0)
        return 2;
    return 0;
}

int default_case(unsigned x)
{
    switch (x % 2) {
    case 0:
        return 4;
    case 1:
        return 5;
    default:
        return 6;
    }
}

int empty_case(unsigned x)
{
    int result = 0;
    switch (x % 2) {
    case 0:
        result = 3;
        break;
    case 5:
        break;
    }
    return result;
}

int own_assertion(int kind)
{
    if (kind == 1)
        put(1);
    else if (kind == 2)
        put(2);
    else {
        assert(kind == 1 || kind == 2);
        put(3);
    }
    return 0;
}

int constants(int n)
{
    int most = TABLE;
    if (most)
        return 1;
    return n;
}

int may_stop(int *p)
{
    if (p == NULL)
        perhaps_stops();
    return *p;
}

int literal(int n)
{
    do {
        if (get() == n)
            break;
    } while (1);
    return 0;
}

int sizeof_(unsigned char n)
{
    if (n > 100 * sizeof(long))
        return 1;
    return 0;
}

unsigned long cast(unsigned long n)
{
    long narrow = (long)n;
    if ((unsigned long)narrow != n)
        return 0;
    return narrow + 1;
}

int width(unsigned n)
{
    if ((size_t)n + 1 < 1)
        return 1;
    return 0;
}

int consequence(int *p)
{
    if (p == NULL)
        put(*p);
    put(1);
    if (p == NULL)
        put(2);
    return 0;
}

int unset_default(int n)
{
    int size;
    switch (n) {
    case 0:
        size = 4;
        break;
    case 1:
        size = 8;
        break;
    }
    return size;
}
