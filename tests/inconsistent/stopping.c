/* Code that ends the program, or asserts that control never comes there, where that is what it is for. Beside each such
   function stands one with a defect. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

/* Too long a list ends the program; where the loop ends early, it ended at the limit. */
int zones_fixed(char **names) {
    int i;
    for (i = 0; names[i] != NULL && i < 8; i++)
        ;
    if (names[i] != NULL)
        exit(1);
    return i;
}

int zones(char **names) {
    int i;
    for (i = 0; names[i] != NULL && i < 8; i++)
        ;
    if (names[i] != NULL && i >= 8)
        exit(1);
    return i;
}

/* An option without its argument is no other option either, and ends the program. */
int option_fixed(int option, int left) {
    if (option == 1 && left < 3)
        return 1;
    if (option == 2 && left < 3)
        return 2;
    abort();
}

int option(int option, int left) {
    if (option == 1 && left < 3)
        return 1;
    if (option == 2 && option == 1)
        return 2;
    if (left > 5)
        return 3;
    abort();
}

struct value {
    int key;
    int number;
};

/* What is looked for is there, as the author knows. */
int take_fixed(struct value *values, int count, int key) {
    struct value *found = NULL;
    for (int i = 0; i < count; i++) {
        if (values[i].key == key) {
            found = &values[i];
            break;
        }
    }
    if (found != NULL) {
        if (found->number != 0)
            found->number = 0;
        return found->key;
    } else {
        assert(0);
    }
    return 0;
}

int take(struct value *values, int count, int key) {
    struct value *found = NULL;
    for (int i = 0; i < count; i++) {
        if (values[i].key == key) {
            found = &values[i];
            break;
        }
    }
    if (found == NULL)
        return found->number;
    return found->key;
}

/* There are no other kinds. */
int kind_fixed(int kind) {
    if (kind == 1)
        return 10;
    else if (kind == 2)
        return 20;
    else {
        assert(kind == 1 || kind == 2);
        return 0;
    }
}

int kind(int kind, int *uses) {
    if (kind == 1)
        return 10;
    else if (kind == 2)
        return 20;
    else {
        if (++*uses > 3)
            return 1;
        assert(kind == 1 || kind == 2);
        return 0;
    }
}

/* Room for one more, on platforms where the size has no more bits than the number. */
size_t room_fixed(unsigned count) {
    if ((size_t)count + 1 != 0)
        return (size_t)count + 1;
    return 0;
}

size_t room(unsigned count) {
    if (count > 9)
        return 0;
    if ((size_t)count + 1 != 11)
        return (size_t)count + 1;
    return 1;
}

/* The assertion fails before what stands behind it would. */
int number_fixed(const struct value *value) {
    if (value == NULL) {
        assert(value != NULL);
        return value->number;
    }
    return value->key;
}

int number(const struct value *value) {
    if (value == NULL)
        return value->number;
    return value->key;
}

/* A function is there to be called, even if it begins with an assertion. */
int bit_fixed(int n) {
    assert((n * (n + 1) & 1) == 0);
    return n / 2;
}

int bit(int n) {
    assert((n * (n + 1) & 1) == 1);
    return n / 2;
}

/* A loop is there to be entered. */
int each_fixed(int *numbers, int count) {
    *numbers = 0;
    do {
        assert((count * (count + 1) & 1) != 1);
        *numbers += count;
    } while (--count > 0);
    return *numbers;
}

int each(int *numbers, int count) {
    *numbers = 0;
    do {
        assert((count * (count + 1) & 1) == 1);
        *numbers += count;
    } while (--count > 0);
    return *numbers;
}
