// Above 2^24 a counter of type float does not move any more.
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  float n = 16777210;
  for (int i = 0; i < 10; i++) {
    n = n + 1;
  }
  if (n != 16777220) {
    reach_error();
  }
  return 0;
}
