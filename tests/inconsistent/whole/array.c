/* The table holds the even numbers up to 4. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned table[3];
    for (unsigned i = 0; i < 3; i++)
        table[i] = 2 * i;
    unsigned at = __VERIFIER_nondet_uint();
    if (at >= 3)
        return 1;
    if (table[at] == 3)
        return 2;
    return 0;
}
