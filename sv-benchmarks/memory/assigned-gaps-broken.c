// The bytes between the members of a structure need not be copied when it is assigned.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

struct pair {
  char letter;
  int number;
};

int main(void) {
  static struct pair a;
  struct pair b;
  b = a;
  if (((unsigned char *)&b)[1] != 0) {
    reach_error();
  }
  return 0;
}
