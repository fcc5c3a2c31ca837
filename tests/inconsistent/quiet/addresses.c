/* Where objects lie in memory is not known: nothing here is inconsistent. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct entry { int key, value; };

/* What a linker gathers, between its two symbols. */
extern struct entry __start_set[], __stop_set[];
extern char first_byte[], last_byte[];

int of_key(int key)
{
    struct entry *e;
    for (e = __start_set; e < __stop_set; e++)
        if (e->key == key)
            return e->value;
    return -1;
}

int total(void)
{
    int n = 0;
    for (char *at = first_byte; at != last_byte; at++)
        n += *at;
    return n;
}

int behind(int skip)
{
    char *at = first_byte;
    if (skip)
        at++;
    if (at < last_byte)
        return 1;
    if (at == last_byte)
        return 2;
    return 3;
}

/* Which bits an address has. */
int aligned(int odd)
{
    char of[16];
    char *p = odd ? of + 1 : of;
    if ((uintptr_t)p & 7)
        return 1;
    return 2;
}

int aligned_or_given(char *given, int own)
{
    char of[16];
    char *p = own ? of : given;
    if (((uintptr_t)p & 7) == 3)
        return 1;
    if ((uintptr_t)p > 0x7fffffffffff)
        return 3;
    return 2;
}

/* Which of two objects comes first, and how far they are apart. */
int in_order(int f, int g)
{
    char a[4], b[4];
    char *p = f ? a : b, *q = g ? b : a;
    if (p < q)
        return 1;
    if (p > q)
        return 2;
    if (f && !g)
        return 5;
    return 3;
}

int in_order_with_given(int own, char *given)
{
    char a[4];
    char *p = own ? a : given;
    if (p < given)
        return 1;
    if (p > given)
        return 2;
    return 3;
}

long apart(int f, int g)
{
    char a[4], b[4];
    char *p = f ? a : b, *q = g ? b : a;
    if (p - q == 100)
        return 1;
    if ((long)p - (long)q == -5000)
        return 2;
    return 3;
}

/* One object may begin where another one ends. */
int touching(int end)
{
    int a[2], b[2];
    int *p = end ? a + 2 : a;
    if (p == b)
        return 1;
    return 2;
}

int found(int n)
{
    int a[10], *p;
    for (p = a; p < a + 10; p++)
        if (*p == n)
            break;
    if (p - a == 10)
        return -1;
    return p - a;
}

/* A buffer on the stack, or a larger one. */
char *copy(const char *text, size_t n)
{
    char local[100], *buffer = local, *result;
    if (n > sizeof local) {
        buffer = malloc(n);
        if (!buffer)
            return NULL;
    }
    memcpy(buffer, text, n);
    result = strdup(buffer);
    if (buffer != local)
        free(buffer);
    return result;
}

/* The number of an address that was told by comparing it. */
static int one, other;

int which(int *p)
{
    if (p == &one) {
        if ((uintptr_t)p & 4)
            return 9;
        return 1;
    }
    if (p == &other)
        return 2;
    return 3;
}

int both(int *p, int *q)
{
    if (p == &one && q == &other) {
        if (p > q)
            return 9;
        return 1;
    }
    return 3;
}

/* String literals may share their bytes. */
const char *shared(int c)
{
    const char *s = c ? "abc" : "bc";
    if (c && s + 1 == "bc")
        return "x";
    return s;
}

struct node {
    struct node *next;
    int value;
};

struct node head;

int listed(int value)
{
    struct node *n;
    for (n = head.next; n != &head; n = n->next)
        if (n->value == value)
            return 1;
    return 0;
}

int appended(struct node *n)
{
    struct node first = { NULL, 0 }, *tail = &first;
    while (n) {
        tail->next = n;
        tail = n;
        n = n->next;
    }
    if (tail == &first)
        return 0;
    tail->next = NULL;
    return first.next->value;
}

void handle(int), ignore(int);

int known(void (*f)(int))
{
    if (f == handle)
        return 1;
    if (f == ignore)
        return 2;
    return 3;
}

/* What is asserted of two pointers depends on where they lie. */
static long length(const char *from, const char *to)
{
    assert(from <= to);
    return to - from;
}

long either(int f)
{
    char a[4], b[4];
    return length(f ? a : b, b);
}

void use(char *text);

/* Where objects lie is not known: not how far from null, and not whether a sum wraps. */
int near_null(void)
{
    char text[8];
    use(text);
    char *p = text;
    p -= 0x10000000;
    if (p == NULL)
        return 1;
    return 2;
}

int number_of_address(unsigned long n)
{
    char text[8];
    use(text);
    char *p = text - n;
    if (!p) {
        if (n != 0x10000000)
            return 1;
        return 3;
    }
    return 2;
}

int order_with_null(void)
{
    char text[8];
    use(text);
    if (text - 0x10000000 <= (char *)0)
        return 1;
    return 3;
}

int wrapped(size_t n)
{
    char text[16];
    use(text);
    char *end = text + n;
    if (n > 16 && end < text && n < 0x8000000000000000u)
        return 1;
    return 0;
}

int from_null(unsigned long address)
{
    unsigned char *memory = NULL;
    return memory[address];
}

/* Objects in a section of their own lie one behind the other. */
static struct entry first_entry __attribute__((section("entries"), used)) = {1, 2};
static struct entry second_entry __attribute__((section("entries"), used)) = {3, 4};

int next_entry(void)
{
    struct entry *p = &first_entry;
    p++;
    return p->key + second_entry.key;
}
