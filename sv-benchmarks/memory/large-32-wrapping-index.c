// The index times four is small modulo two to the 32nd, and the access leaves its array all the same.
extern unsigned __VERIFIER_nondet_uint(void);
int a[100000];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if ((i & 0x3fffffffu) < 100000) a[i] = 1;
  return 0;
}
