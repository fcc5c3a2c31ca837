// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What is wanted of an entry is read before its folder is closed.

#include <dirent.h>
int main(void) {
  DIR *folder = opendir("/");
  if (folder == 0) {
    return 1;
  }
  struct dirent *first = readdir(folder);
  unsigned long number = first == 0 ? 0 : first->d_ino;
  closedir(folder);
  return number != 0;
}
