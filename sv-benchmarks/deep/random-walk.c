// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A walk in random steps of up to 2^15, to either side and a little more to the right: after some millions of steps the signed place
// leaves its type. It never does in the unsigned generator beside it.

int main(void) {
  unsigned int state = 1;
  int place = 0;
  while (1) {
    state = state * 1664525u + 1013904223u;
    place += (int)(state >> 16) - 32500;
  }
}
