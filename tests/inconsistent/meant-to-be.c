/* Conditions that are constant on purpose, each with one beside it that is not. */

extern int next(int *p);

/* A loop that is left by `break` alone. */
int skip_fixed(void) {
    int m;
    do {
        if (next(&m) == 0)
            return -1;
        if (m != 255)
            break;
    } while (1);
    return m;
}

int skip(void) {
    int m = 7;
    do {
        if (next(0) == 0)
            return -1;
    } while (m = 1);
    return m;
}

/* Whether a number fits into the platform's type. */
unsigned long fits_fixed(unsigned long n) {
    long narrow = (long)n;
    if ((unsigned long)narrow != n)
        return 0;
    return narrow + 1;
}

unsigned long fits(unsigned long n) {
    unsigned long narrow = n;
    if (n > 9)
        return 1;
    if (narrow == 10)
        return 0;
    return narrow + 1;
}

struct stream {
    unsigned long left;
};

/* The same through memory. */
long refill_fixed(struct stream *s, long count) {
    s->left = (unsigned long)count;
    if ((long)s->left != count)
        return -1;
    return count;
}

long refill(struct stream *s, long count) {
    s->left = (unsigned long)count;
    if (count < 0)
        return -1;
    if ((long)s->left < 0)
        return -2;
    return count;
}

/* Whether a number fits into a buffer: what its type holds is a question of sizes alone, what a test before it says is not. */
int room_fixed(unsigned char n) {
    char buffer[300];
    if (n >= sizeof(buffer))
        return -1;
    buffer[n] = 1;
    return n;
}

int room(unsigned n) {
    char buffer[8];
    if (n >= sizeof(buffer))
        return -1;
    if (n == sizeof(buffer))
        return -2;
    buffer[n] = 1;
    return n;
}

extern long key(void);

/* Elements of a buffer counted as bytes: the access fails before the test holds. */
int typed_fixed(const char *text) {
    long keys[16];
    unsigned n = 0;
    for (;;) {
        keys[n] = key();
        if (keys[n] != text[n] || n >= sizeof(keys) / sizeof(*keys) - 1)
            return n;
        n++;
    }
}

int typed(const char *text) {
    long keys[16];
    unsigned n = 0;
    for (;;) {
        keys[n] = key();
        if (keys[n] != text[n] || n >= sizeof(keys) - 1)
            return n;
        n++;
    }
}
