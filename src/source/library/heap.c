// Functions on the heap. An object that is made larger or smaller is a new one: programs must not use the old address in any case.
typedef __SIZE_TYPE__ size;

void *malloc(size n);
void free(void *object);
void *memcpy(void *to, const void *from, size n);
// How many bytes the object has that was allocated at an address; 0 where there is none, or none any more.
size __bitreach_size(const void *object);

// As in GNU's library, no bytes are an object that is freed.
void *realloc(void *old, size n) {
  may_set_errno();
  if (old == 0) {
    return malloc(n);
  }
  if (n == 0) {
    free(old);
    return 0;
  }
  void *object = malloc(n);
  if (object == 0) {
    return 0;
  }
  size had = __bitreach_size(old); // Behind malloc: it also says that the new object may lie where the old one is.
  if (had < n) {
    memcpy(object, old, had);
  } else {
    memcpy(object, old, n);
  }
  free(old);
  return object;
}

void *reallocarray(void *old, size count, size each) {
  may_set_errno();
  size n;
  if (__builtin_mul_overflow(count, each, &n)) {
    return 0;
  }
  return realloc(old, n);
}

// Addresses are no numbers here, so any object is aligned.
void *aligned_alloc(size alignment, size n) {
  may_set_errno();
  return malloc(n);
}

void *memalign(size alignment, size n) {
  may_set_errno();
  return malloc(n);
}

char *strdup(const char *s) {
  may_set_errno();
  size n = 0;
  while (s[n] != 0) {
    n++;
  }
  char *copy = malloc(n + 1);
  if (copy != 0) {
    memcpy(copy, s, n + 1);
  }
  return copy;
}

char *strndup(const char *s, size most) {
  may_set_errno();
  size n = 0;
  while (n < most && s[n] != 0) {
    n++;
  }
  char *copy = malloc(n + 1);
  if (copy != 0) {
    memcpy(copy, s, n);
    copy[n] = 0;
  }
  return copy;
}
