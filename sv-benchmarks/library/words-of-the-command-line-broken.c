// SPDX-License-Identifier: MIT OR Apache-2.0
//
// The program's name may be missing, and then null stands in its place.

extern void reach_error(void);

int main(int argc, char **argv) {
  if (argc > 0 && argv[0][0] == 'x' && argv[0][1] == 'y' && argv[0][2] == 0) {
    reach_error();
  }
  return argv[0][0];
}
