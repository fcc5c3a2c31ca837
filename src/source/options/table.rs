//! The options of GCC and clang: how each is written, and what becomes of it.

use crate::source::property::DataModel;

/// How an option is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// So, and not otherwise.
    Alone,
    /// It only begins so.
    Begins,
    /// With a value, which follows at once or is an argument of its own.
    Value,
    /// With a value that is an argument of its own.
    Apart,
}

/// What becomes of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Our clang is given it.
    Kept,
    /// Our clang is given this one with its value: the option itself would also rename files in debug information.
    As(&'static str),
    /// Only macros tell of it. Our clang is told what these are, ahead of all that is kept: they are there before a project
    /// defines any.
    Macros(&'static str),
    /// The same of macros that GCC has and clang has not.
    MacrosOfGcc(&'static str),
    /// It names a folder with parts of the compiler, where GCC also looks for headers.
    Tools,
    /// It asks for checks as the program runs.
    Sanitizers,
    /// It changes what the source means in a way that is not followed: layouts, types, numbers that are not those of
    /// IEEE 754, threads, machines.
    Refused,
    /// Nothing is known about it.
    Unknown,
    /// It says how wide long and pointers are. The whole program has to agree about that.
    Width(DataModel),
    /// Its value is the machine that is compiled for.
    Machine,
    /// Its value is the language.
    Language,
    /// Its value has arguments for the preprocessor or for the compiler proper.
    Inner,
    /// It changes nothing of what the source means, or it is ours to choose: output, warnings, how code is made, debug
    /// information.
    Ours,
}

/// What is known about an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// What the option is, or begins with.
    pub name: &'static str,
    /// How it is written.
    pub form: Form,
    /// What becomes of it.
    pub effect: Effect,
}

/// What optimisation defines. No more of it is left: what is analysed is not optimised.
const OPTIMISED: &str = "-D__OPTIMIZE__=1 -U__OPTIMIZE_SIZE__ -U__NO_INLINE__";
const SMALL: &str = "-D__OPTIMIZE__=1 -D__OPTIMIZE_SIZE__=1 -U__NO_INLINE__";
const UNOPTIMISED: &str = "-U__OPTIMIZE__ -U__OPTIMIZE_SIZE__ -D__NO_INLINE__=1";

/// The options of which one row says all. The first row that fits counts.
pub const OPTIONS: &[(&[&str], Form, Effect)] = {
    use Effect as E;
    use Form as F;
    &[
        // A compiled header may be left out where the header itself is included as well.
        (&["-include-pch"], F::Apart, E::Refused),
        (&["-ivfsoverlay", "-iframework"], F::Value, E::Refused),
        // Of two names of which one begins with the other, the longer comes first.
        (&["-isystem-after", "-iwithprefixbefore"], F::Value, E::Kept),
        (&["-I", "-D", "-U"], F::Value, E::Kept),
        (&["-include", "-isystem", "-iquote", "-idirafter", "-imacros"], F::Value, E::Kept),
        (&["-isysroot", "-iprefix", "-iwithprefix", "-iwithsysroot"], F::Value, E::Kept),
        (&["--define-macro=", "--undefine-macro=", "--include=", "--imacros=", "--sysroot="], F::Begins, E::Kept),
        (&["--include-directory=", "--include-directory-after=", "--embed-dir="], F::Begins, E::Kept),
        (&["--define-macro", "--undefine-macro", "--include", "--imacros", "--sysroot"], F::Apart, E::Kept),
        (&["--include-directory", "--include-directory-after"], F::Apart, E::Kept),
        (&["-nostdinc", "--no-standard-includes", "-nostdlibinc", "-nobuiltininc", "-undef"], F::Alone, E::Kept),
        (&["-fmacro-prefix-map="], F::Begins, E::Kept),
        (&["-ffile-prefix-map="], F::Begins, E::As("-fmacro-prefix-map=")),
        // The language.
        (&["-std=", "--std="], F::Begins, E::Kept),
        (&["-ansi", "--ansi", "-trigraphs", "--trigraphs", "-ftrigraphs", "-fno-trigraphs"], F::Alone, E::Kept),
        (&["-traditional", "--traditional"], F::Begins, E::Refused),
        (&["-funsigned-char", "-fno-unsigned-char", "-fsigned-char", "-fno-signed-char"], F::Alone, E::Kept),
        (&["--unsigned-char", "--signed-char"], F::Alone, E::Kept),
        (&["-fshort-enums", "-fno-short-enums", "-fcommon", "-fno-common"], F::Alone, E::Kept),
        (&["-fms-extensions", "-fno-ms-extensions", "-fgnu89-inline", "-fno-gnu89-inline"], F::Alone, E::Kept),
        (&["-fasm", "-fno-asm", "-fgnu-keywords", "-fno-gnu-keywords"], F::Alone, E::Kept),
        (&["-fpascal-strings", "-fno-pascal-strings", "-fwritable-strings", "-fno-knr-functions"], F::Alone, E::Kept),
        (&["-fdollars-in-identifiers", "-fno-dollars-in-identifiers"], F::Alone, E::Kept),
        (&["-fdeclspec", "-fno-declspec", "-ffreestanding", "-fhosted"], F::Alone, E::Kept),
        (&["-flax-vector-conversions", "-fno-lax-vector-conversions", "-fstrict-flex-arrays"], F::Begins, E::Kept),
        (&["-finput-charset=", "-fexec-charset=", "-fgnuc-version=", "-fbracket-depth="], F::Begins, E::Kept),
        (&["-pthread"], F::Alone, E::Kept),
        (
            &[
                "-fno-hosted",
                "-fpreprocessed",
                "-fdirectives-only",
                "-fblocks",
                "-fmerge-all-constants",
                "-ffixed-point",
            ],
            F::Alone,
            E::Refused,
        ),
        (&["-fshort-wchar", "-fno-signed-wchar", "-fshort-double", "-fwide-exec-charset="], F::Begins, E::Refused),
        (&["-fpack-struct", "-funsigned-bitfields", "-fno-signed-bitfields", "-fsso-struct="], F::Begins, E::Refused),
        (
            &["-frandomize-layout-seed", "-fms-compatibility", "-fmsc-version", "-fplan9-extensions"],
            F::Begins,
            E::Refused,
        ),
        (&["-fopenmp-simd", "-fno-openmp"], F::Begins, E::Ours),
        (&["-fopenmp", "-fopenacc", "-fgnu-tm", "-fcilkplus", "-ftree-parallelize-loops="], F::Begins, E::Refused),
        // What calls functions that the source does not name, or changes the program in ways that nobody knows.
        (&["-finstrument-function", "-fsanitize-coverage"], F::Begins, E::Refused),
        (&["-fplugin", "-fpass-plugin="], F::Begins, E::Refused),
        // Signed arithmetic that overflows ends the program: clang says so in the module, whatever the level of optimisation.
        (&[TRAPS], F::Alone, E::Kept),
        // Floating-point numbers. Which sums and products may become one operation is decided with the instructions.
        (&["-ffp-contract=", "-fexcess-precision="], F::Begins, E::Kept),
        (&["-ffp-eval-method=source"], F::Alone, E::Ours),
        (&["-ffast-math", "-Ofast", "-funsafe-math-optimizations", "-ffinite-math-only"], F::Begins, E::Refused),
        (&["-fassociative-math", "-freciprocal-math", "-fno-signed-zeros"], F::Begins, E::Refused),
        (&["-fsingle-precision-constant", "-fno-honor-nans", "-fno-honor-infinities"], F::Begins, E::Refused),
        (&["-fcx-limited-range", "-fcx-fortran-rules", "-fcomplex-arithmetic="], F::Begins, E::Refused),
        (&["-ffp-model=fast", "-ffp-model=aggressive", "-fapprox-func", "-ffp-eval-method="], F::Begins, E::Refused),
        // Without it, `sqrt` and its like do not set `errno`.
        (&["-fdenormal-fp-math", "-fno-math-errno", "-ffinite-loops"], F::Begins, E::Refused),
        // What macros tell of.
        (&["-O", "-O1", "-O2", "-O3", "-O4", "-Og"], F::Alone, E::Macros(OPTIMISED)),
        (&["-Os", "-Oz"], F::Alone, E::Macros(SMALL)),
        (&["-O0"], F::Alone, E::Macros(UNOPTIMISED)),
        (&["-fno-inline"], F::Alone, E::Macros("-D__NO_INLINE__=1")),
        (&["-frounding-math"], F::Alone, E::MacrosOfGcc("-D__ROUNDING_MATH__=1")),
        (&["-fno-rounding-math"], F::Alone, E::MacrosOfGcc("-U__ROUNDING_MATH__")),
        (&["-fno-trapping-math"], F::Alone, E::MacrosOfGcc("-D__NO_TRAPPING_MATH__=1")),
        (&["-ftrapping-math"], F::Alone, E::MacrosOfGcc("-U__NO_TRAPPING_MATH__")),
        (&["-fsignaling-nans"], F::Alone, E::MacrosOfGcc("-D__SUPPORT_SNAN__=1")),
        (&["-fno-signaling-nans"], F::Alone, E::MacrosOfGcc("-U__SUPPORT_SNAN__")),
        (&["-fnon-call-exceptions"], F::Alone, E::MacrosOfGcc("-D__EXCEPTIONS=1")),
        // More of sanitizers than their names stands behind other words.
        (&["-fsanitize=", "-fno-sanitize="], F::Begins, E::Sanitizers),
        (&["-fPIC"], F::Alone, E::Macros("-D__PIC__=2 -D__pic__=2 -U__PIE__ -U__pie__")),
        (&["-fpic"], F::Alone, E::Macros("-D__PIC__=1 -D__pic__=1 -U__PIE__ -U__pie__")),
        (&["-fPIE"], F::Alone, E::Macros("-D__PIC__=2 -D__pic__=2 -D__PIE__=2 -D__pie__=2")),
        (&["-fpie"], F::Alone, E::Macros("-D__PIC__=1 -D__pic__=1 -D__PIE__=1 -D__pie__=1")),
        (
            &["-fno-pic", "-fno-PIC", "-fno-pie", "-fno-PIE"],
            F::Alone,
            E::Macros("-U__PIC__ -U__pic__ -U__PIE__ -U__pie__"),
        ),
        (&["-fstack-protector"], F::Alone, E::Macros("-D__SSP__=1 -U__SSP_STRONG__ -U__SSP_ALL__")),
        (&["-fstack-protector-strong"], F::Alone, E::Macros("-U__SSP__ -D__SSP_STRONG__=2 -U__SSP_ALL__")),
        (&["-fstack-protector-all"], F::Alone, E::Macros("-U__SSP__ -U__SSP_STRONG__ -D__SSP_ALL__=3")),
        (&["-fno-stack-protector"], F::Alone, E::Macros("-U__SSP__ -U__SSP_STRONG__ -U__SSP_ALL__")),
        (&["-fcf-protection", "-fcf-protection=full"], F::Alone, E::Macros("-D__CET__=3")),
        (&["-fcf-protection=branch"], F::Alone, E::Macros("-D__CET__=1")),
        (&["-fcf-protection=return"], F::Alone, E::Macros("-D__CET__=2")),
        (&["-fcf-protection=none"], F::Alone, E::Macros("-U__CET__")),
        (&["-fexceptions"], F::Alone, E::Macros("-D__EXCEPTIONS=1")),
        (&["-fno-exceptions"], F::Alone, E::Macros("-U__EXCEPTIONS")),
        (
            &["-mcmodel=small"],
            F::Alone,
            E::Macros(
                "-U__code_model_kernel__ -U__code_model_medium__ -U__code_model_large__ -D__code_model_small__=1",
            ),
        ),
        (
            &["-mcmodel=kernel"],
            F::Alone,
            E::Macros(
                "-U__code_model_small__ -U__code_model_medium__ -U__code_model_large__ -D__code_model_kernel__=1",
            ),
        ),
        (
            &["-mcmodel=medium"],
            F::Alone,
            E::Macros(
                "-U__code_model_small__ -U__code_model_kernel__ -U__code_model_large__ -D__code_model_medium__=1",
            ),
        ),
        (
            &["-mcmodel=large"],
            F::Alone,
            E::Macros(
                "-U__code_model_small__ -U__code_model_kernel__ -U__code_model_medium__ -D__code_model_large__=1",
            ),
        ),
        // The machine, and the language.
        (&["-m32"], F::Alone, E::Width(DataModel::Ilp32)),
        (&["-m64"], F::Alone, E::Width(DataModel::Lp64)),
        (&["--target=", "--machine="], F::Begins, E::Machine),
        (&["-target", "--target", "-arch", "-triple"], F::Apart, E::Machine),
        (&["-Xarch_"], F::Begins, E::Refused),
        (&["-x"], F::Value, E::Language),
        (&["--language="], F::Begins, E::Language),
        (&["--language"], F::Apart, E::Language),
        (&["-Wp,"], F::Begins, E::Inner),
        (&["-Xpreprocessor", "-Xclang"], F::Apart, E::Inner),
        // Who knows what stands in there; and assertions of the preprocessor (`-A`), which clang does not have.
        (&["-specs=", "--specs=", "--config", "--driver-mode=", "-A"], F::Begins, E::Refused),
        // Output, warnings, debug information, the linker.
        (&["-o", "-L", "-l", "-T", "-u", "-z", "-MF", "-MT", "-MQ", "-MJ"], F::Value, E::Ours),
        (&["-Xassembler", "-Xlinker", "-Xanalyzer", "-mllvm", "--param", "-e", "-rpath"], F::Apart, E::Ours),
        (&["-resource-dir", "-aux-info", "-dumpbase", "-dumpdir", "-wrapper"], F::Apart, E::Ours),
        (&["-gen-cdb-fragment-path", "--serialize-diagnostics", "--output"], F::Apart, E::Ours),
        (
            &["-W", "-M", "-g", "-R", "-pedantic", "-print-", "-save-temps", "-static-lib", "-shared-lib"],
            F::Begins,
            E::Ours,
        ),
        (&["-c", "-S", "-E", "-w", "-v", "-s", "-r", "-p", "-pg", "-pipe", "-H", "-P", "-C", "-CC"], F::Alone, E::Ours),
        (&["-static", "-static-pie", "-shared", "-pie", "-dM", "-dD", "-dI", "-dN", "-dU", "-dA"], F::Alone, E::Ours),
        (&["-disable-O0-optnone", "-disable-llvm-passes", "-disable-llvm-optzns", "-nostdinc++"], F::Alone, E::Ours),
        (&["-no-pie", "-nopie", "-rdynamic", "-symbolic", "-nostdlib", "-nostartfiles"], F::Alone, E::Ours),
        (&["-nodefaultlibs", "-nolibc", "-no-canonical-prefixes", "-no-integrated-cpp", "-time"], F::Alone, E::Ours),
        (&["-Qunused-arguments", "-Qn", "-Qy", "-pass-exit-codes", "-coverage", "--coverage"], F::Alone, E::Ours),
        (&["-integrated-as", "-no-integrated-as", "--pipe", "--verbose", "--compile"], F::Alone, E::Ours),
        (&["--warn-", "--pedantic", "--debug", "--save-temps", "--static", "--shared", "--print-"], F::Begins, E::Ours),
        (&["--output=", "--param=", "--gcc-toolchain=", "--gcc-install-dir=", "--ld-path="], F::Begins, E::Ours),
        (&["-rtlib=", "--rtlib=", "-unwindlib=", "--unwindlib=", "-stdlib=", "--stdlib="], F::Begins, E::Ours),
        (&["--no-warnings", "--all-warnings", "--extra-warnings", "--no-default-config"], F::Alone, E::Ours),
        (&["--start-no-unused-arguments", "--end-no-unused-arguments"], F::Alone, E::Ours),
        (&["--system-header-prefix=", "--no-system-header-prefix="], F::Begins, E::Ours),
        (&["-B"], F::Value, E::Tools),
        (&["--prefix="], F::Begins, E::Tools),
        (&["--prefix"], F::Apart, E::Tools),
        // Of the machine: instructions, which macros tell of. What `native` is depends on who asks.
        (&["-march=native"], F::Alone, E::Refused),
        (&["-march="], F::Begins, E::Kept),
        (&["-mgeneral-regs-only"], F::Alone, E::Kept),
        (&["-mabi=sysv", "-mfpmath=sse", "-mlong-double-80", "-mno-align-double"], F::Alone, E::Ours),
        (&["-mx32", "-m16", "-mabi=", "-mfpmath=", "-mlong-double-", "-malign-double"], F::Begins, E::Refused),
        (&["-mms-bitfields", "-msseregparm", "-mavx256-split-", "-mno-avx256-split-"], F::Begins, E::Refused),
        // How code is made, which nothing in C tells of.
        (
            &["-mtune=", "-mcpu=", "-masm=", "-mtls-", "-mno-tls-", "-mregparm=", "-mforce-indirect-call"],
            F::Begins,
            E::Ours,
        ),
        (&["-mred-zone", "-mno-red-zone", "-mno-fp-ret-in-387", "-msoft-float", "-mhard-float"], F::Alone, E::Ours),
        (&["-mfancy-math-387", "-mno-fancy-math-387", "-mcld", "-mno-cld", "-mno-ms-bitfields"], F::Alone, E::Ours),
        (&["-mpreferred-stack-boundary=", "-mincoming-stack-boundary=", "-mstack"], F::Begins, E::Ours),
        (&["-mindirect-branch", "-mfunction-return=", "-mretpoline", "-mharden-sls="], F::Begins, E::Ours),
        (&["-mno-retpoline", "-mlvi-", "-mno-lvi-", "-mbranches-within", "-mbranch-cost="], F::Begins, E::Ours),
        (&["-mfentry", "-mno-fentry", "-mrecord-mcount", "-mnop-mcount", "-mskip-rax-setup"], F::Begins, E::Ours),
        (&["-momit-leaf-frame-pointer", "-mno-omit-leaf-frame-pointer", "-maccumulate-"], F::Begins, E::Ours),
        (&["-mno-accumulate-", "-mpush-args", "-mno-push-args", "-malign-data="], F::Begins, E::Ours),
        (&["-mprefer-vector-width=", "-mvzeroupper", "-mno-vzeroupper", "-mmemcpy-strategy="], F::Begins, E::Ours),
        (&["-mmemset-strategy=", "-minline-", "-mno-inline-", "-mcet-switch", "-mmanual-endbr"], F::Begins, E::Ours),
        (&["-mrelax-", "-mno-relax-", "-mdirect-extern-access", "-mno-direct-extern-access"], F::Begins, E::Ours),
    ]
};

/// What changes a text before it is read, by the names in the rows: macros, and files that come first.
pub const OF_TEXT: [&str; 12] = [
    "-D",
    "-U",
    "-include",
    "-imacros",
    "--define-macro=",
    "--undefine-macro=",
    "--include=",
    "--imacros=",
    "--define-macro",
    "--undefine-macro",
    "--include",
    "--imacros",
];

/// What has signed arithmetic end the program where it overflows.
pub const TRAPS: &str = "-ftrapv";

/// What takes that back for GCC where it comes later, and for clang does not.
pub const NO_TRAPS: [&str; 3] = ["-fno-trapv", "-fwrapv", "-fno-strict-overflow"];

/// What has it wrap, and what takes that back where it comes later.
pub const WRAPS: [&str; 2] = ["-fwrapv", "-fno-strict-overflow"];
pub const NO_WRAPS: [&str; 2] = ["-fno-wrapv", "-fstrict-overflow"];

/// Instructions that a processor has or lacks: `-mavx2`, `-mno-sse`. What begins with one of these words is one as
/// well.
const INSTRUCTIONS: &str = "\
    80387 x87 mmx 3dnow sse ssse3 avx amx- abm aes vaes adx apx bmi cldemote clflush clwb clzero cmpccxadd cx16 \
    crc32 enqcmd evex512 f16c fma fsgsbase fxsr gfni hle hreset invpcid kl widekl lwp lzcnt movbe movdir mwait pconfig \
    pclmul vpclmulqdq pku popcnt prefetch prfchw ptwrite raoint rdpid rdpru rdrnd rdseed rtm sahf serialize sgx \
    sha shstk sm3 sm4 tbm tsxldtrk uintr usermsr waitpkg wbnoinvd xop xsave";

/// What may follow `-f` or `-fno-` and has no meaning for C: how code is made, checked, measured and linked, and what is
/// said about it. After a star, anything may follow.
///
/// With some of these a compiler gives a meaning to what has none in C: signed numbers wrap (`wrapv`), or locals begin
/// with zeros (`trivial-auto-var-init`). A proof holds with that meaning as well: signed numbers wrap here, and such
/// locals have any values.
const WITHOUT_MEANING: &str = "\
    access-control addrsig aggressive-loop-optimizations align-* aligned-new allocation-dce allow-store-data-races \
    analyzer* ansi-escape-codes async-exceptions asynchronous-unwind-tables auto-inc-dec auto-profile* autolink \
    basic-block-* bit-tests branch-* builtin* call-saved-* call-used-* caller-saves callgraph-info* \
    canonical-system-headers caret-diagnostics* checking* code-hoisting color-diagnostics* combine-stack-adjustments \
    comment-block-commands=* compare-debug* compare-elim conserve-stack constexpr-* coverage-* cprop-registers \
    crash-diagnostics* crossjumping cs-profile-* cse-* data-sections dce debug-* defer-pop delayed-branch \
    delete-null-pointer-checks devirtualize* diagnostics-* direct-access-external-data discard-value-names dse dump-* \
    dwarf* early-inlining elide-constructors eliminate-unused-debug-* embed-bitcode* emit-* emulated-tls error-limit=* \
    expensive-optimizations extended-identifiers fat-lto-objects file-compilation-dir=* file-reproducible fixed-* \
    float-store forward-propagate fp-exception-behavior=* fp-int-builtin-inexact fp-model=precise fp-model=strict \
    function-cse function-sections gcse* gnu-unique graphite* guess-branch-probability harden-* hoist-* ident \
    if-conversion* indirect-inlining inline* integrated-as integrated-cc1 ipa-* ira-* isolate-erroneous-paths-* \
    ivopts jump-tables keep-* large-source-files lifetime-dse* limit-debug-info limit-function-alignment live-* \
    loop-* lra-* lto* macro-backtrace-limit=* max-errors=* max-include-depth=* mem-report* memory-profile* \
    merge-constants merge-debug-strings message-length=* min-function-alignment=* modulo-sched* move-loop-* \
    non-call-exceptions omit-frame-pointer omit-leaf-frame-pointer operator-names opt-info* optimization-record-* \
    optimize-* parse-all-comments partial-inlining patchable-function-entry=* pcc-struct-return pch-* peel-loops \
    peephole* plt predictive-commoning prefetch-loop-arrays printf-return-value proc-stat-report* profile* \
    random-seed* record-* ree reg-struct-return regmove rename-registers reorder-* report-bug rerun-* reschedule-* \
    rounding-math rtti sanitize* save-optimization-record* sched* section-anchors sel-sched* selective-scheduling* \
    semantic-interposition show-* shrink-wrap* signaling-nans simd-cost-model=* sized-deallocation slp-vectorize \
    spell-checking* split-dwarf-inlining split-ivs-in-unroller split-loops split-lto-unit split-machine-functions \
    split-paths split-wide-types* ssa-* stack-check* stack-clash-protection stack-limit* stack-reuse=* \
    stack-size-section stack-usage standalone-debug stdarg-opt store-merging strength-reduce strict-aliasing \
    strict-enums strict-float-cast-overflow strict-overflow strict-return strict-volatile-bitfields sync-libcalls \
    syntax-only tabstop=* temp-file template-* test-coverage thinlto* thread-jumps threadsafe-statics time-report* \
    time-trace* tls-model=* toplevel-reorder tracer track-macro-expansion* trampolines trapping-math tree-* \
    trivial-auto-var-init* unconstrained-commons unique-* unit-at-a-time unroll* unswitch-loops unwind-tables \
    use-cxa-atexit use-ld=* use-linker-plugin var-tracking* variable-expansion-in-unroller vect* verbose-asm \
    version-loops-for-strides visibility* vpt web whole-program* working-directory wrapv wrapv-pointer xray-* \
    zero-call-used-regs=* zero-init-padding* zero-initialized-in-bss";

/// What may follow `-f` because it asks for what is so anyway: the opposites of options that are refused.
const SO_ANYWAY: &str = "\
    honor-infinities honor-nans math-errno no-approx-func no-associative-math no-blocks no-cx-fortran-rules \
    no-cx-limited-range no-fast-math no-finite-loops no-finite-math-only no-instrument-functions \
    no-merge-all-constants no-ms-compatibility no-pack-struct no-reciprocal-math no-short-wchar \
    no-single-precision-constant no-trapv no-unsafe-math-optimizations no-unsigned-bitfields signed-bitfields \
    signed-wchar signed-zeros";

/// What is known about an option.
pub fn row(option: &str) -> Row {
    let fits = |name: &str, form: Form| match form {
        Form::Alone | Form::Apart => option == name,
        Form::Begins | Form::Value => option.starts_with(name),
    };
    let known = OPTIONS.iter().find_map(|&(names, form, effect)| {
        let name = names.iter().find(|name| fits(name, form))?;
        Some(Row { name, form, effect })
    });
    known.unwrap_or_else(|| Row { name: "", form: Form::Alone, effect: of_family(option) })
}

/// What becomes of an option that has no row of its own.
fn of_family(option: &str) -> Effect {
    match option.strip_prefix("-f") {
        Some(rest) if has_no_meaning(rest) => Effect::Ours,
        _ if is_instruction(option) => Effect::Kept,
        // A word that is no option: a file.
        _ if !option.starts_with('-') => Effect::Ours,
        _ => Effect::Unknown,
    }
}

/// Whether something has no meaning behind `-f`.
fn has_no_meaning(rest: &str) -> bool {
    let plain = rest.strip_prefix("no-").unwrap_or(rest);
    let fits = |word: &str| word.strip_suffix('*').map_or(plain == word, |begin| plain.starts_with(begin));
    SO_ANYWAY.split_whitespace().any(|word| rest == word) || WITHOUT_MEANING.split_whitespace().any(fits)
}

/// Whether an option says that a processor has or lacks instructions.
fn is_instruction(option: &str) -> bool {
    let Some(rest) = option.strip_prefix("-m") else { return false };
    let rest = rest.strip_prefix("no-").unwrap_or(rest);
    INSTRUCTIONS.split_whitespace().any(|known| rest.starts_with(known))
}
