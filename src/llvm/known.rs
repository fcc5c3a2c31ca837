//! What is known of functions of the C library: one table for all who ask. What is not in it may do anything.
//!
//! A function is known by its name, where the file does not define it, and by its arguments: one with others is the
//! program's own.

use super::ir::Value;
use crate::source::property::ERROR_FUNCTIONS;
use crate::source::task::INPUT;

/// How a call of a function goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    /// It comes back.
    Once,
    /// It comes back twice.
    Twice,
    /// It ends the program as a return of `main` does.
    Exits,
    /// It ends the program, which is no normal end.
    Never,
    /// Control goes on elsewhere, or the thread ends.
    Elsewhere,
    /// An assertion has failed: it ends the program.
    Failed,
    /// It is the error that `unreach-call` asks about, with or without a body, and ends the program.
    Error,
    /// It comes back where its argument is not zero; other executions are of no interest.
    Assumes,
    /// It comes back where its argument is not zero, and else is the error that `unreach-call` asks about.
    Asserts,
}

/// What a call writes, besides what its arguments say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writes {
    /// Nothing.
    Nothing,
    /// Output, and what only the library has: `errno`, buffers of files. Nothing else happens.
    Output,
    /// What only the library has.
    Own,
    /// What the allocator has, which may be the program's own.
    Heap,
    /// Whatever it can know of; so do functions that wait, for signals come meanwhile, and those that call the program back.
    Anything,
}

/// What a call does with what an argument points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// Nothing that is told here; it is not kept.
    Plain,
    /// The same of a pointer, which may be null.
    Pointer,
    /// It is read: it is no null pointer.
    Read,
    /// It is written: it is no null pointer.
    Written,
    /// So many bytes are read as the argument says that is [`Argument::Length`].
    ReadAll,
    /// So many bytes are written.
    WrittenAll,
    /// It is written if it is no null pointer.
    Maybe,
    /// Something of the library's own is there, such as a file: it is no null pointer.
    Own,
    /// The same, which is gone then.
    Closed,
    /// It is given back, and may be null.
    Freed,
    /// The pointer is kept.
    Kept,
    /// The number of bytes.
    Length,
}

/// What is known of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The name.
    pub name: &'static str,
    /// How a call goes on.
    pub returns: Returns,
    /// What it writes, besides what its arguments say.
    pub writes: Writes,
    /// A letter for each argument, `.` or `*` for any number of further ones.
    arguments: &'static str,
}

const fn row(name: &'static str, returns: Returns, writes: Writes, arguments: &'static str) -> Known {
    Known { name, returns, writes, arguments }
}

/// A function that comes back.
const fn back(name: &'static str, writes: Writes, arguments: &'static str) -> Known {
    row(name, Returns::Once, writes, arguments)
}

use Returns::{Asserts, Assumes, Elsewhere, Error, Exits, Failed, Never, Twice};
use Writes::{Anything, Heap, Nothing, Output, Own};

/// Letters: `r` read, `w` written, `R` and `W` so many bytes as `n` says, `o` written unless null, `f` the library's own, `c` the
/// same, gone then, `x` given back, `k` kept, `p` a pointer that may be null, `-` nothing of these; at the end `.` more of `-`, `*` more of `o`.
#[rustfmt::skip]
const TABLE: &[Known] = &[
    // What ends the program, or leaves the function.
    row("abort", Never, Nothing, ""), row("exit", Exits, Anything, "-"), row("_exit", Exits, Nothing, "-"),
    row("_Exit", Exits, Nothing, "-"), row("quick_exit", Exits, Anything, "-"), row("llvm.trap", Never, Nothing, ""),
    row("llvm.debugtrap", Never, Nothing, ""), row("__builtin_trap", Never, Nothing, ""),
    row("longjmp", Elsewhere, Anything, "--"), row("_longjmp", Elsewhere, Anything, "--"),
    row("siglongjmp", Elsewhere, Anything, "--"), row("__longjmp_chk", Elsewhere, Anything, "--"),
    row("__stack_chk_fail", Elsewhere, Nothing, ""), row("pthread_exit", Elsewhere, Anything, "k"),
    // What C's `assert` calls when it fails (glibc, musl, BSD).
    row("__assert_fail", Failed, Output, "."), row("__assert_perror_fail", Failed, Output, "."),
    row("__assert", Failed, Output, "."), row("__assert_func", Failed, Output, "."),
    row("__assert_rtn", Failed, Output, "."),
    // SV-COMP's.
    row(ERROR_FUNCTIONS[0], Error, Nothing, ""), row(ERROR_FUNCTIONS[1], Error, Nothing, ""),
    row("__VERIFIER_assume", Assumes, Nothing, "-"), row("__VERIFIER_assert", Asserts, Nothing, "-"),
    // What comes back twice.
    row("setjmp", Twice, Anything, "k"), row("_setjmp", Twice, Anything, "k"), row("sigsetjmp", Twice, Anything, "k-"),
    row("__sigsetjmp", Twice, Anything, "k-"), row("savectx", Twice, Anything, "k"), row("vfork", Twice, Anything, ""),
    row("getcontext", Twice, Anything, "k"), row("swapcontext", Twice, Anything, "kk"),
    row("llvm.eh.sjlj.setjmp", Twice, Anything, "k"),
    // Output.
    back("printf", Output, "r."), back("fprintf", Output, "fr."), back("vprintf", Output, "r-"),
    back("vfprintf", Output, "fr-"), back("dprintf", Output, "-r."), back("puts", Output, "r"),
    back("fputs", Output, "rf"), back("putchar", Output, "-"), back("putc", Output, "-f"), back("fputc", Output, "-f"),
    back("fflush", Output, "p"), back("perror", Output, "p"), back("putchar_unlocked", Output, "-"),
    back("warn", Output, "r."), back("warnx", Output, "r."), back("syslog", Output, "-r."),
    back("fputs_unlocked", Output, "rf"), back("putc_unlocked", Output, "-f"), back("fputc_unlocked", Output, "-f"),
    back("fflush_unlocked", Output, "p"),
    // Other input and output.
    back("putw", Own, "-f"), back("fwrite", Own, "p--f"), back("fread", Own, "o--f"), back("write", Own, "-p-"),
    back("getc", Own, "f"), back("fgetc", Own, "f"), back("getchar", Own, ""), back("getc_unlocked", Own, "f"),
    back("getchar_unlocked", Own, ""), back("ungetc", Own, "-f"), back("fgets", Own, "w-f"), back("feof", Own, "f"),
    back("ferror", Own, "f"), back("clearerr", Own, "f"), back("fileno", Own, "f"), back("fseek", Own, "f--"),
    back("fseeko", Own, "f--"), back("ftell", Own, "f"), back("ftello", Own, "f"), back("rewind", Own, "f"),
    back("fopen", Own, "pr"), back("fdopen", Own, "-r"), back("fclose", Own, "c"), back("setbuf", Own, "fk"),
    back("setvbuf", Own, "fk--"), back("sscanf", Own, "rr*"), back("fscanf", Own, "fr*"), back("scanf", Own, "r*"),
    back("sprintf", Own, "wr."), back("asprintf", Heap, "wr."), back("snprintf", Own, "o-r."), back("vsprintf", Own, "wr-"),
    back("vsnprintf", Own, "o-r-"), back("lseek", Own, "---"), back("fputws", Own, "rf"), back("putwchar", Own, "-"),
    back("remove", Own, "p"), back("rename", Own, "pp"), back("unlink", Own, "p"), back("rmdir", Own, "p"),
    back("mkdir", Own, "p-"), back("chdir", Own, "p"), back("access", Own, "p-"), back("chmod", Own, "p-"),
    back("chown", Own, "p--"), back("fchmod", Own, "--"), back("umask", Own, "-"), back("isatty", Own, "-"),
    back("closedir", Own, "c"), back("opendir", Own, "p"), back("getpid", Nothing, ""), back("getuid", Nothing, ""),
    back("geteuid", Nothing, ""), back("getgid", Nothing, ""), back("getegid", Nothing, ""),
    back("getppid", Nothing, ""), back("setuid", Own, "-"), back("seteuid", Own, "-"), back("setgid", Own, "-"),
    back("setegid", Own, "-"), back("setsid", Own, ""), back("fork", Own, ""), back("execv", Own, "pp"),
    back("execvp", Own, "pp"), back("execve", Own, "ppp"), back("alarm", Own, "-"), back("getpagesize", Nothing, ""),
    back("sysconf", Own, "-"), back("gethostname", Own, "o-"), back("link", Own, "pp"), back("symlink", Own, "pp"),
    back("truncate", Own, "p-"), back("readlink", Own, "po-"), back("arc4random", Own, ""),
    back("arc4random_buf", Own, "Wn"), back("arc4random_uniform", Own, "-"), back("htonl", Nothing, "-"),
    back("ntohl", Nothing, "-"), back("htons", Nothing, "-"), back("ntohs", Nothing, "-"),
    back("openlog", Anything, "k--"), back("stat", Own, "po"), back("lstat", Own, "po"),
    back("fstat", Own, "-o"), back("readdir", Own, "f"), back("rewinddir", Own, "f"), back("getcwd", Own, "o-"),
    back("getopt", Anything, "-kr"),
    back("dup", Own, "-"), back("dup2", Own, "--"), back("pipe", Own, "o"), back("fcntl", Own, "--*"),
    back("fsync", Own, "-"), back("ftruncate", Own, "--"), back("tmpfile", Own, ""), back("fgetpos", Own, "fo"),
    back("fsetpos", Own, "fr"), back("fgetc_unlocked", Own, "f"), back("setlinebuf", Own, "f"),
    back("closelog", Own, ""), back("setlogmask", Own, "-"), back("freopen", Own, "prf"),
    back("freopen64", Own, "prf"), back("fread_unlocked", Own, "o--f"), back("fwrite_unlocked", Own, "p--f"),
    back("feof_unlocked", Own, "f"), back("ferror_unlocked", Own, "f"), back("clearerr_unlocked", Own, "f"),
    back("fileno_unlocked", Own, "f"), back("fgets_unlocked", Own, "w-f"), back("getw", Own, "f"),
    back("fchown", Own, "---"), back("fchdir", Own, "-"), back("fdatasync", Own, "-"), back("lchown", Own, "p--"),
    back("chroot", Own, "p"), back("mkfifo", Own, "p-"), back("sync", Own, ""), back("utime", Own, "pp"),
    back("utimes", Own, "pp"), back("pwrite", Own, "-p--"), back("pwrite64", Own, "-p--"), back("writev", Own, "-p-"),
    back("execl", Own, "pp."), back("execlp", Own, "pp."), back("nice", Own, "-"), back("getrlimit", Own, "-o"),
    back("setrlimit", Own, "-p"), back("getrlimit64", Own, "-o"), back("setrlimit64", Own, "-p"),
    back("getdtablesize", Own, ""), back("getrusage", Own, "-o"), back("times", Own, "o"), back("uname", Own, "o"),
    back("ttyname", Own, "-"), back("getrandom", Own, "o--"), back("getentropy", Own, "o-"),
    back("mkstemp", Own, "w"), back("mkstemp64", Own, "w"), back("mkdtemp", Own, "w"), back("mktemp", Own, "w"),
    back("realpath", Heap, "po"), back("dirname", Own, "o"), back("__xpg_basename", Own, "o"),
    back("basename", Nothing, "r"), back("fnmatch", Own, "rr-"), back("getpgrp", Nothing, ""),
    back("setpgid", Own, "--"), back("getpgid", Own, "-"),
    // The net, users and groups.
    back("socket", Own, "---"), back("socketpair", Own, "---o"), back("bind", Own, "-p-"), back("listen", Own, "--"),
    back("shutdown", Own, "--"), back("getsockname", Own, "-oo"), back("getpeername", Own, "-oo"),
    back("send", Own, "-p--"), back("sendto", Own, "-p--p-"), back("setsockopt", Own, "---p-"),
    back("getsockopt", Own, "---oo"), back("__fdelt_chk", Nothing, "-"), back("inet_aton", Nothing, "ro"),
    back("inet_addr", Nothing, "r"), back("inet_pton", Own, "-ro"), back("inet_ntop", Own, "-ro-"),
    back("inet_ntoa", Own, "-"), back("getaddrinfo", Heap, "pppo"), back("freeaddrinfo", Heap, "x"),
    back("gai_strerror", Own, "-"), back("hstrerror", Own, "-"), back("__h_errno_location", Nothing, ""),
    back("gethostbyname", Own, "r"), back("getpwuid", Own, "-"), back("getpwnam", Own, "r"),
    back("getpwent", Own, ""), back("setpwent", Own, ""), back("endpwent", Own, ""), back("getgrgid", Own, "-"),
    back("getgrnam", Own, "r"), back("getgrent", Own, ""), back("setgrent", Own, ""), back("endgrent", Own, ""),
    back("getlogin", Own, ""), back("getgroups", Own, "-o"), back("setgroups", Own, "-p"),
    // What waits.
    back("accept", Anything, "-oo"), back("accept4", Anything, "-oo-"), back("connect", Anything, "-p-"),
    back("recv", Anything, "-o--"), back("recvfrom", Anything, "-o--oo"), back("poll", Anything, "o--"),
    back("select", Anything, "-oooo"), back("pread", Anything, "-o--"), back("pread64", Anything, "-o--"),
    back("readv", Anything, "-p-"), back("flock", Anything, "--"), back("sched_yield", Anything, ""),
    back("ioctl", Anything, "--*"),
    back("close", Anything, "-"), back("read", Anything, "-o-"), back("sleep", Anything, "-"),
    back("usleep", Anything, "-"), back("nanosleep", Anything, "ro"), back("system", Anything, "p"),
    back("popen", Anything, "rr"), back("pclose", Anything, "c"), back("wait", Anything, "o"), back("waitpid", Anything, "-o-"),
    // Memory and strings.
    back("memcpy", Nothing, "WRn"), back("memmove", Nothing, "WRn"), back("memset", Nothing, "W-n"),
    back("bcopy", Nothing, "RWn"), back("bzero", Nothing, "Wn"), back("explicit_bzero", Nothing, "Wn"),
    back("memcmp", Nothing, "RRn"),
    back("memchr", Nothing, "p--"), back("strcpy", Nothing, "wr"), back("strncpy", Nothing, "W-n"),
    back("stpcpy", Nothing, "wr"), back("strcat", Nothing, "wr"), back("strncat", Nothing, "wp-"),
    back("strlen", Nothing, "r"), back("strnlen", Nothing, "p-"), back("strcmp", Nothing, "rr"),
    back("strncmp", Nothing, "pp-"), back("strcasecmp", Nothing, "rr"), back("strncasecmp", Nothing, "pp-"),
    back("strcoll", Own, "rr"), back("strchr", Nothing, "r-"), back("strrchr", Nothing, "r-"),
    back("strchrnul", Nothing, "r-"), back("strstr", Nothing, "rr"), back("strpbrk", Nothing, "rr"),
    back("strspn", Nothing, "rr"), back("strcspn", Nothing, "rr"), back("index", Nothing, "r-"),
    back("rindex", Nothing, "r-"), back("strtok", Anything, "kr"), back("strerror", Own, "-"), back("strsignal", Own, "-"),
    back("strftime", Own, "o-rr"), back("wcslen", Nothing, "r"), back("wcscpy", Nothing, "wr"),
    back("wcscat", Nothing, "wr"), back("wcsncpy", Nothing, "op-"), back("wcsncat", Nothing, "wp-"),
    back("wcscmp", Nothing, "rr"), back("wcschr", Nothing, "r-"), back("wmemset", Nothing, "o--"),
    back("wmemcpy", Nothing, "op-"), back("wmemmove", Nothing, "op-"),
    back("bcmp", Nothing, "RRn"), back("strlcpy", Nothing, "or-"), back("strlcat", Nothing, "or-"),
    back("swab", Nothing, "op-"),
    back("strxfrm", Own, "or-"), back("strverscmp", Nothing, "rr"), back("rawmemchr", Nothing, "r-"),
    back("wcscasecmp", Nothing, "rr"), back("wcscoll", Own, "rr"), back("wcsxfrm", Own, "or-"),
    back("wcschrnul", Nothing, "r-"), back("wcpcpy", Nothing, "wr"), back("wcpncpy", Nothing, "op-"),
    back("wmempcpy", Nothing, "op-"),
    // Wide characters and bytes.
    back("mbtowc", Own, "op-"), back("mblen", Own, "p-"), back("wctomb", Own, "o-"), back("btowc", Own, "-"),
    back("wctob", Own, "-"), back("mbstowcs", Own, "or-"), back("wcstombs", Own, "or-"),
    back("__ctype_get_mb_cur_max", Nothing, ""), back("fgetwc", Own, "f"), back("getwc", Own, "f"),
    back("getwchar", Own, ""), back("ungetwc", Own, "-f"), back("fgetws", Own, "w-f"), back("fputwc", Own, "-f"),
    back("putwc", Own, "-f"), back("fwide", Own, "f-"),
    // The heap.
    back("malloc", Heap, "-"), back("calloc", Heap, "--"), back("realloc", Heap, "x-"), back("free", Heap, "x"),
    back("cfree", Heap, "x"), back("alloca", Nothing, "-"), back("strdup", Heap, "r"), back("strndup", Heap, "r-"),
    back("wcsdup", Heap, "r"), back("valloc", Heap, "-"), back("posix_memalign", Heap, "w--"),
    // Numbers and characters.
    back("atoi", Own, "r"), back("atol", Own, "r"), back("atoll", Own, "r"), back("atof", Own, "r"),
    back("strtol", Own, "ko-"), back("strtoul", Own, "ko-"), back("strtoll", Own, "ko-"), back("strtoull", Own, "ko-"),
    back("strtod", Own, "ko"), back("strtof", Own, "ko"), back("strtold", Own, "ko"), back("lrand48", Own, ""),
    back("drand48", Own, ""), back("ffs", Nothing, "-"), back("ffsl", Nothing, "-"), back("ffsll", Nothing, "-"), back("abs", Nothing, "-"), back("labs", Nothing, "-"), back("rand", Own, ""),
    back("srand", Own, "-"), back("isalnum", Nothing, "-"), back("isalpha", Nothing, "-"),
    back("iscntrl", Nothing, "-"), back("isdigit", Nothing, "-"), back("isgraph", Nothing, "-"),
    back("islower", Nothing, "-"), back("isprint", Nothing, "-"), back("ispunct", Nothing, "-"),
    back("isspace", Nothing, "-"), back("isupper", Nothing, "-"), back("isxdigit", Nothing, "-"),
    back("tolower", Nothing, "-"), back("toupper", Nothing, "-"), back("__ctype_b_loc", Nothing, ""),
    back("__ctype_tolower_loc", Nothing, ""), back("__ctype_toupper_loc", Nothing, ""),
    back("__errno_location", Nothing, ""),
    back("strtoimax", Own, "ko-"), back("strtoumax", Own, "ko-"), back("imaxabs", Nothing, "-"),
    back("rand_r", Nothing, "w"),
    back("wcstol", Own, "ko-"), back("wcstoul", Own, "ko-"), back("wcstoll", Own, "ko-"), back("wcstoull", Own, "ko-"),
    back("mrand48", Own, ""), back("erand48", Nothing, "w"), back("nrand48", Nothing, "w"), back("jrand48", Nothing, "w"),
    back("isascii", Nothing, "-"), back("toascii", Nothing, "-"),
    // Time, signals, the environment, languages.
    back("setenv", Anything, "pp-"), back("unsetenv", Anything, "p"), back("putenv", Anything, "k"),
    back("clearenv", Anything, ""),
    back("time", Own, "o"), back("clock_gettime", Own, "-o"), back("difftime", Nothing, "--"),
    back("gmtime", Own, "r"), back("localtime", Own, "r"), back("gmtime_r", Own, "rw"), back("localtime_r", Own, "rw"),
    back("mktime", Own, "p"), back("timegm", Own, "p"), back("asctime", Own, "r"), back("ctime", Own, "r"), back("gettimeofday", Own, "oo"), back("clock", Own, ""), back("getenv", Nothing, "r"),
    back("signal", Anything, "-k"), back("sigaction", Anything, "-ko"), back("sigprocmask", Anything, "--o"),
    back("sigemptyset", Own, "w"), back("sigfillset", Own, "w"), back("sigaddset", Own, "w-"),
    back("sigdelset", Own, "w-"), back("sigismember", Own, "r-"), back("setlocale", Own, "-p"),
    back("localeconv", Own, ""), back("clock_getres", Own, "-o"), back("timespec_get", Own, "w-"),
    back("textdomain", Own, "p"), back("bindtextdomain", Own, "pp"), back("gettext", Own, "p"),
    back("dgettext", Own, "pp"), back("dcgettext", Own, "pp-"), back("dngettext", Own, "pp--"),
    back("bind_textdomain_codeset", Own, "pp"), back("ngettext", Own, "pp-"),
    // What calls the program back, or lets the system do so.
    back("qsort", Anything, "k--k"), back("bsearch", Anything, "kk--k"), back("atexit", Anything, "k"),
    back("va_end", Anything, "-"),
];

/// Functions of `<math.h>`, by their names for `double`.
#[rustfmt::skip]
const FRACTIONS: &[Known] = &[
    back("fabs", Nothing, "-"), back("floor", Nothing, "-"), back("ceil", Nothing, "-"),
    back("trunc", Nothing, "-"), back("round", Nothing, "-"), back("roundeven", Nothing, "-"),
    back("rint", Nothing, "-"), back("nearbyint", Nothing, "-"), back("lround", Nothing, "-"),
    back("llround", Nothing, "-"), back("lrint", Nothing, "-"), back("llrint", Nothing, "-"),
    back("isnan", Nothing, "-"), back("isinf", Nothing, "-"), back("finite", Nothing, "-"),
    back("__isnan", Nothing, "-"), back("__isinf", Nothing, "-"), back("__finite", Nothing, "-"),
    back("__signbit", Nothing, "-"), back("__fpclassify", Nothing, "-"), back("copysign", Nothing, "--"),
    back("fmin", Nothing, "--"), back("fmax", Nothing, "--"), back("fma", Nothing, "---"), back("sqrt", Own, "-"),
    back("sin", Own, "-"), back("cos", Own, "-"), back("tan", Own, "-"), back("asin", Own, "-"),
    back("acos", Own, "-"), back("atan", Own, "-"), back("exp", Own, "-"), back("exp2", Own, "-"),
    back("expm1", Own, "-"), back("log", Own, "-"), back("log2", Own, "-"), back("log10", Own, "-"),
    back("log1p", Own, "-"), back("sinh", Own, "-"), back("cosh", Own, "-"), back("tanh", Own, "-"),
    back("cbrt", Own, "-"), back("erf", Own, "-"), back("erfc", Own, "-"), back("pow", Own, "--"),
    back("fmod", Own, "--"), back("remainder", Own, "--"), back("atan2", Own, "--"), back("hypot", Own, "--"),
    back("fdim", Own, "--"), back("nextafter", Own, "--"), back("ldexp", Own, "--"), back("modf", Own, "-o"),
    back("frexp", Own, "-o"),
];

/// What the names of those functions end in for `float` and `long double`.
const OTHER_TYPES: [char; 2] = ['f', 'l'];

const ANY_VALUE: Known = back(INPUT, Nothing, "");

/// A function's name without what C99 and C23 put in front of those that read numbers as they say.
pub fn standard(name: &str) -> &str {
    ["__isoc99_", "__isoc23_"].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name)
}

/// What is known of the function of a name. C23 and C99 have other names for what reads numbers as they say; LLVM has its own for
/// blocks of memory.
pub fn known(name: &str) -> Option<&'static Known> {
    let intrinsic = name.strip_prefix("llvm.mem").map(|_| &name["llvm.".len()..]);
    let intrinsic = intrinsic.and_then(|name| name.split('.').next());
    let name = intrinsic.unwrap_or(standard(name));
    if name.starts_with(INPUT) {
        return Some(&ANY_VALUE);
    }
    let row = |table: &'static [Known], name: &str| table.iter().find(|known| known.name == name);
    let of_double = || name.strip_suffix(OTHER_TYPES).and_then(|name| row(FRACTIONS, name));
    row(TABLE, name).or_else(|| row(FRACTIONS, name)).or_else(of_double)
}

/// How calls of a function go on, if that is known.
pub fn returns(name: &str) -> Option<Returns> {
    known(name).map(|known| known.returns)
}

/// Whether a function is what C's `assert` calls when it fails.
pub fn is_failed_assertion(name: &str) -> bool {
    returns(name) == Some(Returns::Failed)
}

/// Whether a function's call is an error, whatever its body.
pub fn is_error(name: &str) -> bool {
    returns(name) == Some(Returns::Error)
}

/// Whether a function that is called without a body does not come back.
pub fn ends(name: &str) -> bool {
    use Returns as R;
    matches!(returns(name), Some(R::Failed | R::Never | R::Exits | R::Elsewhere))
}

/// Whether a function only writes output: without effect, with any result.
pub fn is_output(name: &str) -> bool {
    known(name).is_some_and(|known| known.writes == Writes::Output && known.returns == Returns::Once)
}

/// Whether a function can call nothing of the program.
pub fn calls_nothing(name: &str) -> bool {
    known(name).is_some_and(|known| {
        known.writes != Writes::Anything || matches!(known.returns, Returns::Never | Returns::Exits)
    })
}

/// The functions whose calls come back twice.
pub fn returning_twice() -> impl Iterator<Item = &'static str> {
    TABLE.iter().filter(|known| known.returns == Returns::Twice).map(|known| known.name)
}

/// The names of functions of the table, without those that only compilers call.
pub fn names(is_one: impl Fn(&Known) -> bool) -> impl Iterator<Item = &'static str> {
    let has_name = |known: &&Known| !known.name.starts_with("llvm.") && !known.name.starts_with("__builtin_");
    TABLE.iter().filter(has_name).filter(move |known| is_one(known)).map(|known| known.name)
}

/// The intrinsics of the table that end the program.
pub fn ending_intrinsics() -> impl Iterator<Item = &'static str> {
    let is_one = |known: &&Known| known.name.starts_with("llvm.") && known.returns == Returns::Never;
    TABLE.iter().filter(is_one).map(|known| known.name)
}

/// What is known of the function that a call calls, where this is without a body and called with arguments that fit.
pub fn called(call: Value) -> Option<&'static Known> {
    if !call.callee().is_some_and(Value::is_declaration) {
        return None;
    }
    let (known, arguments) = (known(&call.callee_name())?, call.arguments());
    let is_intrinsic = call.callee_name().starts_with("llvm.");
    let is_fit =
        |(index, argument): (usize, &Value)| known.argument(index).needs_pointer() <= argument.ty().is_pointer();
    (known.takes(arguments.len(), is_intrinsic) && arguments.iter().enumerate().all(is_fit)).then_some(known)
}

/// Whether a call of a function of the `printf` family has a conversion in its format, if that is known; with `%n` it writes a
/// number through a pointer.
pub fn writes_as(name: &str, call: Value, conversion: char) -> Option<bool> {
    let format = match name {
        "printf" | "vprintf" | "warn" | "warnx" => 0,
        "fprintf" | "vfprintf" | "dprintf" | "syslog" => 1,
        _ => return Some(false),
    };
    let conversions = conversions(*call.arguments().get(format)?)?;
    Some(conversions.iter().any(|one| one.letter == conversion))
}

/// A width or a precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// The format says it.
    Number(u64),
    /// An argument says it.
    Argument,
}

/// A conversion in a format of the `printf` family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conversion {
    /// What it ends in.
    pub letter: char,
    /// How wide it is at least.
    pub width: Option<Amount>,
    /// How many digits or letters it has, which depends on the letter.
    pub precision: Option<Amount>,
    /// `l` and its like.
    pub size: String,
    /// Whether it says which argument it is about.
    pub is_positional: bool,
    /// The flags, as they stand there.
    pub flags: String,
    /// Where it stands in the format: from its `%` to behind its letter, in bytes.
    pub place: (usize, usize),
}

/// The conversions in a format of the `printf` family; nothing if it is no constant that ends.
pub fn conversions(format: Value) -> Option<Vec<Conversion>> {
    Some(conversions_of(&text_of(format)?))
}

/// The text of a format; nothing if it is no constant that ends.
pub fn text_of(format: Value) -> Option<String> {
    let text = format.initializer().filter(|text| format.is_global_constant() && text.is_terminated())?;
    let text = if text.is_zero() { String::new() } else { text.as_string()? };
    Some(text.split('\0').next().unwrap_or_default().to_owned())
}

/// Behind a `%` stand flags, width, precision and size, then the letter.
fn conversions_of(all: &str) -> Vec<Conversion> {
    let mut found = Vec::new();
    let mut rest = all;
    while let Some((_, behind)) = rest.split_once('%') {
        let end = behind.find(|letter: char| !"0123456789-+ #'*.$hlLqjzt".contains(letter)).unwrap_or(behind.len());
        let (before, from) = behind.split_at(end);
        let Some(letter) = from.chars().next() else { break };
        let is_size = |one: char| "hlLqjzt".contains(one);
        let flagged = before.trim_start_matches(['-', '+', ' ', '#', '0', '\'']);
        let amount = |text: &str| match text.trim_end_matches(|one| one == '$' || is_size(one)) {
            "*" => Amount::Argument,
            // A number that is too large is larger than any that is known.
            digits => Amount::Number(if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u64::MAX) }),
        };
        let (width, precision) = match flagged.split_once('.') {
            Some((width, precision)) => (width, Some(amount(precision))),
            None => (flagged, None),
        };
        let has_width = width.starts_with(|one: char| one == '*' || one.is_ascii_digit());
        found.push(Conversion {
            letter,
            width: has_width.then(|| amount(width)),
            precision,
            size: before.chars().filter(|one| is_size(*one)).collect(),
            is_positional: before.contains('$'),
            flags: before[..before.len() - flagged.len()].to_owned(),
            place: (all.len() - behind.len() - 1, all.len() - from.len() + letter.len_utf8()),
        });
        rest = &from[letter.len_utf8()..];
    }
    found
}

impl Known {
    /// Whether it takes so many arguments. LLVM's own functions take one more, which says that they are volatile.
    pub fn takes(&self, count: usize, is_intrinsic: bool) -> bool {
        count == self.named() + usize::from(is_intrinsic) || self.is_open() && count >= self.named()
    }

    /// What it does with an argument.
    pub fn argument(&self, index: usize) -> Argument {
        let letters = self.arguments.as_bytes();
        let last = letters.last().copied().filter(|letter| b".*".contains(letter));
        match letters.get(index).copied().or(last) {
            Some(b'r') => Argument::Read,
            Some(b'w') => Argument::Written,
            Some(b'R') => Argument::ReadAll,
            Some(b'W') => Argument::WrittenAll,
            Some(b'o' | b'*') => Argument::Maybe,
            Some(b'f') => Argument::Own,
            Some(b'c') => Argument::Closed,
            Some(b'x') => Argument::Freed,
            Some(b'k') => Argument::Kept,
            Some(b'n') => Argument::Length,
            Some(b'p') => Argument::Pointer,
            _ => Argument::Plain,
        }
    }

    /// The named arguments that it does something with.
    pub fn arguments_with(&self, what: Argument) -> impl Iterator<Item = usize> + '_ {
        (0..self.named()).filter(move |index| self.argument(*index) == what)
    }

    /// Whether it takes more arguments than are named.
    pub fn is_open(&self) -> bool {
        self.named() < self.arguments.len()
    }

    /// How many arguments are named.
    pub fn named(&self) -> usize {
        self.arguments.trim_end_matches(['.', '*']).len()
    }

    /// Which argument is the number of bytes that it reads or writes.
    pub fn length(&self) -> Option<usize> {
        self.arguments.find('n')
    }
}

impl Argument {
    fn needs_pointer(self) -> bool {
        !matches!(self, Argument::Plain | Argument::Length | Argument::Maybe)
    }

    /// Whether memory is accessed through it, and whether that only reads.
    pub fn accesses(self) -> Option<bool> {
        match self {
            Argument::Read | Argument::ReadAll | Argument::Own | Argument::Closed => Some(true),
            Argument::Written | Argument::WrittenAll => Some(false),
            _ => None,
        }
    }

    /// Whether something of the library's own is there.
    pub fn is_own(self) -> bool {
        matches!(self, Argument::Own | Argument::Closed)
    }

    /// Whether it is as many bytes as another argument says.
    pub fn is_whole(self) -> bool {
        matches!(self, Argument::ReadAll | Argument::WrittenAll)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_read() {
        let letters = |text: &str| conversions_of(text).iter().map(|one| one.letter).collect::<String>();
        assert_eq!(letters("%d %-5s%%n %lu%*.3f 100%"), "ds%uf");
        let parts: Vec<_> = conversions_of("%s%.3s%ls%05s%1$hhd")
            .into_iter()
            .map(|one| (one.width, one.precision, one.size, one.is_positional))
            .collect();
        let row = |width, precision, size: &str, is_positional| (width, precision, size.to_owned(), is_positional);
        let number = |number| Some(Amount::Number(number));
        assert_eq!(
            parts,
            [
                row(None, None, "", false),
                row(None, number(3), "", false),
                row(None, None, "l", false),
                row(number(5), None, "", false),
                row(number(1), None, "hh", true),
            ]
        );
        let given = Some(Amount::Argument);
        let amounts =
            |text: &str| conversions_of(text).into_iter().map(|one| (one.width, one.precision)).collect::<Vec<_>>();
        assert_eq!(
            amounts("%*.*s%-*d%.f%8.*lld"),
            [(given, given), (given, None), (None, number(0)), (number(8), given)]
        );
    }

    #[test]
    fn each_function_is_there_once() {
        let rows = || TABLE.iter().chain(FRACTIONS);
        for (index, one) in rows().enumerate() {
            assert!(rows().take(index).all(|other| other.name != one.name), "{}", one.name);
            let named = one.arguments.trim_end_matches(['.', '*']);
            assert!(named.chars().all(|letter| "rwRWofcxknp-".contains(letter)), "{}", one.name);
            assert_eq!(named.contains(['R', 'W']), one.length().is_some(), "{}", one.name);
        }
    }

    #[test]
    fn names_and_arguments_are_found() {
        assert_eq!(known("llvm.memcpy.p0.p0.i64").map(|known| known.name), Some("memcpy"));
        assert_eq!(known("__isoc23_strtol").map(|known| known.name), Some("strtol"));
        assert_eq!(
            ["modf", "modff", "sinl", "erff"].map(|name| known(name).map(|known| known.name)),
            ["modf", "modf", "sin", "erf"].map(Some)
        );
        assert!(known("absf").is_none() && known("l").is_none());
        assert!(known("llvm.memo").is_none() && known("strange").is_none());
        let scanf = known("sscanf").expect("it is there");
        assert_eq!([0, 2, 7].map(|index| scanf.argument(index)), [Argument::Read, Argument::Maybe, Argument::Maybe]);
        assert!(scanf.takes(2, false) && scanf.takes(5, false) && !scanf.takes(1, false));
        let remove = known("remove").expect("it is there");
        assert!(remove.takes(1, false) && !remove.takes(2, false), "that with two arguments is the program's own");
        assert!(is_output("puts") && !is_output("__assert_fail") && !is_output("fwrite"));
    }
}
