// The assignment of a structure copies its members, whatever it does with the bytes between them.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

struct pair {
  char letter;
  int number;
};

int main(void) {
  struct pair a = {'a', __VERIFIER_nondet_int()}, b;
  b = a;
  if (b.letter != 'a' || b.number != a.number) {
    reach_error();
  }
  return 0;
}
