// A loop without end: the temperature moves by a quarter of a degree and is held between two bounds.
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  double temperature = 20;
  int heats = 0;
  while (1) {
    if (temperature <= 18) {
      heats = 1;
    } else if (temperature >= 22) {
      heats = 0;
    }
    temperature += heats ? 0.25 : -0.25;
    if (temperature < 17.5 || temperature > 22.5) {
      reach_error();
    }
  }
}
