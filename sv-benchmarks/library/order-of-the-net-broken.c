// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Without the change of the order it is the lowest one.

#include <arpa/inet.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned address = __VERIFIER_nondet_uint();
  unsigned char *bytes = (unsigned char *)&address;
  unsigned net = bytes[0];
  if (net == 10 && (address >> 24) != 10) {
    reach_error();
  }
  return 0;
}
