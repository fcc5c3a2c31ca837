/* The twin of heap.c. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int kind;
    int value;
};

static struct node *make(int kind) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(2);
    node->kind = kind;
    node->value = __VERIFIER_nondet_int();
    return node;
}

static int eval(const struct node *node) {
    if (node->kind == 3)
        return 100 / (node->kind - 2);
    if (node->kind == 4)
        return 7;
    return node->value;
}

int main(void) {
    struct node *a = make(1);
    struct node *b = make(__VERIFIER_nondet_int() ? 4 : 3);
    int result = eval(a) + eval(b);
    free(a);
    free(b);
    return result;
}
