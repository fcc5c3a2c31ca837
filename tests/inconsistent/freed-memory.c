/* Memory that is given back and then used, or given back twice; files that are closed; locals of functions that have returned. */
#include <stdio.h>
#include <stdlib.h>

struct buffer { int length; int *data; };

int use_after_free(struct buffer *b, int close)
{
    int length = 0;
    if (close) {
        free(b);
        length = b->length;
    }
    return length;
}

int use_after_free_fixed(struct buffer *b, int close)
{
    int length = 0;
    if (close) {
        length = b->length;
        free(b);
    }
    return length;
}

void double_free(struct buffer *b, int failed)
{
    int *data = b->data;
    if (failed && data != NULL)
        free(data);
    if (failed && data != NULL)
        b->length = 0;
    if (data != NULL && failed)
        free(data);
}

void double_free_fixed(struct buffer *b, int failed)
{
    int *data = b->data;
    if (failed && data != NULL) {
        free(data);
        data = NULL;
    }
    if (failed)
        b->length = 0;
    free(data);
}

void give_back_all(struct buffer **all, int count)
{
    for (int i = 0; i < count; i++)
        free(all[i]);
}

/* A function that always gives back what it is given does what `free` does. */
static void drop(struct buffer *b)
{
    b->length = 0;
    free(b);
}

void dropped_twice(struct buffer *b)
{
    if (b) {
        drop(b);
        drop(b);
    }
}

void dropped_twice_fixed(struct buffer *b)
{
    if (b)
        drop(b);
}

int used_when_dropped(struct buffer *b)
{
    drop(b);
    return b->length;
}

int used_when_dropped_fixed(struct buffer *b)
{
    int length = b->length;
    drop(b);
    return length;
}

/* Sometimes it is still there. */
static void release(struct buffer *b)
{
    if (--b->length == 0)
        free(b);
}

int released(struct buffer *b)
{
    release(b);
    return b->length;
}

/* What functions give that is gone then. */
static int *local(void)
{
    int number = 5;
    return &number;
}

int local_result(void)
{
    return *local();
}

static int *lasting(void)
{
    static int number = 5;
    return &number;
}

int local_result_fixed(void)
{
    return *lasting();
}

static int *made(void)
{
    int *data = malloc(40);
    if (data == NULL)
        exit(1);
    free(data);
    return data;
}

void given_back_result(void)
{
    int *data = made();
    free(data);
}

static int *kept(void)
{
    int *data = malloc(40);
    if (data == NULL)
        exit(1);
    return data;
}

void given_back_result_fixed(void)
{
    int *data = kept();
    free(data);
}

/* It may be null, which can be given back. */
static int *made_or_null(void)
{
    int *data = malloc(40);
    free(data);
    return data;
}

void null_result(void)
{
    int *data = made_or_null();
    free(data);
}

/* Only where there was none is it the caller's. */
static int *first(int *data)
{
    if (data)
        return data;
    data = malloc(40);
    free(data);
    return NULL;
}

int first_result(int *data)
{
    int *one = first(data);
    return one ? *one : 0;
}

/* Where addresses lie is no use of them. */
int grows_down(void)
{
    int number = 0;
    return local() < &number;
}

void reallocated_local(void)
{
    int numbers[4];
    free(realloc(numbers, 40));
}

void reallocated_local_fixed(void)
{
    int *numbers = malloc(16);
    free(realloc(numbers, 40));
}

/* Files are closed. */
void closed_twice(const char *name)
{
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return;
    fclose(file);
    fclose(file);
}

void closed_twice_fixed(const char *name)
{
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return;
    fclose(file);
    file = fopen(name, "w");
    if (file == NULL)
        return;
    fclose(file);
}

int read_when_closed(const char *name)
{
    char line[20];
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return 0;
    fclose(file);
    return fgets(line, sizeof line, file) != NULL;
}

int read_when_closed_fixed(const char *name)
{
    char line[20];
    FILE *file = fopen(name, "r");
    if (file == NULL)
        return 0;
    int is_read = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    return is_read;
}

void closed_in_turn(const char **names, int count)
{
    for (int i = 0; i < count; i++) {
        FILE *file = fopen(names[i], "r");
        if (file)
            fclose(file);
    }
}
