/* Four choices that each add 1 or 3: the total is even. */
int total(int a, int b, int c, int d)
{
    int sum = 0;
    sum += a ? 1 : 3;
    sum += b ? 1 : 3;
    sum += c ? 1 : 3;
    sum += d ? 1 : 3;
    if (sum % 2 == 1)
        return -1;
    return sum;
}

int total_fixed(int a, int b, int c, int d)
{
    int sum = 0;
    sum += a ? 1 : 3;
    sum += b ? 1 : 3;
    sum += c ? 1 : 3;
    sum += d ? 1 : 2;
    if (sum % 2 == 1)
        return -1;
    return sum;
}
