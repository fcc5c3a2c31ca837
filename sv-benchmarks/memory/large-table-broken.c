// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A table that nothing writes; one of its 4096 values is 28 661.

extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned int __VERIFIER_nondet_uint(void);

#define F1(x) ((x) * 7u + 3u)
#define F4(x) F1(x), F1((x) + 1u), F1((x) + 2u), F1((x) + 3u)
#define F16(x) F4(x), F4((x) + 4u), F4((x) + 8u), F4((x) + 12u)
#define F64(x) F16(x), F16((x) + 16u), F16((x) + 32u), F16((x) + 48u)
#define F256(x) F64(x), F64((x) + 64u), F64((x) + 128u), F64((x) + 192u)
#define F1024(x) F256(x), F256((x) + 256u), F256((x) + 512u), F256((x) + 768u)
static const unsigned int table[4096] = {F1024(0u), F1024(1024u), F1024(2048u), F1024(3072u)};

int main(void) {
  unsigned int i = __VERIFIER_nondet_uint();
  if (i < 4096u && table[i] == 28661u) {
    reach_error();
  }
  return 0;
}
