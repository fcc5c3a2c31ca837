// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Who has no name may have no home either.

#include <pwd.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>
int main(void) {
  struct passwd *user = getpwuid(getuid());
  if (user == NULL) {
    return 1;
  }
  printf("%s\n", user->pw_dir);
  return 0;
}
