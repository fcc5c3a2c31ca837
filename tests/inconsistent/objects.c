/* Memory of known size from `malloc`, and addresses of different objects. */
#include <stdlib.h>

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
