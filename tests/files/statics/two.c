static int state;

static void step(int number) { state += 2 * number; }

int other(int number) {
  state = 0;
  step(number);
  return state;
}
