// What functions of the C library on strings do, in C: linked where a program declares them and has no bodies of its own. Each stands
// for itself, so that the others can be left out. Compared are unsigned characters, as the standard says (7.26 in C17).

// Paths show lines of this file under the name of the header.
#line 6 "<string.h>"
typedef __SIZE_TYPE__ size;
typedef unsigned char byte;

size strlen(const char *s) {
  size n = 0;
  while (s[n] != 0) {
    n++;
  }
  return n;
}

size strnlen(const char *s, size most) {
  size n = 0;
  while (n < most && s[n] != 0) {
    n++;
  }
  return n;
}

int strcmp(const char *a, const char *b) {
  size i = 0;
  while (a[i] != 0 && a[i] == b[i]) {
    i++;
  }
  return (int)(byte)a[i] - (int)(byte)b[i];
}

int strncmp(const char *a, const char *b, size n) {
  for (size i = 0; i < n; i++) {
    if (a[i] != b[i] || a[i] == 0) {
      return (int)(byte)a[i] - (int)(byte)b[i];
    }
  }
  return 0;
}

int memcmp(const void *a, const void *b, size n) {
  for (size i = 0; i < n; i++) {
    int x = ((const byte *)a)[i], y = ((const byte *)b)[i];
    if (x != y) {
      return x - y;
    }
  }
  return 0;
}

void *memchr(const void *s, int c, size n) {
  for (size i = 0; i < n; i++) {
    if (((const byte *)s)[i] == (byte)c) {
      return (byte *)s + i;
    }
  }
  return 0;
}

char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) {
      return (char *)s;
    }
    if (*s == 0) {
      return 0;
    }
  }
}

char *strrchr(const char *s, int c) {
  const char *last = 0;
  for (;; s++) {
    if (*s == (char)c) {
      last = s;
    }
    if (*s == 0) {
      return (char *)last;
    }
  }
}

char *strcpy(char *to, const char *from) {
  size i = 0;
  while (from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to;
}

char *strncpy(char *to, const char *from, size n) {
  size i = 0;
  while (i < n && from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  while (i < n) {
    to[i] = 0;
    i++;
  }
  return to;
}

char *strcat(char *to, const char *from) {
  size n = 0, i = 0;
  while (to[n] != 0) {
    n++;
  }
  while (from[i] != 0) {
    to[n + i] = from[i];
    i++;
  }
  to[n + i] = 0;
  return to;
}

char *strncat(char *to, const char *from, size most) {
  size n = 0, i = 0;
  while (to[n] != 0) {
    n++;
  }
  while (i < most && from[i] != 0) {
    to[n + i] = from[i];
    i++;
  }
  to[n + i] = 0;
  return to;
}

// Of the heap. An object that is made larger or smaller is a new one: programs must not use the old address in any case.
void *malloc(size n);
void free(void *object);
void *memcpy(void *to, const void *from, size n);
// How many bytes the object has that was allocated at an address; 0 where there is none, or none any more.
size __bitreach_size(const void *object);

// As in GNU's library, no bytes are an object that is freed.
void *realloc(void *old, size n) {
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
  size n;
  if (__builtin_mul_overflow(count, each, &n)) {
    return 0;
  }
  return realloc(old, n);
}

// Addresses are no numbers here, so any object is aligned.
void *aligned_alloc(size alignment, size n) {
  return malloc(n);
}

void *memalign(size alignment, size n) {
  return malloc(n);
}

char *strdup(const char *s) {
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
