// An eighth is a binary fraction: sums of eighths are exact.
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  float sum = 0;
  for (int i = 0; i < 8; i++) {
    sum += 0.125f;
  }
  if (sum != 1.0f) {
    reach_error();
  }
  return 0;
}
