// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Room for two, three are written.

extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  char *p = malloc(2);
  for (int i = 0; i < 3; i++) {
    p[i] = 0;
  }
  free(p);
  return 0;
}
