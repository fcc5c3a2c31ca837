// Functions on the heap. An object that is made larger or smaller is a new one: programs must not use the old address in any case.
typedef __SIZE_TYPE__ size;

void *malloc(size n);
void free(void *object);
// How many bytes the object has that was allocated at an address; 0 where there is none, or none any more.
size __bitreach_size(const void *object);

// Where there is no memory left, `errno` says so.
static void tell(_Bool is_there) {
  if (is_there) {
    may_set_errno();
  } else {
    must_set_errno();
  }
}

// As in GNU's library, no bytes are an object that is freed.
void *realloc(void *old, size n) {
  if (old == 0) {
    void *first = malloc(n);
    tell(first != 0);
    return first;
  }
  if (n == 0) {
    may_set_errno();
    free(old);
    return 0;
  }
  void *object = malloc(n);
  tell(object != 0);
  if (object == 0) {
    return 0;
  }
  size had = __bitreach_size(old); // Behind malloc: it also says that the new object may lie where the old one is.
  if (had < n) {
    __builtin_memcpy(object, old, had);
  } else {
    __builtin_memcpy(object, old, n);
  }
  free(old);
  return object;
}

void *reallocarray(void *old, size count, size each) {
  size n;
  if (__builtin_mul_overflow(count, each, &n)) {
    must_set_errno();
    return 0;
  }
  return realloc(old, n);
}

// Addresses are no numbers here, so any object is aligned. By the standard, an alignment that is none fails; GNU's library has it so since
// version 2.38.
void *aligned_alloc(size alignment, size n) {
  if ((alignment == 0 || (alignment & (alignment - 1)) != 0) && nondet_bool()) {
    error = 22; /* EINVAL */
    return 0;
  }
  void *object = malloc(n);
  tell(object != 0);
  return object;
}

void *memalign(size alignment, size n) {
  void *object = malloc(n);
  tell(object != 0);
  return object;
}

char *strdup(const char *s) {
  size n = 0;
  while (s[n] != 0) {
    n++;
  }
  char *copy = malloc(n + 1);
  tell(copy != 0);
  if (copy != 0) {
    __builtin_memcpy(copy, s, n + 1);
  }
  return copy;
}

char *strndup(const char *s, size most) {
  size n = 0;
  while (n < most && s[n] != 0) {
    n++;
  }
  char *copy = malloc(n + 1);
  tell(copy != 0);
  if (copy != 0) {
    __builtin_memcpy(copy, s, n);
    copy[n] = 0;
  }
  return copy;
}

// Wide characters, too.
__WCHAR_TYPE__ *wcsdup(const __WCHAR_TYPE__ *s) {
  size n = 0;
  while (s[n] != 0) {
    n++;
  }
  __WCHAR_TYPE__ *copy = malloc((n + 1) * sizeof(*s));
  tell(copy != 0);
  if (copy != 0) {
    __builtin_memcpy(copy, s, (n + 1) * sizeof(*s));
  }
  return copy;
}

int posix_memalign(void **to, size alignment, size n) {
  may_set_errno();
  if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) {
    return 22; // EINVAL
  }
  void *object = malloc(n);
  if (object == 0) {
    // What stands there then POSIX leaves open; GNU's library leaves it alone.
    if (nondet_bool()) {
      void *any;
      *to = any;
    }
    return 12; // ENOMEM
  }
  *to = object;
  return 0;
}

void *valloc(size n) { return memalign(0, n); }
