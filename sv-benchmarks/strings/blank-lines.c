// Skips blank lines: each loop over a line ends at its end, where the kind of character is looked up in a table.
#include <ctype.h>
#include <stdio.h>

static int is_blank(const char *line) {
  while (isspace((unsigned char)*line)) {
    line++;
  }
  return *line == '\0';
}

int main(void) {
  char line[32];
  int lines = 0;
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (!is_blank(line)) {
      lines = lines < 100 ? lines + 1 : 100;
    }
  }
  return lines;
}
