// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Not every user is known to the system.

#include <pwd.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>
int main(void) {
  struct passwd *user = getpwuid(getuid());
  printf("%s\n", user->pw_dir);
  return 0;
}
