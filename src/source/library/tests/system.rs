//! What the system is asked for: what is fixed of it is what the machine's own library gives.

use super::super::MODELS;
use crate::source::clang;
use crate::source::temporary::Folder;
use bitreach_limits::StopFlag;
use std::process::Command;

const STUBS: &str = "
int nondet_int(void) { return 1; }
long nondet_long(void) { return 0; }
long long nondet_long_long(void) { return 0; }
short nondet_short(void) { return 0; }
char nondet_char(void) { return 'c'; }
_Bool nondet_bool(void) { return 0; }
void abort(void);
void assume(int c) { if (!c) abort(); }
int was_exact;
#ifdef strtod
double any(void) { return 0; }
float anyf(void) { return 0; }
long double anyl(void) { return 0; }
void __bitreach_not_fixed(const char *function, const char *values) { was_exact = 0; }
void from_blank(scan_state *state) {}
_Bool has_ended(scan_state *state) { return 1; }
#endif
#ifdef fopen
void *__bitreach_value_ptr(void *value) { return value; }
float any_float(void) { return 0; }
double any_double(void) { return 0; }
long double any_long_double(void) { return 0; }
#endif
void __bitreach_left_open(const char *why) { was_exact = 0; }
void __bitreach_closed(void) {}
void __bitreach_apart(const void *a, __SIZE_TYPE__ n, const void *b, __SIZE_TYPE__ m, _Bool one) {}
char *any_message(void) { return 0; }
";

const DRIVER: &str = r#"
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define OF(name) extern __typeof__(name) model_##name;
#define SAME(what, own, other) if ((own) != (other)) { printf("%s differs\n", what); return 1; }
OF(htonl) OF(ntohl) OF(htons) OF(ntohs) OF(sigemptyset) OF(sigaddset) OF(sigdelset) OF(sigismember) OF(explicit_bzero)
int *model_errno(void);
int main(void) {
  // The machine's own function leaves the words that no signal has.
  static sigset_t one, other;
  sigemptyset(&one); model_sigemptyset(&other);
  SAME("sigemptyset", memcmp(&one, &other, sizeof one), 0)
  for (int round = 0; round < 100000; round++) {
    unsigned x = (unsigned)rand() * 3u;
    SAME("htonl", htonl(x), model_htonl(x)) SAME("ntohl", ntohl(x), model_ntohl(x))
    SAME("htons", htons(x), model_htons(x)) SAME("ntohs", ntohs(x), model_ntohs(x))
    // Three of them may be the library's own.
    int signal = (int)(x % 70) - 2;
    if (signal >= 32 && signal <= 34) continue;
    errno = *model_errno() = 0;
    switch (x / 70 % 3) {
    case 0: SAME("sigaddset", sigaddset(&one, signal), model_sigaddset(&other, signal)) break;
    case 1: SAME("sigdelset", sigdelset(&one, signal), model_sigdelset(&other, signal)) break;
    default: SAME("sigismember", sigismember(&one, signal), model_sigismember(&other, signal))
    }
    SAME("errno", errno, *model_errno())
    SAME("a set", memcmp(&one, &other, sizeof one), 0)
  }
  char block[8] = "abcdefg";
  model_explicit_bzero(block + 1, 5);
  SAME("explicit_bzero", memcmp(block, "a\0\0\0\0\0g", 8), 0)
  return 0;
}
"#;

/// Compares these models, of the files that have them, with the machine's own functions.
fn compare(names: &[&str], driver: &str) {
    let folder = Folder::new().unwrap();
    let renamed = names.iter().map(|name| format!("#define {name} model_{name}\n"));
    let models = MODELS
        .iter()
        .filter(|models| models.header == "errno.h" || models.names.iter().any(|name| names.contains(name)));
    let models = models.map(|models| models.source.to_owned());
    let renamed = renamed.chain(["#define __errno_location model_errno\n".to_owned()]);
    let models: String = renamed.chain(models).chain([STUBS.to_owned()]).collect();
    let files = [folder.file("models.c", models).unwrap(), folder.file("driver.c", driver).unwrap()];
    let program = folder.path().join("compare");
    let flags = ["-O1", "-fno-builtin", "-D_GNU_SOURCE", "-Wno-everything", "-ffp-contract=off"];
    let flags = [&flags[..], &["-Wl,--no-as-needed", "-lm"]].concat();
    clang::link(&files, &flags, &program, &StopFlag::new()).unwrap();
    let output = Command::new(program).env("TZ", "UTC").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn numbers_and_sets_of_signals_are_the_machines() {
    let sets = ["sigemptyset", "sigaddset", "sigdelset", "sigismember"];
    compare(&[&["htonl", "ntohl", "htons", "ntohs", "explicit_bzero"][..], &sets].concat(), DRIVER);
}

/// Strings that are numbers, nearly so, or none. What is not exact is not compared, and must be seldom.
const FRACTIONS: &str = r#"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define OF(name) extern __typeof__(name) model_##name;
OF(strtod) OF(strtof) OF(strtold) OF(atof)
static long compared, exact;
#define COMPARE(name, type) {                                                                   \
    char *end, *other;                                                                          \
    was_exact = 1;                                                                              \
    type own = name(text, &end), its = model_##name(text, &other);                              \
    compared++;                                                                                 \
    exact += was_exact;                                                                         \
    if (was_exact && (end != other || !(own != own && its != its) &&                             \
                     (own != its || !__builtin_signbit(own) != !__builtin_signbit(its)))) {     \
      printf("%s(\"%s\"): %La and %La\n", #name, text, (long double)own, (long double)its);     \
      return 1;                                                                                 \
    } }
extern int was_exact;
int main(void) {
  static const char letters[] = "0123456789.0123456789e+-05 inftyaxINF";
  char text[64];
  for (int round = 0; round < 300000; round++) {
    if (round % 2) {
      int length = rand() % 24;
      for (int i = 0; i < length; i++) text[i] = letters[rand() % (sizeof letters - 1)];
      text[length] = 0;
    } else {
      double number = (rand() * (double)rand() - 1e17) / (1ull << (rand() % 60));
      snprintf(text, sizeof text, round % 4 ? "%.*g" : "%.*f", rand() % 17, number);
    }
    COMPARE(strtod, double) COMPARE(strtof, float) COMPARE(strtold, long double)
  }
  return exact < compared / 4 * 3 || model_atof("-2.5e1") != -25;
}
"#;

#[test]
fn numbers_that_begin_strings_are_the_machines() {
    compare(&["strtod", "strtof", "strtold", "atof"], FRACTIONS);
}

const DATES: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define OF(name) extern __typeof__(name) model_##name;
#define SAME(what, own, other) if ((own) != (other)) { printf("%s differs at %ld\n", what, (long)at); return 1; }
OF(gmtime) OF(timegm) OF(asctime) OF(strftime) OF(difftime) OF(localtime) OF(mktime)
int main(void) {
  for (int round = 0; round < 300000; round++) {
    time_t at = (time_t)rand() << rand() % 24;
    at = rand() % 2 ? at : -at;
    struct tm own, other;
    own = *gmtime(&at), other = *model_gmtime(&at);
    SAME("gmtime", memcmp(&own, &other, 9 * sizeof(int)), 0)
    // East of Greenwich by as much as the stub for any number says.
    time_t east = at + 1;
    own = *gmtime(&east), other = *model_localtime(&at);
    SAME("localtime", memcmp(&own, &other, 8 * sizeof(int)), 0)
    struct tm of = own;
    of.tm_mon += rand() % 40 - 20, of.tm_mday += rand() % 1000 - 500, of.tm_hour -= rand() % 100, of.tm_sec += rand() % 1000;
    own = other = of;
    SAME("timegm", timegm(&own), model_timegm(&other)) SAME("timegm", memcmp(&own, &other, 9 * sizeof(int)), 0)
    SAME("difftime", difftime(at, east * 3), model_difftime(at, east * 3))
    if (own.tm_year >= -900 && own.tm_year < 8100) {
      SAME("asctime", strcmp(asctime(&own), model_asctime(&own)), 0)
      char a[64] = "", b[64] = "";
      size_t n = strftime(a, sizeof a, "%F %T%%%d.%m.%Y at %H:%M:%S", &own);
      SAME("strftime", n, model_strftime(b, sizeof b, "%F %T%%%d.%m.%Y at %H:%M:%S", &own)) SAME("strftime", strcmp(a, b), 0)
      static const char *const all[] = {"%a, %d %b %Y %H:%M:%S GMT", "%A %B %h", "%c", "%x %X", "%D %r", "%R %j %e", "%I %p %y%n%t"};
      for (int i = 0; i < 7; i++) {
        size_t most = rand() % 40, n = strftime(a, most, all[i], &own);
        SAME("strftime", n, model_strftime(b, most, all[i], &own)) SAME("strftime", n > 0 && strcmp(a, b), 0)
      }
      SAME("strftime", strftime(a, n, "%F %T%%%d.%m.%Y at %H:%M:%S", &own), 0)
      SAME("strftime", model_strftime(b, n, "%F %T%%%d.%m.%Y at %H:%M:%S", &own), 0)
    }
  }
  return 0;
}
"#;

#[test]
fn dates_are_the_machines() {
    let names =
        ["gmtime", "gmtime_r", "timegm", "asctime", "asctime_r", "strftime", "difftime", "localtime", "localtime_r"];
    compare(&[&names[..], &["mktime", "ctime"]].concat(), DATES);
}

/// Command lines of few letters; what stands in them afterwards is compared, too.
const OPTIONS: &str = r#"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern int model_getopt(int, char *const[], const char *);
extern int model_getopt_long(int, char *const[], const char *, const struct option *, int *);
extern char *model_optarg;
extern int model_optind, model_opterr, model_optopt;
#define SAME(what, own, other) if ((own) != (other)) { printf("%s differs in round %d\n", what, round); return 1; }
int main(void) {
  static const char *const letters[] = {"ab:c::", ":ab:", "+ab:c", "-a:b", "", "abc"};
  int flag = 0;
  struct option options[] = {{"ab", 0, 0, 'x'}, {"abc", 1, 0, 'y'}, {"ba", 2, 0, 'z'}, {"bac", 2, 0, 'z'}, {"c", 0, &flag, 5}, {"b", 1, &flag, 6}, {0, 0, 0, 0}};
  for (int round = 0; round < 200000; round++) {
    char texts[6][6], *own[7], *other[7];
    int count = rand() % 6 + 1;
    for (int i = 0; i < count; i++) {
      int length = rand() % 5;
      for (int k = 0; k < length; k++) texts[i][k] = "--abcx:="[rand() % 8];
      texts[i][length] = 0;
      own[i] = other[i] = texts[i];
    }
    own[count] = other[count] = 0;
    // The machine's own begins anew at 0.
    optind = model_optind = 0;
    opterr = model_opterr = 0;
    const char *which = letters[rand() % 6];
    int is_long = rand() % 2;
    for (int calls = 0; calls < 20; calls++) {
      int at = -1, its_at = -1, set, one, two;
      flag = 0; one = is_long ? getopt_long(count, own, which, options, &at) : getopt(count, own, which);
      set = flag; flag = 0; two = is_long ? model_getopt_long(count, other, which, options, &its_at) : model_getopt(count, other, which);
      SAME("getopt_long", set, flag) SAME("getopt_long", at, its_at)
      SAME("getopt", one, two)
      SAME("optarg", optarg, model_optarg) SAME("optind", optind, model_optind)
      SAME("an argument", memcmp(own, other, count * sizeof *own), 0)
      if (one == '?' || one == ':') SAME("optopt", optopt, model_optopt)
      if (one == -1) break;
    }
  }
  return 0;
}
"#;

#[test]
fn options_are_taken_as_by_the_machine() {
    compare(&["getopt", "getopt_long", "optarg", "optind", "opterr", "optopt"], OPTIONS);
}

/// Texts of few letters that are addresses, nearly so, or none; and addresses of any bytes.
const ADDRESSES: &str = r#"
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define OF(name) extern __typeof__(name) model_##name;
#define SAME(what, own, other) if ((own) != (other)) { printf("%s differs: \"%s\"\n", what, text); return 1; }
OF(inet_addr) OF(inet_aton) OF(inet_pton) OF(inet_ntop) OF(inet_ntoa)
int *model_errno(void);
int main(void) {
  static const char letters[] = "0123456789....xXaF78 \t\n:::::-", groups[] = "0123456789afAF:::::::.";
  char text[64];
  int taken = 0;
  for (int round = 0; round < 600000; round++) {
    int length = rand() % 20, kind = rand() % 6;
    for (int i = 0; i < length; i++) text[i] = letters[rand() % (sizeof letters - 1)];
    text[length] = 0;
    if (kind < 3) {
      static const char *const all[] = {"%u.%u.%u.%u", "%u.0%o.0x%x", "%u.%u", "%u", "0x%X", "%u.%u.%u.%u.%u", "%u.%u.%u.%u x", "%u.%u.%u.%u\n"};
      unsigned most = kind ? 300 : 70000;
      snprintf(text, 64, all[rand() % 8], rand() % most, rand() % most, rand() % most, rand() % most, 1);
    } else if (kind == 3) {
      length = rand() % 40;
      for (int i = 0; i < length; i++) text[i] = groups[rand() % (sizeof groups - 1)];
      text[length] = 0;
    } else if (kind == 4) {
      int at = 0, count = rand() % 10;
      for (int i = 0; i < count; i++) at += snprintf(text + at, 64 - at, rand() % 8 ? "%x:" : ":", rand() % 70000 >> rand() % 16);
      snprintf(text + at, 64 - at, rand() % 2 ? "%x" : rand() % 2 ? "1.2.%u.4" : "", rand() % 300);
    }
    struct in_addr own = {7}, other = {7};
    SAME("inet_aton", inet_aton(text, &own), model_inet_aton(text, &other)) SAME("inet_aton's address", own.s_addr, other.s_addr)
    SAME("inet_addr", inet_addr(text), model_inet_addr(text))
    unsigned char a[16] = "abcd", b[16] = "abcd";
    SAME("inet_pton", inet_pton(AF_INET, text, a), model_inet_pton(AF_INET, text, b)) SAME("inet_pton's address", memcmp(a, b, 16), 0)
    int is_six = inet_pton(AF_INET6, text, a);
    taken += is_six;
    SAME("inet_pton of IPv6", is_six, model_inet_pton(AF_INET6, text, b)) SAME("inet_pton's address of IPv6", memcmp(a, b, 16), 0)
    errno = *model_errno() = 0;
    SAME("inet_pton of others", inet_pton(77, text, a), model_inet_pton(77, text, b)) SAME("errno", errno, *model_errno())
    for (int i = 0; i < 4; i++) a[i] = rand() % 4 ? rand() : rand() % 12;
    memcpy(&own, a, 4);
    SAME("inet_ntoa", strcmp(inet_ntoa(own), model_inet_ntoa(own)), 0)
    unsigned room = rand() % 18;
    char x[32] = "", y[32] = "";
    errno = *model_errno() = 0;
    SAME("inet_ntop", inet_ntop(AF_INET, a, x, room) == x, model_inet_ntop(AF_INET, a, y, room) == y)
    SAME("inet_ntop's text", strcmp(x, y), 0) SAME("errno of inet_ntop", errno, *model_errno())
    for (int i = 0; i < 16; i += 2) {
      int is_zero = rand() % 5 > kind;
      a[i] = is_zero ? 0 : rand() % 3 ? 255 : rand(), a[i + 1] = is_zero ? 0 : rand() % 3 ? 255 : rand();
    }
    char v[64] = "", w[64] = "";
    room = rand() % 48;
    errno = *model_errno() = 0;
    SAME("inet_ntop of IPv6", inet_ntop(AF_INET6, a, v, room) == v, model_inet_ntop(AF_INET6, a, w, room) == w)
    SAME("inet_ntop's text of IPv6", strcmp(v, w), 0) SAME("errno of inet_ntop of IPv6", errno, *model_errno())
  }
  return taken < 1000;
}
"#;

#[test]
fn addresses_are_read_and_written_as_by_the_machine() {
    compare(&["inet_addr", "inet_aton", "inet_pton", "inet_ntop", "inet_ntoa"], ADDRESSES);
}

/// Names of few letters, taken apart in place.
const NAMES_OF_FILES: &str = r#"
#include <fnmatch.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define OF(name) extern __typeof__(name) model_##name;
#define SAME(what, own, other) if ((own) != (other)) { printf("%s differs: \"%s\", \"%s\"\n", what, text, pattern); return 1; }
OF(dirname) OF(__xpg_basename) OF(fnmatch)
char *model_basename(const char *);
extern int was_exact;
static void fill(char *s, int most, const char *letters) {
  int length = rand() % most;
  for (int i = 0; i < length; i++) s[i] = letters[rand() % strlen(letters)];
  s[length] = 0;
}
int main(void) {
  char text[16], pattern[16], a[16], b[16];
  for (int round = 0; round < 400000; round++) {
    fill(text, 10, "//a.");
    fill(pattern, 10, "*?ab\\.");
    strcpy(a, text), strcpy(b, text);
    char *own = dirname(a), *other = model_dirname(b);
    SAME("dirname", strcmp(own, other), 0) SAME("dirname's place", own == a, other == b) SAME("dirname's argument", strcmp(a, b), 0)
    strcpy(a, text), strcpy(b, text);
    own = __xpg_basename(a), other = model___xpg_basename(b);
    SAME("basename", strcmp(own, other), 0) SAME("basename's place", a <= own && own < a + 16 ? own - a : -1, b <= other && other < b + 16 ? other - b : -1)
    SAME("basename's argument", strcmp(a, b), 0)
    char *slash = strrchr(text, '/');
    SAME("GNU's basename", slash ? slash + 1 : text, model_basename(text))
    fill(text, 10, "ab.\\/");
    was_exact = 1;
    int is_other = model_fnmatch(pattern, text, 0);
    SAME("fnmatch", was_exact && is_other != fnmatch(pattern, text, 0), 0)
  }
  return strcmp(model_dirname(0), ".") || strcmp(model___xpg_basename(0), ".");
}
"#;

#[test]
fn names_of_files_are_taken_apart_as_by_the_machine() {
    compare(&["dirname", "__xpg_basename", "basename", "fnmatch"], NAMES_OF_FILES);
}

/// What older and newer libraries have of strings. Where the machine's own has none, `snprintf` cuts off the same.
const COPIES: &str = r#"
#define strlcpy hidden_1
#define strlcat hidden_2
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#define OF(name) extern __typeof__(name) model_##name;
#define SAME(what, own, other) if ((own) != (other)) { printf("%s differs: \"%s\" %d %d\n", what, text, n, from); return 1; }
OF(bcopy) OF(bzero) OF(bcmp) OF(swab) OF(strtoimax) OF(strtoumax) OF(imaxabs)
size_t model_strlcpy(char *, const char *, size_t), model_strlcat(char *, const char *, size_t);
int *model_errno(void);
static unsigned long long state = 88172645463325252ull;
static int random_below(int limit) {
  state ^= state << 13; state ^= state >> 7; state ^= state << 17;
  return (int)((state >> 33) % (unsigned)limit);
}
int main(void) {
  char text[32], a[64], b[64];
  for (int round = 0; round < 300000; round++) {
    int length = random_below(28), n = random_below(20), from = random_below(20), to = random_below(20);
    for (int i = 0; i < length; i++) text[i] = "0123456789afx-+ z"[random_below(i < 3 ? 17 : 10)];
    text[length] = 0;
    memset(a, 'x', 64), memset(b, 'x', 64);
    SAME("strlcpy", (size_t)snprintf(a, n, "%s", text), model_strlcpy(b, text, n)) SAME("strlcpy", memcmp(a, b, 64), 0)
    memcpy(a, "abcdefg", 8), memcpy(b, "abcdefg", 8);
    size_t all = n < 8 ? n + strlen(text) : (size_t)snprintf(a + 7, n - 7, "%s", text) + 7;
    SAME("strlcat", all, model_strlcat(b, text, n)) SAME("strlcat", memcmp(a, b, 64), 0)
    for (int i = 0; i < 64; i++) a[i] = b[i] = random_below(256);
    bcopy(a + from, a + to, n), model_bcopy(b + from, b + to, n);
    SAME("bcopy", memcmp(a, b, 64), 0)
    swab(a + from, a + 40, n - 3), model_swab(b + from, b + 40, n - 3);
    SAME("swab", memcmp(a, b, 64), 0)
    bzero(a + from, n), model_bzero(b + from, n);
    SAME("bzero", memcmp(a, b, 64), 0) SAME("bcmp", bcmp(a + from, a + to, n) != 0, model_bcmp(a + from, a + to, n) != 0)
    char *end = 0, *other = 0;
    int base = (int[]){0, 10, 16, 8, 36, 2, 1, 37}[random_below(8)];
    errno = *model_errno() = 0;
    SAME("strtoimax", strtoimax(text, &end, base), model_strtoimax(text, base == 1 || base == 37 ? &end : &other, base))
    SAME("strtoimax's end", base == 1 || base == 37 || end == other, 1) SAME("strtoimax's errno", errno, *model_errno())
    errno = *model_errno() = 0;
    SAME("strtoumax", strtoumax(text, &end, base), model_strtoumax(text, base == 1 || base == 37 ? &end : &other, base))
    SAME("strtoumax's end", base == 1 || base == 37 || end == other, 1) SAME("strtoumax's errno", errno, *model_errno())
    SAME("imaxabs", imaxabs(from - n), model_imaxabs(from - n))
  }
  return 0;
}
"#;

#[test]
fn blocks_and_texts_are_copied_as_by_the_machine() {
    let copies = ["strlcpy", "strlcat", "bcopy", "bzero", "bcmp", "swab"];
    compare(&[&copies[..], &["strtoimax", "strtoumax", "imaxabs"]].concat(), COPIES);
}

/// Strings of ASCII, and formats that write texts and letters.
const WIDE_STRINGS: &str = r#"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#define OF(name) extern __typeof__(name) model_##name;
#define SAME(what, own, other) if ((own) != (other)) { printf("%s differs\n", what); return 1; }
OF(mbrtowc) OF(mbrlen) OF(mbtowc) OF(mblen) OF(wcrtomb) OF(wctomb) OF(btowc) OF(wctob) OF(mbsinit) OF(mbsnrtowcs) OF(mbsrtowcs)
OF(mbstowcs) OF(wcsnrtombs) OF(wcsrtombs) OF(wcstombs) OF(swprintf)
int main(void) {
  for (int round = 0; round < 200000; round++) {
    char a[12] = {0}, x[16], y[16]; wchar_t w[12] = {0}, u[16], v[16]; mbstate_t s = {0}, t = {0};
    unsigned length = (unsigned)rand() % 10, n = (unsigned)rand() % 10, most = (unsigned)rand() % 10;
    for (unsigned i = 0; i < length; i++) w[i] = a[i] = (char)(rand() % 127 + 1);
    wmemset(u, 7, 16); wmemset(v, 7, 16); memset(x, 7, 16); memset(y, 7, 16);
    SAME("mbrtowc", mbrtowc(u, a, n, &s), model_mbrtowc(v, a, n, &t)) SAME("mbrtowc", wmemcmp(u, v, 16), 0)
    s = t = (mbstate_t){0};
    SAME("mbrlen", mbrlen(a, n, &s), model_mbrlen(a, n, &t)) SAME("mbsinit", mbsinit(&t) != 0, model_mbsinit(&t) != 0)
    s = t = (mbstate_t){0};
    // Without a byte to look at there may be an end.
    if (n > 0) SAME("mbtowc", mbtowc(u, a, n), model_mbtowc(v, a, n)) SAME("mbtowc", wmemcmp(u, v, 16), 0)
    if (n > 0) SAME("mblen", mblen(a, n), model_mblen(a, n)) SAME("mblen", mblen(0, n), model_mblen(0, n))
    SAME("wcrtomb", wcrtomb(x, w[0], &s), model_wcrtomb(y, w[0], &t)) SAME("wcrtomb", wcrtomb(0, w[0], &s), model_wcrtomb(0, w[0], &t))
    SAME("wctomb", wctomb(x, w[1]), model_wctomb(y, w[1])) SAME("wctomb", memcmp(x, y, 16), 0)
    SAME("btowc", btowc(a[0]), model_btowc(a[0])) SAME("wctob", wctob(w[0]), model_wctob(w[0]))
    SAME("the end", btowc(-1), model_btowc(-1)) SAME("the end", wctob(-1), model_wctob(-1))
    const char *p = a, *q = a; const wchar_t *f = w, *g = w;
    SAME("mbsrtowcs", mbsrtowcs(u, &p, n, &s), model_mbsrtowcs(v, &q, n, &t)) SAME("mbsrtowcs", p, q) SAME("mbsrtowcs", wmemcmp(u, v, 16), 0)
    p = q = a; SAME("mbsnrtowcs", mbsnrtowcs(u, &p, most, n, &s), model_mbsnrtowcs(v, &q, most, n, &t))
    SAME("mbsnrtowcs", p, q) SAME("mbsnrtowcs", wmemcmp(u, v, 16), 0)
    p = q = a; SAME("mbsrtowcs", mbsrtowcs(0, &p, n, &s), model_mbsrtowcs(0, &q, n, &t)) SAME("mbsrtowcs", p, q)
    SAME("wcsrtombs", wcsrtombs(x, &f, n, &s), model_wcsrtombs(y, &g, n, &t)) SAME("wcsrtombs", f, g) SAME("wcsrtombs", memcmp(x, y, 16), 0)
    f = g = w; SAME("wcsnrtombs", wcsnrtombs(x, &f, most, n, &s), model_wcsnrtombs(y, &g, most, n, &t))
    SAME("wcsnrtombs", f, g) SAME("wcsnrtombs", memcmp(x, y, 16), 0)
    f = g = w; SAME("wcsrtombs", wcsrtombs(0, &f, n, &s), model_wcsrtombs(0, &g, n, &t)) SAME("wcsrtombs", f, g)
    SAME("mbstowcs", mbstowcs(u, a, n), model_mbstowcs(v, a, n)) SAME("mbstowcs", wmemcmp(u, v, 16), 0)
    SAME("wcstombs", wcstombs(x, w, n), model_wcstombs(y, w, n)) SAME("wcstombs", memcmp(x, y, 16), 0)
    wchar_t one[40], two[40]; wmemset(one, 7, 40); wmemset(two, 7, 40); int room = rand() % 40, width = (int)most - 4;
    static const wchar_t *const formats[] = {L"a%*sb", L"%-*s%%", L"%*ls|", L"%-*ls", L"%.*s", L"x%.*ls"};
    int which = rand() % 6;
    const void *text = which < 2 || which == 4 ? (const void *)a : w;
    int count = swprintf(one, room, formats[which], width, text);
    SAME("swprintf", count, model_swprintf(two, room, formats[which], width, text))
    if (count >= 0) SAME("swprintf", wmemcmp(one, two, 40), 0)
    wmemset(one, 7, 40); wmemset(two, 7, 40); count = swprintf(one, room, L"%*c%-*lc.", width, a[0], 3, w[1]);
    SAME("swprintf", count, model_swprintf(two, room, L"%*c%-*lc.", width, a[0], 3, w[1]))
    if (count >= 0) SAME("swprintf", wmemcmp(one, two, 40), 0)
  }
  return 0;
}
"#;

#[test]
fn wide_strings_are_the_machines() {
    let is_part = |models: &&super::Models| models.names.contains(&"mbrtowc") || models.names.contains(&"swprintf");
    let names = MODELS.iter().filter(is_part).flat_map(|models| models.names.iter().copied());
    compare(&names.filter(|name| !name.starts_with("bitreach.")).collect::<Vec<_>>(), WIDE_STRINGS);
}

/// Sequences of numbers, parts of lists of options, and searching.
const PARTS: &str = r#"
#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define OF(name) extern __typeof__(name) model_##name;
#define SAME(what, own, other) if ((own) != (other)) { printf("%s differs\n", what); return 1; }
OF(erand48) OF(nrand48) OF(jrand48) OF(imaxdiv) OF(getsubopt) OF(lfind) OF(lsearch) OF(insque) OF(remque)
static int compare(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }
struct linked { struct linked *next, *before; };
int main(void) {
  unsigned short own[3] = {1, 2, 3}, other[3] = {1, 2, 3};
  struct linked ours[5] = {0}, its[5] = {0};
  insque(ours, 0); model_insque(its, 0);
  for (int round = 0; round < 200000; round++) {
    SAME("erand48", erand48(own), model_erand48(other)) SAME("nrand48", nrand48(own), model_nrand48(other))
    SAME("jrand48", jrand48(own), model_jrand48(other)) SAME("a sequence", memcmp(own, other, sizeof own), 0)
    intmax_t a = (intmax_t)rand() * rand() - rand(), b = rand() % 100 + 1;
    SAME("imaxdiv", imaxdiv(a, b).quot, model_imaxdiv(a, b).quot) SAME("imaxdiv", imaxdiv(a, b).rem, model_imaxdiv(a, b).rem)
    char x[12] = {0}, y[12], *p = x, *q = y, *v = 0, *w = 0, *const names[] = {"a", "ab", "", "b", 0};
    for (int i = rand() % 11; i > 0; i--) x[i - 1] = "ab,=="[rand() % 5];
    memcpy(y, x, 12);
    for (int i = 0; i < 12; i++) {
      SAME("getsubopt", getsubopt(&p, names, &v), model_getsubopt(&q, names, &w))
      SAME("getsubopt's rest", p - x, q - y) SAME("getsubopt's value", v ? v - x : -1, w ? w - y : -1)
    }
    SAME("getsubopt", memcmp(x, y, 12), 0)
    int one[9], two[9], key = rand() % 6; size_t count = rand() % 8, its_count = count;
    for (int i = 0; i < 9; i++) one[i] = two[i] = rand() % 6;
    int *found = lfind(&key, one, &count, 4, compare), *its_found = model_lfind(&key, two, &count, 4, compare);
    SAME("lfind", found ? found - one : -1, its_found ? its_found - two : -1)
    SAME("lsearch", (int *)lsearch(&key, one, &count, 4, compare) - one, (int *)model_lsearch(&key, two, &its_count, 4, compare) - two)
    SAME("lsearch", count, its_count) SAME("lsearch", memcmp(one, two, sizeof one), 0)
    int which = 1 + rand() % 4;
    if (ours[which].next || ours[which].before) { remque(ours + which); model_remque(its + which); ours[which] = its[which] = (struct linked){0}; }
    else { insque(ours + which, ours); model_insque(its + which, its); }
    for (int i = 0; i < 5; i++) {
      SAME("a link", ours[i].next ? ours[i].next - ours : -1, its[i].next ? its[i].next - its : -1)
      SAME("a link", ours[i].before ? ours[i].before - ours : -1, its[i].before ? its[i].before - its : -1)
    }
  }
  return 0;
}
"#;

#[test]
fn sequences_parts_and_searches_are_the_machines() {
    let is_part = |models: &&super::Models| models.names.contains(&"rand") || models.names.contains(&"lfind");
    let names = MODELS.iter().filter(is_part).flat_map(|models| models.names.iter().copied());
    compare(&names.filter(|name| !name.starts_with("bitreach.")).collect::<Vec<_>>(), PARTS);
}

/// Numbers of all sizes, those with few digits and those among the smallest.
const LONGER: &str = r#"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#define OF(name) extern __typeof__(name) model_##name;
OF(frexpl) OF(scalbnl) OF(scalblnl) OF(ldexpl) OF(ilogbl) OF(logbl) OF(nextafterl) OF(nexttowardl) OF(fmodl) OF(remainderl) OF(remquol)
int *model_errno(void);
static unsigned long long state = 88172645463325252ull;
static unsigned long long bits(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state; }
static long double next(void) {
  union { long double number; struct { unsigned long long digits; unsigned short exponent; } parts; } u = {0};
  u.parts.digits = bits() % 8 == 0 ? bits() % 2 ? 0 : -1ull : bits() >> (bits() % 4 ? 0 : bits() % 64);
  u.parts.exponent = (unsigned short)bits();
  unsigned sign = u.parts.exponent & 0x8000;
  switch (bits() % 6) {
  case 0: u.parts.exponent = sign; break;
  case 1: u.parts.exponent = sign | 1; break;
  case 2: u.parts.exponent = sign | 0x7ffe; break;
  case 3: case 4: u.parts.exponent = sign | (16383 + bits() % 90);
  }
  int exponent = u.parts.exponent & 0x7fff;
  u.parts.digits = exponent == 0 ? u.parts.digits << 1 >> 1 : u.parts.digits | 1ull << 63;
  return exponent == 0x7fff ? bits() % 2 ? INFINITY : bits() % 2 ? -INFINITY : NAN : u.number;
}
#define FAIL(what) { printf("%s differs: %La %La\n", what, x, y); return 1; }
#define DIFFER(p, q) (memcmp(&p, &q, sizeof p == 16 || sizeof p == 12 ? 10 : sizeof p) && (p == p || q == q))
#define TOLD(what, own, other) { \
    errno = *model_errno() = 0; __typeof__(own) p = own, q = other; \
    if (DIFFER(p, q) || errno != *model_errno()) FAIL(what) }
int main(void) {
  for (int i = 0; i < 200000; i++) {
    long double x = next(), y = bits() % 4 ? next() : x / (long double)(int)(bits() % 23 + 1);
    int by = bits() % 3 ? (int)(bits() % 200) - 100 : bits() % 2 ? (int)(bits() % 70000) - 35000 : (int)bits(), e = 0, f = 0;
    TOLD("frexpl", frexpl(x, &e), model_frexpl(x, &f)) if (isfinite(x) && e != f) FAIL("frexpl's exponent")
    TOLD("scalbnl", scalbnl(x, by), model_scalbnl(x, by)) TOLD("scalblnl", scalblnl(x, by), model_scalblnl(x, by))
    if (isfinite(x) && x != 0) { by = (int)(bits() % 70) - 16448 - e; TOLD("ldexpl", ldexpl(x, by), model_ldexpl(x, by)) }
    TOLD("ilogbl", ilogbl(x), model_ilogbl(x)) if (x != 0) TOLD("logbl", logbl(x), model_logbl(x))
    TOLD("nextafterl", nextafterl(x, y), model_nextafterl(x, y)) TOLD("nexttowardl", nexttowardl(x, 0), model_nexttowardl(x, 0))
    if (i % 4) continue;
    TOLD("fmodl", fmodl(x, y), model_fmodl(x, y))
    if (remainderl(x, y) != 0 || model_remainderl(x, y) != 0) TOLD("remainderl", remainderl(x, y), model_remainderl(x, y))
    long double p = remquol(x, y, &e), q = model_remquol(x, y, &f);
    if (DIFFER(p, q) || ((e - f) % 8 != 0 || (e < 0) != (f < 0) && e != 0 && f != 0) && isfinite(x) && y == y && y != 0) FAIL("remquol")
  }
  return 0;
}
"#;

#[test]
fn longer_numbers_are_the_machines() {
    let is_part = |models: &&super::Models| models.names.contains(&"frexpl") || models.names.contains(&"fmodl");
    let names = MODELS.iter().filter(is_part).flat_map(|models| models.names.iter().copied());
    compare(&names.filter(|name| !name.starts_with("bitreach.")).collect::<Vec<_>>(), LONGER);
}
