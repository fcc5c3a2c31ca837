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
#endif
void __bitreach_left_open(const char *why) { was_exact = 0; }
void __bitreach_apart(const void *a, __SIZE_TYPE__ n, const void *b, __SIZE_TYPE__ m, _Bool one) {}
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
  sigset_t one, other;
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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern int model_getopt(int, char *const[], const char *);
extern char *model_optarg;
extern int model_optind, model_opterr, model_optopt;
#define SAME(what, own, other) if ((own) != (other)) { printf("%s differs in round %d\n", what, round); return 1; }
int main(void) {
  static const char *const letters[] = {"ab:c::", ":ab:", "+ab:c", "-a:b", "", "abc"};
  for (int round = 0; round < 200000; round++) {
    char texts[6][6], *own[7], *other[7];
    int count = rand() % 6 + 1;
    for (int i = 0; i < count; i++) {
      int length = rand() % 5;
      for (int k = 0; k < length; k++) texts[i][k] = "--abcx:"[rand() % 7];
      texts[i][length] = 0;
      own[i] = other[i] = texts[i];
    }
    own[count] = other[count] = 0;
    // The machine's own begins anew at 0.
    optind = model_optind = 0;
    opterr = model_opterr = 0;
    const char *which = letters[rand() % 6];
    for (int calls = 0; calls < 20; calls++) {
      int one = getopt(count, own, which), two = model_getopt(count, other, which);
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
    compare(&["getopt", "optarg", "optind", "opterr", "optopt"], OPTIONS);
}
