// Sorting and searching. Which of equal elements comes first, the standard leaves open, and which of them is found; and how often, in
// which order and which elements are compared. So functions that do more than compare are not modelled, and any three elements are
// compared here first: what goes wrong with some of them goes wrong here.
typedef __SIZE_TYPE__ sort_size;
typedef int comparison(const void *, const void *);

void more_than_compared(void) __asm__("bitreach.more_than_compared");

void more_than_compared(void) {
  __bitreach_left_open("`qsort` or `bsearch` with a function that does more than compare, since how often it is called is open");
}

static void no_order(void) {
  __bitreach_left_open("undefined behaviour: the function that `qsort` compares with defines no order");
}

static _Bool are_opposite(int a, int b) { return (a < 0) == (b > 0) && (a > 0) == (b < 0); }

static sort_size any_below(sort_size count) {
  sort_size at = (sort_size)nondet_long();
  return at < count ? at : 0;
}

// The function must define a total order (7.22.5.2 in C17).
static void compare_any(const char *elements, sort_size count, sort_size width, comparison *compare) {
  const char *a = elements + any_below(count) * width, *b = elements + any_below(count) * width,
             *c = elements + any_below(count) * width;
  int a_b = compare(a, b), b_a = compare(b, a), b_c = compare(b, c), a_c = compare(a, c);
  if (!are_opposite(a_b, b_a) || a_b <= 0 && b_c <= 0 && a_c > 0) {
    no_order();
  }
}

// In the widest words that they consist of.
#define EXCHANGE(type)                                                                                                 \
  for (sort_size i = 0; i < width / sizeof(type); i++) {                                                               \
    type word = ((type *)a)[i];                                                                                        \
    ((type *)a)[i] = ((type *)b)[i];                                                                                   \
    ((type *)b)[i] = word;                                                                                             \
  }

static void exchange(char *a, char *b, sort_size width) {
  if (width % sizeof(long) == 0) {
    EXCHANGE(long)
  } else if (width % sizeof(int) == 0) {
    EXCHANGE(int)
  } else {
    EXCHANGE(char)
  }
}

void qsort(void *first, sort_size count, sort_size width, comparison *compare) {
  char *elements = first;
  all_there(first, count, width);
  if (count > 1) {
    compare_any(elements, count, width, compare);
  }
  for (sort_size sorted = 1; sorted < count; sorted++) {
    for (sort_size at = sorted; at > 0; at--) {
      char *here = elements + at * width, *before = here - width;
      int order = compare(before, here);
      if (!are_opposite(order, compare(here, before))) {
        no_order();
      }
      if (order < 0 || (order == 0 && nondet_bool())) {
        break;
      }
      exchange(before, here, width);
    }
  }
}

// Elements that are less than the key stand before those that are equal, and these before those that are greater (7.22.5.1).
void *bsearch(const void *key, const void *first, sort_size count, sort_size width, comparison *compare) {
  const char *elements = first;
  all_there(first, count, width);
  void *found = 0;
  _Bool has_equal = 0, has_greater = 0;
  for (sort_size at = 0; at < count; at++) {
    int order = compare(key, elements + at * width);
    if (order > 0 && (has_equal || has_greater) || order == 0 && has_greater) {
      __bitreach_left_open("undefined behaviour: `bsearch` in an array that is not sorted");
    }
    has_equal |= order == 0;
    has_greater |= order < 0;
    if (order == 0 && (found == 0 || nondet_bool())) {
      found = (void *)(elements + at * width);
    }
  }
  return found;
}

// Searching one element after the other; the first one that is equal is found. `lsearch` puts one that is not there behind the last one.
void *lfind(const void *key, const void *first, sort_size *count, sort_size width, comparison *compare) {
  const char *elements = first;
  for (sort_size at = 0; at < *count; at++) {
    if (compare(key, elements + at * width) == 0) {
      return (void *)(elements + at * width);
    }
  }
  return 0;
}

void *lsearch(const void *key, void *first, sort_size *count, sort_size width, comparison *compare) {
  void *found = lfind(key, first, count, width, compare);
  if (found == 0) {
    found = (char *)first + *count * width;
    __bitreach_apart(found, width, key, width, 0);
    __builtin_memcpy(found, key, width);
    *count += 1;
  }
  return found;
}

// Lists that run both ways: the first two members of what is linked.
typedef struct linked {
  struct linked *next, *before;
} linked;

void insque(void *element, void *before) {
  linked *of = element, *place = before;
  if (place == 0) {
    of->next = of->before = 0;
    return;
  }
  linked *next = place->next;
  place->next = of;
  if (next != 0) {
    next->before = of;
  }
  of->next = next;
  of->before = place;
}

void remque(void *element) {
  linked *of = element, *next = of->next, *before = of->before;
  if (next != 0) {
    next->before = before;
  }
  if (before != 0) {
    before->next = next;
  }
}
