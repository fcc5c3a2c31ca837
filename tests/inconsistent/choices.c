/* Conditions between two constants, which clang computes without a branch. */

/* No number is of a third kind. */
int kind(int x)
{
    int odd = x > 0 ? 1 : 2;
    return odd == 3 ? 5 : 6;
}

int kind_fixed(int x)
{
    int odd = x > 0 ? 1 : 2;
    return odd == 2 ? 5 : 6;
}

/* The name of a pointer that was used before. */
const char *name(const int *value, int *sum)
{
    *sum += *value;
    return value ? "value" : "nothing";
}

const char *name_fixed(const int *value, int *sum)
{
    *sum += value ? *value : 0;
    return value ? "value" : "nothing";
}

/* Two choices in one expression, of which the second can go but one way. */
int both(unsigned n)
{
    return (n > 5 ? 1 : 2) + (n > 7 ? 10 : 20) * (n > 7 && n < 6 ? 100 : 200);
}

int both_fixed(unsigned n)
{
    return (n > 5 ? 1 : 2) + (n > 7 ? 10 : 20) * (n > 7 && n < 9 ? 100 : 200);
}

/* The built-in function chooses, not the source. */
int first_bit(unsigned mask)
{
    if (mask == 0)
        return -1;
    return mask ? 1 : 2;
}

int first_bit_fixed(unsigned mask)
{
    if (mask == 0)
        return -1;
    return __builtin_ffs(mask) - 1;
}

int told(int);

/* A switch for those who look for faults, which is off. */
int chatty(int n)
{
    int verbose = n > 2;
    if (verbose)
        return told(verbose ? 1 : 2);
    return 0;
}

int chatty_fixed(int n)
{
    int verbose = 0;
    return told(verbose ? 1 : 2) + n;
}
