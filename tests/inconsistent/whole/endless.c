/* An even number never becomes 7. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned turns = 0;
    unsigned step = 2 * (unsigned)__VERIFIER_nondet_int();
    do
        turns += step;
    while (turns != 7);
    return 0;
}
