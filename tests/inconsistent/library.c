// Functions of the C library: what they read and write, that they come back, and what they leave as it was.
#include <assert.h>
#include <libintl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    int *values;
    int count;
};

static int errors;
extern int level;
int get(void);
void keep(char *p);
static int is_mine(const char *p) {
    extern const char *mine;
    return p == mine;
}
__attribute__((noreturn)) void die(const char *why);

// Output leaves memory as it was.
int told(struct item *s) {
    if (s->values == NULL) {
        fprintf(stderr, "no values in %p\n", (void *)s);
        return s->values[0];
    }
    return s->count;
}

int told_fixed(struct item *s) {
    if (s->values == NULL) {
        fprintf(stderr, "no values in %p\n", (void *)s);
        return s->count;
    }
    return s->values[0];
}

int counted(void) {
    errors = 0;
    level = 3;
    printf("%d\n", get());
    level = 3;
    errors = 0;
    puts("done");
    if (errors != 0 || level > 3)
        return 1;
    return 0;
}

int counted_fixed(void) {
    errors = 0;
    keep(NULL);
    puts("done");
    if (errors != 0)
        return 1;
    return 0;
}

// With `%n` it writes a number.
int printed_fixed(const char *text) {
    int n = 0;
    printf("%s%n\n", text, &n);
    if (n != 0)
        return n;
    return 0;
}

// What is given back is one thing, what else memory holds another.
int cleared(struct item *s) {
    if (s->count != 0)
        return 0;
    free(s->values);
    if (s->count > 0)
        return 1;
    return 2;
}

int cleared_fixed(struct item *s) {
    if (s->count != 0)
        return 0;
    free(s->values);
    s->count = get();
    if (s->count > 0)
        return 1;
    return 2;
}

// Strings that are read into a local.
int read_in(void) {
    char line[20];
    line[0] = 0;
    line[1] = 'a' + (get() & 1);
    size_t length = strlen(line);
    keep(NULL);
    if (length > 3 || line[1] == 'c')
        return 1;
    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    return line[0];
}

int read_in_fixed(void) {
    char line[20];
    line[0] = 0;
    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    if (line[0] != 0)
        return 1;
    return 2;
}

// Null pointers.
void copied(char *p) {
    if (p == NULL)
        memcpy(p, "abc", 3);
}

void copied_fixed(char *p, size_t n) {
    if (p == NULL)
        memcpy(p, "abc", n);
}

size_t length(const char *p) {
    if (p == NULL)
        return strlen(p);
    return 0;
}

size_t length_fixed(const char *p) {
    if (p != NULL)
        return strlen(p);
    return 0;
}

void closed(FILE *f) {
    if (f == NULL)
        fclose(f);
}

void closed_fixed(FILE *f) {
    if (f != NULL)
        fclose(f);
    fflush(NULL);
}

// The whole length.
void too_long(int c) {
    char to[4];
    if (c)
        memset(to, c, 5);
    keep(to);
}

void too_long_fixed(int c) {
    char to[4];
    if (c)
        memset(to, c, sizeof to);
    keep(to);
}

static const char three[3] = "ab";

void too_long_from(int c) {
    char to[8];
    if (c)
        memcpy(to, three, 8);
    keep(to);
}

void too_long_from_fixed(int c) {
    char to[8];
    if (c)
        memcpy(to, three, sizeof three);
    keep(to);
}

static char buffer[16];

void computed(const char *from, size_t n) {
    if (n > 16)
        memcpy(buffer, from, n);
}

void computed_fixed(const char *from, size_t n) {
    if (n >= 16)
        memcpy(buffer, from, n);
}

void behind(size_t n) {
    if (n > 5)
        memset(buffer + 11, 0, n);
}

void behind_fixed(size_t n) {
    if (n > 4)
        memset(buffer + 11, 0, n);
}

// A pointer to a local that goes nowhere.
int beside(int c) {
    int a[10];
    int *p = a;
    if (c)
        p[12] = 1;
    return c;
}

int beside_fixed(int c) {
    int a[10];
    int *p = a;
    if (c)
        p[9] = 1;
    return c;
}

int beside_read(int c) {
    struct item two[2] = {{NULL, 1}, {NULL, 2}};
    struct item *last = two + 2;
    if (c)
        return last->count;
    return c;
}

int beside_read_fixed(int c) {
    struct item two[2] = {{NULL, 1}, {NULL, 2}};
    struct item *last = two + 1;
    if (c)
        return last->count;
    return c;
}

// What is given back, and then used.
int chosen(char *a, char *b, int c) {
    char *p = a;
    if (c)
        p = b;
    free(p);
    if (c > 5)
        return b[0];
    return 0;
}

int chosen_fixed(char *a, char *b, int c) {
    char *p = a;
    if (c)
        p = b;
    free(p);
    if (c > 5)
        return a[0];
    return 0;
}

int one_of_two(int c) {
    char *p = malloc(10);
    if (p == NULL)
        return 0;
    char *q = c ? p : NULL;
    free(p);
    if (q != NULL)
        q[0] = 1;
    return 1;
}

int one_of_two_fixed(int c, char *other) {
    char *p = malloc(10);
    if (p == NULL)
        return 0;
    char *q = c ? p : other;
    free(p);
    if (!c && q != NULL)
        q[0] = 1;
    return 1;
}

struct node {
    struct node *next;
    int value;
};

int used_by_next(struct node *node) {
    int sum = 0;
    for (; node != NULL; node = node->next) {
        sum += node->value;
        free(node);
    }
    return sum;
}

void given_on(char *p, int c) {
    if (c > 5)
        free(p);
    if (p != NULL && c > 7)
        keep(p);
}

void given_on_fixed(char *p, int c) {
    if (c > 5)
        free(p);
    if (c < 3)
        keep(p);
    printf("%p\n", (void *)p);
    if (is_mine(p))
        puts("mine");
}

// A format that is translated counts nothing.
int translated(struct item *s) {
    if (s->values == NULL) {
        fprintf(stderr, gettext("no values in %s"), s->count ? "one" : "none");
        return s->values[0];
    }
    return s->count;
}

int translated_fixed(const char *format) {
    int n = 0;
    printf(format, &n);
    if (n != 0)
        return n;
    return 0;
}

void printed(char *p) {
    if (p == NULL)
        return;
    free(p);
    if (level > 3)
        printf("gone: %s\n", p);
}

// What has not been allocated.
void of_a_local(int c) {
    char text[10];
    keep(text);
    if (c)
        free(text);
}

void of_a_local_fixed(int c) {
    char text[10];
    char *p = text;
    if (c > 10)
        p = malloc(c);
    if (p != text)
        free(p);
}

void of_a_static(int c) {
    if (c)
        free(buffer);
}

void of_an_inner(int c) {
    char *p = malloc(10);
    if (c)
        free(p + 1);
    else
        free(p);
}

void of_an_inner_fixed(int c) {
    char *p = malloc(10);
    if (p != NULL)
        p++;
    if (p != NULL)
        p--;
    free(p);
}

// It does not come back, as it is declared.
int stops(int n, int strict) {
    if (n == 5) {
        if (strict)
            die("too large");
        return 100 / (n - 5);
    }
    return n;
}

int stops_fixed(int n, int strict) {
    if (n == 5) {
        if (strict)
            die("too large");
        return 100 / (n - 4);
    }
    return n;
}

// An assertion behind a join says nothing of the way there.
int joined(int c) {
    int d = -1;
    if (c)
        d = 6;
    assert(d > 5);
    return d;
}

int joined_fixed(int c) {
    int d = 7;
    if (c)
        d = 6;
    else
        assert(c == 0);
    assert(d > 5);
    return d;
}
