// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What notes begin with is read for each of them.

#include <stdlib.h>
#include <string.h>
#include <syslog.h>
int main(void) {
  char *name = strdup("daemon");
  if (name == NULL) {
    return 1;
  }
  openlog(name, LOG_PID, LOG_DAEMON);
  free(name);
  syslog(LOG_INFO, "begins");
  return 0;
}
