// What memory holds, where it may hold something else than it seems: nothing is inconsistent.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int one, two, frees;
extern const int level;
__attribute__((weak)) const int table[3] = {1, 2, 3};
void work(void);

// An atomic access of a local whose address goes nowhere.
int atomic_store(int c)
{
    int a[3] = {0, 0, 0};
    __atomic_store_n(&a[c & 1], 5, __ATOMIC_RELAXED);
    if (a[0] == 5)
        return 1;
    return 0;
}

int atomic_release(int c)
{
    int a[2] = {1, 1};
    __sync_lock_release(&a[c & 1]);
    if (a[1] == 0)
        return 1;
    return 0;
}

// Another file may have another table, and change a level that is constant here.
int weak(void)
{
    int a[3];
    memcpy(a, table, sizeof a);
    if (a[0] == 7)
        return 1;
    return 0;
}

// An element that is written by a computed index, perhaps, is no choice of the source.
int *element(unsigned i)
{
    int *t[2] = {&two, &two};
    if (i != 1)
        return 0;
    t[i] = &one;
    int *p = t[0];
    return p;
}

// `free` may set `errno`, and a program's own may count.
int given_back(void *p)
{
    errno = 0;
    frees = 0;
    free(p);
    if (errno)
        return 1;
    if (frees == 1)
        return 2;
    return 0;
}

// Pointers that may lead to one place, or to parts of one another.
int same(struct { int a; short b[2]; } *p, int *q, char *r)
{
    p->a = 1;
    *q = 2;
    if (p->a == 2)
        return 1;
    p->a = 1;
    *r = 0;
    if (p->a == 0)
        return 2;
    p->b[0] = 1;
    p->b[q[1] & 1] = 4;
    if (p->b[0] == 4)
        return 3;
    return 0;
}

// A local whose address is stored is known to what is called.
int **kept;
int escaped(void)
{
    int number = 1, *at = &number;
    kept = &at;
    work();
    if (number == 2 || at != &number)
        return 1;
    return 0;
}

// A table of which configuration has left its end marker alone.
static const struct method { const char *name; int number; } methods[] = {{NULL, -1}};

int method_number(const char *name)
{
    for (const struct method *m = methods; m->name != NULL; m++)
        if (strcmp(m->name, name) == 0)
            return m->number;
    return -1;
}

// What is read as a number is written.
int scanned(const char *text) {
    int a = 0, b = 0;
    if (sscanf(text, "%d %d", &a, &b) != 2)
        return 0;
    if (a != 0 && b != 0)
        return 1;
    return 2;
}

struct node {
    struct node *next;
    int value;
};

// Each node of a list is given back once.
int all_given_back(struct node *node) {
    int sum = 0;
    while (node != NULL) {
        struct node *next = node->next;
        sum += node->value;
        free(node);
        node = next;
    }
    return sum;
}

// A number of the library's own may be set by output, by whatever name it is known.
int error_of_output(void)
{
    errno = 0;
    printf("output\n");
    if (errno != 0)
        return 1;
    return 0;
}

// Of no bytes nothing is copied, from wherever.
void copied(char *to, const char *from, size_t n)
{
    if (from == NULL)
        memcpy(to, from, n);
    char own[16];
    memcpy(own, to, n);
    if (n > 8)
        return;
    memcpy(own + 4, to, n);
}

// Its own functions of such names are what the program has.
int own_names(char **p)
{
    extern int access(char **);
    p[0] = "a";
    if (access(p) && p[0][0] == 'b')
        return 1;
    return 0;
}
