// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A receiver of packets. Its device is a pair of registers at fixed addresses, of which each read may give anything; an
// interrupt sets a flag at any time. A packet says its length, which is cut to what the buffer holds, so no
// byte is written behind it: the sentinel stays.

extern void abort(void);
void reach_error(void) { abort(); }

struct device {
  unsigned status;
  unsigned data;
};
#define DEVICE ((volatile struct device *)0x40011000)

static volatile int enabled;
static struct {
  unsigned char bytes[6];
  unsigned char sentinel;
} buffer = {.sentinel = 0x5a};

static unsigned char receive(void) {
  while (!(DEVICE->status & 1)) {
  }
  DEVICE->status = 0;
  return DEVICE->data;
}

int main(void) {
  enabled = 1;
  while (enabled) {
    unsigned char length = receive();
    if (length > sizeof buffer.bytes) {
      length = sizeof buffer.bytes;
    }
    for (unsigned char i = 0; i < length; i++) {
      buffer.bytes[i] = receive();
    }
    if (buffer.sentinel != 0x5a) {
      reach_error();
    }
  }
  return 0;
}
