// What is called at the end of the program, last first.
static void (*at_end[32])(void);
static int registered;
static _Bool is_ending, all_have_run;

int atexit(void (*function)(void)) {
  if (all_have_run) {
    __bitreach_left_open("a function that a destructor registers for the end of the program");
  }
  if (registered == 32) {
    __bitreach_left_open("more than 32 functions that are called at the end");
  }
  at_end[registered++] = function;
  return 0;
}

void end(void) __asm__("bitreach.at_end");

void end(void) {
  if (is_ending) {
    __bitreach_left_open("undefined behaviour: the program ends while it ends");
  }
  is_ending = 1;
  while (registered > 0) {
    at_end[--registered]();
  }
  all_have_run = 1;
}
