// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A device with a table of operations and a buffer, both behind pointers: what is written to the buffer is no operation.

extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct device;

struct operations {
  void (*write)(struct device *, int);
};

struct device {
  const struct operations *operations;
  int *buffer;
};

static void write(struct device *device, int value) {
  device->buffer[3] = value;
}

static const struct operations known = {write};

int main(void) {
  struct device *device = malloc(sizeof *device);
  device->operations = &known;
  device->buffer = malloc(4 * sizeof(int));
  while (__VERIFIER_nondet_int()) {
    device->operations->write(device, 1);
  }
  free(device->buffer);
  free(device);
  return 0;
}
