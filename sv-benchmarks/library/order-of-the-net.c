// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The first byte of an address is its highest one, in the order of this machine.

#include <arpa/inet.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned address = __VERIFIER_nondet_uint();
  unsigned char *bytes = (unsigned char *)&address;
  unsigned net = bytes[0];
  if (net == 10 && (ntohl(address) >> 24) != 10) {
    reach_error();
  }
  return 0;
}
