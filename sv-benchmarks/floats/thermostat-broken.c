// Twenty steps of a tenth do not come to the bound, but past it.
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  float temperature = 20;
  int heats = 0;
  while (1) {
    if (temperature <= 18) {
      heats = 1;
    } else if (temperature >= 22) {
      heats = 0;
    }
    temperature += heats ? 0.1f : -0.1f;
    if (temperature < 18) {
      reach_error();
    }
  }
}
