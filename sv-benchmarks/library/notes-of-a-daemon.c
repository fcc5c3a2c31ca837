// SPDX-License-Identifier: MIT OR Apache-2.0
//
// What notes begin with is there as long as there are notes.

#include <stdlib.h>
#include <string.h>
#include <syslog.h>
int main(void) {
  char *name = strdup("daemon");
  if (name == NULL) {
    return 1;
  }
  openlog(name, LOG_PID, LOG_DAEMON);
  syslog(LOG_INFO, "begins");
  closelog();
  free(name);
  return 0;
}
