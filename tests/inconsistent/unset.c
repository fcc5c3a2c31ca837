/* Variables and memory that nothing has set. Each flaw has a corrected twin behind it. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void put(int number);
void get(int *number);

void scalar(void)
{
    int number;
    put(number);
}

void scalar_set_by_call(void)
{
    int number;
    get(&number);
    put(number);
}

void on_one_way(int is_known)
{
    int number;
    if (is_known)
        number = 1;
    put(number);
}

void on_both_ways(int is_known)
{
    int number;
    if (is_known)
        number = 1;
    else
        number = 2;
    put(number);
}

/* Where the value is set and where it is used belong together. */
void when_used(int is_known)
{
    int number;
    if (is_known)
        number = 1;
    put(7);
    if (is_known)
        put(number);
}

/* Clang and gcc take this for a promise. */
void promised(int is_known)
{
    int number = number;
    if (is_known)
        number = 1;
    put(number);
}

int summed(const int *numbers, int count)
{
    int sum;
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    return 0;
}

int summed_from_zero(const int *numbers, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    return sum;
}

void array(void)
{
    int numbers[10];
    for (int i = 0; i < 10; i++)
        put(numbers[i]);
}

void array_set(void)
{
    int numbers[10];
    for (int i = 0; i < 10; i++)
        numbers[i] = i;
    for (int i = 0; i < 10; i++)
        put(numbers[i]);
}

void block(void)
{
    int *numbers = malloc(40);
    if (!numbers)
        return;
    put(numbers[3]);
    free(numbers);
}

void block_of_zeros(void)
{
    int *numbers = calloc(10, 4);
    if (!numbers)
        return;
    put(numbers[3]);
    free(numbers);
}

void text(void)
{
    char line[20];
    strcat(line, "x");
    puts(line);
}

void text_begun(void)
{
    char line[20];
    line[0] = 0;
    strcat(line, "x");
    puts(line);
}

void text_read(void)
{
    char line[20];
    if (!fgets(line, sizeof line, stdin))
        return;
    puts(line);
}

struct bits {
    unsigned low : 4;
    unsigned high : 4;
};

/* To set some bits, the others are read. */
void bits(void)
{
    struct bits bits;
    bits.low = 1;
    bits.high = 2;
    put(bits.low);
}

struct pair {
    int a, b;
};

/* Structures are copied with what has no value in them. */
int copied(int a)
{
    struct pair from, to;
    from.a = a;
    to = from;
    return to.a;
}

int pointer(void)
{
    const int *p;
    return *p;
}

/* In its first round only. */
int previous(int count)
{
    int before;
    int all = 0;
    for (int i = 0; i < count; i++) {
        if (i > 0)
            all += before;
        before = i;
    }
    return all;
}

/* The way through the loop is the only one. */
void chosen_in_a_loop(void)
{
    char room[10];
    char *to;
    for (int i = 0; i < 1; i++)
        to = room - 8;
    to[0] = 'x';
    puts(to);
}

/* Where the first value is null, or nothing. */
void chosen_block(int is_large)
{
    int *numbers = NULL;
    if (is_large)
        numbers = malloc(40);
    else
        numbers = malloc(40);
    if (numbers)
        numbers[10] = 1;
    free(numbers);
}

/* The declaration is passed again while a pointer to the variable is used. */
int passed_again(void)
{
    int *p = NULL;
again:;
    int number;
    if (p) {
        *p = 5;
        return number;
    }
    p = &number;
    goto again;
}

/* A structure without values is handed on, which says nothing. */
struct pair handed_on(int is_empty)
{
    struct pair pair;
    if (is_empty)
        return pair;
    pair.a = 1;
    pair.b = 2;
    return pair;
}

/* Whatever it was, it is zero then. */
void cleared(void)
{
    int number;
    __asm__("xor %0, %0" : "+r"(number));
    if (number)
        put(1);
}

jmp_buf jump;
void set(char *text);
void leave(void);

/* It was set before control comes back. */
int comes_back(void)
{
    char text[20];
    if (setjmp(jump)) {
        if (text[0] == 'a')
            return 1;
        leave();
        return 2;
    }
    set(text);
    leave();
    return 0;
}

enum kind { SMALL, LARGE };

/* There is no third kind. */
int size(enum kind kind)
{
    int size;
    switch (kind) {
    case SMALL:
        size = 1;
        break;
    case LARGE:
        size = 2;
        break;
    }
    return size;
}

/* A block that is there on one way only. */
int on_one_way_only(int is_needed)
{
    char *p = is_needed ? malloc(8) : NULL;
    if (p)
        p[3] = 2;
    return 0;
}

/* Members are read, not the structure. */
void members(void)
{
    struct pair pair;
    put(pair.a);
    put(pair.b);
}

void members_fixed(void)
{
    struct pair pair;
    pair.a = 1;
    pair.b = 2;
    put(pair.a);
    put(pair.b);
}

void second_member(void)
{
    struct pair pair;
    pair.a = 1;
    put(pair.b);
}

void second_member_fixed(void)
{
    struct pair pair;
    pair.b = 1;
    put(pair.b);
}

/* Only the first half is written. */
void half(void)
{
    int numbers[10];
    for (int i = 0; i < 10 / 2; i++)
        numbers[i] = i;
    for (int i = 0; i < 10; i++)
        put(numbers[i]);
}

void half_fixed(void)
{
    int numbers[10];
    for (int i = 0; i < 10; i++)
        numbers[i] = i;
    for (int i = 0; i < 10; i++)
        put(numbers[i]);
}

/* So much as was written is read. */
void as_many(int count)
{
    int numbers[10];
    if (count < 0 || count > 10)
        return;
    for (int i = 0; i < count; i++)
        numbers[i] = i;
    for (int i = 0; i < count; i++)
        put(numbers[i]);
}

void number_of_fractions(void)
{
    double number;
    put(number + 1 > 2);
}

void number_of_fractions_fixed(void)
{
    double number = 0;
    put(number + 1 > 2);
}

void by_pointer(void)
{
    int number;
    int *p = &number;
    put(*p);
}

void by_pointer_fixed(void)
{
    int number;
    int *p = &number;
    *p = 4;
    put(number);
}

/* The value is not used. */
void by_two_pointers(void)
{
    int number;
    int *p = &number, *q = &number;
    {
        int copy = *p;
        copy = 5;
        *p = copy;
    }
    put(*q);
}

void copied_by_pointers(void)
{
    int number;
    int *p = &number, *q = &number;
    {
        int copy = *p;
        *p = copy;
    }
    put(*q);
}
