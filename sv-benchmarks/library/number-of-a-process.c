// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The parent keeps its number.

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child < 0) {
    return 1;
  }
  if (child == 0) {
    exit(0);
  }
  if (getpid() != parent) {
    reach_error();
  }
  int status;
  if (waitpid(child, &status, 0) == -1) {
    return 1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}
