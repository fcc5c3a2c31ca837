// Functions of the library, called through pointers.
#include <stdlib.h>
#include <string.h>
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

struct allocator {
  void *(*get)(size_t);
  void (*give)(void *);
  size_t (*length)(const char *);
  void *(*fill)(void *, int, size_t);
};

static const struct allocator standard = {malloc, free, strlen, memset};

int main(void) {
  const struct allocator *own = &standard;
  int (*magnitude)(int) = abs;
  int n = __VERIFIER_nondet_int();
  if (n < -7 || n > 7) {
    return 0;
  }
  size_t length = (size_t)magnitude(n);
  char *text = own->get(8);
  own->fill(text, 'x', length);
  text[length] = 0;
  if (own->length(text) != length) {
    reach_error();
  }
  own->give(text);
  return 0;
}
