// What runs a compiled program again and again, with inputs that it makes up, until a check fails.
//
//   argv: seed, seconds; or seed, 0, work: then it waits after so much work for a byte on standard input
//   standard output, one record a line:
//     progress RUNS TURNS EDGES STREAMS   now and then
//     pause WORK                          before it waits: what it did since it last went on
//     input ROW WIDTH LOW HIGH            the inputs of the run in which a check failed, in order, and then
//     error SITE TURNS
//
// Inputs come from a script (a stream of values that has led somewhere new, mutated), and past its end from a generator
// whose habits are chosen anew for each run. What is chosen depends on the seed alone, never on time.
//
// * Coverage: a run that takes an edge for the first time, or much more often than any before, is kept as a script
//   (Zalewski, AFL: counts in buckets of powers of two).
// * Comparisons: a value that was compared with an input's value is tried in its place (Aschermann et al., REDQUEEN,
//   NDSS 2019: input-to-state correspondence).
// * Depth: runs are limited in their turns, by the sequence of Luby, Sinclair, Zuckerman (1993), which gives short and long
//   runs the same share of time without knowing which it takes. A run that comes to its limit without having read an input
//   is what any run begins with: all limits grow past it, and so a run of N turns without inputs takes little more than N.
//   Up to half of the work goes into far runs, each half as long as all near ones before it together: where inputs are read in
//   long loops, a run of N turns comes after three times N, and any program is searched with half of the work by near runs.
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef unsigned __int128 wide;

// Of the compiled program.
extern uint64_t bitreach_fast(uint64_t limit);
extern uint64_t bitreach_traced(uint64_t limit);
extern uint8_t bitreach_edges[];
extern const uint64_t bitreach_edge_count, bitreach_words[], bitreach_word_count, bitreach_pair_count;
// The operands that each comparison had last.
extern uint64_t bitreach_pairs[][2];
uint64_t bitreach_turns;

enum { OK, ERROR, UNMODELLED, LIMIT, TOO_MANY_INPUTS };

// A run that reads more inputs than this ends without result, for they could not be told.
#define MOST_INPUTS (1u << 22)
// Scripts are cut to this many values, and this many are kept.
#define SCRIPT_LENGTH 4096
#define MOST_SCRIPTS 1024
// What the shortest runs may take, in turns; and the factor by which this grows where no input comes before it.
#define FIRST_LIMIT (1ull << 14)
#define GROWTH 16
// How many turns may go by without a look at the clock.
#define UNWATCHED (1ull << 20)
// Where it waits for others in between, a run takes no more turns than this: it ends only between runs.
#define MOST_TURNS (1ull << 30)

struct input {
  uint32_t row, width;
  wide value;
};

struct script {
  uint32_t length;
  wide *values;
};

static struct input record[MOST_INPUTS];
static uint32_t record_length;
static struct script scripts[MOST_SCRIPTS];
static uint32_t script_count;
static wide script[SCRIPT_LENGTH];
static uint32_t script_length;
static jmp_buf too_many;

static uint64_t state;

// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
static uint64_t number(void) {
  uint64_t x = state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

static uint64_t below(uint64_t limit) { return number() % limit; }

static wide cut(wide value, uint32_t width) { return width >= 128 ? value : value & (((wide)1 << width) - 1); }

// The generator's habits in this run.
static struct {
  // Of 256 bits, how many are one.
  uint32_t ones;
  // Whether a place always gives the value that it gave first.
  int constant;
  // Of 8 values, how many are special.
  uint32_t special;
} habits;

#define ROWS 256
static wide first_value[ROWS];
static uint32_t first_run[ROWS];
static uint32_t run_number;

static void choose_habits(void) {
  static const uint32_t ones[] = {128, 128, 16, 240, 2, 254, 0, 256};
  habits.ones = ones[below(8)];
  habits.constant = below(4) == 0;
  habits.special = (uint32_t)below(9);
  run_number++;
}

static wide special(uint32_t width) {
  wide top = (wide)1 << (width - 1);
  switch (below(8)) {
  case 0: return 0;
  case 1: return 1;
  case 2: return ~(wide)0;
  case 3: return top;
  case 4: return top - 1;
  case 5: return below(16);
  default: {
    if (bitreach_word_count == 0) return (wide)1 << below(width);
    uint64_t word = bitreach_words[below(bitreach_word_count)];
    return below(2) ? word : (wide)(__int128)(int64_t)word;
  }
  }
}

static wide fresh(uint32_t width) {
  if (width == 1) return below(256) < habits.ones;
  if (below(8) < habits.special) return cut(special(width), width);
  wide value = (wide)number() << 64 | number();
  // As many small numbers as large ones.
  return cut(value, below(2) ? width : 1 + (uint32_t)below(width));
}

static wide generate(uint32_t row, uint32_t width) {
  if (!habits.constant || row >= ROWS) return fresh(width);
  if (first_run[row] != run_number) {
    first_run[row] = run_number;
    first_value[row] = fresh(width);
  }
  return first_value[row];
}

wide bitreach_wide_input(uint32_t row, uint32_t width) {
  if (record_length == MOST_INPUTS) longjmp(too_many, 1);
  wide value = record_length < script_length ? cut(script[record_length], width) : generate(row, width);
  record[record_length++] = (struct input){row, width, value};
  return value;
}

uint64_t bitreach_input(uint32_t row, uint32_t width) { return (uint64_t)bitreach_wide_input(row, width); }

// Gives any value to so many cells of whole bytes, one behind the other.
void bitreach_fresh_cells(uint32_t row, uint32_t width, uint8_t *place, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    uint64_t value = bitreach_input(row, width);
    memcpy(place + i * (width / 8), &value, width / 8);
  }
}

// libgcc lacks this one. An overflow is seen by dividing back.
__attribute__((weak)) __int128 __muloti4(__int128 a, __int128 b, int *overflows) {
  __int128 product = (__int128)((wide)a * (wide)b);
  __int128 smallest = (__int128)((wide)1 << 127);
  *overflows = a != 0 && ((a == -1 && b == smallest) || (b == -1 && a == smallest) || product / a != b);
  return product;
}

static void take_script(uint32_t index) {
  script_length = scripts[index].length;
  memcpy(script, scripts[index].values, script_length * sizeof(wide));
}

// Puts the other side of a comparison where one side stands, or nearby.
static void follow_comparison(void) {
  if (bitreach_pair_count == 0 || script_length == 0) return;
  for (int attempt = 0; attempt < 16; attempt++) {
    uint64_t *pair = bitreach_pairs[below(bitreach_pair_count)];
    uint32_t side = (uint32_t)below(2);
    uint64_t from = pair[side], to = pair[1 - side];
    if (from == to) continue;
    uint32_t start = (uint32_t)below(script_length);
    for (uint32_t i = 0; i < script_length; i++) {
      uint32_t at = (start + i) % script_length;
      if ((uint64_t)script[at] == from || (uint32_t)script[at] == (uint32_t)from) {
        script[at] = (wide)(__int128)(int64_t)to + below(3) - 1;
        if (below(2)) script[at] = (wide)(__int128)(int64_t)to;
        return;
      }
    }
  }
}

static void mutate(void) {
  uint64_t times = 1 + below(4);
  for (uint64_t i = 0; i < times && script_length > 0; i++) {
    uint32_t at = (uint32_t)below(script_length);
    switch (below(10)) {
    case 0: script[at] = fresh(64); break;
    case 1: script[at] = special(64); break;
    case 2: script[at] ^= (wide)1 << below(64); break;
    case 3: script[at] += below(33); script[at] -= 16; break;
    case 4: script[at] = script[below(script_length)]; break;
    case 5: script_length = at; break;
    case 6: { // One value less.
      memmove(script + at, script + at + 1, (script_length - at - 1) * sizeof(wide));
      script_length--;
      break;
    }
    case 7: { // The end of another script.
      struct script *other = &scripts[below(script_count)];
      if (at < other->length) {
        memcpy(script + at, other->values + at, (other->length - at) * sizeof(wide));
        script_length = other->length;
      }
      break;
    }
    default: follow_comparison(); break;
    }
  }
}

// The buckets that the count of each edge has been in so far, a bit each.
static uint8_t *seen;
static uint32_t edges_seen;

static uint8_t bucket(uint8_t count) {
  return count <= 3 ? (uint8_t)(1 << count >> 1) : count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
}

static int is_new(void) {
  int new = 0;
  for (uint64_t i = 0; i < bitreach_edge_count; i++) {
    if (bitreach_edges[i] == 0) continue;
    uint8_t bit = bucket(bitreach_edges[i]);
    if (!(seen[i] & bit)) {
      edges_seen += seen[i] == 0;
      seen[i] |= bit;
      new = 1;
    }
  }
  return new;
}

// Keeps the run that has just ended; where there is no room, in place of any other.
static void keep(void) {
  uint32_t length = record_length < SCRIPT_LENGTH ? record_length : SCRIPT_LENGTH;
  uint32_t index = script_count < MOST_SCRIPTS ? script_count++ : (uint32_t)below(MOST_SCRIPTS);
  free(scripts[index].values);
  scripts[index].values = malloc((length + 1) * sizeof(wide));
  if (scripts[index].values == 0) exit(1);
  scripts[index].length = length;
  for (uint32_t i = 0; i < length; i++) scripts[index].values[i] = record[i].value;
}

static uint32_t run(int traced, uint64_t limit, uint32_t *row) {
  record_length = 0;
  bitreach_turns = 0;
  if (setjmp(too_many)) return TOO_MANY_INPUTS;
  uint64_t end = traced ? bitreach_traced(limit) : bitreach_fast(limit);
  *row = (uint32_t)end;
  return (uint32_t)(end >> 32);
}

static void tell_error(uint32_t site) {
  for (uint32_t i = 0; i < record_length; i++) {
    struct input *input = &record[i];
    printf("input %u %u %llu %llu\n", input->row, input->width, (unsigned long long)input->value,
           (unsigned long long)(input->value >> 64));
  }
  printf("error %u %llu\n", site, (unsigned long long)bitreach_turns);
}

static void progress(uint64_t runs, uint64_t turns) {
  printf("progress %llu %llu %u %u\n", (unsigned long long)runs, (unsigned long long)turns, edges_seen, script_count);
  fflush(stdout);
}

// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, for n = 1, 2, …
static uint64_t luby(uint64_t n) {
  for (;;) {
    uint64_t power = 1;
    while (2 * power - 1 < n) power *= 2;
    if (n == 2 * power - 1) return power;
    n -= power - 1;
  }
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void limit_resource(int resource, uint64_t most) {
  struct rlimit limit = {most, most};
  setrlimit(resource, &limit);
}

// The longer it has run, the less likely it is to find something soon: its priority begins 5 steps
// below that of the engines beside it, and sinks by 5 every 2 seconds of processor time, down to the lowest.
static void lower_priority(int signal) {
  (void)signal;
  (void)!nice(5);
}

int main(int count, char **arguments) {
  double most_seconds = count > 2 ? strtod(arguments[2], 0) : 10;
  uint64_t slice = count > 3 ? strtoull(arguments[3], 0, 10) : 0;
  // Whoever started this ends it; these are for the case that it cannot. Who waits sees that nobody is there.
  if (slice == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(most_seconds < 1e6 ? (unsigned)most_seconds + 20 : 1000000);
  }
  limit_resource(RLIMIT_AS, 1ull << 30);
  limit_resource(RLIMIT_CORE, 0);
  limit_resource(RLIMIT_FSIZE, 0);
  if (slice == 0) {
    lower_priority(0);
    struct itimerval often = {{2, 0}, {2, 0}};
    signal(SIGPROF, lower_priority);
    setitimer(ITIMER_PROF, &often, 0);
  }
  state = count > 1 ? strtoull(arguments[1], 0, 10) : 0;
  seen = calloc(bitreach_edge_count + 1, 1);
  if (seen == 0) return 1;

  uint64_t runs = 1, near_runs = 0, turns = 0, far_turns = 0, base = FIRST_LIMIT, unwatched = 0;
  // Whether no run of the shortest kind has come to an input or an end.
  int blind = 0;
  double begun = seconds(), told = begun;
  for (;; runs++) {
    uint64_t half = (turns - far_turns) / 2;
    int far = !blind && half > base && far_turns < half;
    near_runs += !far;
    uint64_t limit = blind ? base : far ? half : base * luby(near_runs);
    if (slice > 0 && limit > MOST_TURNS) limit = MOST_TURNS;
    choose_habits();
    script_length = 0;
    if (script_count > 0 && below(4) > 0) {
      take_script((uint32_t)below(script_count));
      mutate();
    }
    if (!blind) memset(bitreach_edges, 0, bitreach_edge_count);
    uint32_t row = 0;
    uint32_t end = run(!blind, limit, &row);
    if (end == ERROR) {
      progress(runs, turns + bitreach_turns);
      tell_error(row);
      return 0;
    }
    turns += bitreach_turns;
    if (far) far_turns += bitreach_turns;
    unwatched += bitreach_turns + record_length + 64;
    if (!blind && is_new()) keep();
    blind = record_length == 0 && end == LIMIT;
    if (blind && base < UINT64_MAX / GROWTH / GROWTH) base *= GROWTH;
    if (slice > 0) {
      if (unwatched < slice) continue;
      progress(runs, turns);
      printf("pause %llu\n", (unsigned long long)unwatched);
      fflush(stdout);
      unwatched = 0;
      char byte;
      if (read(0, &byte, 1) != 1) return 0;
    } else if (unwatched > UNWATCHED) {
      unwatched = 0;
      double now = seconds();
      if (now - told > 0.2) {
        told = now;
        progress(runs, turns);
      }
      if (now - begun > most_seconds) return 0;
    }
  }
}
