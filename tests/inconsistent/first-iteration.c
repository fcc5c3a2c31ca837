/* The flag is set before the loop, and again at the end of each round. */
int separators(int n)
{
    int first = 1, commas = 0;
    for (int i = 0; i < n; i++) {
        if (!first)
            commas++;
        first = 1;
    }
    return commas;
}

int separators_fixed(int n)
{
    int first = 1, commas = 0;
    for (int i = 0; i < n; i++) {
        if (!first)
            commas++;
        first = 0;
    }
    return commas;
}
