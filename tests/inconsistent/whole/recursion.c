/* From 5 downwards no call has a negative number. */
static unsigned factorial(int n) {
    if (n < 0)
        return 0;
    if (n <= 1)
        return 1;
    return (unsigned)n * factorial(n - 1);
}

int main(void) {
    return factorial(5) == 120;
}
