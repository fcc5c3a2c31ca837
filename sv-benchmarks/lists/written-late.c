// A list of any length, each of whose elements is 1 at first and any number at the end of the round: the head is 77 after 20 rounds. Unsafe.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct node {
    int data;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    int rounds = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *p = malloc(sizeof *p);
        if (p == NULL) {
            return 0;
        }
        p->data = 1;
        struct node *last = head != NULL ? head : p;
        if (rounds > 20 && last->data == 77) {
            reach_error();
        }
        p->next = head;
        head = p;
        p->data = __VERIFIER_nondet_int();
        rounds++;
    }
    return 0;
}
