/* The same test twice on one way: the second is decided by the first. */
int kind(int c)
{
    if (c == '+')
        return 1;
    else if (c == '-')
        return 2;
    else if (c == '+')
        return 3;
    return 0;
}

int kind_fixed(int c)
{
    if (c == '+')
        return 1;
    else if (c == '-')
        return 2;
    else if (c == '*')
        return 3;
    return 0;
}

int digits(const char *text, int base)
{
    int value = 0, digit = *text++ - '0';
    while (digit >= 0 && digit < 10) {
        if (digit < 10 && digit >= base)
            digit = base - 1;
        value = value * base + digit;
        digit = *text++ - '0';
    }
    return value;
}

int digits_fixed(const char *text, int base)
{
    int value = 0, digit = *text++ - '0';
    while (digit >= 0 && digit < 10) {
        if (digit >= base)
            digit = base - 1;
        value = value * base + digit;
        digit = *text++ - '0';
    }
    return value;
}
