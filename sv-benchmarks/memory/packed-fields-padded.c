// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Without the attribute the word is not at offset 1: the structure has eight bytes.
extern void abort(void);
void reach_error(void) { abort(); }

struct record {
  unsigned char tag;
  unsigned int word;
};

int main(void) {
  if (sizeof(struct record) != 5) reach_error();
  return 0;
}
