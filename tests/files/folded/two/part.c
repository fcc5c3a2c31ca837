/* Clang computes the initial values of `values` itself, without a check; the other file of this name has something else there. */
int two(int number);

static int value(int number) {
  int values[2] = {1, 2147483647 + ONE};
  return values[number & 1];
}

int two(int number) { return value(number); }
