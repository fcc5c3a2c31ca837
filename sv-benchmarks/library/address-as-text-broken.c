// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The longest address has 15 letters and a zero.

#include <arpa/inet.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  struct in_addr address;
  char text[15];
  if (read(0, &address, sizeof address) != sizeof address || inet_ntop(AF_INET, &address, text, 16) == NULL) {
    return 1;
  }
  puts(text);
  return 0;
}
