// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A ring of five places: the index comes round.

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct ring {
  int next;
  int places[5];
};
int main(void) {
  struct ring ring = {0, {0}};
  while (__VERIFIER_nondet_int()) {
    ring.places[ring.next] = 1;
    ring.next = ring.next == 4 ? 0 : ring.next + 1;
  }
  return ring.places[0];
}
