/* Memory of known size from `malloc`, and addresses of different objects. */
#include <stdlib.h>
#include <string.h>

enum { ROWS = 6, COLUMNS = 4 };

/* A row that is allocated for the columns and filled for the rows. */
int *filled(void)
{
    int *row = malloc(COLUMNS * sizeof *row);
    int i;
    if (row == NULL)
        return NULL;
    for (i = 0; i < ROWS; i++)
        row[i] = i;
    return row;
}

int *filled_fixed(void)
{
    int *row = malloc(ROWS * sizeof *row);
    int i;
    if (row == NULL)
        return NULL;
    for (i = 0; i < ROWS; i++)
        row[i] = i;
    return row;
}

struct pair {
    int first, second;
};

/* As many pairs as are needed, but the last is one behind them. */
int last(int n)
{
    struct pair *pairs = calloc(3, sizeof *pairs);
    if (pairs == NULL || n < 0)
        return 0;
    if (n >= 3)
        return pairs[n].second;
    return pairs[n].first;
}

int last_fixed(int n)
{
    struct pair *pairs = calloc(3, sizeof *pairs);
    if (pairs == NULL || n < 0)
        return 0;
    if (n >= 3)
        return pairs[2].second;
    return pairs[n].first;
}

/* C leaves open whether one array begins where another one ends; not whether they share a place. */
int apart(int n)
{
    int one[2], other[2];
    if (n < 0 || n > 1)
        return 0;
    if (&one[n] == other)
        return 1;
    return 2;
}

int apart_fixed(int n)
{
    int one[2], other[2];
    if (n < 0 || n > 2)
        return 0;
    if (&one[n] == other || one + 2 == other)
        return 1;
    return 2;
}

/* Too small for what is put there, wherever that is. */
long *number(void)
{
    long *place = malloc(4);
    if (place != NULL)
        *place = 7;
    return place;
}

long *number_fixed(void)
{
    long *place = malloc(8);
    if (place != NULL)
        *place = 7;
    return place;
}

/* Places that are known when the program is compiled. */
int sixth_of_five(int n)
{
    int of[5];
    of[0] = n;
    of[5] = 1;
    return of[0];
}

int sixth_of_five_fixed(int n)
{
    int of[6];
    of[0] = n;
    of[5] = 1;
    return of[0];
}

struct name { int length; char text[4]; };

int ended(int n)
{
    struct name name;
    name.length = n;
    name.text[4] = 0;
    return name.length;
}

int ended_fixed(int n)
{
    struct name name;
    name.length = n;
    name.text[3] = 0;
    /* The place behind the last one may be pointed to. */
    const char *end = &name.text[4];
    return name.length + (end == 0);
}

int cleared(int n)
{
    struct name name;
    if (n < 0)
        memset(&name, 0, sizeof name + 1);
    name.length = n;
    return name.length;
}

int cleared_fixed(int n)
{
    struct name name;
    if (n < 0)
        memset(&name, 0, sizeof name);
    name.length = n;
    return name.length;
}

/* Three bytes are passed as a number of 24 bits. */
struct color { unsigned char red, green, blue; };
int fill(struct color *);
int draw(struct color);

int drawn(int n)
{
    struct color color[2];
    if (fill(&color[0]))
        return 1;
    if (n > 3)
        return draw(color[2]);
    return draw(color[1]);
}

int drawn_fixed(int n)
{
    struct color color[2];
    if (fill(&color[0]))
        return 1;
    if (n > 3)
        return draw(color[0]);
    return draw(color[1]);
}
