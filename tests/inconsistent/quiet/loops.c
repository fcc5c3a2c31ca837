/* Loops of the kinds that programs have: nothing here is inconsistent. */
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define SIZE 8

struct ring { unsigned char data[SIZE]; unsigned head, tail; };

int put(struct ring *r, unsigned char c)
{
    unsigned next = (r->head + 1) % SIZE;
    if (next == r->tail)
        return 0;
    r->data[r->head] = c;
    r->head = next;
    return 1;
}

int take(struct ring *r)
{
    int c;
    if (r->head == r->tail)
        return -1;
    c = r->data[r->tail];
    r->tail = (r->tail + 1) & (SIZE - 1);
    return c;
}

char *trimmed(char *s)
{
    char *end;
    while (isspace((unsigned char)*s))
        s++;
    end = s + strlen(s);
    while (end > s && isspace((unsigned char)end[-1]))
        end--;
    *end = 0;
    return s;
}

int number(const char *s, int *result)
{
    int negative = 0, n = 0;
    if (*s == '-' || *s == '+')
        negative = *s++ == '-';
    if (!*s)
        return -1;
    do {
        if (*s < '0' || *s > '9')
            return -1;
        if (n > 100000)
            return -2;
        n = n * 10 + (*s++ - '0');
    } while (*s);
    *result = negative ? -n : n;
    return 0;
}

int position(const int *a, int n, int key)
{
    int low = 0, high = n - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == key)
            return middle;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

void sort(int *a, int n)
{
    int swapped;
    do {
        swapped = 0;
        for (int i = 1; i < n; i++)
            if (a[i - 1] > a[i]) {
                int t = a[i];
                a[i] = a[i - 1];
                a[i - 1] = t;
                swapped = 1;
            }
        n--;
    } while (swapped && n > 1);
}

int read_all(FILE *f, char *to, size_t room)
{
    size_t n = 0;
    for (;;) {
        int c = getc(f);
        if (c == EOF)
            break;
        if (c == '\r')
            continue;
        if (n + 1 >= room)
            return -1;
        to[n++] = c;
        if (c == '\n')
            break;
    }
    if (n == 0)
        return 0;
    to[n] = 0;
    return 1;
}

unsigned greatest_divisor(unsigned a, unsigned b)
{
    while (b != 0) {
        unsigned t = a % b;
        a = b;
        b = t;
    }
    return a;
}

int bits(unsigned n)
{
    int count = 0;
    for (; n; n &= n - 1)
        count++;
    return count;
}

int logarithm(unsigned n)
{
    int l = -1;
    while (n) {
        n >>= 1;
        l++;
    }
    if (l > 30)
        return 99;
    return l;
}

int first_and_rest(const int *a, int n)
{
    int sum = 0, first = 1;
    for (int i = 0; i < n; i++) {
        if (first)
            first = 0;
        else
            sum += ',';
        sum += a[i];
    }
    return first ? -1 : sum;
}

int nested(int rows, int columns, int (*at)(int, int))
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            if (at(i, j) < 0)
                goto out;
            if (i == j)
                continue;
            if (at(j, i) > 9)
                break;
        }
    return 0;
out:
    return -1;
}

int downward(const int *a, unsigned n)
{
    while (n-- > 0)
        if (a[n])
            return n;
    return -1;
}

int until_sentinel(const char *const *names, const char *name)
{
    int i;
    for (i = 0; names[i]; i++)
        if (!strcmp(names[i], name))
            break;
    if (!names[i])
        return -1;
    return i;
}

static const struct { const char *name; int value; } table[] = { { "a", 1 }, { "b", 2 }, { NULL, 0 } };

int value_of(const char *name)
{
    for (int i = 0; table[i].name != NULL; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].value;
    return 0;
}

int tries(int (*attempt)(void))
{
    int left = 3, error;
    while ((error = attempt()) != 0 && --left > 0)
        ;
    if (error)
        return -1;
    return left;
}

unsigned checksum(const unsigned char *p, size_t n)
{
    const unsigned char *end = p + n;
    unsigned a = 1, b = 0;
    while (p < end) {
        a = (a + *p++) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

int wrapped(unsigned char start)
{
    unsigned char i = start;
    int rounds = 0;
    do {
        rounds++;
        i++;
    } while (i != start);
    return rounds;
}

int duff(char *to, const char *from, int n)
{
    int rounds = (n + 3) / 4;
    if (n <= 0)
        return 0;
    switch (n % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
    return n;
}
