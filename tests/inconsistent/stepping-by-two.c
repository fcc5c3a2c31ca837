/* A counter that starts even and steps by two is never odd. */
int find(int limit)
{
    for (int i = 0; i < limit; i += 2) {
        if (i == 7)
            return i;
    }
    return -1;
}

int find_fixed(int limit)
{
    for (int i = 1; i < limit; i += 2) {
        if (i == 7)
            return i;
    }
    return -1;
}
