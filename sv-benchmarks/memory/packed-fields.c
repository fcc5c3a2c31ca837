// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A packed structure has its word at an odd offset, and its bytes are those of the machine, lowest first.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

struct __attribute__((packed)) record {
  unsigned char tag;
  unsigned int word;
};

int main(void) {
  struct record r;
  r.tag = 7;
  r.word = __VERIFIER_nondet_uint();
  unsigned char *bytes = (unsigned char *)&r;
  if (sizeof r != 5 || bytes[0] != 7 || bytes[1] != (r.word & 255u) || bytes[4] != r.word >> 24) reach_error();
  return 0;
}
