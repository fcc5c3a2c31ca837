/* Types, bits, memory and state: nothing here is inconsistent. */
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union number { int i; unsigned u; float f; unsigned char bytes[4]; };

int is_little(void)
{
    union number n;
    n.u = 1;
    if (n.bytes[0] == 1)
        return 1;
    return 0;
}

int exponent(float f)
{
    union number n;
    n.f = f;
    if ((n.u >> 23 & 255) == 255)
        return 128;
    if ((n.u >> 23 & 255) == 0)
        return -127;
    return (int)(n.u >> 23 & 255) - 127;
}

struct flags { unsigned a : 3, b : 5; signed c : 4; unsigned : 0; unsigned d : 1; };

int of_flags(struct flags f)
{
    if (f.a == 7 && f.b == 31)
        return 1;
    if (f.c < 0)
        return f.c == -8 ? 2 : 3;
    f.d++;
    if (f.d)
        return 4;
    return 0;
}

void set(struct flags *f, int n)
{
    f->a = n;
    if (f->a != (unsigned)n)
        f->b = 1;
    f->c = n;
    if (f->c != n)
        f->b = 2;
}

static int calls;

int counted(void)
{
    static int started;
    if (!started) {
        started = 1;
        calls = 0;
    }
    if (++calls > 100)
        return -1;
    return calls;
}

int *cached(int n)
{
    static int *memory;
    static int size;
    if (n > size) {
        int *more = realloc(memory, n * sizeof *more);
        if (!more)
            return NULL;
        memory = more;
        size = n;
    }
    return memory;
}

volatile int ready;
volatile const uint32_t *status;

int waited(void)
{
    int spins = 0;
    while (!ready)
        if (++spins > 1000)
            return -1;
    if (!ready)
        return 0;
    return 1;
}

int twice_read(void)
{
    uint32_t a = *status, b = *status;
    if (a != b)
        return 1;
    return 0;
}

int narrowed(int n)
{
    signed char c = n;
    unsigned char u = n;
    short s = n;
    if (c != n)
        return u == n ? 1 : s == n ? 2 : 3;
    return 0;
}

int mixed(int a, unsigned b)
{
    if (a < 0 && a > b)
        return 1;
    if (a == 5 && b != 0 && a == b)
        return 2;
    if (a + b < b)
        return 3;
    return 0;
}

unsigned sum(unsigned a, unsigned b, int *carry)
{
    unsigned s = a + b;
    *carry = s < a;
    if (*carry && s == UINT_MAX - 1)
        return 0;
    return s;
}

unsigned saturated(unsigned a, unsigned b) { return a > UINT_MAX - b ? UINT_MAX : a + b; }

int absolute(int n)
{
    if (n < 0)
        n = -n;
    if (n < 0)
        return INT_MAX;
    return n;
}

int multiplied(size_t a, size_t b, size_t *result)
{
    if (b != 0 && a > SIZE_MAX / b)
        return -1;
    *result = a * b;
    return 0;
}

int product(int a, int b, int *result)
{
    if (__builtin_mul_overflow(a, b, result))
        return -1;
    return *result != 0;
}

uint32_t swapped(uint32_t n)
{
    return n >> 24 | (n >> 8 & 0xff00) | (n << 8 & 0xff0000) | n << 24;
}

uint32_t rotated(uint32_t n, unsigned by)
{
    by &= 31;
    if (by == 0)
        return n;
    return n << by | n >> (32 - by);
}

double roots(double a, double b, double c)
{
    double d = b * b - 4 * a * c;
    if (a == 0)
        return b == 0 ? 0 : -c / b;
    if (d < 0)
        return -1;
    if (d != d)
        return -2;
    if (d == 0)
        return -b / (2 * a);
    return (-b + sqrt(d)) / (2 * a);
}

struct point { int x, y; };
struct box { struct point from, to; };

int moved(struct box *b, struct point by)
{
    struct box old = *b;
    b->from.x += by.x;
    b->to = (struct point){ b->to.x + by.x, b->to.y + by.y };
    if (memcmp(&old, b, sizeof old) == 0)
        return 0;
    if (old.from.x == b->from.x && by.x != 0)
        return -1;
    return 1;
}

struct point middle(struct box b)
{
    struct point p = { (b.from.x + b.to.x) / 2, (b.from.y + b.to.y) / 2 };
    if (p.x < b.from.x && p.x > b.to.x)
        p.x = b.from.x;
    return p;
}

int rows(int n, int m)
{
    int grid[n][m];
    int sum = 0;
    if (n < 1 || m < 1)
        return 0;
    memset(grid, 0, sizeof grid);
    for (int i = 0; i < n; i++)
        grid[i][i % m] = i;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += grid[i][j];
    return sum > 0 ? sum : -1;
}

typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static const operation operations[] = { add, subtract, NULL };

int applied(unsigned which, int a, int b)
{
    operation f = NULL;
    if (which < sizeof operations / sizeof *operations)
        f = operations[which];
    if (!f)
        return 0;
    if (f == add && a == 0)
        return b;
    return f(a, b);
}

void changed(int *p);

int aliased(int *a, int *b)
{
    *a = 1;
    *b = 2;
    if (*a == 2)
        return 1;
    changed(a);
    if (*a != 1)
        return 2;
    return 0;
}

int escaped(void)
{
    int x = 0;
    changed(&x);
    if (x)
        return 1;
    x = 5;
    changed(NULL);
    if (x != 5)
        return 2;
    return 0;
}

bool truth(int n)
{
    bool b = n;
    if (b == true && n != 1)
        return false;
    return !!n == b;
}

int message(char *to, size_t room, int code)
{
    int n = snprintf(to, room, "%d", code);
    if (n < 0)
        return -1;
    if ((size_t)n >= room)
        return 1;
    return 0;
}

struct buffer { char *data; size_t length, room; };

int appended(struct buffer *b, const char *text, size_t n)
{
    if (b->length + n + 1 > b->room) {
        size_t room = b->room ? b->room : 16;
        char *data;
        while (room < b->length + n + 1) {
            if (room > SIZE_MAX / 2)
                return -1;
            room *= 2;
        }
        data = realloc(b->data, room);
        if (data == NULL)
            return -1;
        b->data = data;
        b->room = room;
    }
    memcpy(b->data + b->length, text, n);
    b->length += n;
    b->data[b->length] = 0;
    return 0;
}

struct item { struct item *next; int key; };

void removed(struct item **list, int key)
{
    struct item **at = list, *gone;
    while (*at && (*at)->key != key)
        at = &(*at)->next;
    if ((gone = *at) != NULL) {
        *at = gone->next;
        free(gone);
    }
}

struct item *reversed(struct item *list)
{
    struct item *result = NULL;
    while (list) {
        struct item *next = list->next;
        list->next = result;
        result = list;
        list = next;
    }
    return result;
}

void all_freed(struct item *list)
{
    struct item *next;
    for (; list; list = next) {
        next = list->next;
        free(list);
    }
}
