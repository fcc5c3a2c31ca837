// SPDX-License-Identifier: MIT OR Apache-2.0
//
// How many arguments there are is exact as long as none of them is read.

extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc == 1000000) {
    reach_error();
  }
  return argc > 1 && argv[1] == 0;
}
