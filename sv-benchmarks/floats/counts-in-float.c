// A counter of type double is exact for long: it comes to its bound.
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  double n = 0;
  int rounds = 0;
  while (n < 100 && rounds < 200) {
    n = n + 1;
    rounds++;
  }
  if (rounds != 100) {
    reach_error();
  }
  return 0;
}
