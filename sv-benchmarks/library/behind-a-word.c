// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A word may be empty, and then its second character is not there.

int main(int argc, char **argv) {
  if (argc != 2) {
    return 2;
  }
  if (argv[1][0] != '-' && argv[1][1] != 'v') {
    return 1;
  }
  return 0;
}
