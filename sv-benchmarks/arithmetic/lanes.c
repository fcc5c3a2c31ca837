// Vectors: each lane is computed by itself.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { abort(); }

typedef unsigned four __attribute__((vector_size(16)));
struct point {
  float x, y;
};

static const four steps = {1, 2, 3, 4};

static four twice(four v) {
  return v + v;
}

static struct point mirrored(struct point p) {
  return (struct point){p.y, p.x};
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), lane = n % 4;
  four a = {n, n + 1, n + 2, n + 3};
  four b = twice(a) - a * steps, c = (four)(a == n + lane);
  struct point p = mirrored(mirrored((struct point){1, 2}));
  if (a[lane] != n + lane || b[1] != 0 || b[0] != n || c[lane] != -1u || c[(lane + 1) % 4] != 0) {
    reach_error();
  }
  four mixed = __builtin_shufflevector(a, b, 3, 4, 0, 5);
  if (mixed[0] != n + 3 || mixed[1] != n || mixed[2] != n || mixed[3] != 0 || p.x != 1 || p.y != 2) {
    reach_error();
  }
  return 0;
}
