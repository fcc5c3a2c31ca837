/* Two values are put in order, and then put in order again. */
int swaps(int a, int b)
{
    int count = 0;
    if (a > b) {
        int other = a;
        a = b;
        b = other;
        count++;
    }
    if (a > b) {
        int other = a;
        a = b;
        b = other;
        count++;
    }
    return count;
}

int swaps_fixed(int a, int b, int c)
{
    int count = 0;
    if (a > b) {
        int other = a;
        a = b;
        b = other;
        count++;
    }
    if (b > c) {
        int other = b;
        b = c;
        c = other;
        count++;
    }
    return count;
}
