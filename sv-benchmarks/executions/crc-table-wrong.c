// SPDX-License-Identifier: MIT OR Apache-2.0
//
// CRC-32 by a table of a polynomial with one bit too few: the check value of "123456789" is not that of the definition.

extern void abort(void);
void reach_error(void) { abort(); }
static unsigned int table[256];
int main(void) {
  for (unsigned int byte = 0; byte < 256; byte++) {
    unsigned int rest = byte;
    for (int bit = 0; bit < 8; bit++) {
      rest = rest & 1 ? rest >> 1 ^ 0xedb88300u : rest >> 1;
    }
    table[byte] = rest;
  }
  const char *text = "123456789";
  unsigned int crc = ~0u;
  for (int i = 0; text[i] != 0; i++) {
    crc = crc >> 8 ^ table[(crc ^ (unsigned char)text[i]) & 255];
  }
  if (~crc != 0xcbf43926u) {
    reach_error();
  }
  return 0;
}
