// A curve of four pieces, one of which is chosen by the whole part, is nowhere above 2.
extern void abort(void);
extern float __VERIFIER_nondet_float(void);
void reach_error(void) { abort(); }

static const float from[4] = {0, 1, 2, 0};
static const float rise[4] = {1, 1, -2, -1};

int main(void) {
  float t = __VERIFIER_nondet_float();
  if (!(t >= 0 && t < 4)) {
    return 0;
  }
  int piece = (int)t;
  float rest = t - piece;
  float value = from[piece] + rest * rise[piece];
  if (!(value >= -1 && value <= 2)) {
    reach_error();
  }
  return 0;
}
