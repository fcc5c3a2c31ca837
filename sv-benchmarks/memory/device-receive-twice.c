// SPDX-License-Identifier: MIT OR Apache-2.0
//
// As device-receive, but the length is cut by what is read a first time and taken from a second read, where the device may
// say something else: 7 bytes change the last one.

extern void abort(void);
void reach_error(void) { abort(); }

struct device {
  unsigned status;
  unsigned data;
};
#define DEVICE ((volatile struct device *)0x40011000)

static volatile int enabled;
static struct {
  unsigned char bytes[7];
} buffer = {{[6] = 0x5a}};

static unsigned char receive(void) {
  while (!(DEVICE->status & 1)) {
  }
  DEVICE->status = 0;
  return DEVICE->data;
}

int main(void) {
  enabled = 1;
  while (enabled) {
    unsigned char length = DEVICE->data < 7 ? DEVICE->data : 6;
    for (unsigned char i = 0; i < length; i++) {
      buffer.bytes[i] = receive();
    }
    if (buffer.bytes[6] != 0x5a) {
      reach_error();
    }
  }
  return 0;
}
