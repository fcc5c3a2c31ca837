// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A copy of a string is memory of its own.

extern void abort(void);
void reach_error(void) { abort(); }
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void free(void *);
extern char *strdup(const char *);
int main(void) {
  char text[4] = "abc";
  char *copy = strdup(text);
  text[1] = 'z';
  if (copy[1] != 'b' || copy[3] != 0) {
    reach_error();
  }
  free(copy);
  return 0;
}
