// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Lines of numbers, with blanks and empty lines between them, are read into a structure until it is more than full.

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

struct numbers {
  int count;
  int values[8];
};

static const char *behind_blanks(const char *text) {
  while (isspace((unsigned char)*text)) {
    text++;
  }
  return text;
}

static int number_of(const char *text, int *value) {
  char *end;
  errno = 0;
  long number = strtol(text, &end, 10);
  if (end == text || errno == ERANGE || number < INT_MIN || number > INT_MAX || *behind_blanks(end) != '\0') {
    return -1;
  }
  *value = (int)number;
  return 0;
}

int main(void) {
  struct numbers numbers;
  char line[32];
  numbers.count = 0;
  while (numbers.count <= 8 && fgets(line, sizeof line, stdin)) {
    const char *text = behind_blanks(line);
    if (*text == '\0') {
      continue;
    }
    int value;
    if (number_of(text, &value) != 0) {
      fprintf(stderr, "no number\n");
      return 1;
    }
    numbers.values[numbers.count++] = value;
  }
  printf("%d\n", numbers.count);
  return 0;
}
