// What memory holds: two loads of one address agree where nothing between them could write there, whichever way control comes, and
// small locals are exact.
#include <stdlib.h>
#include <string.h>

struct node {
    int kind, size;
    struct node *next;
};

void visit(struct node *node);
void read_into(int *number);

// The first load stands on two ways to the second.
int joined(struct node *node, int strict) {
    if (strict) {
        if (node->kind != 1)
            return 0;
    } else if (node->kind != 2)
        return 0;
    if (node->kind == 3)
        return 1;
    return 2;
}

int joined_fixed(struct node *node, int strict) {
    if (strict) {
        if (node->kind != 1)
            return 0;
    } else if (node->kind != 2)
        return 0;
    visit(node);
    if (node->kind == 3)
        return 1;
    return 2;
}

// Only one way leads through the first load, and the second stands on that way alone.
int on_one_way(struct node *node, int strict) {
    if (strict && node->kind != 1)
        return 0;
    if (strict && node->kind == 2)
        return 1;
    return 2;
}

int on_one_way_fixed(struct node *node, int strict) {
    if (strict && node->kind != 1)
        return 0;
    if (!strict && node->kind == 2)
        return 1;
    return 2;
}

// Round by round.
int in_a_loop(char *text) {
    int spaces = 0;
    while (*text == ' ') {
        text++;
        spaces++;
    }
    if (*text == ' ')
        return -1;
    return spaces;
}

int in_a_loop_fixed(char *text) {
    int spaces = 0;
    while (*text == ' ') {
        text++;
        spaces++;
    }
    if (text[1] == ' ')
        return -1;
    return spaces;
}

// What is written through another pointer may be the same node.
int written(struct node *node, int large) {
    node->size = large ? 100 : 10;
    node->kind = 0;
    if (node->size == 20)
        return 1;
    return 0;
}

int written_fixed(struct node *node, struct node *other, int large) {
    node->size = large ? 100 : 10;
    other->size = 20;
    if (node->size == 20)
        return 1;
    return 0;
}

// A local whose address is known elsewhere keeps what is written until a call.
int escaped(void) {
    int number;
    read_into(&number);
    if (number < 0 || number > 9)
        number = 9;
    if (number == 20)
        return 1;
    return 0;
}

int escaped_fixed(void) {
    int number;
    number = 7;
    read_into(&number);
    if (number == 20)
        return 1;
    return 0;
}

// An array with computed indices.
int counted(const char *text) {
    int count[2] = {0};
    for (int i = 0; i < 4; i++)
        count[i & 1]++;
    if (count[0] + count[1] != 4)
        return -1;
    return count[text[0] == 'a'];
}

int counted_fixed(const char *text) {
    int count[2] = {0};
    for (int i = 0; i < 4; i++)
        if (text[i] < 'x')
            count[i & 1]++;
    if (count[0] + count[1] != 4)
        return -1;
    return count[text[0] == 'a'];
}

// A table that is initialised, and one that is cleared.
int tables(int i) {
    const int limit[4] = {10, 20, 30, 40};
    struct node nodes[2];
    memset(nodes, 0, sizeof nodes);
    if (i < 0 || i > 3)
        return 0;
    if (limit[i] % 10 == 5)
        return 1;
    if (nodes[i & 1].next != NULL)
        return 2;
    return 3;
}

int tables_fixed(int i) {
    const int limit[4] = {10, 20, 35, 40};
    struct node nodes[2];
    memset(nodes, 0, sizeof nodes);
    nodes[1].next = &nodes[0];
    if (i < 0 || i > 3)
        return 0;
    if (limit[i] % 10 == 5)
        return 1;
    if (nodes[i & 1].next != NULL)
        return 2;
    return 3;
}

// A local that is declared in a loop is another one in each round; one that is declared in front of it is not.
int anew(int at) {
    struct node node;
    int row[2];
    node.kind = 0;
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            row[1] = node.kind = 1;
        else if (node.kind != 1 || row[1] != 1)
            return -1;
    }
    return row[at & 1];
}

int anew_fixed(int at) {
    int last = 0;
    for (int i = 0; i < 2; i++) {
        struct node node;
        int row[2];
        visit(&node);
        read_into(row);
        if (i == 0)
            row[1] = node.kind = 1;
        else if (node.kind != 1 || row[1] != 1)
            return -1;
        last = row[at & 1];
    }
    return last;
}

// A member that is given back twice, and one that is set between.
int given_back(struct node *node) {
    struct node *next = node->next;
    if (next == NULL)
        return 0;
    free(node->next);
    if (node->kind == 5) {
        free(node->next);
        return 1;
    }
    return 0;
}

int given_back_fixed(struct node *node) {
    struct node *next = node->next;
    if (next == NULL)
        return 0;
    free(node->next);
    node->next = NULL;
    if (node->kind == 5) {
        free(node->next);
        return 1;
    }
    return 0;
}

// Whoever reads a plain place twice reads one thing, and whoever reads a volatile one may read two.
int device(struct node *node) {
    node->kind = 1;
    if (node->kind != 1)
        return 1;
    return 0;
}

int device_fixed(volatile struct node *node) {
    node->kind = 1;
    if (node->kind != 1)
        return 1;
    return 0;
}
