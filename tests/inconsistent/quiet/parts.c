/* Parts of objects that nothing has set, and that nobody looks at: structures that are handed on as a whole, padding, places on the stack,
   files that are closed. */

#include <stdio.h>

struct pair {
    long first, second;
};
struct tagged {
    int kind;
    union {
        int number;
        void *pointer;
    } as;
};
struct place {
    int x, y;
};
struct outer {
    int kind;
    struct place in;
};
struct mixed {
    int number;
    char letter;
};
extern void put_pair(struct pair pair);
extern void put_place(int kind, struct place place);
extern void begin_stack(void *bottom);
extern void untrack(void *file);

struct pair half_a_pair(int ok)
{
    struct pair pair;
    pair.first = ok;
    return pair;
}

struct tagged without_payload(void)
{
    struct tagged tagged;
    tagged.kind = 0;
    return tagged;
}

void member_by_value(void)
{
    struct outer outer;
    outer.kind = 0;
    put_place(outer.kind, outer.in);
}

void element_by_value(void)
{
    struct pair pairs[2];
    pairs[0].first = 1;
    pairs[1].first = 2;
    put_pair(pairs[1]);
}

unsigned sum_of_bytes(int number, char letter)
{
    struct mixed mixed;
    unsigned sum = 0;
    mixed.number = number;
    mixed.letter = letter;
    for (unsigned i = 0; i < sizeof mixed; i++)
        sum = sum * 31 + ((unsigned char *) &mixed)[i];
    return sum;
}

static void *here(void)
{
    char mark = 0;
    return &mark + (mark & 0);
}

void bottom_of_the_stack(void)
{
    begin_stack(here());
}

int closed_and_forgotten(FILE *file)
{
    int result = fclose(file);
    untrack(file);
    return result;
}
