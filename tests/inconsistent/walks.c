/* Pointers that walk over objects of known size. */
#include <stddef.h>

/* The place behind the end is not written. */
int cleared(void)
{
    int of[10], *p;
    for (p = of; p <= of + 10; p++)
        *p = 0;
    return of[3];
}

int cleared_fixed(void)
{
    int of[10], *p;
    for (p = of; p < of + 10; p++)
        *p = 0;
    return of[3];
}

/* How far the walk came is at most the length. */
int found(int n)
{
    int of[10], *p;
    for (p = of; p < of + 10; p++)
        if (*p == n)
            break;
    if (p - of == 11)
        return -1;
    return p - of;
}

int found_fixed(int n)
{
    int of[10], *p;
    for (p = of; p < of + 10; p++)
        if (*p == n)
            break;
    if (p - of == 10)
        return -1;
    return p - of;
}

/* The same of a global, whose end is a constant. */
static int numbers[10];

int total(void)
{
    int sum = 0;
    for (int *p = numbers; p != numbers + 11; p++)
        sum += *p;
    return sum;
}

int total_fixed(void)
{
    int sum = 0;
    for (int *p = numbers; p != numbers + 10; p++)
        sum += *p;
    return sum;
}

int twelfth(int n)
{
    if (n > 3)
        return numbers[11];
    return numbers[n < 0 ? 0 : n];
}

int twelfth_fixed(int n)
{
    if (n > 3)
        return numbers[9];
    return numbers[n < 0 ? 0 : n];
}

/* What was pointed to first is null no longer. */
int chosen(int own)
{
    int n = 5, *p = own ? &n : NULL;
    if (own && p == NULL)
        return 1;
    return p ? *p : 0;
}

int chosen_fixed(int own)
{
    int n = 5, *p = own ? &n : NULL;
    if (p == NULL)
        return 1;
    return *p;
}

/* It was one of them before. */
static int one, other;

int which(const int *p)
{
    if (p == &one)
        return 1;
    if (p == &other)
        return 2;
    if (p == &one)
        return 3;
    return 4;
}

int which_fixed(const int *p)
{
    if (p == &one)
        return 1;
    if (p == &other)
        return 2;
    if (p == &numbers[3])
        return 3;
    return 4;
}
