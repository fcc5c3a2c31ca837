// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The receiver of the alternating bit protocol takes each message once: what it has counted is at most
// one behind.

extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char sent = 0, received = 0;
  _Bool bit = 0, expected = 0, acknowledged = 0, in_flight = 0;
  while (1) {
    if (!in_flight) {
      sent++;
      in_flight = 1;
    }
    if (__VERIFIER_nondet_bool()) { /* the message arrives, perhaps again */
      if (bit == expected) {
        received++;
        expected = !expected;
      }
      acknowledged = __VERIFIER_nondet_bool();
      if (acknowledged) {
        bit = !bit;
        in_flight = 0;
      }
    }
    __VERIFIER_assert(received == sent || (unsigned char)(received + 1) == sent);
  }
}
