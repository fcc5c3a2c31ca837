// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Up to ten readers or one writer: never both. Invariant: writing implies readers == 0.

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}
int main(void) {
  unsigned char readers = 0;
  _Bool writing = 0;
  while (1) {
    switch (__VERIFIER_nondet_uchar() & 3) {
    case 0:
      if (!writing && readers < 10) {
        readers++;
      }
      break;
    case 1:
      if (readers > 0) {
        readers--;
      }
      break;
    case 2:
      if (readers == 0) {
        writing = 1;
      }
      break;
    default:
      writing = 0;
    }
    __VERIFIER_assert(!writing || readers == 0);
  }
}
