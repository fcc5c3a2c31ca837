// Sorting and searching. Which of equal elements comes first, the standard leaves open, and which of them is found.
typedef __SIZE_TYPE__ sort_size;

static void exchange(char *a, char *b, sort_size width) {
  for (sort_size i = 0; i < width; i++) {
    char byte = a[i];
    a[i] = b[i];
    b[i] = byte;
  }
}

void qsort(void *first, sort_size count, sort_size width, int (*compare)(const void *, const void *)) {
  char *elements = first;
  for (sort_size sorted = 1; sorted < count; sorted++) {
    for (sort_size at = sorted; at > 0; at--) {
      char *here = elements + at * width, *before = here - width;
      int order = compare(before, here);
      if (order < 0 || (order == 0 && nondet_bool())) {
        break;
      }
      exchange(before, here, width);
    }
  }
}

void *bsearch(const void *key, const void *first, sort_size count, sort_size width,
              int (*compare)(const void *, const void *)) {
  const char *elements = first;
  void *found = 0;
  for (sort_size at = 0; at < count; at++) {
    if (compare(key, elements + at * width) == 0) {
      found = (void *)(elements + at * width);
      if (nondet_bool()) {
        break;
      }
    }
  }
  return found;
}
