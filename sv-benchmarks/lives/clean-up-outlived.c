// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The clean-up of a local keeps its address.

int *last;

void done(int *q) { last = q; }

int main(void) {
  {
    int y __attribute__((cleanup(done))) = 1;
  }
  return *last;
}
