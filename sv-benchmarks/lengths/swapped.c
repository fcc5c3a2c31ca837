// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Two arrays change places, element by element.

extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}

int a[100000];
int b[100000];
int kept[100000];

int main(void) {
  for (int i = 0; i < 100000; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
    kept[i] = a[i];
  }
  for (int i = 0; i < 100000; i++) {
    int element = a[i];
    a[i] = b[i];
    b[i] = element;
  }
  for (int i = 0; i < 100000; i++) {
    __VERIFIER_assert(b[i] == kept[i]);
  }
  return 0;
}
