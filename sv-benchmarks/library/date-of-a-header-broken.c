// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The zero behind 29 characters needs room, too.

#include <stdio.h>
#include <time.h>
int main(void) {
  char date[29];
  time_t now = time(NULL);
  struct tm *utc = now == (time_t)-1 ? NULL : gmtime(&now);
  if (utc == NULL) {
    return 1;
  }
  size_t length = strftime(date, 30, "%a, %d %b %Y %H:%M:%S GMT", utc);
  date[length] = '\n';
  return fwrite(date, 1, length + 1, stdout) != length + 1;
}
