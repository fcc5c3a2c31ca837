/* Null pointers: tested and used in the same branch, used and tested, both null and compared, out of memory. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct task { int id; struct task *next; };

int test_then_use(struct task *task)
{
    if (task == NULL) {
        int id = task->id;
        return -id;
    }
    return task->id;
}

int test_then_use_fixed(struct task *task)
{
    if (task == NULL)
        return -1;
    return task->id;
}

int use_then_test(struct task *task)
{
    int id = task->id;
    if (task == NULL)
        return -1;
    return id;
}

int use_then_test_fixed(struct task *task)
{
    if (task == NULL)
        return -1;
    int id = task->id;
    return id;
}

int same(const struct task *a, const struct task *b)
{
    if (a == NULL && b == NULL)
        return a->id == b->id;
    if (a == NULL || b == NULL)
        return 0;
    return a->id == b->id;
}

int same_fixed(const struct task *a, const struct task *b)
{
    if (a == NULL && b == NULL)
        return 1;
    if (a == NULL || b == NULL)
        return 0;
    return a->id == b->id;
}

struct task *out_of_memory(int id)
{
    struct task *task = malloc(sizeof *task);
    if (!task) {
        task->id = -1;
        return NULL;
    }
    task->id = id;
    task->next = NULL;
    return task;
}

struct task *out_of_memory_fixed(int id)
{
    struct task *task = malloc(sizeof *task);
    if (!task)
        return NULL;
    task->id = id;
    task->next = NULL;
    return task;
}

/* A test that begins with a macro's name, and a function that begins with the use of one. */
#define UNUSED(x) (void)(x)

int yoda(const struct task *a)
{
    int id = a->id;
    if (NULL == a)
        return -1;
    return id;
}

int yoda_fixed(const struct task *a)
{
    if (NULL == a)
        return -1;
    return a->id;
}

int unused(int n)
{
    UNUSED(n);
    int *number = NULL;
    return *number;
}

int unused_fixed(int n)
{
    UNUSED(n);
    int *number = &n;
    return *number;
}
