/* Arrays that nobody but the function reaches hold what has been written there, element by element. */
#include <assert.h>
#include <stdlib.h>

/* A search for a key that is not there. */
int key_of_20(void)
{
    int keys[20] = {3, 8, 1, 9, 4, 7, 12, 15, 2, 6, 11, 13, 17, 19, 21, 23, 25, 27, 29, 31};
    for (int i = 0; i < 20; i++) {
        if (keys[i] == 5)
            return i;
    }
    return -1;
}

int key_of_20_fixed(int key)
{
    int keys[20] = {3, 8, 1, 9, 4, 7, 12, 15, 2, 6, 11, 13, 17, 19, 21, 23, 25, 27, 29, 31};
    for (int i = 0; i < 20; i++) {
        if (keys[i] == key)
            return i;
    }
    return -1;
}

int key_of_200(void)
{
    int keys[200] = {3, 8, 1, 9, 4, 7, 12, 15, 2, 6, 11, 13, 17, 19, 21, 23, 25, 27, 29, 31};
    for (int i = 0; i < 200; i++) {
        if (keys[i] == 5)
            return i;
    }
    return -1;
}

int key_of_200_fixed(int key)
{
    int keys[200] = {3, 8, 1, 9, 4, 7, 12, 15, 2, 6, 11, 13, 17, 19, 21, 23, 25, 27, 29, 31};
    for (int i = 0; i < 200; i++) {
        if (keys[i] == key)
            return i;
    }
    return -1;
}

/* A pointer that walks over a text. */
int letter(void)
{
    char text[] = "abcdefghijklmnopqrstuvwxyz";
    for (char *p = text; *p; p++) {
        if (*p == 'A')
            return p - text;
    }
    return -1;
}

int letter_fixed(char which)
{
    char text[] = "abcdefghijklmnopqrstuvwxyz";
    for (char *p = text; *p; p++) {
        if (*p == which)
            return p - text;
    }
    return -1;
}

/* A search from the end that goes on before the array. */
int last(void)
{
    int keys[20] = {3, 8, 1, 9, 4, 7, 12, 15, 2, 6, 11, 13, 17, 19, 21, 23, 25, 27, 29, 31};
    int i = 20;
    do {
        i--;
    } while (keys[i] != 5);
    return i;
}

int last_fixed(int key)
{
    int keys[20] = {3, 8, 1, 9, 4, 7, 12, 15, 2, 6, 11, 13, 17, 19, 21, 23, 25, 27, 29, 31};
    int i = 20;
    do {
        i--;
    } while (i > 0 && keys[i] != key);
    return i;
}

/* A binary search that keeps the middle in the interval. */
int middle(void)
{
    int keys[20] = {1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39};
    int low = 0, high = 19;
    while (low < high) {
        int mid = (low + high) / 2;
        if (keys[mid] <= 22)
            low = mid;
        else
            high = mid - 1;
    }
    return low;
}

int middle_fixed(int key)
{
    int keys[20] = {1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39};
    int low = 0, high = 19;
    while (low < high) {
        int mid = (low + high + 1) / 2;
        if (keys[mid] <= key)
            low = mid;
        else
            high = mid - 1;
    }
    return low;
}

/* The least of the keys is another one. */
int least(void)
{
    int keys[20] = {3, 8, 1, 9, 4, 7, 12, 15, 2, 6, 11, 13, 17, 19, 21, 23, 25, 27, 29, 31};
    int found = keys[0];
    for (int i = 1; i < 20; i++) {
        if (keys[i] < found)
            found = keys[i];
    }
    assert(found == 3);
    return found;
}

int least_fixed(void)
{
    int keys[20] = {3, 8, 1, 9, 4, 7, 12, 15, 2, 6, 11, 13, 17, 19, 21, 23, 25, 27, 29, 31};
    int found = keys[0];
    for (int i = 1; i < 20; i++) {
        if (keys[i] < found)
            found = keys[i];
    }
    assert(found == 1);
    return found;
}

/* How many elements there are is a constant. */
int counted(void)
{
    int count = 20;
    int squares[count];
    for (int i = 0; i <= count; i++)
        squares[i] = i * i;
    return squares[3];
}

int counted_fixed(void)
{
    int count = 20;
    int squares[count];
    for (int i = 0; i < count; i++)
        squares[i] = i * i;
    return squares[3];
}

/* On the heap. */
int allocated(void)
{
    int count = 20;
    int *keys = calloc(count, sizeof(int));
    if (!keys)
        return -1;
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (keys[i] == 5)
            found = i;
    }
    free(keys);
    return found;
}

int allocated_fixed(int key)
{
    int count = 20;
    int *keys = calloc(count, sizeof(int));
    if (!keys)
        return -1;
    keys[4] = 5;
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (keys[i] == 5)
            found = i;
    }
    free(keys);
    return found;
}

/* Rows are made for as many as there are columns. */
int matrix(void)
{
    int rows = 2, columns = 1;
    int **cells = malloc(rows * sizeof(int *));
    if (!cells)
        return 0;
    for (int i = 0; i < columns; i++) {
        cells[i] = malloc(rows * sizeof(int));
        if (!cells[i])
            return 0;
    }
    for (int i = 0; i < rows; i++)
        cells[i][0] = i;
    return 1;
}

int matrix_fixed(void)
{
    int rows = 2, columns = 1;
    int **cells = malloc(rows * sizeof(int *));
    if (!cells)
        return 0;
    for (int i = 0; i < rows; i++) {
        cells[i] = malloc(columns * sizeof(int));
        if (!cells[i])
            return 0;
    }
    for (int i = 0; i < rows; i++)
        cells[i][0] = i;
    return 1;
}
