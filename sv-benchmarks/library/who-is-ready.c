// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Without a limit of time somebody is ready.

#include <stddef.h>
#include <sys/select.h>
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  fd_set ready;
  struct timeval most = {1, 0};
  FD_ZERO(&ready);
  FD_SET(0, &ready);
  int count = select(1, &ready, NULL, NULL, NULL);
  if (count >= 0 && !FD_ISSET(0, &ready)) {
    reach_error();
  }
  return 0;
}
