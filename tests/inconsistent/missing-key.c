/* A search for a key that is not there: squares of numbers are never 3 modulo 4. */
unsigned root_of(unsigned limit)
{
    unsigned found = 0;
    for (unsigned i = 0; i < limit; i++) {
        if ((i & 3) * (i & 3) % 4 == 3)
            found = i;
    }
    return found;
}

unsigned root_of_fixed(unsigned limit)
{
    unsigned found = 0;
    for (unsigned i = 0; i < limit; i++) {
        if ((i & 3) * (i & 3) % 4 == 1)
            found = i;
    }
    return found;
}
