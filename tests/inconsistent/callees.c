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

/* What stands behind a write, in a loop, or behind a call of which it is known that it comes back. */
void show(int number);
int puts(const char *);

static int total;

static void counted_then_put(int *a, int i)
{
    puts("put");
    total = i;
    a[i] = 1;
}

void behind_a_write(void)
{
    int a[4];
    counted_then_put(a, 4);
}

void behind_a_write_fixed(void)
{
    int a[4];
    counted_then_put(a, 3);
}

/* `show` may have seen what is wrong, and ended the program. */
static void shown_then_put(int *a, int i)
{
    show(i);
    a[i] = 1;
}

void behind_a_call(void)
{
    int a[4];
    shown_then_put(a, 4);
}

/* It has ended the program where control does not come behind it in another way. */
static int first_or_end(const int *p)
{
    if (!p)
        show(0);
    return *p;
}

int ended(const int *p)
{
    if (p == NULL)
        return first_or_end(p);
    return 0;
}

static void copy_four(char *to, const char *from)
{
    int i;
    for (i = 0; i < 4; i++)
        to[i] = from[i];
}

void in_a_loop(const char *from)
{
    char to[8];
    copy_four(to - 4, from);
}

void in_a_loop_fixed(const char *from)
{
    char to[8];
    copy_four(to + 4, from);
}

void free(void *);

static void give_back(int *p)
{
    show(*p);
    free(p);
}

void not_from_the_heap(void)
{
    static int numbers[4];
    give_back(numbers);
}

void from_the_heap(int *numbers)
{
    give_back(numbers);
}

/* With what the C library is given for it. */
void *memcpy(void *, const void *, size_t);
char *strcpy(char *, const char *);
void *memset(void *, int, size_t);

static void name_into(char *to)
{
    char name[] = "0123456789";
    strcpy(to, name);
}

static void block_into(char *to, const char *from)
{
    memcpy(to, from, 20);
}

void named(void)
{
    char name[10];
    name_into(name);
}

void named_fixed(void)
{
    char name[11];
    name_into(name);
}

void copied(const char *from)
{
    char to[16];
    block_into(to, from);
}

void copied_fixed(const char *from)
{
    char to[20];
    block_into(to, from);
}

/* What they look at in memory, their caller has written. */
static int *shared;

static void show_shared(void)
{
    show(*shared);
}

void shared_null(void)
{
    shared = NULL;
    show_shared();
}

void shared_null_fixed(void)
{
    static int number;
    shared = &number;
    show_shared();
}

static int total;

static void show_share(int part)
{
    show(part / total);
}

void shared_zero(void)
{
    total = 0;
    show_share(100);
}

void shared_zero_fixed(void)
{
    total = 7;
    show_share(100);
}

static void show_behind(int **place)
{
    int *p = *place;
    show(*p);
}

void null_behind(void)
{
    int *p = NULL;
    show_behind(&p);
}

void null_behind_fixed(int number)
{
    int *p = &number;
    show_behind(&p);
}

/* Here nothing is known of it. */
void shared_by_others(void)
{
    show_shared();
    show_share(1);
}

/* An array of the callee. */
static void set_one(int index)
{
    int numbers[10] = {0};
    if (index >= 0) {
        numbers[index] = 1;
        for (int i = 0; i < 10; i++)
            show(numbers[i]);
    } else {
        show(-1);
    }
}

void behind_the_last(void)
{
    set_one(10);
}

void behind_the_last_fixed(void)
{
    set_one(9);
}

/* Its string is as long as the callee makes it. */
static void letters_into(char *to)
{
    char letters[12];
    memset(letters, 'A', 11);
    letters[11] = 0;
    strcpy(to, letters);
}

void letters(void)
{
    char name[11];
    letters_into(name);
}

void letters_fixed(void)
{
    char name[12];
    letters_into(name);
}

static int *always_null(int *p)
{
    p = NULL;
    return p;
}

void null_given(int *p)
{
    p = always_null(p);
    show(*p);
}

static int *same(int *p)
{
    if (!p)
        p = shared;
    return p;
}

void null_given_fixed(int *p)
{
    p = same(p);
    show(*p);
}
