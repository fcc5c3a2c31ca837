/* Branches, clean-up, switches and jumps: nothing here is inconsistent. */
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum color { RED, GREEN, BLUE };

const char *color_name(enum color c)
{
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    }
    return "?";
}

int color_number(enum color c)
{
    int n;
    switch (c) {
    case RED: n = 1; break;
    case GREEN: n = 2; break;
    case BLUE: n = 3; break;
    default: abort();
    }
    return n;
}

struct state { FILE *file; char *text; int *numbers; };

int opened(struct state *s, const char *name, size_t n)
{
    int error = -1;
    s->file = NULL;
    s->text = NULL;
    s->numbers = NULL;
    s->file = fopen(name, "r");
    if (!s->file)
        goto fail;
    s->text = malloc(n);
    if (!s->text)
        goto fail;
    s->numbers = calloc(n, sizeof *s->numbers);
    if (!s->numbers)
        goto fail;
    error = 0;
fail:
    if (error) {
        free(s->numbers);
        free(s->text);
        if (s->file)
            fclose(s->file);
    }
    return error;
}

int cleaned(int n)
{
    char *a = NULL, *b = NULL;
    int result = -1;
    if (n < 0)
        goto out;
    a = malloc(n + 1);
    if (a == NULL)
        goto out;
    b = malloc(n + 2);
    if (b == NULL)
        goto out;
    a[0] = b[0] = 1;
    result = a[0] + b[0];
out:
    if (a)
        free(a);
    if (b)
        free(b);
    return result;
}

int machine(const char *s)
{
    enum { START, WORD, QUOTED, DONE } state = START;
    int words = 0;
    while (state != DONE) {
        char c = *s++;
        switch (state) {
        case START:
            if (c == 0)
                state = DONE;
            else if (c == '"')
                state = QUOTED;
            else if (c != ' ') {
                words++;
                state = WORD;
            }
            break;
        case WORD:
            if (c == ' ')
                state = START;
            else if (c == 0)
                state = DONE;
            break;
        case QUOTED:
            if (c == 0)
                return -1;
            if (c == '"')
                state = START;
            break;
        case DONE:
            break;
        }
    }
    return words;
}

static jmp_buf context;

int guarded(int (*f)(int), int n)
{
    volatile int stage = 0;
    switch (setjmp(context)) {
    case 0:
        stage = 1;
        n = f(n);
        stage = 2;
        break;
    case 1:
        return stage == 1 ? -1 : -2;
    default:
        return -3;
    }
    return n;
}

int largest(int count, ...)
{
    va_list list;
    int most = INT_MIN;
    va_start(list, count);
    while (count-- > 0) {
        int n = va_arg(list, int);
        if (n > most)
            most = n;
    }
    va_end(list);
    return most;
}

long parsed(const char *s)
{
    char *end;
    long n;
    errno = 0;
    n = strtol(s, &end, 10);
    if (end == s || *end != 0)
        return -1;
    if (errno == ERANGE && (n == LONG_MAX || n == LONG_MIN))
        return -2;
    if (n < 0 || n > INT_MAX)
        return -3;
    return n;
}

int compared(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y ? 1 : 0;
}

int sign(int n) { return (n > 0) - (n < 0); }

int clamped(int n, int low, int high)
{
    if (low > high)
        return n;
    if (n < low)
        n = low;
    else if (n > high)
        n = high;
    return n;
}

int leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int days(int month, int year)
{
    if (month < 1 || month > 12)
        return 0;
    if (month == 2)
        return leap(year) ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

int triangle(int a, int b, int c)
{
    if (a <= 0 || b <= 0 || c <= 0)
        return 0;
    if (a + b <= c || a + c <= b || b + c <= a)
        return 0;
    if (a == b && b == c)
        return 3;
    if (a == b || b == c || a == c)
        return 2;
    return 1;
}

unsigned long factorial(unsigned n) { return n <= 1 ? 1 : n * factorial(n - 1); }

struct tree { struct tree *left, *right; };

int depth(const struct tree *t)
{
    int l, r;
    if (!t)
        return 0;
    l = depth(t->left);
    r = depth(t->right);
    return 1 + (l > r ? l : r);
}

int retried(int fd, int (*receive)(int, char *, int))
{
    char buffer[64];
    int n;
    do
        n = receive(fd, buffer, sizeof buffer);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return errno == EAGAIN ? 0 : -1;
    return n;
}

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CHECK(x) do { if (!(x)) return -1; } while (0)

int most(int a, int b, int c)
{
    CHECK(a >= 0);
    CHECK(b >= 0);
    CHECK(c >= 0);
    return MAX(MAX(a, b), c);
}

static inline int is_set(unsigned flags, unsigned flag) { return (flags & flag) != 0; }

int mode(unsigned flags)
{
    if (is_set(flags, 1) && is_set(flags, 2))
        return 3;
    if (is_set(flags, 1))
        return 1;
    if (is_set(flags, 2))
        return 2;
    return 0;
}

int computed(int op, int a, int b)
{
    static void *const targets[] = { &&add, &&subtract, &&divide };
    if (op < 0 || op > 2)
        return 0;
    goto *targets[op];
add:
    return a + b;
subtract:
    return a - b;
divide:
    return b ? a / b : 0;
}
