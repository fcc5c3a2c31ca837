// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A name has at most 255 characters.

#include <dirent.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char name[256];
  DIR *folder = opendir(".");
  if (folder == 0) {
    return 1;
  }
  for (struct dirent *entry; (entry = readdir(folder)) != 0;) {
    strcpy(name, entry->d_name);
    puts(name);
  }
  return closedir(folder);
}
