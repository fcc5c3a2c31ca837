// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Constants that are unsigned wrap, also when they are folded.

int main(void) {
  unsigned int x = 4294967295u + 1u;
  return x != 0;
}
