//! Bodies for functions of the C library.
//!
//! They are C, a file for each header, compiled by the clang that compiles the program: what they access is checked like everything
//! else. What a function may give, it gives by input functions under names of their own. Each function stands for itself, but for what is static: those that a program declares and does
//! not define are linked, all others are left out.

#[cfg(test)]
mod tests;
pub mod variadic;

use super::clang::{self, ClangError};
use super::property::{DataModel, Property};
use bitreach_limits::StopFlag;

/// The name of a function that does with a file what writing does, but for the output.
pub const FILE: &str = "bitreach.file";

/// The name of a function that reads a string.
pub const STRING: &str = "bitreach.string";

/// The same, of a file that may be null.
pub const FILE_OR_NULL: &str = "bitreach.file_or_null";

/// The same, of a string that may be null.
pub const STRING_OR_NULL: &str = "bitreach.string_or_null";

/// The name of a function after which writing to a file may have failed.
pub const WRITTEN: &str = "bitreach.written";

/// The name of the function that says whether a file can be written.
pub const CAN_WRITE: &str = "bitreach.can_write";

/// The name of the function that gives the standard output.
pub const OUTPUT: &str = "bitreach.output";

/// The name of the function that gives the file for errors.
pub const ERRORS: &str = "bitreach.errors";

/// The name of a function that is called where files are flushed.
pub const FLUSHED: &str = "bitreach.flushed";

/// The section of objects that the program may read and must not write.
pub const KEPT: &str = "bitreach.kept";

/// What the names of the functions begin with that give the models any value.
pub const ANY: &str = "bitreach.nondet_";

/// The name of the function that ends executions in models that are of no interest.
pub const ASSUME: &str = "bitreach.assume";

/// The name of a function that sets `errno` to anything, or leaves it.
pub const ERRNO: &str = "bitreach.errno";

/// What the names of the functions begin with that read input as `scanf` does; see `stdio.c`.
pub const SCAN: &str = "bitreach.scan_";

/// The name of the function that says how many conversions are made.
pub const CONVERTED: &str = "bitreach.converted";

/// The same, where a character may have been given back.
pub const CONVERTED_BEHIND: &str = "bitreach.converted_behind";

/// What the names of the functions begin with that write what `sprintf` writes; see `print.c`.
pub const PUT: &str = "bitreach.put_";

/// The name of the function that is called where another rounding than to nearest is not known; see `fenv.c`.
pub const ONLY_TO_NEAREST: &str = "bitreach.only_to_nearest";

/// What the names of the functions begin with that read and write as a format says that is computed, or a list of arguments.
pub const AS: &str = "bitreach.as_";

/// The same of those that write to a file, where somebody looks at how many characters are written.
pub const COUNTED_AS: &str = "bitreach.counted_";

/// The name of the function that calls what `atexit` was told to call.
pub const AT_END: &str = "bitreach.at_end";

/// The name of the function that gives the value of a variable of the environment, by its number.
pub const ENVIRONMENT: &str = "bitreach.environment";

/// The name of the function that makes the arguments of `main`; see `arguments.c`.
pub const ARGUMENTS: &str = "bitreach.arguments";

/// The name of the function that leaves out executions with more of them.
pub const FEW_ARGUMENTS: &str = "bitreach.few_arguments";

/// The name of the function that gives the descriptor of a file that is opened; see `errno.c`.
pub const DESCRIPTOR: &str = "bitreach.descriptor";

/// The name of the function that reads what notes for the system's log begin with; see `posix.c`.
pub const NOTED: &str = "bitreach.noted";

/// The name of a function that is called where addresses of hosts are asked for; see `net.c`.
pub const ADDRESSES: &str = "bitreach.addresses";

/// The name of a function that is called where users and groups are asked for; see `accounts.c`.
pub const ACCOUNTS: &str = "bitreach.accounts";

/// The name of the function that takes the language that the environment asks for; see `locale.c`.
pub const LANGUAGE: &str = "bitreach.language";

/// The name of the function that says that signals are handled; see `signal.c`.
pub const HANDLED: &str = "bitreach.handled";

/// The name of the function that is called before the program is aborted; see `signal.c`.
pub const ABORTED: &str = "bitreach.aborted";

/// The name of the function that gives a message of the system; see `messages.c`.
pub const MESSAGE: &str = "bitreach.message";

/// The name of a function that is called where a time becomes a date.
pub const ZONES: &str = "bitreach.zones";

/// The name of a function that is called where an entry of a folder is read.
pub const ENTRIES: &str = "bitreach.entries";

/// The name of the function that gives any number.
pub const ANY_RESULT: &str = "bitreach.as_any";

/// What the names of the functions begin with that read a string as `sscanf` does; see `scan.c`.
pub const FROM: &str = "bitreach.from_";

/// The name of the function that gives any number of the sign of another one.
pub const OF_SIGN: &str = "bitreach.of_sign";

/// The name of the function behind which nothing is known, as a function that compares does more.
pub const MORE_THAN_COMPARED: &str = "bitreach.more_than_compared";

/// What the names of functions begin with that stand in for those without a body that are called through pointers.
pub const POINTED: &str = "bitreach.pointed.";

/// The functions that jumps out of functions are made of; see `setjmp.c`.
pub mod jump {
    /// Fills what `setjmp` is given, with a number for this call and one for its place.
    pub const PLACE: &str = "bitreach.jump_place";
    /// Begins a jump.
    pub const BEGIN: &str = "bitreach.jump";
    /// Whether a jump is on its way.
    pub const WAITS: &str = "bitreach.jump_waits";
    /// Whether it leads to a call at a place.
    pub const LEADS: &str = "bitreach.jump_leads";
    /// Ends a jump, and gives what `setjmp` gives then.
    pub const ARRIVED: &str = "bitreach.jump_arrived";
    /// What a local holds that has changed meanwhile.
    pub const ANY: &str = "bitreach.jump_any";
    /// What follows is not represented if a local has changed.
    pub const CHANGED: &str = "bitreach.jump_changed";
    /// Nothing is left that the jump could lead to.
    pub const LOST: &str = "bitreach.jump_lost";
    /// The jump would leave a function that the library called.
    pub const KEPT: &str = "bitreach.jump_kept";
    /// What follows a `setjmp` is not represented.
    pub const REFUSED: &str = "bitreach.jump_refused";
}

/// The name of the function that gives the standard input.
pub const INPUT: &str = "bitreach.input";

/// Models that stand in one file.
struct Models {
    /// The header, as paths show it.
    header: &'static str,
    source: &'static str,
    /// The functions and objects that there are bodies for.
    names: &'static [&'static str],
}

/// All others need the first one.
#[rustfmt::skip]
const MODELS: [Models; 36] = [
    Models { header: "errno.h", source: include_str!("errno.c"), names: &["__errno_location", ERRNO, DESCRIPTOR] },
    Models {
        header: "string.h",
        source: include_str!("string.c"),
        names: &[
            "strlen", "strnlen", "strcmp", "strncmp", "memcmp", "memchr", "strchr", "strrchr", "strcpy", "strncpy", "strcat", "strncat",
            "stpcpy", "memccpy", "memrchr", "strchrnul", "strspn", "strcspn", "strpbrk", "strstr", "strtok_r", "strtok", "strcasecmp",
            "strncasecmp", "strcasestr", "memmem", "strsep", "stpncpy", "mempcpy", "index", "rindex", "strcoll", "ffs", "ffsl", "ffsll",
            "strlcpy", "strlcat", "bcopy", "bzero", "bcmp", "swab", "strxfrm", "rawmemchr", "strverscmp", OF_SIGN,
        ],
    },
    Models { header: "string.h", source: include_str!("messages.c"), names: &["strerror", "strsignal", MESSAGE] },
    Models {
        header: "stdlib.h",
        source: include_str!("heap.c"),
        names: &["realloc", "reallocarray", "aligned_alloc", "memalign", "strdup", "strndup", "wcsdup", "posix_memalign", "valloc"],
    },
    Models {
        header: "stdlib.h",
        source: include_str!("stdlib.c"),
        names: &[
            "rand", "srand", "random", "srandom", "abs", "labs", "llabs", "div", "ldiv", "lldiv", "strtol", "strtoll", "strtoul",
            "strtoull", "atoi", "atol", "atoll", "drand48", "lrand48", "srand48", "system", "strtoimax", "strtoumax", "imaxabs",
            "imaxdiv", "mrand48", "erand48", "nrand48", "jrand48", "getsubopt", "wcstol", "wcstoll", "wcstoul", "wcstoull", "wcstoimax", "wcstoumax",
        ],
    },
    Models {
        header: "stdlib.h",
        source: include_str!("fractions.c"),
        names: &[
            "strtod", "strtof", "strtold", "atof", "bitreach.from_float", "bitreach.from_double", "bitreach.from_longdouble",
        ],
    },
    Models { header: "stdlib.h", source: include_str!("environment.c"), names: &[ENVIRONMENT, "setenv", "unsetenv", "clearenv", "putenv"] },
    Models { header: "main", source: include_str!("arguments.c"), names: &[ARGUMENTS, FEW_ARGUMENTS] },
    Models {
        header: "stdio.h",
        source: include_str!("scan.c"),
        names: &[
            "sscanf", "__isoc99_sscanf", "__isoc23_sscanf", "bitreach.from_start", "bitreach.from_blank", "bitreach.from_text",
            "bitreach.from_number", "bitreach.from_string", "bitreach.from_char", "bitreach.from_set", "bitreach.from_count", "bitreach.from_ended", "bitreach.from_end",
        ],
    },
    Models {
        header: "setjmp.h",
        source: include_str!("setjmp.c"),
        names: &[
            jump::PLACE, jump::BEGIN, jump::WAITS, jump::LEADS, jump::ARRIVED, jump::ANY, jump::CHANGED, jump::LOST, jump::KEPT,
            jump::REFUSED,
        ],
    },
    Models { header: "stdlib.h", source: include_str!("exit.c"), names: &["atexit", AT_END] },
    Models { header: "stdlib.h", source: include_str!("sort.c"), names: &["qsort", "bsearch", "lfind", "lsearch", "insque", "remque", MORE_THAN_COMPARED] },
    Models {
        header: "ctype.h",
        source: include_str!("ctype.c"),
        names: &[
            "__ctype_b_loc", "isupper", "islower", "isalpha", "isdigit", "isxdigit", "isspace", "isprint", "isgraph", "isblank",
            "iscntrl", "ispunct", "isalnum", "toupper", "tolower", "__ctype_toupper_loc", "__ctype_tolower_loc",
            "isascii", "toascii",
        ],
    },
    Models {
        header: "stdio.h",
        source: include_str!("stdio.c"),
        names: &[
            "stdin", "stdout", "stderr", "fopen", "fopen64", "fclose", "fgetc", "getc", "getchar", "fgets", "feof", "ferror",
            "clearerr", "fread", "fwrite", "rewind", "fseek", "remove", "rename", "getdelim", "getline", "fileno",
            "ungetc", "getc_unlocked", "fgetc_unlocked", "getchar_unlocked", "fseeko", "ftell", "ftello", "fgetpos", "fsetpos",
            "setvbuf", "setbuf", "setlinebuf", "tmpfile", "popen", "pclose", "fdopen", "freopen", "freopen64",
            "fread_unlocked", "fwrite_unlocked", "feof_unlocked", "ferror_unlocked", "clearerr_unlocked", "fileno_unlocked",
            "fgets_unlocked", "getw", "fgetwc", "getwc", "getwchar", "fgetwc_unlocked", "getwc_unlocked", "getwchar_unlocked", "ungetwc",
            "fgetws", "fputwc", "putwc", "putwchar", "fputwc_unlocked", "putwc_unlocked", "putwchar_unlocked", "fputws", "fwide",
            "swprintf", "vswprintf", "wprintf", "fwprintf", "vwprintf", "vfwprintf", "flockfile", "funlockfile", "ftrylockfile", FILE, STRING,
            FILE_OR_NULL, STRING_OR_NULL, CONVERTED, WRITTEN, CAN_WRITE, OUTPUT, ERRORS, FLUSHED,
        ],
    },
    Models {
        header: "math.h",
        source: include_str!("math.c"),
        names: &[
            "fabs", "floor", "ceil", "trunc", "round", "roundeven", "rint", "nearbyint", "copysign", "fma", "sqrt", "fmin", "fmax", "modf",
            "lround", "llround", "lrint", "llrint", "__isnan", "isnan", "__isinf", "isinf", "__finite", "finite", "__signbit",
            "__fpclassify", "fabsf", "floorf", "ceilf", "truncf", "roundf", "roundevenf", "rintf", "nearbyintf", "copysignf", "fmaf",
            "sqrtf", "fminf", "fmaxf", "modff", "lroundf", "llroundf", "lrintf", "llrintf", "__isnanf", "isnanf", "__isinff", "isinff",
            "__finitef", "finitef", "__signbitf", "__fpclassifyf", "fabsl", "floorl", "ceill", "truncl", "roundl", "roundevenl", "rintl",
            "nearbyintl", "copysignl", "fmal", "sqrtl", "fminl", "fmaxl", "modfl", "lroundl", "llroundl", "lrintl", "llrintl", "__isnanl",
            "isnanl", "__isinfl", "isinfl", "__finitel", "finitel", "__signbitl", "__fpclassifyl", "nextafter", "nextafterf", "fmod", "fmodf",
            "remainder", "remainderf", "drem", "dremf", "remquo", "remquof", "fmodl", "remainderl", "dreml", "remquol", "fdim", "fdimf", "fdiml", "nexttoward", "nexttowardf",
            "bitreach.minnum.f64", "bitreach.minnum.f32", "bitreach.minnum.f80", "bitreach.maxnum.f64", "bitreach.maxnum.f32", "bitreach.maxnum.f80",
        ],
    },
    Models {
        header: "math.h",
        source: include_str!("inexact.c"),
        names: &[
            "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "exp", "exp2", "exp10", "expm1",
            "log", "log2", "log10", "log1p", "cbrt", "erf", "erfc", "tgamma", "atan2", "hypot", "pow", "sincos", "sinf", "cosf", "tanf",
            "asinf", "acosf", "atanf", "sinhf", "coshf", "tanhf", "asinhf", "acoshf", "atanhf", "expf", "exp2f", "exp10f", "expm1f", "logf",
            "log2f", "log10f", "log1pf", "cbrtf", "erff", "erfcf", "tgammaf", "atan2f", "hypotf", "powf", "sincosf", "sinl", "cosl", "tanl",
            "asinl", "acosl", "atanl", "sinhl", "coshl", "tanhl", "asinhl", "acoshl", "atanhl", "expl", "exp2l", "exp10l", "expm1l", "logl",
            "log2l", "log10l", "log1pl", "cbrtl", "erfl", "erfcl", "tgammal", "atan2l", "hypotl", "powl", "sincosl", "lgamma", "lgammaf",
            "lgammal", "lgamma_r", "lgammaf_r", "lgammal_r", "signgam", "j0", "j0f", "j0l", "j1", "j1f", "j1l", "jn", "jnf", "jnl", "y0",
            "y0f", "y0l", "y1", "y1f", "y1l", "yn", "ynf", "ynl",
        ],
    },
    Models {
        header: "math.h",
        source: include_str!("exponents.c"),
        names: &[
            "frexp", "frexpf", "scalbn", "scalbnf", "ldexp", "ldexpf", "scalbln", "scalblnf", "ilogb", "ilogbf", "logb", "logbf",
        ],
    },
    Models {
        header: "math.h",
        source: include_str!("longer.c"),
        names: &["frexpl", "scalbnl", "ldexpl", "scalblnl", "ilogbl", "logbl", "nextafterl", "nexttowardl"],
    },
    Models {
        header: "unistd.h",
        source: include_str!("unistd.c"),
        names: &[
            "open", "open64", "creat", "creat64", "close", "read", "write", "lseek", "lseek64", "isatty", "unlink", "rmdir", "chdir", "mkdir", "access",
            "dup", "dup2", "dup3", "pipe", "pipe2", "fcntl", "fsync", "ftruncate", "getcwd",
            "sleep", "usleep",
        ],
    },
    Models { header: "signal.h", source: include_str!("signal.c"), names: &["signal", "sigaction", "raise", "kill", HANDLED, ABORTED] },
    Models {
        header: "locale.h",
        source: include_str!("locale.c"),
        names: &[
            "setlocale", "gettext", "dgettext", "dcgettext", "ngettext", "dngettext", "textdomain", "bindtextdomain",
            "bind_textdomain_codeset", "localeconv", LANGUAGE,
        ],
    },
    Models {
        header: "unistd.h",
        source: include_str!("getopt.c"),
        names: &["getopt", "getopt_long", "optarg", "optind", "opterr", "optopt"],
    },
    Models {
        header: "sys/stat.h",
        source: include_str!("stat.c"),
        names: &["stat", "lstat", "fstat", "stat64", "lstat64", "fstat64", "opendir", "readdir", "rewinddir", "closedir", ENTRIES],
    },
    Models {
        header: "unistd.h",
        source: include_str!("system.c"),
        names: &[
            "getpid", "bitreach.own_process", "getppid", "getuid", "geteuid", "getgid", "getegid", "setuid", "seteuid", "setgid", "setegid", "setsid", "getpgrp",
            "setpgid", "getpgid", "umask",
            "fork", "wait", "waitpid", "execv", "execvp", "execve", "alarm", "getpagesize", "sysconf", "gethostname", "chmod", "chown",
            "link", "symlink", "truncate", "readlink", "sigemptyset", "sigfillset", "sigaddset", "sigdelset", "sigismember",
            "sigprocmask", "arc4random", "arc4random_buf", "arc4random_uniform", "htonl", "ntohl", "htons", "ntohs", "explicit_bzero",
        ],
    },
    Models {
        header: "unistd.h",
        source: include_str!("posix.c"),
        names: &[
            "fchmod", "fchown", "fchdir", "flock", "fdatasync", "lchown", "chroot", "mkfifo", "sched_yield", "sync", "utime", "utimes",
            "pread", "pwrite", "pread64", "pwrite64", "readv", "writev", "ioctl", "execl", "execlp", "nice", "getrlimit", "setrlimit",
            "getrlimit64", "setrlimit64", "getdtablesize", "getrusage", "times", "uname", "ttyname", "rand_r", "getrandom",
            "getentropy", "mkstemp", "mkstemp64", "mkdtemp", "mktemp", "realpath", "dirname", "__xpg_basename", "basename", "fnmatch",
            "openlog", "closelog", "setlogmask", "pathconf", "fpathconf", "getpriority", "setpriority", "getsid", "gethostid", "lockf",
            "posix_fadvise", "posix_fallocate", "getitimer", "setitimer", "tcgetattr", "tcsetattr", NOTED,
        ],
    },
    Models {
        header: "sys/socket.h",
        source: include_str!("net.c"),
        names: &[
            "socket", "socketpair", "bind", "connect", "listen", "shutdown", "accept", "accept4", "getsockname", "getpeername", "send",
            "sendto", "recv", "recvfrom", "setsockopt", "getsockopt", "poll", "select", "__fdelt_chk", "inet_aton", "inet_addr",
            "inet_pton", "inet_ntop", "inet_ntoa", "getaddrinfo", "freeaddrinfo", "gai_strerror", "hstrerror", "__h_errno_location",
            "gethostbyname", ADDRESSES,
        ],
    },
    Models {
        header: "pwd.h",
        source: include_str!("accounts.c"),
        names: &[
            "getpwuid", "getpwnam", "getpwent", "setpwent", "endpwent", "getgrgid", "getgrnam", "getgrent", "setgrent", "endgrent",
            "getlogin", "getgroups", "setgroups", ACCOUNTS,
        ],
    },
    Models {
        header: "wchar.h",
        source: include_str!("wchar.c"),
        names: &[
            "wcslen", "wcsnlen", "wcscmp", "wcsncmp", "wmemcmp", "wmemchr", "wcschr", "wcsrchr", "wcscpy", "wcsncpy", "wcscat", "wcsncat",
            "wmemcpy", "wmemmove", "wmemset", "wcsspn", "wcscspn", "wcspbrk", "wcsstr", "iswupper", "iswlower", "iswalpha", "iswdigit",
            "iswalnum", "iswxdigit", "iswspace", "iswblank", "iswcntrl", "iswprint", "iswgraph", "iswpunct", "towlower", "towupper",
            "wcswcs", "wcschrnul", "wcpcpy", "wcpncpy", "wmempcpy", "wcstok", "wcscasecmp", "wcsncasecmp", "wcscoll", "wcsxfrm",
            "wcwidth", "wcswidth", "wctype", "iswctype", "wctrans", "towctrans",
        ],
    },
    Models {
        header: "wchar.h",
        source: include_str!("multibyte.c"),
        names: &[
            "__ctype_get_mb_cur_max", "mbsinit", "mbrtowc", "mbrlen", "mbtowc", "mblen", "wcrtomb", "wctomb", "btowc", "wctob",
            "mbsnrtowcs", "mbsrtowcs", "mbstowcs", "wcsnrtombs", "wcsrtombs", "wcstombs",
        ],
    },
    Models {
        header: "fenv.h",
        source: include_str!("fenv.c"),
        names: &[
            "feclearexcept", "feraiseexcept", "fetestexcept", "fegetexceptflag", "fesetexceptflag", "fegetexcept", "fedisableexcept",
            "fegetenv", "feholdexcept", "fesetenv", "feupdateenv", "fesetround", "fegetround", "bitreach.flt_rounds", "bitreach.set_flt_rounds", ONLY_TO_NEAREST, "bitreach.add.f64",
            "bitreach.sub.f64", "bitreach.rint.f64", "bitreach.lrint.f64", "bitreach.llrint.f64", "bitreach.add.f32", "bitreach.sub.f32",
            "bitreach.rint.f32", "bitreach.lrint.f32", "bitreach.llrint.f32", "bitreach.add.f80", "bitreach.sub.f80", "bitreach.rint.f80",
            "bitreach.lrint.f80", "bitreach.llrint.f80", "bitreach.mul.f64", "bitreach.div.f64", "bitreach.sqrt.f64",
            "bitreach.of_signed.f64", "bitreach.of_unsigned.f64", "bitreach.mul.f32", "bitreach.div.f32", "bitreach.sqrt.f32",
            "bitreach.of_signed.f32", "bitreach.of_unsigned.f32", "bitreach.trunc.f64.f32", "bitreach.trunc.f64.f16",
            "bitreach.trunc.f32.f16", "bitreach.trunc.f80.f64", "bitreach.trunc.f80.f32", "bitreach.trunc.f80.f16",
        ],
    },
    Models {
        header: "complex.h",
        source: include_str!("complex.c"),
        names: &[
            "creal", "creall", "cimag", "cimagl", "conj", "conjl", "__muldc3", "__mulxc3", "__divdc3", "__divxc3",
        ],
    },
    Models {
        header: "stdio.h",
        source: include_str!("print.c"),
        names: &[
            "bitreach.put_text", "bitreach.put_letter", "bitreach.put_string", "bitreach.put_char", "bitreach.put_int", "bitreach.put_long", "bitreach.put_double", "bitreach.put_end", "bitreach.put_behind",
            "bitreach.as_any", "bitreach.as_printf", "bitreach.as_fprintf", "bitreach.as_vprintf", "bitreach.as_vfprintf",
            "bitreach.counted_printf", "bitreach.counted_fprintf", "bitreach.counted_vprintf", "bitreach.counted_vfprintf",
            "bitreach.as_sprintf", "bitreach.as_snprintf", "bitreach.as_vsprintf", "bitreach.as_vsnprintf",
            "asprintf", "vasprintf", "bitreach.put_new",
        ],
    },
    Models {
        header: "pthread.h",
        source: include_str!("threads.c"),
        names: &[
            "pthread_mutexattr_init", "pthread_mutexattr_destroy", "pthread_mutexattr_settype", "pthread_mutexattr_gettype",
            "pthread_mutex_init", "pthread_mutex_destroy", "pthread_mutex_trylock", "pthread_mutex_lock", "pthread_mutex_unlock",
            "pthread_cond_init", "pthread_cond_destroy", "pthread_cond_signal", "pthread_cond_broadcast", "pthread_rwlock_init",
            "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock",
            "pthread_rwlock_unlock", "pthread_rwlock_destroy", "pthread_spin_init", "pthread_spin_trylock", "pthread_spin_lock",
            "pthread_spin_unlock", "pthread_spin_destroy", "pthread_self", "pthread_equal", "pthread_once", "pthread_key_create",
            "pthread_key_delete", "pthread_getspecific", "pthread_setspecific", "sem_init", "sem_destroy", "sem_post", "sem_trywait",
            "sem_wait", "sem_getvalue",
        ],
    },
    Models {
        header: "stdarg.h",
        source: include_str!("stdarg.c"),
        names: &[
            variadic::CALL, variadic::ENTERED, variadic::START, variadic::COPY, variadic::END, variadic::NUMBER, variadic::POINTER,
            variadic::OTHER,
        ],
    },
    Models {
        header: "time.h",
        source: include_str!("time.c"),
        names: &[
            "time", "clock", "gettimeofday", "clock_gettime", "nanosleep", "clock_getres", "clock_nanosleep", "timespec_get",
        ],
    },
    Models {
        header: "time.h",
        source: include_str!("calendar.c"),
        names: &[
            "gmtime", "gmtime_r", "localtime", "localtime_r", "timegm", "mktime", "difftime", "asctime", "asctime_r", "ctime", "ctime_r", "strftime",
            "bitreach.put_date", "bitreach.put_date_end", ZONES,
        ],
    },
];

/// Whether a file, as paths show it, is one of these models.
pub fn is_model(file: &str) -> bool {
    let header = file.strip_prefix('<').and_then(|file| file.strip_suffix('>'));
    header.is_some_and(|header| MODELS.iter().any(|models| models.header == header))
}

/// What programs call one of the models' own objects, where they have a pointer to it: the files that are open from the start.
pub fn name_in_program(object: &str) -> Option<&'static str> {
    [("input", "stdin"), ("output", "stdout"), ("errors", "stderr")]
        .into_iter()
        .find(|(own, _)| *own == object)
        .map(|(_, name)| name)
}

/// Whether there is a body for a function.
pub fn has_body(name: &str) -> bool {
    MODELS.iter().any(|models| models.names.contains(&name))
}

/// The functions and objects that have bodies here, each with its header.
pub fn bodies() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = MODELS.iter().flat_map(|models| models.names.iter().map(|name| (models.header, *name)));
    all.filter(|(_, name)| !name.starts_with("bitreach."))
}

/// The bodies as bitcode, if one of the names is that of a function or object that has one. With `no-overflow`, overflow in them is
/// checked.
///
/// # Errors
/// If clang is not there, or `stop` is raised.
pub fn bodies_for(
    names: &[String],
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<Option<Vec<u8>>, ClangError> {
    let is_needed = |models: &&Models| names.iter().any(|name| models.names.contains(&name.as_str()));
    let source = |models: &Models| format!("#line 1 \"<{}>\"\n{}", models.header, models.source);
    if !MODELS.iter().any(|models| is_needed(&models)) {
        return Ok(None);
    }
    let sources: String = MODELS[..1].iter().chain(MODELS[1..].iter().filter(is_needed)).map(source).collect();
    clang::compile_models(&sources, property, data_model, stop).map(Some)
}
