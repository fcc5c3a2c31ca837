// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Behind the null that ends the arguments there is nothing: where there are none, not even the program's name, `argv[1]` is read there.

int main(int argc, char **argv) {
  (void)argc;
  if (argv[1] == 0) {
    return 1;
  }
  return 0;
}
