// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The FNV-1a hash of a million bytes of a pattern, computed forwards, and undone backwards with the inverse of its prime.

extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned int hash = 2166136261u;
  for (unsigned int i = 0; i < 1000000u; i++) {
    hash = (hash ^ (i * i + 7) % 251) * 16777619u;
  }
  for (unsigned int i = 1000000u; i > 0; i--) {
    hash = hash * 899433627u ^ ((i - 1) * (i - 1) + 7) % 251;
  }
  if (hash != 2166136261u) {
    reach_error();
  }
  return 0;
}
