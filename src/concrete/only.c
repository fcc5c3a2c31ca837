// What runs a compiled program once, as far as it takes the same way whatever it reads: all that it reads is zero.
//
//   argv: work; or work, first, length: then whether the state after `first` turns is that after `length` more, and nothing else
//   After so much work it waits for a byte on standard input.
//   standard output, one record a line:
//     pause WORK                      before it waits: what it did since it last went on
//     depends                         what it reads decides about its way
//     ends TURNS                      it ends without error
//     unmodelled ROW TURNS            it comes to something that is not represented
//     input ROW WIDTH LOW HIGH        what was read on the way to an error, in order, and then
//     error SITE TURNS
//     repeats FIRST LENGTH            so it never ends
//     differs                         the two states that were asked about are not the same
//
// A state is kept after 2^k turns, for k = 10, 11, …, and those of a part of the turns that follow are compared with it, byte by
// byte (after Brent, BIT 1980). That part is small, so that looking at states takes less time than the turns themselves.
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

// Of the compiled program.
extern uint64_t bitreach_only(void);
extern uint8_t bitreach_state[];
extern const uint64_t bitreach_state_bytes;
// How many turns were left of those that were granted last.
uint64_t bitreach_turns;
// Whether it is to write its state before it asks for more turns.
uint8_t bitreach_watch;

enum { OK, ERROR, UNMODELLED, LIMIT, DEPENDS };

typedef unsigned long long number;

// If it reads more than this it is given up, for that could not be told.
#define MOST_INPUTS (1u << 20)
// The first turn after which the state is kept.
#define FIRST_KEPT (1ull << 10)
// Of the turns that were done, so large a part is looked at.
#define PART 64
// A turn takes as long as so many bytes of a state.
#define BYTES_A_TURN 4

static struct { uint32_t row, width; } record[MOST_INPUTS];
static uint32_t record_length;

static uint64_t slice, since_pause, done, granted;
// The state that is kept, the edge where it was, and the turn.
static uint8_t *kept;
static uint32_t kept_edge;
static uint64_t kept_turn = FIRST_KEPT;
// The last turn that is looked at.
static uint64_t last_turn;
// How long the state takes to come again, where that is asked about.
static uint64_t asked_length;

static void say_and_end(const char *kind, uint64_t a, uint64_t b) {
  printf("%s %llu %llu\n", kind, (number)a, (number)b);
  fflush(stdout);
  exit(0);
}

void bitreach_read(uint32_t row, uint32_t width, uint32_t count) {
  if (count > MOST_INPUTS - record_length) {
    puts("depends");
    exit(0);
  }
  while (count-- > 0) {
    record[record_length].row = row;
    record[record_length++].width = width;
  }
}

static uint64_t turns_to_look_at(void) {
  uint64_t part = done / PART, most = BYTES_A_TURN * done / (bitreach_state_bytes + 64);
  return 1 + (part < most ? part : most);
}

// It has written its state.
static void look(uint32_t edge) {
  if (done == kept_turn) {
    memcpy(kept, bitreach_state, bitreach_state_bytes);
    kept_edge = edge;
    last_turn = asked_length ? kept_turn + asked_length : done + turns_to_look_at();
    return;
  }
  int is_same = edge == kept_edge && memcmp(kept, bitreach_state, bitreach_state_bytes) == 0;
  if (is_same && (asked_length == 0 || done == last_turn)) say_and_end("repeats", kept_turn, done - kept_turn);
  if (asked_length) {
    puts("differs");
    exit(0);
  }
}

uint64_t bitreach_more(uint32_t edge) {
  done += granted;
  since_pause += granted;
  if (bitreach_watch && granted) look(edge);
  if (since_pause >= slice) {
    printf("pause %llu\n", (number)since_pause);
    fflush(stdout);
    since_pause = 0;
    char byte;
    if (read(0, &byte, 1) != 1) exit(0);
  }
  if (kept && done >= last_turn && done >= kept_turn && asked_length == 0) kept_turn = 2 * done;
  granted = slice;
  bitreach_watch = 0;
  if (kept && done < kept_turn) {
    bitreach_watch = kept_turn - done <= slice;
    if (bitreach_watch) granted = kept_turn - done;
  } else if (kept && asked_length) {
    bitreach_watch = last_turn - done <= slice;
    if (bitreach_watch) granted = last_turn - done;
  } else if (kept && done < last_turn) {
    bitreach_watch = 1;
    granted = 1;
  }
  return granted;
}

// Who started this ends it. Where that is gone, nobody is left to tell.
static pid_t parent;
static void look_for_parent(int signal) {
  (void)signal;
  if (getppid() != parent) _exit(0);
}

static void limit_resource(int resource, uint64_t most) {
  struct rlimit limit = {most, most};
  setrlimit(resource, &limit);
}

int main(int count, char **arguments) {
  struct itimerval often = {{1, 0}, {1, 0}};
  parent = getppid();
  signal(SIGALRM, look_for_parent);
  setitimer(ITIMER_REAL, &often, 0);
  limit_resource(RLIMIT_AS, 1ull << 30);
  limit_resource(RLIMIT_CORE, 0);
  limit_resource(RLIMIT_FSIZE, 0);
  slice = count > 1 ? strtoull(arguments[1], 0, 10) : 1 << 20;
  if (count > 3) {
    kept_turn = strtoull(arguments[2], 0, 10);
    asked_length = strtoull(arguments[3], 0, 10);
  }
  if (bitreach_state_bytes > 0) kept = malloc(bitreach_state_bytes);
  uint64_t end = bitreach_only();
  uint64_t turns = done + granted - bitreach_turns;
  uint32_t row = (uint32_t)end;
  switch (end >> 32) {
  case OK: printf("ends %llu\n", (number)turns); break;
  case UNMODELLED: printf("unmodelled %u %llu\n", row, (number)turns); break;
  case ERROR:
    for (uint32_t i = 0; i < record_length; i++) printf("input %u %u 0 0\n", record[i].row, record[i].width);
    printf("error %u %llu\n", row, (number)turns);
    break;
  default: puts("depends"); break;
  }
  return 0;
}
