// Prints its argument. That every argument has an end is all that is needed.
#include <stdio.h>

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: greet NAME\n");
    return 1;
  }
  if (printf("hello, %s\n", argv[1]) < 0) {
    perror(argv[1]);
    return 1;
  }
  return 0;
}
