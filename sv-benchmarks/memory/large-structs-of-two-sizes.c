// A large array of structures takes a member from a smaller one. The index 683 of the first is none of the second. Unsafe with n = m = 0,
// l = 2 and j = 683.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct S {
  int x, y, z;
};
struct S a[2000];
struct S b[400] = {[0 ... 399] = {0, 7, 0}};
int main(void) {
  unsigned n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), l = __VERIFIER_nondet_int();
  unsigned j = __VERIFIER_nondet_int();
  if (n >= 400 || m >= 400 || l >= 400 || j >= 2000)
    return 0;
  a[683].x = 5;
  b[m].z = 1;
  a[n].x = b[n].x;
  int bad = 0;
  for (unsigned k = 0; k < l; k++)
    if (b[k].y != 7)
      bad = 1;
  if (a[j].x == 5 && l == 2 && !bad)
    reach_error();
  return 0;
}
