// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Behind December there is none.

#include <time.h>
int main(void) {
  static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  time_t now = time(0);
  if (now < 0) {
    return 1;
  }
  struct tm *date = gmtime(&now);
  int length = days[date->tm_mon + 1];
  return length - date->tm_mday;
}
