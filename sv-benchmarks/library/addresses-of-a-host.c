// SPDX-License-Identifier: MIT OR Apache-2.0
//
// All addresses of a host are given back.

#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
int main(void) {
  struct addrinfo wanted = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *all;
  if (getaddrinfo("example.org", "80", &wanted, &all) != 0) {
    return 1;
  }
  for (struct addrinfo *one = all; one != NULL; one = one->ai_next) {
    struct sockaddr_in *address = (struct sockaddr_in *)one->ai_addr;
    printf("%u\n", ntohl(address->sin_addr.s_addr));
  }
  freeaddrinfo(all);
  return 0;
}
