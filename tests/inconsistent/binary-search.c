/* A binary search that keeps the middle in the interval on either side: it never makes progress. */
int search(const int row[8], int key)
{
    int low = 0, high = 7;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (row[middle] < key)
            low = middle;
        else
            high = middle;
    }
    return low;
}

int search_fixed(const int row[8], int key)
{
    int low = 0, high = 7;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (row[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return low;
}
