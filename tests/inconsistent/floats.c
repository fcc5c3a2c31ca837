/* Comparisons of floating-point numbers are exact; what is rounded, or may not fit, is anything. */

int above_and_below(double x)
{
    if (x > 2.5) {
        if (x < 1.0)
            return 1;
        return 2;
    }
    return 0;
}

int above_and_below_fixed(double x, double y)
{
    if (x > 2.5) {
        if (y < 1.0)
            return 1;
        return 2;
    }
    return 0;
}

/* What is no number is neither. */
int neither(float x)
{
    if (x < 1.0f)
        return 1;
    if (x >= 1.0f)
        return 2;
    return 3;
}

int widened(float x)
{
    double wide = x;
    if (x < 0.5f) {
        if (wide > 0.75)
            return 1;
    }
    return 0;
}

int widened_fixed(float x)
{
    double wide = x;
    if (x < 0.8f) {
        if (wide > 0.75)
            return 1;
    }
    return 0;
}

/* The rounding mode is the caller's. */
int rounded(double x)
{
    if (x == 1.0) {
        if (x + 1e-300 > 1.0)
            return 1;
    }
    return 0;
}

int rounded_constants(double x)
{
    double a = 0.1, b = 0.2;
    if (x >= a + b) {
        if (x <= 0.3)
            return 1;
    }
    return 0;
}

int set_round(void);

int rounded_twice(double a, double b)
{
    double first = a + b;
    set_round();
    double second = a + b;
    if (first < second)
        return 1;
    return 0;
}

/* Bits of what is no number are open. */
int sign(float x)
{
    union { double number; unsigned long long bits; } word;
    word.number = x;
    if (x != x) {
        if (word.bits >> 63)
            return 1;
    }
    return 0;
}

int length(int n)
{
    double exact = n;
    if (n > 10) {
        if (exact <= 10.0)
            return 1;
    }
    return 0;
}

int length_fixed(int n)
{
    float rounded = n;
    if (n > 10) {
        if (rounded <= 10.0f)
            return 1;
    }
    return 0;
}

struct pair { int first, second; };
struct pair both(void);

int parts(void)
{
    struct pair pair = both();
    if (pair.first > 3) {
        if (pair.first < 2)
            return 1;
        if (pair.second < 2)
            return 2;
    }
    return 0;
}

int parts_fixed(void)
{
    struct pair pair = both();
    if (pair.first > 3) {
        if (pair.second < 2)
            return 2;
    }
    return 0;
}
