// SPDX-License-Identifier: MIT OR Apache-2.0
//
// An entry is gone when its folder is closed.

#include <dirent.h>
int main(void) {
  DIR *folder = opendir("/");
  if (folder == 0) {
    return 1;
  }
  struct dirent *first = readdir(folder);
  closedir(folder);
  return first != 0 && first->d_ino != 0;
}
