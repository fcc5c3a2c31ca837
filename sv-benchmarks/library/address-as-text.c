// SPDX-License-Identifier: MIT OR Apache-2.0
//
// There is room for each address as text.

#include <arpa/inet.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  struct in_addr address;
  char text[16];
  if (read(0, &address, sizeof address) != sizeof address || inet_ntop(AF_INET, &address, text, 16) == NULL) {
    return 1;
  }
  puts(text);
  return 0;
}
