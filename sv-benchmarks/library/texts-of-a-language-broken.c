// SPDX-License-Identifier: MIT OR Apache-2.0
//
// One of two texts does not fit.

#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  setlocale(LC_ALL, "");
  textdomain("copy");
  char text[10];
  strcpy(text, ngettext("one file", "several files", (unsigned long)argc));
  puts(text);
  return 0;
}
