// The arguments of `main`: at most so many strings of up to 63 characters, and null behind them. An array has as many elements as there are,
// and a string begins anywhere in its room, so that nobody gets beyond an end.
char **arguments(int count, int most) __asm__("bitreach.arguments");
void few_arguments(int most) __asm__("bitreach.few_arguments");

enum { ROOM_OF_ARGUMENT = 64, MOST_ARGUMENTS = 16 };

static int arguments_given;

static char *argument_of_main(char *room) {
  char value[ROOM_OF_ARGUMENT];
  unsigned from = (unsigned)nondet_int();
  assume(from < ROOM_OF_ARGUMENT);
  __builtin_memcpy(room, value, ROOM_OF_ARGUMENT);
  room[ROOM_OF_ARGUMENT - 1] = 0;
  return room + from;
}

#define ARRAY(n) \
  if (n <= most && (count == n || count > most && n == most)) { \
    static char *values[n + 1]; \
    all = values; \
  }

#define ARGUMENT(n) \
  if (n < most && n < count) { \
    static char room[ROOM_OF_ARGUMENT]; \
    all[n] = argument_of_main(room); \
  }

#define EACH(what) \
  what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7) what(8) what(9) what(10) what(11) what(12) what(13) what(14) what(15)

// Where there are more, they are those of an execution that ends before it reads one.
char **arguments(int count, int most) {
  char **all = 0;
  arguments_given = count;
  EACH(ARRAY)
  ARRAY(MOST_ARGUMENTS)
  if (count <= most) {
    EACH(ARGUMENT)
  }
  return all;
}

// Executions with more arguments are of no interest from where one is read.
void few_arguments(int most) { assume(arguments_given <= most); }

#undef ARRAY
#undef ARGUMENT
#undef EACH
