mod system;

use super::*;
use crate::source::clang;
use crate::source::temporary::Folder;
use std::process::Command;

/// The models that are exact, under names of their own.
const EXACT: [&str; 60] = [
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "memcmp",
    "memchr",
    "strchr",
    "strrchr",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "abs",
    "labs",
    "llabs",
    "div",
    "ldiv",
    "lldiv",
    "strtol",
    "strtoll",
    "strtoul",
    "strtoull",
    "atoi",
    "atol",
    "atoll",
    "isupper",
    "islower",
    "isalpha",
    "isdigit",
    "isxdigit",
    "isspace",
    "ispunct",
    "isalnum",
    "isprint",
    "toupper",
    "tolower",
    "stpcpy",
    "memccpy",
    "memrchr",
    "strchrnul",
    "strspn",
    "strcspn",
    "strpbrk",
    "strstr",
    "strtok_r",
    "strtok",
    "strcasecmp",
    "strncasecmp",
    "strcasestr",
    "memmem",
    "strsep",
    "stpncpy",
    "mempcpy",
    "strxfrm",
    "rawmemchr",
    "strverscmp",
    "wcstol",
    "wcstoll",
    "wcstoul",
    "wcstoull",
];

const STUBS: &str = "
int nondet_int(void) { return 1; }
long nondet_long(void) { return 0; }
long long nondet_long_long(void) { return 0; }
char nondet_char(void) { return 0; }
_Bool nondet_bool(void) { return 0; }
void assume(int c) {}
void __bitreach_left_open(const char *why) {}
void __bitreach_closed(void) {}
void *__bitreach_value_ptr(void *value) { return value; }
void __bitreach_apart(const void *a, __SIZE_TYPE__ n, const void *b, __SIZE_TYPE__ m, _Bool one) {}
";

/// Compares each with the machine's own on strings of few letters and on numbers near all bounds.
const DRIVER: &str = r#"
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#define SAME(what, own, other) if ((own) != (other)) { printf("%s differs: %s, %s\n", what, a, b); return 1; }
#define SIGN(x) (((x) > 0) - ((x) < 0))
#define OF(name) extern __typeof__(name) model_##name;
OF(strlen) OF(strnlen) OF(strcmp) OF(strncmp) OF(memcmp) OF(memchr) OF(strchr) OF(strrchr) OF(strcpy) OF(strncpy) OF(strcat)
OF(strncat) OF(abs) OF(labs) OF(llabs) OF(div) OF(ldiv) OF(lldiv) OF(strtol) OF(strtoll) OF(strtoul) OF(strtoull) OF(atoi)
OF(atol) OF(atoll) OF(toupper) OF(tolower) OF(stpcpy) OF(memccpy) OF(memrchr) OF(strchrnul) OF(strspn) OF(strcspn)
OF(strpbrk) OF(strstr) OF(strtok_r) OF(strtok) OF(strcasecmp) OF(strncasecmp) OF(strcasestr) OF(memmem) OF(strsep)
OF(stpncpy) OF(mempcpy) OF(strxfrm) OF(rawmemchr) OF(strverscmp) OF(wcstol) OF(wcstoll) OF(wcstoul) OF(wcstoull)
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
#define WIDE_NUMBER(name, base) { \
    wchar_t *end = 0, *other = 0; errno = 0; *model_errno() = 0; \
    __typeof__(name(wide, 0, 10)) one = name(wide, &end, base), two = model_##name(wide, &other, base); \
    SAME(#name, one, two) SAME(#name "'s end", end, other) SAME(#name "'s errno", errno, *model_errno()) }
#define CLASS(name) { extern int model_##name(int); SAME(#name, name(c) != 0, model_##name(c) != 0) }
int main(void) {
  char a[64] = "", b[64] = "";
  for (int c = -1; c < 256; c++) {
    CLASS(isupper) CLASS(islower) CLASS(isalpha) CLASS(isdigit) CLASS(isxdigit) CLASS(isspace) CLASS(ispunct) CLASS(isalnum)
    CLASS(isprint) SAME("toupper", toupper(c), model_toupper(c)) SAME("tolower", tolower(c), model_tolower(c))
  }
  extern const unsigned short **model___ctype_b_loc(void);
  extern const int **model___ctype_tolower_loc(void), **model___ctype_toupper_loc(void);
  for (int c = -128; c < 256; c++) {
    SAME("__ctype_b_loc", (*__ctype_b_loc())[c], (*model___ctype_b_loc())[c])
    SAME("__ctype_tolower_loc", (*__ctype_tolower_loc())[c], (*model___ctype_tolower_loc())[c])
    SAME("__ctype_toupper_loc", (*__ctype_toupper_loc())[c], (*model___ctype_toupper_loc())[c])
  }
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
    SAME("memrchr", memrchr(a, c, n), model_memrchr(a, c, n)) SAME("strchrnul", strchrnul(a, c), model_strchrnul(a, c))
    SAME("strspn", strspn(a, b), model_strspn(a, b)) SAME("strcspn", strcspn(a, b), model_strcspn(a, b))
    SAME("strpbrk", strpbrk(a, b), model_strpbrk(a, b)) b[random_below(3)] = 0; SAME("strstr", strstr(a, b), model_strstr(a, b))
    memset(x, 'x', 64); memset(y, 'x', 64);
    SAME("stpcpy", stpcpy(x, a) - x, model_stpcpy(y, a) - y) SAME("stpcpy", memcmp(x, y, 64), 0)
    char *p1 = memccpy(x, a, c, n), *p2 = model_memccpy(y, a, c, n);
    SAME("memccpy", p1 ? p1 - x : -1, p2 ? p2 - y : -1) SAME("memccpy", memcmp(x, y, 64), 0)
    fill(x, 12, "aB,;\xff"); strcpy(y, x); fill(b, 12, "Ab,;\xff");
    SAME("strcasecmp", SIGN(strcasecmp(x, b)), SIGN(model_strcasecmp(x, b)))
    SAME("strncasecmp", SIGN(strncasecmp(x, b, n)), SIGN(model_strncasecmp(x, b, n)))
    SAME("strcasestr", strcasestr(x, b), model_strcasestr(x, b)) b[random_below(3)] = 0;
    SAME("strcasestr", strcasestr(x, b), model_strcasestr(x, b))
    SAME("memmem", memmem(x, n, b, strlen(b)), model_memmem(x, n, b, strlen(b)))
    { char v[64], w[64]; memset(v, 'x', 64); memset(w, 'x', 64);
      SAME("stpncpy", stpncpy(v, a, n) - v, model_stpncpy(w, a, n) - w) SAME("stpncpy", memcmp(v, w, 64), 0)
      SAME("mempcpy", (char *)mempcpy(v, b, n) - v, (char *)model_mempcpy(w, b, n) - w) SAME("mempcpy", memcmp(v, w, 64), 0)
      strcpy(v, x); strcpy(w, x); char *of_v = v, *of_w = w;
      while (of_v) {
        char *one = strsep(&of_v, ",;"), *two = model_strsep(&of_w, ",;");
        SAME("strsep", one - v, two - w) SAME("strsep", of_v ? of_v - v : -1, of_w ? of_w - w : -1)
      }
      SAME("strsep", model_strsep(&of_w, ","), 0) SAME("strsep", memcmp(v, w, 64), 0) }
    strcpy(b, random_below(2) ? "," : ";,");
    char *t1 = x, *t2 = y, *r1 = 0, *r2 = 0; int first = 1, plain = random_below(2);
    while (t1) {
      t1 = plain ? strtok(first ? x : 0, b) : strtok_r(first ? x : 0, b, &r1);
      t2 = plain ? model_strtok(first ? y : 0, b) : model_strtok_r(first ? y : 0, b, &r2);
      first = 0;
      SAME("strtok", t1 ? t1 - x : -1, t2 ? t2 - y : -1)
    }
    SAME("strtok", memcmp(x, y, 64), 0)
    { char v[64] = "", w[64] = ""; fill(v, 9, random_below(2) ? "a0123" : "a019"); fill(w, 9, random_below(2) ? "a0123" : "a019");
      if (random_below(2)) { unsigned same = random_below(6); memcpy(w, v, strnlen(v, same)); }
      strcpy(a, v); strcpy(b, w);
      SAME("strverscmp", SIGN(strverscmp(v, w)), SIGN(model_strverscmp(v, w)))
      SAME("rawmemchr", rawmemchr(v, 0), model_rawmemchr(v, 0))
      char t[64], u[64]; memset(t, 'x', 64); memset(u, 'x', 64); size_t length = strxfrm(t, v, n);
      SAME("strxfrm", length, model_strxfrm(u, v, n)) if (length < n) SAME("strxfrm", memcmp(t, u, 64), 0) }
    static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37, -1};
    int base = bases[random_below(9)];
    fill(a, random_below(4) ? 26 : 5, random_below(2) ? "0123456789" : " \t-+0x1fFz8");
    if (random_below(8) == 0) snprintf(a, sizeof a, "%lld", LLONG_MIN + (long long)random_below(3));
    if (random_below(8) == 0) snprintf(a, sizeof a, "%llu", (unsigned long long)LLONG_MAX + random_below(3));
    NUMBER(strtol, a, base) NUMBER(strtoll, a, base) NUMBER(strtoul, a, base) NUMBER(strtoull, a, base)
    wchar_t wide[64]; for (int i = 0; i < 64; i++) wide[i] = a[i];
    if (random_below(4) == 0) wide[random_below(5)] += 256;
    WIDE_NUMBER(wcstol, base) WIDE_NUMBER(wcstoll, base) WIDE_NUMBER(wcstoul, base) WIDE_NUMBER(wcstoull, base)
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
    let tables = ["__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc"];
    let renamed = EXACT.iter().chain(&tables).map(|name| format!("#define {name} model_{name}\n"));
    let renamed: String = renamed.chain(["#define __errno_location model_errno\n".to_owned()]).collect();
    let models = MODELS.iter().filter(|models| {
        models.header == "errno.h" || models.names.iter().any(|name| EXACT.contains(name) || tables.contains(name))
    });
    let sources = models.map(|models| models.source.to_owned());
    let models: String = [renamed].into_iter().chain(sources).chain([STUBS.to_owned()]).collect();
    let files = [folder.file("models.c", models).unwrap(), folder.file("driver.c", DRIVER).unwrap()];
    let program = folder.path().join("compare");
    clang::link(&files, &["-O1", "-fno-builtin", "-D_GNU_SOURCE"], &program, &StopFlag::new()).unwrap();
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// The models of `<wchar.h>` and `<wctype.h>`.
const WIDE: [&str; 48] = [
    "wcslen",
    "wcsnlen",
    "wcscmp",
    "wcsncmp",
    "wmemcmp",
    "wmemchr",
    "wcschr",
    "wcsrchr",
    "wcscpy",
    "wcsncpy",
    "wcscat",
    "wcsncat",
    "wmemcpy",
    "wmemmove",
    "wmemset",
    "wcsspn",
    "wcscspn",
    "wcspbrk",
    "wcsstr",
    "iswupper",
    "iswlower",
    "iswalpha",
    "iswdigit",
    "iswalnum",
    "iswxdigit",
    "iswspace",
    "iswblank",
    "iswcntrl",
    "iswprint",
    "iswgraph",
    "iswpunct",
    "towlower",
    "towupper",
    "wcschrnul",
    "wcpcpy",
    "wcpncpy",
    "wmempcpy",
    "wcstok",
    "wcscasecmp",
    "wcsncasecmp",
    "wcscoll",
    "wcsxfrm",
    "wcwidth",
    "wcswidth",
    "wctype",
    "iswctype",
    "wctrans",
    "towctrans",
];

const WIDE_DRIVER: &str = r#"
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>
#define SAME(what, own, other) if ((own) != (other)) { printf("%s differs\n", what); return 1; }
#define SIGN(x) (((x) > 0) - ((x) < 0))
#define CLASS(name) { extern int model_##name(wint_t); SAME(#name, name(c) != 0, model_##name(c) != 0) }
static unsigned long long state = 88172645463325252ull;
static unsigned random_below(unsigned limit) {
  state ^= state << 13; state ^= state >> 7; state ^= state << 17;
  return (unsigned)(state >> 33) % limit;
}
static const wchar_t letters[] = {'a', 'b', 0x100, 'a' - 0x7fffffff, -1};
static void fill(wchar_t *s) {
  unsigned length = random_below(9);
  for (unsigned i = 0; i < length; i++) s[i] = letters[random_below(5)];
  s[length] = 0;
}
int main(void) {
  for (int i = -1; i < 0x20000; i++) {
    wint_t c = (wint_t)i;
    CLASS(iswupper) CLASS(iswlower) CLASS(iswalpha) CLASS(iswdigit) CLASS(iswalnum) CLASS(iswxdigit) CLASS(iswspace) CLASS(iswblank)
    CLASS(iswcntrl) CLASS(iswprint) CLASS(iswgraph) CLASS(iswpunct)
    SAME("towlower", towlower(c), model_towlower(c)) SAME("towupper", towupper(c), model_towupper(c))
    if (i > 0xff) continue;
    static const char *const classes[] = {"upper", "lower", "alpha", "digit", "alnum", "xdigit", "space", "blank", "cntrl", "print",
      "graph", "punct", "none", "prin", "printf"};
    for (int k = 0; k < 15; k++) {
      SAME("wctype", wctype(classes[k]) != 0, model_wctype(classes[k]) != 0)
      int model_iswctype(wint_t, wctype_t); SAME("iswctype", iswctype(c, wctype(classes[k])) != 0, model_iswctype(c, model_wctype(classes[k])) != 0)
    }
    static const char *const changes[] = {"tolower", "toupper", "none"};
    for (int k = 0; k < 3; k++) {
      SAME("wctrans", wctrans(changes[k]) != 0, model_wctrans(changes[k]) != 0)
      SAME("towctrans", towctrans(c, wctrans(changes[k])), model_towctrans(c, model_wctrans(changes[k])))
    }
    if (i >= 0 && i < 128) { SAME("wcwidth", wcwidth(i), model_wcwidth(i))
      wchar_t two[] = {'a', i, 0}; SAME("wcswidth", wcswidth(two, 2), model_wcswidth(two, 2)) }
  }
  for (int round = 0; round < 200000; round++) {
    wchar_t a[16] = {0}, b[16] = {0}, x[40], y[40]; fill(a); fill(b);
    unsigned n = random_below(9); wchar_t c = letters[random_below(5)];
    SAME("wcslen", wcslen(a), model_wcslen(a)) SAME("wcsnlen", wcsnlen(a, n), model_wcsnlen(a, n))
    SAME("wcscmp", SIGN(wcscmp(a, b)), SIGN(model_wcscmp(a, b)))
    SAME("wcsncmp", SIGN(wcsncmp(a, b, n)), SIGN(model_wcsncmp(a, b, n)))
    SAME("wmemcmp", SIGN(wmemcmp(a, b, n)), SIGN(model_wmemcmp(a, b, n)))
    SAME("wmemchr", wmemchr(a, c, n), model_wmemchr(a, c, n)) SAME("wcschr", wcschr(a, c), model_wcschr(a, c))
    SAME("wcsrchr", wcsrchr(a, c), model_wcsrchr(a, c)) SAME("wcsspn", wcsspn(a, b), model_wcsspn(a, b))
    SAME("wcscspn", wcscspn(a, b), model_wcscspn(a, b)) SAME("wcspbrk", wcspbrk(a, b), model_wcspbrk(a, b))
    wmemset(x, 'x', 40); model_wmemset(y, 'x', 40); SAME("wmemset", wmemcmp(x, y, 40), 0)
    SAME("wcscpy", wcscpy(x, a) - x, model_wcscpy(y, a) - y) SAME("wcscpy", wmemcmp(x, y, 40), 0)
    wcscat(x, b); model_wcscat(y, b); SAME("wcscat", wmemcmp(x, y, 40), 0)
    wcsncat(x, a, n); model_wcsncat(y, a, n); SAME("wcsncat", wmemcmp(x, y, 40), 0)
    wmemcpy(x + 20, a, n); model_wmemcpy(y + 20, a, n); SAME("wmemcpy", wmemcmp(x, y, 40), 0)
    wmemmove(x + 18, x + 20, n); model_wmemmove(y + 18, y + 20, n); SAME("wmemmove", wmemcmp(x, y, 40), 0)
    wcsncpy(x, b, n); model_wcsncpy(y, b, n); SAME("wcsncpy", wmemcmp(x, y, 40), 0)
    SAME("wcscasecmp", SIGN(wcscasecmp(a, b)), SIGN(model_wcscasecmp(a, b)))
    SAME("wcsncasecmp", SIGN(wcsncasecmp(a, b, n)), SIGN(model_wcsncasecmp(a, b, n)))
    SAME("wcscoll", SIGN(wcscoll(a, b)), SIGN(model_wcscoll(a, b))) SAME("wcschrnul", wcschrnul(a, c), model_wcschrnul(a, c))
    wmemset(x, 'x', 40); wmemset(y, 'x', 40);
    SAME("wcpcpy", wcpcpy(x, a) - x, model_wcpcpy(y, a) - y) SAME("wcpcpy", wmemcmp(x, y, 40), 0)
    SAME("wcpncpy", wcpncpy(x, b, n) - x, model_wcpncpy(y, b, n) - y) SAME("wcpncpy", wmemcmp(x, y, 40), 0)
    SAME("wmempcpy", wmempcpy(x, a, n) - x, model_wmempcpy(y, a, n) - y) SAME("wmempcpy", wmemcmp(x, y, 40), 0)
    size_t length = wcsxfrm(x, a, n);
    SAME("wcsxfrm", length, model_wcsxfrm(y, a, n)) if (length < n) SAME("wcsxfrm", wmemcmp(x, y, 40), 0)
    wcscpy(x, a); wcscpy(y, a);
    wchar_t *rest = 0, *other = 0, *one = wcstok(x, b, &rest), *two = model_wcstok(y, b, &other);
    for (int k = 0; k < 9; k++, one = wcstok(0, b, &rest), two = model_wcstok(0, b, &other)) {
      SAME("wcstok", one ? one - x : -1, two ? two - y : -1) SAME("wcstok's rest", rest ? rest - x : -1, other ? other - y : -1)
    }
    SAME("wcstok", wcscmp(x, y), 0)
    b[random_below(3)] = 0; SAME("wcsstr", wcsstr(a, b), model_wcsstr(a, b))
  }
  return 0;
}
"#;

#[test]
fn models_of_wide_characters_do_what_the_machines_library_does() {
    let folder = Folder::new().unwrap();
    let renamed = WIDE.map(|name| format!("#define {name} model_{name}\n")).concat();
    let is_part = |models: &&Models| models.header == "errno.h" || models.names.contains(&"wcslen");
    let sources = MODELS.iter().filter(is_part).map(|models| models.source);
    let of_sign = "int of_sign(int difference) { return difference; }\n";
    let zero = "long nondet_long(void) { return 0; }";
    let stubs = STUBS.replace(zero, "long nondet_long(void) { static long number; return ++number; }");
    let models: String = [renamed.as_str()].into_iter().chain(sources).chain([stubs.as_str(), of_sign]).collect();
    let declared = WIDE.map(|name| match name.starts_with("isw") {
        true => String::new(),
        false => format!("extern __typeof__({name}) model_{name};\n"),
    });
    let driver = WIDE_DRIVER.replace("#define SIGN", &format!("{}#define SIGN", declared.concat()));
    let driver = format!("#define _GNU_SOURCE\n{driver}");
    let files = [folder.file("models.c", models).unwrap(), folder.file("driver.c", driver).unwrap()];
    let program = folder.path().join("compare");
    clang::link(&files, &["-O1", "-fno-builtin"], &program, &StopFlag::new()).unwrap();
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Compares what the models put together for formats with the machine's `snprintf`.
const PRINT_DRIVER: &str = r##"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
typedef unsigned long long wide;
int put_text(char *, size_t, int, const char *, int) __asm__("bitreach.put_text");
int put_string(char *, size_t, int, const char *, int, int, _Bool) __asm__("bitreach.put_string");
int put_char(char *, size_t, int, int, int, _Bool) __asm__("bitreach.put_char");
int put_int(char *, size_t, int, unsigned, char, unsigned, char, _Bool, int, int, int) __asm__("bitreach.put_int");
int put_long(char *, size_t, int, wide, char, unsigned, char, _Bool, int, int, int) __asm__("bitreach.put_long");
int put_double(char *, size_t, int, double, char, char, _Bool, int, int, int) __asm__("bitreach.put_double");
void put_end(char *, size_t, int) __asm__("bitreach.put_end");
int as_snprintf(char *, size_t, const char *, ...) __asm__("bitreach.as_snprintf");
int as_vsnprintf(char *, size_t, const char *, va_list) __asm__("bitreach.as_vsnprintf");
static int in_list(char *to, size_t room, const char *format, ...) {
  va_list list; va_start(list, format); int count = as_vsnprintf(to, room, format, list); va_end(list); return count;
}
static wide state = 88172645463325252ull;
static wide bits(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state; }
static char x[64], y[64];
static int is_open, opened;
void __bitreach_left_open(const char *why) { is_open = 1; }
// Numbers of all sizes, and those near the middle between two that are written.
static double as_double(void) {
  wide all = bits(); double number;
  switch (bits() % 5) {
  case 0: memcpy(&number, &all, 8); return number;
  case 1: return (double)(int)all / (1 << bits() % 31);
  case 2: number = 1; for (unsigned power = bits() % 15; power > 0; power--) number *= 10; return ((int)(bits() % 4000) - 2000) / number;
  case 3: number = 1; for (unsigned power = bits() % 12; power > 0; power--) number *= 10; return (number - 1 + (double)(bits() % 16) / 16) / (bits() % 2 ? 1000 : 1);
  default: return (double)((int)(bits() % 2048)) / 16 + (double)(bits() % 3) / 1125899906842624;
  }
}
static int check(const char *what, size_t room, int expected, int at) {
  put_end(y, room, at);
  if (expected != at || memcmp(x, y, 64)) { printf("%s differs: %d %d %.20s %.20s\n", what, expected, at, x, y); return 1; }
  return 0;
}
#define TRY(what, format, argument, own) { \
    memset(x, '#', 64); memset(y, '#', 64); int at = put_text(y, room, 0, "a=", 2); \
    if (check(what, room, snprintf(x, room, "a=" format, width, argument), own)) return 1; }
int main(void) {
  for (int i = 0; i < 200000; i++) {
    size_t room = bits() % 40; int width = bits() % 14; wide n = bits() >> bits() % 64; int d = (int)n; long long l = (long long)n;
    if (bits() % 2) { d = -d; l = -l; }
    wide ul = l < 0 ? -(wide)l : l; unsigned u = d < 0 ? -(unsigned)d : d; const char *s = &"hello"[bits() % 6];
    char sign = d < 0 ? '-' : 0, long_sign = l < 0 ? '-' : 0;
    TRY("d", "%*d", d, put_int(y, room, at, u, sign, 10, 'a', 0, width, -1, 0))
    TRY("0d", "%0*d", d, put_int(y, room, at, u, sign, 10, 'a', 0, width, -1, 1))
    TRY("-d", "%-*d", d, put_int(y, room, at, u, sign, 10, 'a', 0, width, -1, 2))
    TRY("+.3d", "%+*.3d", d, put_int(y, room, at, u, d < 0 ? '-' : '+', 10, 'a', 0, width, 3, 0))
    TRY("x", "%*x", (unsigned)n, put_int(y, room, at, (unsigned)n, 0, 16, 'a', 0, width, -1, 0))
    TRY("#0x", "%#0*x", (unsigned)n, put_int(y, room, at, (unsigned)n, 0, 16, 'a', 1, width, -1, 1))
    TRY("#-o", "%#-*o", (unsigned)n, put_int(y, room, at, (unsigned)n, 0, 8, 'a', 1, width, -1, 2))
    TRY("X", "%0*llX", n, put_long(y, room, at, n, 0, 16, 'A', 0, width, -1, 1))
    TRY("o", "%*llo", n, put_long(y, room, at, n, 0, 8, 'a', 0, width, -1, 0))
    TRY("lld", "%*lld", l, put_long(y, room, at, ul, long_sign, 10, 'a', 0, width, -1, 0))
    TRY("s", "%*s", s, put_string(y, room, at, s, width, -1, 0))
    TRY(".2s", "%*.2s", s, put_string(y, room, at, s, width, 2, 0))
    TRY("-s", "%-*s", s, put_string(y, room, at, s, width, -1, 1))
    TRY("c", "%*c", 'q', put_char(y, room, at, 'q', width, 0))
    // The same by a format that is read as the program runs.
    static const char *const formats[] = {"[%d]%c", "%-*d%%|%c", "%0*d=%c", "%*d%c", "%*x%c", "%-*X%c", "%*hhd%c", "%0*hu%c"};
    const char *format = formats[bits() % 8], *text = bits() % 2 ? "%-*.*s|%lld;%zx" : "%*.*s,%lld;%08lo";
    memset(x, '#', 64); memset(y, '#', 64);
    int one = format[0] == '[' ? snprintf(x, room, format, d, 'q') : snprintf(x, room, format, width, d, 'q');
    int two = format[0] == '[' ? as_snprintf(y, room, format, d, 'q') : as_snprintf(y, room, format, width, d, 'q');
    if (one != two || memcmp(x, y, 64)) { printf("%s differs: %d %d %.20s %.20s\n", format, one, two, x, y); return 1; }
    static const char *const marked[] = {"%+*.*d|", "% 0*.*d|", "%#0*.*x|", "%#-*.*X|", "%#0*.*o|", "% -*.*i|", "%#*.*x|", "%+-0*.*u|"};
    const char *of_int = marked[bits() % 8]; int few = bits() % 4 ? d : 0, field = (int)width - 4, all = (int)(bits() % 14) - 2;
    memset(x, '#', 64); memset(y, '#', 64);
    one = snprintf(x, room, of_int, field, all, few), two = as_snprintf(y, room, of_int, field, all, few);
    if (one != two || memcmp(x, y, 64)) { printf("%s differs: %d %d %.20s %.20s\n", of_int, one, two, x, y); return 1; }
    static const char *const fractions[] = {"%*.*f|", "%+*.*f|", "%#*.*F|", "%0*.*f|", "%-*.*f|", "%*.*g|", "%#*.*g|", "% 0*.*G|"};
    const char *of_double = fractions[bits() % 8]; double number = as_double(); int digits = (int)(bits() % (strpbrk(of_double, "gG") ? 11 : 14)) - 1;
    is_open = 0; memset(x, '#', 64); memset(y, '#', 64);
    one = snprintf(x, room, of_double, field, digits, number), two = as_snprintf(y, room, of_double, field, digits, number);
    if (is_open) opened++;
    else if (one != two || memcmp(x, y, 64)) { printf("%s of %a differs: %d %d %.40s %.40s\n", of_double, number, one, two, x, y); return 1; }
    int precision = (int)(bits() % 8) - 1; size_t size = n; memset(x, '#', 64); memset(y, '#', 64);
    one = snprintf(x, room, text, width, precision, s, l, size); two = in_list(y, room, text, width, precision, s, l, size);
    if (one != two || memcmp(x, y, 64)) { printf("%s differs: %d %d %.20s %.20s\n", text, one, two, x, y); return 1; }
  }
  return opened > 80000;
}
"##;

#[test]
fn what_sprintf_writes_is_what_the_machines_library_writes() {
    let folder = Folder::new().unwrap();
    let stubs = STUBS.replace("void __bitreach_left_open(const char *why) {}", "");
    let models = MODELS.iter().filter(|models| models.names.contains(&"bitreach.put_text")).map(|models| models.source);
    let models: String = MODELS[..1].iter().map(|models| models.source).chain(models).chain([&*stubs]).collect();
    let files = [folder.file("models.c", models).unwrap(), folder.file("driver.c", PRINT_DRIVER).unwrap()];
    let program = folder.path().join("compare");
    clang::link(&files, &["-O1", "-fno-builtin"], &program, &StopFlag::new()).unwrap();
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Compares what the model of `sscanf` reads with what the machine's does, on strings of few letters.
const SCAN_DRIVER: &str = r#"
#include <stdio.h>
#include <string.h>
int model_sscanf(const char *, const char *, ...);
static unsigned long long state = 88172645463325252ull;
static unsigned bits(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (unsigned)(state >> 20); }
typedef union { char text[32]; int n; long long wide; } value;
/* How the models take a format apart stands elsewhere, so sets and counts are tried by their bodies. */
typedef struct { const char *at; int done; _Bool is_over; } scan_state;
typedef unsigned long long half;
void from_start(scan_state *, const char *) __asm__("bitreach.from_start");
void from_set(scan_state *, char *, int, half, half, _Bool) __asm__("bitreach.from_set");
void from_number(scan_state *, void *, int, unsigned, _Bool, int) __asm__("bitreach.from_number");
void from_count(scan_state *, int *, const char *) __asm__("bitreach.from_count");
void from_double(scan_state *, double *) __asm__("bitreach.from_double");
void from_float(scan_state *, float *) __asm__("bitreach.from_float");
int from_end(scan_state *) __asm__("bitreach.from_end");
static int is_open, opened;
void __bitreach_left_open(const char *why) { is_open = 1; }
void __bitreach_not_fixed(const char *function, const char *values) { is_open = 1; }
static int in_pieces(const char *s, int which, value *to) {
  scan_state at; from_start(&at, s); half low = 0, high = 0;
  for (const char *c = ":0123-+"; *c; c++) low |= 1ull << *c;
  switch (which) {
  case 0: from_set(&at, to[0].text, 0, low, high, 0); from_number(&at, &to[1].n, 4, 10, 1, 0); break;
  case 1: from_set(&at, to[0].text, 3, ~low, ~high, 1); from_count(&at, &to[1].n, s); break;
  case 2: from_number(&at, &to[0].n, 4, 0, 1, 0); from_count(&at, &to[1].n, s); break;
  case 3: from_number(&at, &to[0].n, 4, 8, 0, 3); from_set(&at, 0, 0, ~low, ~high, 1); from_count(&at, &to[1].n, s); break;
  case 4: from_double(&at, (double *)&to[0]); from_count(&at, &to[1].n, s); break;
  default: from_float(&at, (float *)&to[0]); from_set(&at, to[1].text, 0, low, high, 0);
  }
  return from_end(&at);
}
int main(void) {
  static const char *const formats[] = {"%4d", "%3d,%3u", " %2hhu:%c", "%s %5lld", "%*s %4x", "%2d%2d%2d", "%3s%c%c", "a%d", "%%%1d b",
                                        "%*2d %3s", "%hd %s", "x %*c%4ld"};
  static const char *const others[] = {"%[:0-3+-]%d", "%3[^:0-3+-]%n", "%i%n", "%3o%*[^:0-3+-]%n", "%lf%n", "%f%[:0-3+-]"};
  for (int i = 0; i < 500000; i++) {
    char s[16]; unsigned length = bits() % 12, c;
    for (c = 0; c < length; c++) s[c] = " 0123-+a,:%x\tb"[bits() % 14];
    s[length] = 0;
    const char *format = formats[bits() % 12];
    value x[3], y[3]; memset(x, '#', sizeof x); memset(y, '#', sizeof y);
    // A sign and digits in base 16, and a prefix of these alone, are read in ways that libraries differ in.
    if (strchr(format, 'x') && strchr(s, 'x')) continue;
    if (strstr(format, "hhu") && strchr(s, '-')) continue;
    int one = sscanf(s, format, &x[0], &x[1], &x[2]), two = model_sscanf(s, format, &y[0], &y[1], &y[2]);
    if (one != two || memcmp(x, y, sizeof x)) { printf("`%s` by `%s` differs: %d %d %d %d\n", s, format, one, two, x[0].n, y[0].n); return 1; }
    int which = bits() % 6;
    if (which >= 4) for (c = 0; c < length; c++) s[c] = " 0123-+.e5:7inf"[bits() % (bits() % 2 ? 10 : 15)];
    memset(x, '#', sizeof x); memset(y, '#', sizeof y); is_open = 0;
    one = sscanf(s, others[which], &x[0], &x[1]), two = in_pieces(s, which, y);
    if (is_open) opened++;
    else if (one != two || memcmp(x, y, sizeof x)) { printf("`%s` by `%s` differs: %d %d %d %d, %d %d\n", s, others[which], one, two, x[0].n, y[0].n, x[1].n, y[1].n); return 1; }
  }
  return opened > 60000;
}
"#;

#[test]
fn what_sscanf_reads_is_what_the_machines_library_reads() {
    let folder = Folder::new().unwrap();
    let is_part = |models: &&Models| models.names.contains(&"sscanf") || models.names.contains(&"strtod");
    let models = MODELS.iter().filter(is_part).map(|models| models.source);
    let renamed = [
        "#define sscanf model_sscanf\n",
        "#define __isoc99_sscanf model_other\n",
        "#define __isoc23_sscanf model_third\n",
    ];
    let any = "double any(void) { return 0; }\nfloat anyf(void) { return 0; }\nlong double anyl(void) { return 0; }\n";
    let stubs = STUBS.replace("void __bitreach_left_open(const char *why) {}", "");
    let models: String = renamed.into_iter().chain([MODELS[0].source]).chain(models).chain([any, &stubs]).collect();
    let files = [folder.file("models.c", models).unwrap(), folder.file("driver.c", SCAN_DRIVER).unwrap()];
    let program = folder.path().join("compare");
    clang::link(&files, &["-O1", "-fno-builtin"], &program, &StopFlag::new()).unwrap();
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// The models of `<math.h>` that are exact, on `double` and `float`.
const EXACT_MATH: [&str; 32] = [
    "fmod",
    "remainder",
    "fabs",
    "floor",
    "ceil",
    "trunc",
    "round",
    "roundeven",
    "rint",
    "nearbyint",
    "sqrt",
    "copysign",
    "fmin",
    "fmax",
    "fma",
    "modf",
    "lround",
    "llround",
    "lrint",
    "llrint",
    "nextafter",
    "isinf",
    "finite",
    "frexp",
    "ldexp",
    "scalbn",
    "scalbln",
    "ilogb",
    "logb",
    "fdim",
    "remquo",
    "nexttoward",
];

/// Compares each with the machine's own on random patterns and on numbers near integers and near their halves.
const MATH_DRIVER: &str = r#"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
int *model_errno(void);
static unsigned long long state = 88172645463325252ull;
static unsigned long long bits(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state; }
#define FAIL(what) { printf("%s differs: %a %a %a\n", what, (double)x, (double)y, (double)z); return 1; }
#define SAME(what, type, own, other) { type p = own, q = other; if (memcmp(&p, &q, sizeof p) && (p == p || q == q)) FAIL(what) }
#define ONE(type, name) { type model_##name(type); SAME(#name, type, name(x), model_##name(x)) }
#define TWO(type, name) { type model_##name(type, type); SAME(#name, type, name(x, y), model_##name(x, y)) }
/* Where the rest is zero, GNU's does not always give it the sign that the standard says. */
#define REST(type, name) { type model_##name(type, type); if (name(x, y) != 0 || model_##name(x, y) != 0) TWO(type, name) }
#define INTEGER(type, name) { long model_##name(type); SAME(#name, long, name(x), model_##name(x)) }
/* The same, and errno. */
#define TOLD(what, type, own, other) { \
    errno = *model_errno() = 0; type p = own, q = other; \
    if (memcmp(&p, &q, sizeof p) && (p == p || q == q) || errno != *model_errno()) FAIL(what) }
#define SCALED(type, s, pattern, x) { \
    type model_ldexp##s(type, int), model_scalbn##s(type, int), model_scalbln##s(type, long), model_fdim##s(type, type); \
    type model_frexp##s(type, int *), model_logb##s(type), model_remquo##s(type, type, int *), model_nexttoward##s(type, long double); \
    int model_ilogb##s(type), e = 0, f = 0; int by = (int)(bits() % 4400) - 2200; \
    switch (bits() % 8) { case 0: by = (int)bits(); break; case 1: case 2: case 3: by = (int)(bits() % 600) - 300; } \
    TOLD("ldexp", type, ldexp##s(x, by), model_ldexp##s(x, by)) TOLD("scalbn", type, scalbn##s(x, by), model_scalbn##s(x, by)) \
    long far = bits() % 2 ? (long)bits() : by; TOLD("scalbln", type, scalbln##s(x, far), model_scalbln##s(x, far)) \
    TOLD("ilogb", int, ilogb##s(x), model_ilogb##s(x)) TOLD("fdim", type, fdim##s(x, y), model_fdim##s(x, y)) \
    if (x != 0) TOLD("logb", type, logb##s(x), model_logb##s(x)) else if (!isinf(model_logb##s(x))) FAIL("logb of 0") \
    TOLD("frexp", type, frexp##s(x, &e), model_frexp##s(x, &f)) if (e != f && isfinite(x)) FAIL("frexp's exponent") \
    e = f = 0; type with = bits() % 4 ? y : x / (type)(int)(bits() % 23 + 1); \
    { type y = with; SAME("remquo", type, remquo##s(x, y, &e), model_remquo##s(x, y, &f)) \
      if (((e - f) % 8 != 0 || (e < 0) != (f < 0) && e != 0 && f != 0) && isfinite(x) && y == y && y != 0) FAIL("remquo's quotient") } \
    TOLD("nexttoward", type, nexttoward##s(x, (long double)x * 0x1.8p-60L + x), model_nexttoward##s(x, (long double)x * 0x1.8p-60L + x)) \
    TOLD("nexttoward", type, nexttoward##s(x, (long double)y), model_nexttoward##s(x, (long double)y)) \
    { pattern tiny = bits() >> bits() % 64 & ((pattern)1 << (sizeof(type) == 8 ? 53 : 24)) - 1; type x; memcpy(&x, &tiny, sizeof x); \
      TOLD("ldexp", type, ldexp##s(x, by), model_ldexp##s(x, by)) TOLD("frexp", type, frexp##s(x, &e), model_frexp##s(x, &f)) \
      if (e != f) FAIL("frexp's exponent") TOLD("ilogb", int, ilogb##s(x), model_ilogb##s(x)) } }
#define ALL(type, s, pattern) { \
    pattern a = bits(), b = bits(), c = bits(); type x, y, z, w, v; \
    memcpy(&x, &a, sizeof x); memcpy(&y, &b, sizeof y); memcpy(&z, &c, sizeof z); \
    /* No signaling ones. */ \
    x = isnan(x) ? NAN : x; y = isnan(y) ? NAN : y; z = isnan(z) ? NAN : z; \
    if (bits() % 4 == 0) x = (type)((long)(bits() % 64) - 32) / 4; \
    if (bits() % 4 == 0) y = x; \
    if (bits() % 4 == 0) z = -x * y; \
    ONE(type, fabs##s) ONE(type, floor##s) ONE(type, ceil##s) ONE(type, trunc##s) ONE(type, round##s) ONE(type, roundeven##s) \
    ONE(type, rint##s) ONE(type, nearbyint##s) TWO(type, copysign##s) \
    { type model_nextafter##s(type, type); TOLD("nextafter", type, nextafter##s(x, y), model_nextafter##s(x, y)) } \
    if (bits() % 2) { int e; type m = frexp##s(x, &e); (void)m; if (isfinite(x)) z = ldexp##s(y > -1e9 && y < 1e9 ? y : 3, e - (int)(bits() % 64)); } \
    SCALED(type, s, pattern, x) \
    { type w = y; y = z; TWO(type, fmod##s) REST(type, remainder##s) y = w; } \
    { type model_fma##s(type, type, type); SAME("fma", type, fma##s(x, y, z), model_fma##s(x, y, z)) } \
    { type model_sqrt##s(type); errno = *model_errno() = 0; SAME("sqrt", type, sqrt##s(x), model_sqrt##s(x)) \
      if (errno != *model_errno()) FAIL("sqrt's errno") } \
    if (x != 0 || y != 0) { TWO(type, fmin##s) TWO(type, fmax##s) } \
    { type model_modf##s(type, type *); SAME("modf", type, modf##s(x, &v), model_modf##s(x, &w)) SAME("modf's whole", type, v, w) } \
    if (x > -9e18 && x < 9e18) { INTEGER(type, lround##s) INTEGER(type, llround##s) INTEGER(type, lrint##s) INTEGER(type, llrint##s) } \
    { int model_isinf##s(type), model_finite##s(type), model___fpclassify##s(type); \
      if (isinf(x) != 0 != (model_isinf##s(x) != 0) || isfinite(x) != (model_finite##s(x) != 0) \
          || fpclassify(x) != model___fpclassify##s(x)) FAIL("a kind") } }
int main(void) {
  for (int i = 0; i < 200000; i++) { ALL(double, , unsigned long long) ALL(float, f, unsigned) }
  return 0;
}
"#;

#[test]
fn exact_models_of_numbers_do_what_the_machines_library_does() {
    let folder = Folder::new().unwrap();
    let of_each = |name: &&str| ["", "f"].map(|suffix| format!("#define {name}{suffix} model_{name}{suffix}\n"));
    let renamed: String = EXACT_MATH.iter().chain(&["__fpclassify"]).flat_map(of_each).collect();
    let is_exact = |models: &&Models| matches!(models.header, "errno.h" | "math.h") && !models.names.contains(&"sin");
    let models = MODELS.iter().filter(is_exact).map(|models| models.source);
    let renamed = format!("{renamed}#define __errno_location model_errno\n");
    let models: String = [renamed.as_str()].into_iter().chain(models).chain([STUBS]).collect();
    let files = [folder.file("models.c", models).unwrap(), folder.file("driver.c", MATH_DRIVER).unwrap()];
    let program = folder.path().join("compare");
    let flags = ["-O1", "-fno-builtin", "-D_GNU_SOURCE", "-ffp-contract=off", "-Wl,--no-as-needed", "-lm"];
    clang::link(&files, &flags, &program, &StopFlag::new()).unwrap();
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// The models of `<math.h>` whose values are any of a range: of one number, and of two.
const OF_ONE: [&str; 29] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "exp", "exp2",
    "exp10", "expm1", "log", "log2", "log10", "log1p", "cbrt", "erf", "erfc", "tgamma", "lgamma", "j0", "j1", "y0",
    "y1",
];
const OF_TWO: [&str; 3] = ["atan2", "hypot", "pow"];

/// What is any value there is the machine's own here: it has to be in the range, and what is exact has to be the machine's.
const RANGES_DRIVER: &str = r#"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
static long double given;
static int is_open, is_outside;
double any(void) __asm__("bitreach.nondet_double");
float anyf(void) __asm__("bitreach.nondet_float");
long double anyl(void) __asm__("bitreach.nondet_longdouble");
void assume(int holds) __asm__("bitreach.assume");
double any(void) { return given; }
float anyf(void) { return given; }
long double anyl(void) { return given; }
void assume(int holds) { is_outside |= !holds; }
void __bitreach_not_fixed(const char *function, const char *values) { is_open = 1; }
int nondet_int(void) __asm__("bitreach.nondet_int");
_Bool nondet_bool(void) __asm__("bitreach.nondet_bool");
int nondet_int(void) { return 1; }
_Bool nondet_bool(void) { return 0; }
int *model_errno(void);
static unsigned long long state = 88172645463325252ull;
static unsigned long long bits(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state; }
#define COMPARE(name, type, ...) { \
    errno = *model_errno() = is_open = is_outside = 0; \
    type own = name(__VA_ARGS__); int number = errno; \
    given = own; type other = model_##name(__VA_ARGS__); \
    if (is_outside || (own == own || other == other) && (own != other || signbit(own) != signbit(other)) \
        || !is_open && number != *model_errno()) { \
      printf("%s(%La, %La): %La, %La, %s, errno %d and %d\n", #name, (long double)x, (long double)y, (long double)own, \
        (long double)other, is_outside ? "outside" : is_open ? "open" : "exact", number, *model_errno()); \
      return 1; } \
    opened += is_open; exact += !is_open; }
#define ONE(name, type) { type model_##name(type); COMPARE(name, type, x) }
#define TWO(name, type) { type model_##name(type, type); COMPARE(name, type, x, y) }
#define WHICH(name, type) { type model_##name(int, type); int n = (int)(bits() % 9) - 4; COMPARE(name, type, n, x) }
static const long double special[] = {0.0L, -0.0L, 1, -1, 2, -2, 0.5L, -0.5L, 3, -3, 1e-45L, -1e-45L, 0x1p-1074L, -0x1p-1074L, 1e30L, -1e30L,
  __builtin_infl(), -__builtin_infl(), __builtin_nanl(""), 0x1p-30L, 1 + 0x1p-20L, 1 - 0x1p-20L, 710, -750, 89, 1e300L};
static long double next(void) {
  if (bits() % 3 == 0) return special[bits() % (sizeof special / sizeof *special)];
  if (bits() % 2) return ((long long)(bits() % 2000001) - 1000000) / (long double)(1u << bits() % 24);
  unsigned long long all = bits(); double x; memcpy(&x, &all, 8); return isnan(x) ? NAN : x;
}
int main(void) {
  long opened = 0, exact = 0;
  for (int i = 0; i < 30000; i++) {
    long double of_x = next(), of_y = next();
    { double x = of_x, y = of_y; ALL(, double) }
    { float x = of_x, y = of_y; ALL(f, float) }
    { long double x = of_x, y = of_y; ALL(l, long double) }
  }
  return opened < 100000 || exact < 100000;
}
"#;

#[test]
fn what_is_not_fixed_is_any_value_that_the_machine_gives() {
    let folder = Folder::new().unwrap();
    let all = || OF_ONE.iter().chain(&OF_TWO).chain(&["sincos", "jn", "yn"]);
    let of_each = |name: &&str| ["", "f", "l"].map(|suffix| format!("#define {name}{suffix} model_{name}{suffix}\n"));
    let others = ["signgam", "lgamma_r", "lgammaf_r", "lgammal_r"].map(|name| format!("#define {name} model_{name}\n"));
    let renamed = all().flat_map(of_each).chain(others).chain(["#define __errno_location model_errno\n".to_owned()]);
    let is_part = |models: &&Models| models.header == "errno.h" || models.names.contains(&"sin");
    let models = MODELS.iter().filter(is_part).map(|models| models.source.to_owned());
    let calls = OF_ONE.map(|name| format!("ONE({name}##suffix, type) ")).concat()
        + &OF_TWO.map(|name| format!("TWO({name}##suffix, type) ")).concat()
        + &["jn", "yn"].map(|name| format!("WHICH({name}##suffix, type) ")).concat();
    let driver = RANGES_DRIVER
        .replace("static long double next", &format!("#define ALL(suffix, type) {calls}\nstatic long double next"));
    let models: String = renamed.chain(models).collect();
    let driver = format!("#define _GNU_SOURCE\n{driver}");
    let files = [folder.file("models.c", models).unwrap(), folder.file("driver.c", driver).unwrap()];
    let program = folder.path().join("compare");
    let flags =
        ["-O1", "-fno-builtin", "-D_GNU_SOURCE", "-ffp-contract=off", "-Wno-everything", "-Wl,--no-as-needed", "-lm"];
    clang::link(&files, &flags, &program, &StopFlag::new()).unwrap();
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
    assert!(EXACT.iter().chain(&EXACT_MATH).chain(&WIDE).all(|name| names.contains(name)));
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
