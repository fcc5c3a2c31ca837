// A tenth is no binary fraction: ten of them are less than one.
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  double sum = 0;
  for (int i = 0; i < 10; i++) {
    sum += 0.1;
  }
  if (sum != 1.0) {
    reach_error();
  }
  return 0;
}
