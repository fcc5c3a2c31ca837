// A function that is inline, and has no external definition: a thousand can be halved nine times.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

inline int halves(int n) {
  return n < 2 ? 0 : 1 + halves(n / 2);
}

__inline__ unsigned char low(int n) {
  return n & 0xff;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0 && n < 1000 && (halves(n) > 8 || low(n) > 255)) {
    reach_error();
  }
  return 0;
}
