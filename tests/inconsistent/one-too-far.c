/* Arrays that are left by one element. */
int values[10];

void clear(void)
{
    int row[10];
    for (int i = 0; i <= 10; i++)
        row[i] = 0;
}

void clear_fixed(void)
{
    int row[10];
    for (int i = 0; i < 10; i++)
        row[i] = 0;
}

/* Only --boundary sees this one: with i < 10 the search can end well. */
int find(int key)
{
    for (int i = 0; i <= 10; i++) {
        if (values[i] == key)
            return i;
    }
    return -1;
}

int find_fixed(int key)
{
    for (int i = 0; i <= 9; i++) {
        if (values[i] == key)
            return i;
    }
    return -1;
}

/* The test around it excludes the boundary: no report. */
int guarded(int i)
{
    if (i == 10)
        return -1;
    if (i >= 0 && i <= 10)
        return values[i];
    return 0;
}
