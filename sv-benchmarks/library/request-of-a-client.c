// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A request of any length ends within its buffer, where there is room for the zero.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
  int server = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons(8080)};
  if (server < 0 || setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0 ||
      bind(server, (struct sockaddr *)&own, sizeof own) < 0 || listen(server, 5) < 0) {
    perror("server");
    return 1;
  }
  struct sockaddr_in other;
  socklen_t length = sizeof other;
  int client = accept(server, (struct sockaddr *)&other, &length);
  if (client < 0) {
    return 1;
  }
  char request[32];
  ssize_t count = recv(client, request, sizeof request - 1, 0);
  if (count > 0) {
    request[count] = 0;
    printf("%s: %s\n", inet_ntoa(other.sin_addr), request);
    send(client, request, strlen(request), 0);
  }
  close(client);
  return 0;
}
