use super::*;
use crate::source::clang;
use crate::source::temporary::Folder;
use std::process::Command;

/// The models that are exact, under names of their own.
const EXACT: [&str; 36] = [
    "strlen", "strnlen", "strcmp", "strncmp", "memcmp", "memchr", "strchr", "strrchr", "strcpy", "strncpy", "strcat",
    "strncat", "abs", "labs", "llabs", "div", "ldiv", "lldiv", "strtol", "strtoll", "strtoul", "strtoull", "atoi",
    "atol", "atoll", "isupper", "islower", "isalpha", "isdigit", "isxdigit", "isspace", "ispunct", "isalnum",
    "isprint", "toupper", "tolower",
];

const STUBS: &str = "
int nondet_int(void) { return 1; }
long nondet_long(void) { return 0; }
_Bool nondet_bool(void) { return 0; }
void assume(int c) {}
void __bitreach_left_open(const char *why) {}
";

/// Compares each with the machine's own on strings of few letters and on numbers near all bounds.
const DRIVER: &str = r#"
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define SAME(what, own, other) if ((own) != (other)) { printf("%s differs: %s, %s\n", what, a, b); return 1; }
#define SIGN(x) (((x) > 0) - ((x) < 0))
#define OF(name) extern __typeof__(name) model_##name;
OF(strlen) OF(strnlen) OF(strcmp) OF(strncmp) OF(memcmp) OF(memchr) OF(strchr) OF(strrchr) OF(strcpy) OF(strncpy) OF(strcat)
OF(strncat) OF(abs) OF(labs) OF(llabs) OF(div) OF(ldiv) OF(lldiv) OF(strtol) OF(strtoll) OF(strtoul) OF(strtoull) OF(atoi)
OF(atol) OF(atoll) OF(toupper) OF(tolower)
int *model_errno(void);
static unsigned long long state = 88172645463325252ull;
static unsigned random_below(unsigned limit) {
  state ^= state << 13; state ^= state >> 7; state ^= state << 17;
  return (unsigned)(state >> 33) % limit;
}
static void fill(char *s, unsigned most, const char *letters) {
  unsigned length = random_below(most);
  for (unsigned i = 0; i < length; i++) s[i] = letters[random_below(strlen(letters))];
  s[length] = 0;
}
#define NUMBER(name, a, base) { \
    char *end = 0, *other = 0; errno = 0; *model_errno() = 0; \
    __typeof__(name(a, 0, 10)) one = name(a, &end, base), two = model_##name(a, &other, base); \
    SAME(#name, one, two) SAME(#name "'s end", end, other) SAME(#name "'s errno", errno, *model_errno()) }
#define CLASS(name) { extern int model_##name(int); SAME(#name, name(c) != 0, model_##name(c) != 0) }
int main(void) {
  char a[64] = "", b[64] = "";
  for (int c = -1; c < 256; c++) {
    CLASS(isupper) CLASS(islower) CLASS(isalpha) CLASS(isdigit) CLASS(isxdigit) CLASS(isspace) CLASS(ispunct) CLASS(isalnum)
    CLASS(isprint) SAME("toupper", toupper(c), model_toupper(c)) SAME("tolower", tolower(c), model_tolower(c))
  }
  extern const unsigned short **model___ctype_b_loc(void);
  for (int c = -128; c < 256; c++) SAME("__ctype_b_loc", (*__ctype_b_loc())[c], (*model___ctype_b_loc())[c])
  for (int round = 0; round < 200000; round++) {
    fill(a, 12, "ab\xff"); fill(b, 12, "ab\xff");
    unsigned n = random_below(12); int c = "abc\xff"[random_below(4)];
    SAME("strlen", strlen(a), model_strlen(a)) SAME("strnlen", strnlen(a, n), model_strnlen(a, n))
    SAME("strcmp", SIGN(strcmp(a, b)), SIGN(model_strcmp(a, b)))
    SAME("strncmp", SIGN(strncmp(a, b, n)), SIGN(model_strncmp(a, b, n)))
    SAME("memcmp", SIGN(memcmp(a, b, n)), SIGN(model_memcmp(a, b, n)))
    SAME("memchr", memchr(a, c, n), model_memchr(a, c, n))
    SAME("strchr", strchr(a, c), model_strchr(a, c)) SAME("strrchr", strrchr(a, c), model_strrchr(a, c))
    char x[64] = "abab", y[64] = "abab";
    strcpy(x + 1, a); model_strcpy(y + 1, a); SAME("strcpy", memcmp(x, y, 64), 0)
    strncpy(x, b, n); model_strncpy(y, b, n); SAME("strncpy", memcmp(x, y, 64), 0)
    x[20] = y[20] = 0; strcat(x, b); model_strcat(y, b); SAME("strcat", memcmp(x, y, 64), 0)
    strncat(x, a, n); model_strncat(y, a, n); SAME("strncat", memcmp(x, y, 64), 0)
    static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37, -1};
    int base = bases[random_below(9)];
    fill(a, random_below(4) ? 26 : 5, random_below(2) ? "0123456789" : " \t-+0x1fFz8");
    if (random_below(8) == 0) snprintf(a, sizeof a, "%lld", LLONG_MIN + (long long)random_below(3));
    if (random_below(8) == 0) snprintf(a, sizeof a, "%llu", (unsigned long long)LLONG_MAX + random_below(3));
    NUMBER(strtol, a, base) NUMBER(strtoll, a, base) NUMBER(strtoul, a, base) NUMBER(strtoull, a, base)
    errno = 0; strtol(a, 0, 10);
    if (errno == 0) {
      SAME("atol", atol(a), model_atol(a)) SAME("atoll", atoll(a), model_atoll(a))
      if (atol(a) == (int)atol(a)) SAME("atoi", atoi(a), model_atoi(a))
      long long p = atoll(a), q = (long long)random_below(9) - 4;
      if (p != LLONG_MIN) SAME("llabs", llabs(p), model_llabs(p))
      if (p != LONG_MIN) SAME("labs", labs(p), model_labs(p))
      if ((int)p != INT_MIN) SAME("abs", abs((int)p), model_abs((int)p))
      if (q != 0 && p != LLONG_MIN && (int)p != INT_MIN) {
        SAME("lldiv", lldiv(p, q).quot, model_lldiv(p, q).quot) SAME("lldiv", lldiv(p, q).rem, model_lldiv(p, q).rem)
        SAME("ldiv", ldiv(p, q).quot, model_ldiv(p, q).quot) SAME("ldiv", ldiv(p, q).rem, model_ldiv(p, q).rem)
        SAME("div", div((int)p, (int)q).quot, model_div((int)p, (int)q).quot)
        SAME("div", div((int)p, (int)q).rem, model_div((int)p, (int)q).rem)
      }
    }
  }
  return 0;
}
"#;

#[test]
fn exact_models_do_what_the_machines_library_does() {
    let folder = Folder::new().unwrap();
    let renamed = EXACT.iter().chain(&["__ctype_b_loc"]).map(|name| format!("#define {name} model_{name}\n"));
    let renamed: String = renamed.chain(["#define __errno_location model_errno\n".to_owned()]).collect();
    let files = ["errno.h", "string.h", "stdlib.h", "ctype.h"];
    // Of those on the heap only what is under the model of memory is known.
    let models = MODELS.iter().filter(|models| files.contains(&models.header) && !models.names.contains(&"realloc"));
    let sources = models.map(|models| models.source.to_owned());
    let models: String = [renamed].into_iter().chain(sources).chain([STUBS.to_owned()]).collect();
    let files = [folder.file("models.c", models).unwrap(), folder.file("driver.c", DRIVER).unwrap()];
    let program = folder.path().join("compare");
    clang::link(&files, &["-O1", "-fno-builtin", "-D_GNU_SOURCE"], &program, &StopFlag::new()).unwrap();
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn names_have_one_model() {
    let mut names: Vec<&str> = MODELS.iter().flat_map(|models| models.names.iter().copied()).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(EXACT.iter().all(|name| names.contains(name)));
}

#[test]
fn models_compile() {
    let names: Vec<String> = MODELS.iter().flat_map(|models| models.names).map(|&name| name.to_owned()).collect();
    for property in [Property::NoOverflow, Property::ValidDeref] {
        for data_model in [DataModel::Lp64, DataModel::Ilp32] {
            assert!(bodies_for(&names, property, data_model, &StopFlag::new()).unwrap().is_some());
        }
    }
}
