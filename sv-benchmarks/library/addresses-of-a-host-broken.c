// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Where no address can be reached, they are not given back.

#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
  struct addrinfo wanted, *all;
  memset(&wanted, 0, sizeof wanted);
  wanted.ai_socktype = SOCK_STREAM;
  int why = getaddrinfo("example.org", "80", &wanted, &all);
  if (why != 0) {
    fprintf(stderr, "%s\n", gai_strerror(why));
    return 1;
  }
  int to = -1;
  for (struct addrinfo *one = all; one != NULL; one = one->ai_next) {
    to = socket(one->ai_family, one->ai_socktype, one->ai_protocol);
    if (to >= 0 && connect(to, one->ai_addr, one->ai_addrlen) == 0) {
      break;
    }
    if (to >= 0) {
      close(to);
      to = -1;
    }
  }
  if (to < 0) {
    return 1;
  }
  freeaddrinfo(all);
  close(to);
  return 0;
}
