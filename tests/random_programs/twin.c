// The books that the native twin of a random program keeps: which objects live, which of their cells have a value, and whether
// arithmetic has a result. The first time that something is wrong, the twin says so and ends.

// Blocks of the source are numbered by a function; each time that one is entered it gets a number of its own, its objects live
// as long as that one, and their cells stand in its row. Number 0 is what null points to, and 1 has what is static.
enum { ENTRIES = 3000, CELLS = 64, DEEP = 24, CALLS = 40 };
static unsigned char alive[ENTRIES] = {0, 1}, set[ENTRIES][CELLS];
static int entries = 2, steps;

// One call of a function: where it stands, as blocks from the outermost to the innermost, and what `alloca` gave it. What it
// gave behind the declaration of an array of variable length ends with that array: how much it was before, or -1.
struct frame {
    int depth, block[DEEP], entry[DEEP], before[DEEP], allocated, room[CALLS];
};

// What a pointer points to: an object's cells in the row of an entry, and which one of them.
struct shadow {
    int entry, first, size, index;
};
static struct shadow returned;

static void ends(const char *how) {
    printf("%s\n", how);
    exit(0);
}

static int entered(void) {
    if (entries == ENTRIES) ends("open");
    alive[entries] = 1;
    return entries++;
}

static void leave(struct frame *frame) {
    int last = --frame->depth;
    alive[frame->entry[last]] = 0;
    while (frame->before[last] >= 0 && frame->allocated > frame->before[last])
        alive[frame->room[--frame->allocated]] = 0;
}

// An array of variable length is declared in the innermost block.
static void variable(struct frame *frame) {
    frame->before[frame->depth - 1] = frame->allocated;
}

// Execution has come to the block at the end of this path: what is left ends its life, what is entered begins one.
static void here(struct frame *frame, const int *path, int length) {
    int same = 0;
    if (++steps > 4000) ends("open");
    while (same < length && same < frame->depth && frame->block[same] == path[same]) same++;
    while (frame->depth > same) leave(frame);
    for (; same < length; same++) {
        frame->block[same] = path[same];
        frame->entry[same] = entered();
        frame->before[same] = -1;
        frame->depth++;
    }
}

static void left(struct frame *frame) {
    while (frame->depth > 0) leave(frame);
    while (frame->allocated > 0) alive[frame->room[--frame->allocated]] = 0;
}

static struct shadow room(struct frame *frame, int size) {
    if (frame->allocated == CALLS) ends("open");
    int entry = frame->room[frame->allocated++] = entered();
    return (struct shadow){entry, 0, size, 0};
}

// What was a temporary: its life is over.
static struct shadow gone(int size) {
    struct shadow shadow = {entered(), 0, size, 0};
    alive[shadow.entry] = 0;
    return shadow;
}

static unsigned char *cell(struct shadow shadow, long long index) {
    if (!alive[shadow.entry] || shadow.index + index < 0 || shadow.index + index >= shadow.size) ends("violated deref");
    return &set[shadow.entry][shadow.first + shadow.index + index];
}

static void writes(struct shadow shadow, long long index) {
    *cell(shadow, index) = 1;
}

// What has no value is any value: what comes of it is not known.
static void reads(struct shadow shadow, long long index) {
    if (!*cell(shadow, index)) ends("open");
}

// What has no value can be the one that is looked for.
static void probes(struct shadow shadow) {
    if (!*cell(shadow, 0)) ends("violated reach");
}

static void all(struct shadow shadow, int value) {
    for (int i = 0; i < shadow.size; i++) set[shadow.entry][shadow.first + i] = value;
}

static void reads_all(struct shadow shadow) {
    // Null leads to no cell.
    cell(shadow, 0);
    for (int i = 0; i < shadow.size; i++) reads(shadow, i);
}

#define BOOKS struct frame frame __attribute__((cleanup(left))) = {0}
#define PATH(...) (const int[]){__VA_ARGS__}
#define HERE(...) here(&frame, PATH(__VA_ARGS__), sizeof(PATH(__VA_ARGS__)) / sizeof(int))
#define AT(level, first, size, index) ((struct shadow){frame.entry[level], first, size, index})
#define STATIC(first, size, index) ((struct shadow){1, first, size, index})

// Arithmetic that says when it has no result.
#define SIGNED(type) ((type)-1 < 0)
#define CHECKED(a, b, kind, compute) \
    ({ \
        __typeof__((a) + (b)) l = (a), r = (b), z; \
        if (compute && SIGNED(__typeof__(z))) ends("violated " kind); \
        z; \
    })
#define ADD(a, b) CHECKED(a, b, "overflow", __builtin_add_overflow(l, r, &z))
#define SUB(a, b) CHECKED(a, b, "overflow", __builtin_sub_overflow(l, r, &z))
#define MUL(a, b) CHECKED(a, b, "overflow", __builtin_mul_overflow(l, r, &z))
#define DIVIDED(a, b, op) \
    ({ \
        __typeof__((a) + (b)) l = (a), r = (b), z; \
        if (r == 0) ends("violated division"); \
        if (SIGNED(__typeof__(z)) && r == (__typeof__(z))-1 && __builtin_sub_overflow((__typeof__(z))0, l, &z)) \
            ends("violated overflow"); \
        l op r; \
    })
#define DIV(a, b) DIVIDED(a, b, /)
#define REM(a, b) DIVIDED(a, b, %)
#define NEG(a) SUB((__typeof__(+(a)))0, a)
#define SHIFTED(a, b, op, base) \
    ({ \
        __typeof__(+(a)) l = (a); \
        __typeof__(+(b)) r = (b); \
        if (r < 0 || r >= 8 * sizeof(l)) ends("violated shift"); \
        if (base && SIGNED(__typeof__(l)) && (l < 0 || l << r < 0 || l << r >> r != l)) ends("violated overflow"); \
        l op r; \
    })
#define SHL(a, b) SHIFTED(a, b, <<, 1)
#define SHR(a, b) SHIFTED(a, b, >>, 0)
