/* The loop divides by its counter on the way from -x to x: for x > 0 it comes past zero. */
int spread(int x)
{
    int sum = 0;
    if (x > 0 && x < 1000) {
        for (int i = -x; i < x; i++)
            sum += 100 / i;
    }
    return sum;
}

int spread_fixed(int x)
{
    int sum = 0;
    if (x > 0 && x < 1000) {
        for (int i = -x; i < x; i++)
            if (i != 0)
                sum += 100 / i;
    }
    return sum;
}
