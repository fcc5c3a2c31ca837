/* Divisions by zero, also those whose result nothing needs. */
void by_a_number(int dividend)
{
    int quotient;
    quotient = dividend / 0;
}

void by_a_variable(int dividend)
{
    int divisor = 0, quotient;
    quotient = dividend / divisor;
}

void by_a_variable_fixed(int dividend)
{
    int divisor = 1, quotient;
    quotient = dividend / divisor;
}

void by_an_element(int dividend)
{
    int divisors[5] = {2, 1, 0, 3, 4}, quotient;
    quotient = dividend % divisors[2];
}

int by_a_difference(int n)
{
    if (n > 3)
        return 0;
    if (n < 3)
        return 1;
    n = n % (n - 3);
    return 2;
}

int by_a_difference_fixed(int n)
{
    if (n > 2)
        return 0;
    if (n < 1)
        return 1;
    n = n % (n - 3);
    return 2;
}

/* Shifts. */
int too_far(int n)
{
    return n << 32;
}

long too_far_fixed(long n)
{
    return n << 32;
}

unsigned back(unsigned n, int by)
{
    if (by < 0)
        return n >> by;
    return n;
}

unsigned back_fixed(unsigned n, int by)
{
    if (by > 0)
        return n >> by;
    return n;
}

void call_of_null(void)
{
    void (*function)(void) = 0;
    function();
}

void call_of_null_fixed(void (*function)(void))
{
    if (function != 0)
        function();
}

/* An index that stands in another array. */
int index_from_table(void)
{
    int numbers[5] = {0};
    int indices[2] = {0, 6};
    return numbers[indices[1]];
}

int index_from_table_fixed(void)
{
    int numbers[5] = {0};
    int indices[2] = {0, 4};
    return numbers[indices[1]];
}

int null_from_table(void)
{
    int *pointers[3] = {0, 0, 0};
    return *pointers[1];
}

int null_from_table_fixed(int *p)
{
    int *pointers[3] = {0, p, 0};
    return *pointers[1];
}
