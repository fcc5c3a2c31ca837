/* Functions with a call that comes back twice: the second time, locals may have changed, and what came after the call has happened. */

#include <setjmp.h>
#include <stdlib.h>

jmp_buf there;
char table[10];
void work(void);

/* Before the call all is as ever. */
int before(int *p)
{
    int n = 0;
    if (p == NULL)
        n = *p;
    if (setjmp(there))
        return n;
    work();
    return 0;
}

int before_fixed(int *p)
{
    int n = 0;
    if (p != NULL)
        n = *p;
    if (setjmp(there))
        return n;
    work();
    return 0;
}

/* What contradicts itself does so at any time. */
int behind(unsigned n)
{
    if (setjmp(there))
        return -1;
    if (n < 0)
        return -2;
    work();
    return 0;
}

int behind_fixed(int n)
{
    if (setjmp(there))
        return -1;
    if (n < 0)
        return -2;
    work();
    return 0;
}

/* The pointer has been set when the call comes back again. */
int changed(void)
{
    char *p = NULL;
    if (setjmp(there)) {
        if (p != NULL)
            return 1;
        return 2;
    }
    p = table;
    work();
    return 0;
}

/* The same of a number, and of a test before the call. */
int counted(int n)
{
    int rounds = 0;
    if (n == 5) {
        setjmp(there);
        if (n != 5 || rounds > 0)
            return rounds;
        rounds++;
        n = 6;
        work();
    }
    return 0;
}

/* What cannot come to the return by itself goes back. */
int aborted(int n)
{
    if (setjmp(there))
        return -1;
    if (n == 0) {
        work();
        abort();
    }
    for (;;)
        work();
}

/* Memory that has been given back the first time, and is there again the second time. */
int given_back(int n)
{
    char *p = malloc(4);
    if (p == NULL)
        return 0;
    free(p);
    if (setjmp(there))
        return p[0];
    p = malloc(8);
    if (p != NULL)
        work();
    return n;
}

/* A check that always holds says nothing, behind such a call as elsewhere. */
int checked(int n)
{
    if (setjmp(there))
        return -1;
    if (n > 3)
        return -2;
    if (n == 9)
        abort();
    work();
    return 0;
}

/* By a name of its own. */
__attribute__((returns_twice)) int my_setjmp(void *);
int named_otherwise(void)
{
    int n = 0;
    if (my_setjmp(table)) {
        if (n > 0)
            return n;
        return -1;
    }
    n = 1;
    work();
    return 0;
}
