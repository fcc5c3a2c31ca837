/*
 * numbers [-r] [-u] [-s] [-f NUMBER] FILE
 *
 * Reads a file of numbers, sorts and prints them.
 *
 *   -r         the largest first
 *   -u         each number once
 *   -s         also their count, sum and median
 *   -f NUMBER  only the place of NUMBER among them
 */
#include <string.h>

#include "numbers.h"

struct options {
    bool reverse;
    bool unique;
    bool summary;
    bool finds;
    int wanted;
    const char *file;
};

static int usage(void)
{
    fputs("usage: numbers [-r] [-u] [-s] [-f NUMBER] FILE\n", stderr);
    return 2;
}

/* False if the arguments are not as in the usage. */
static bool parse_options(int argc, char **argv, struct options *options)
{
    const char *rest;
    int i = 1;

    options->reverse = false;
    options->unique = false;
    options->summary = false;
    options->finds = false;
    options->wanted = 0;
    options->file = NULL;
    while (i < argc && argv[i][0] == '-') {
        if (strcmp(argv[i], "-r") == 0) {
            options->reverse = true;
        } else if (strcmp(argv[i], "-u") == 0) {
            options->unique = true;
        } else if (strcmp(argv[i], "-s") == 0) {
            options->summary = true;
        } else if (strcmp(argv[i], "-f") == 0 && i + 1 < argc) {
            i++;
            options->finds = true;
            if (!parse_int(argv[i], &options->wanted, &rest) || *rest != '\0') {
                return false;
            }
        } else {
            return false;
        }
        i++;
    }
    if (i + 1 != argc) {
        return false;
    }
    options->file = argv[i];
    return true;
}

/* What went wrong in reading, on standard error; 0 if nothing did. */
static int complain(enum outcome outcome, const char *file, int line)
{
    switch (outcome) {
    case READ_TOO_MANY:
        fprintf(stderr, "%s:%d: more than %d numbers\n", file, line, MOST);
        return 1;
    case READ_NO_NUMBER:
        fprintf(stderr, "%s:%d: not a number\n", file, line);
        return 1;
    case READ_FAILED:
        fprintf(stderr, "%s: cannot be read\n", file);
        return 1;
    case READ_ALL:
        break;
    }
    return 0;
}

static void print_all(const struct numbers *all)
{
    for (int i = 0; i < all->count; i++) {
        printf("%d\n", all->value[i]);
    }
}

static void print_summary(const struct numbers *all)
{
    printf("count %d\n", all->count);
    if (all->count > 0) {
        printf("sum %ld\n", sum(all));
        printf("median %d\n", median(all));
    }
}

int main(int argc, char **argv)
{
    struct options options;
    struct numbers all;
    enum outcome outcome;
    int line = 0;
    FILE *from;

    if (!parse_options(argc, argv, &options)) {
        return usage();
    }
    from = fopen(options.file, "r");
    if (from == NULL) {
        fprintf(stderr, "%s: %s\n", options.file, "cannot be opened");
        return 1;
    }
    outcome = read_numbers(from, &all, &line);
    fclose(from);
    if (complain(outcome, options.file, line) != 0) {
        return 1;
    }
    sort(&all);
    if (!is_sorted(&all)) {
        fputs("numbers: not sorted\n", stderr);
        return 3;
    }
    if (options.finds) {
        printf("%d\n", find(&all, options.wanted));
        return 0;
    }
    if (options.unique) {
        unique(&all);
    }
    if (options.summary) {
        print_summary(&all);
    }
    if (options.reverse) {
        reverse(&all);
    }
    print_all(&all);
    return 0;
}
