/* What is done to the numbers once they are read. */
#include "numbers.h"

/* Insertion sort: what stands before `i` is sorted. */
void sort(struct numbers *all)
{
    for (int i = 1; i < all->count; i++) {
        int value = all->value[i];
        int j = i;

        while (j > 0 && all->value[j - 1] > value) {
            all->value[j] = all->value[j - 1];
            j--;
        }
        all->value[j] = value;
    }
}

/* The last becomes the first. */
void reverse(struct numbers *all)
{
    int low = 0;
    int high = all->count - 1;

    while (low < high) {
        int value = all->value[low];

        all->value[low] = all->value[high];
        all->value[high] = value;
        low++;
        high--;
    }
}

/* Of equal numbers in a row, the first is kept. */
void unique(struct numbers *all)
{
    int kept = 0;

    for (int i = 0; i < all->count; i++) {
        if (kept == 0 || all->value[kept - 1] != all->value[i]) {
            all->value[kept] = all->value[i];
            kept++;
        }
    }
    all->count = kept;
}

/* Whether none is smaller than the one before it. */
bool is_sorted(const struct numbers *all)
{
    for (int i = 1; i < all->count; i++) {
        if (all->value[i - 1] > all->value[i]) {
            return false;
        }
    }
    return true;
}

/*
 * The place of `wanted` among sorted numbers, or -1. Whatever stands at
 * `low` or behind it, and before `high`, may still be it.
 */
int find(const struct numbers *all, int wanted)
{
    int low = 0;
    int high = all->count;

    while (low < high) {
        int middle = low + (high - low) / 2;

        if (all->value[middle] == wanted) {
            return middle;
        }
        if (all->value[middle] < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return -1;
}

/* A long holds the sum of MOST numbers of 32 bits. */
long sum(const struct numbers *all)
{
    long result = 0;

    for (int i = 0; i < all->count; i++) {
        result += all->value[i];
    }
    return result;
}

/* The one in the middle of sorted numbers; there has to be one. */
int median(const struct numbers *all)
{
    return all->value[(all->count - 1) / 2];
}
