/* A row that is allocated for the columns and filled for the rows. */
#include <assert.h>

enum { ROWS = 6, COLUMNS = 4 };

int last(void)
{
    int row[COLUMNS];
    int i;
    for (i = 0; i < ROWS; i++)
        row[i] = i;
    return i;
}

int last_fixed(void)
{
    int row[COLUMNS];
    int i;
    for (i = 0; i < COLUMNS; i++)
        row[i] = i;
    return i;
}
