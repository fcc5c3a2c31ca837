/* What a function asserts that is called: callers that break it fail. */

#include <assert.h>
#include <stddef.h>

static int table[100];

static int entry(int index, const char *name)
{
    assert(index >= 0 && index < 100);
    assert(name);
    return table[index];
}

/* The branch is taken with what the callee refuses. */
int negative(int n)
{
    if (n < 0)
        return entry(n, "negative");
    return 0;
}

int negative_fixed(int n)
{
    if (n < 0)
        return entry(-(n + 1) % 100, "negative");
    return 0;
}

/* The name is missing just where it is needed. */
int missing_name(int n, const char *name)
{
    if (!name)
        return entry(n, name);
    return 1;
}

int missing_name_fixed(int n, const char *name)
{
    if (!name)
        return entry(n, "none");
    return entry(n, name);
}

/* A test that the callee has made already: what it needs holds behind the call. */
int late(int n)
{
    int found = entry(n, "late");
    if (n > 200)
        return -1;
    return found;
}

int late_fixed(int n)
{
    int found = entry(n, "late");
    if (n > 98)
        return -1;
    return found;
}

/* Either condition suffices: the callee's assertion is no conjunction. */
static int either(int low, int high)
{
    assert(low < high || low == 0);
    return high - low;
}

int neither(int n)
{
    if (n > 5)
        return either(n, 3);
    return 0;
}

int neither_fixed(int n)
{
    if (n > 5)
        return either(3, n);
    return 0;
}

/* The condition under which the callee asserts is one of its arguments too. */
static int first(int is_set, const char *text)
{
    if (is_set)
        assert(text != NULL);
    return text ? *text : 0;
}

int no_text(const char *text)
{
    if (text == NULL)
        return first(1, text);
    return 1;
}

int no_text_fixed(const char *text)
{
    if (text == NULL)
        return first(0, text);
    return 1;
}

/* A null pointer that is written down. */
int written(int n)
{
    if (n > 5)
        return first(n, NULL);
    return 0;
}

int written_fixed(int n)
{
    if (n > 5)
        return first(0, NULL);
    return 0;
}

/* A call that fails by its constants alone is meant to. */
static void must(int holds)
{
    assert(holds);
}

int meant(int n)
{
    if (n < 0)
        must(0);
    return n;
}

/* What is asserted after a call that may not come back, or under a condition that is not the caller's, says nothing of the caller. */
void unknown(void);
void look_at(int n);
int calls, debug;

static int after_a_call(int n)
{
    unknown();
    assert(n > 0);
    return n;
}

static int after_a_look(int n)
{
    look_at(n);
    assert(n > 0);
    return n;
}

static int after_a_write(int n)
{
    calls++;
    assert(n > 0);
    return n;
}

static int behind_a_branch(int n)
{
    if (debug)
        assert(n > 0);
    return n;
}

static int of_memory(int *p)
{
    assert(*p > 0);
    return *p;
}

static int changed(int n)
{
    int *p = &n;
    *p = -*p;
    assert(n > 0);
    return n;
}

static int after_rounds(int n)
{
    int rounds = 0;
    while (rounds < 3)
        rounds++;
    assert(n + rounds > 0);
    return n;
}

int told_behind_a_write(int n)
{
    if (n < 0)
        return after_a_write(n);
    return 0;
}

int not_told(int n)
{
    if (n < 0)
        return after_a_call(n) + after_a_look(n) + behind_a_branch(n) + of_memory(&n) + changed(n) + after_rounds(n);
    return 0;
}

/* Without a prototype, arguments need not be what the function takes. */
static int old(n)
long n;
{
    assert(n > 0);
    return 1;
}

int other_arguments(int n)
{
    if (n < 0)
        return old(n) + old() + old(n, n) + old(-1.5);
    return 0;
}

/* Swapped bounds, as in swapped-bounds.c, where only the recursive call asserts. */
int halve(int low, int high)
{
    assert(low <= high);
    if (high - low <= 1)
        return low;
    int half = low + (high - low) / 2;
    if (half & 1)
        return halve(high, half);
    return halve(low, half);
}

int halve_fixed(int low, int high)
{
    assert(low <= high);
    if (high - low <= 1)
        return low;
    int half = low + (high - low) / 2;
    if (half & 1)
        return halve_fixed(half, high);
    return halve_fixed(low, half);
}
