/* Calls of unknown functions that may not come back, and functions that never return. */
#include <stddef.h>
#include <stdlib.h>

void show(int number);
void complain(const char *text);

/* If `show` did not come back, what stands behind it would be dead. */
int behind(void)
{
    int *p = NULL;
    show(1);
    return *p;
}

/* `complain` may end the program: then nothing is wrong. */
int beside(int *p)
{
    if (!p)
        complain("null");
    return *p;
}

void not_from_the_heap(void)
{
    int *p = NULL;
    int numbers[4] = {0};
    for (int i = 0; i < 1; i++)
        p = numbers;
    show(p[0]);
    free(p);
}

void from_the_heap(void)
{
    int *p = NULL;
    for (int i = 0; i < 1; i++) {
        p = malloc(4);
        if (!p)
            exit(1);
        *p = 0;
    }
    show(p[0]);
    free(p);
}

/* It never returns; that the condition is always true is wrong all the same. */
void rounds(void)
{
    int i = 0;
    do {
        show(i);
        i = (i + 1) % 256;
    } while (i >= 0);
}

void serve(void)
{
    int i = 0;
    for (;;) {
        show(i);
        i = (i + 1) % 256;
        if (i > 100)
            show(-1);
    }
}

/* Each of the calls may end the program, so the join behind them says nothing. */
int joined(int *p, int is_first)
{
    if (!p) {
        if (is_first)
            complain("first");
        else
            complain("second");
    }
    return *p;
}

struct limits {
    int most;
} limits;

void validate(struct limits *limits);
void validate_all(void);

/* What is wrong may have been found in memory. */
int validated(int n)
{
    limits.most = n;
    if (n == 0)
        show(1);
    validate(&limits);
    return 10 / n;
}

int all_validated(int n)
{
    limits.most = n;
    if (n == 0)
        show(1);
    validate_all();
    return 10 / n;
}

/* A function of this file may end the program, too. */
static void stop(const char *text)
{
    show(2);
    complain(text);
}

int stopped(int n)
{
    if (n == 0)
        stop("zero");
    return 100 / n;
}

/* Through a pointer. */
int handled(int n, void (*handler)(int))
{
    if (n == 0)
        handler(1);
    return 100 / n;
}
