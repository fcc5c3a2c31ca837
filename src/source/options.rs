//! Options of compilers: which of them change what a source means, and what becomes of these.

use crate::source::property::DataModel;
use crate::source::read_text;
use std::io;
use std::path::Path;

/// Why a file is not taken as a command compiles it. The texts go on behind *the project compiles it*.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// An option.
    #[error("with an option that changes what it means and is not followed: {0}")]
    Option(String),
    /// What says that it is compiled for another machine.
    #[error("for a machine that is not followed (x86-64 and 32-bit x86 are, under Linux): {0}")]
    Machine(String),
    /// What says that it is no C.
    #[error("as something else than C, or with options of another kind: {0}")]
    Language(String),
    /// A file with more arguments.
    #[error("with arguments from a file that cannot be read: @{file}: {error}")]
    Arguments {
        /// The file.
        file: String,
        /// What the system said.
        error: String,
    },
}

/// How an option is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
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
enum Effect {
    /// Our clang is given it.
    Kept,
    /// It changes what the source means in a way that is not followed: layouts, types, numbers that are not those of
    /// IEEE 754, threads, machines.
    Refused,
    /// It says how wide long and pointers are. The whole program has to agree about that.
    Width(DataModel),
    /// Its value is the machine that is compiled for.
    Machine,
    /// Its value is the language.
    Language,
    /// Its value has arguments for the preprocessor or for the compiler proper.
    Inner,
    /// It changes nothing of what the source means, or it is ours to choose: output, warnings, optimisation, debug
    /// information.
    Ours,
}

/// All options that are known. The first row that fits counts; an option that none fits is `Ours`, but for those of the
/// machine.
const OPTIONS: &[(&[&str], Form, Effect)] = {
    use Effect as E;
    use Form as F;
    &[
        // Files with a compiled header: they say the same as the header, which is kept.
        (&["-include-pch"], F::Apart, E::Refused),
        (&["-I", "-D", "-U"], F::Value, E::Kept),
        (&["-include", "-isystem", "-iquote", "-idirafter", "-imacros"], F::Value, E::Kept),
        (&["-isysroot", "-iprefix", "-iwithprefixbefore", "-iwithprefix", "-iwithsysroot"], F::Value, E::Kept),
        (&["--define-macro=", "--undefine-macro=", "--include=", "--imacros=", "--sysroot="], F::Begins, E::Kept),
        (&["--include-directory=", "--include-directory-after="], F::Begins, E::Kept),
        (&["--define-macro", "--undefine-macro", "--include", "--imacros", "--sysroot"], F::Apart, E::Kept),
        (&["--include-directory", "--include-directory-after"], F::Apart, E::Kept),
        (&["-nostdinc", "--no-standard-includes", "-nostdlibinc", "-nobuiltininc", "-undef"], F::Alone, E::Kept),
        (&["-std=", "--std="], F::Begins, E::Kept),
        (&["-ansi", "--ansi", "-trigraphs", "--trigraphs", "-traditional-cpp"], F::Alone, E::Kept),
        (&["-traditional", "--traditional"], F::Alone, E::Refused),
        (&["-funsigned-char", "-fno-unsigned-char", "-fsigned-char", "-fno-signed-char"], F::Alone, E::Kept),
        (&["-fshort-enums", "-fno-short-enums", "-fcommon", "-fno-common"], F::Alone, E::Kept),
        (&["-fms-extensions", "-fgnu89-inline", "-fno-asm", "-fno-gnu-keywords"], F::Alone, E::Kept),
        (&["-ffreestanding", "-fno-freestanding", "-fhosted", "-fno-hosted"], F::Alone, E::Kept),
        (&["-finput-charset=", "-fexec-charset="], F::Begins, E::Kept),
        (&["-pthread"], F::Alone, E::Kept),
        (&["-fshort-wchar", "-fno-signed-wchar", "-fshort-double", "-fwide-exec-charset="], F::Begins, E::Refused),
        (&["-fpack-struct", "-funsigned-bitfields", "-fno-signed-bitfields"], F::Begins, E::Refused),
        (&["-frandomize-layout-seed", "-fms-compatibility", "-fmsc-version"], F::Begins, E::Refused),
        (&["-fopenmp-simd", "-fno-openmp"], F::Begins, E::Ours),
        (&["-fopenmp", "-fopenacc", "-fgnu-tm", "-fcilkplus"], F::Begins, E::Refused),
        (&["-ffast-math", "-Ofast", "-funsafe-math-optimizations", "-ffinite-math-only"], F::Begins, E::Refused),
        (&["-fassociative-math", "-freciprocal-math", "-fno-signed-zeros"], F::Begins, E::Refused),
        (&["-fsingle-precision-constant", "-fno-honor-nans", "-fno-honor-infinities"], F::Begins, E::Refused),
        (&["-fcx-limited-range", "-fcx-fortran-rules", "-fcomplex-arithmetic="], F::Begins, E::Refused),
        (&["-ffp-model=fast", "-ffp-model=aggressive", "-fapprox-func"], F::Begins, E::Refused),
        (&["-fdenormal-fp-math", "-ftrapv"], F::Begins, E::Refused),
        (&["-m32"], F::Alone, E::Width(DataModel::Ilp32)),
        (&["-m64"], F::Alone, E::Width(DataModel::Lp64)),
        (&["--target=", "--machine="], F::Begins, E::Machine),
        (&["-target", "--target", "-arch", "-triple"], F::Apart, E::Machine),
        (&["-x"], F::Value, E::Language),
        (&["--language="], F::Begins, E::Language),
        (&["--language"], F::Apart, E::Language),
        (&["-Wp,"], F::Begins, E::Inner),
        (&["-Xpreprocessor", "-Xclang"], F::Apart, E::Inner),
        // Who knows what stands in there.
        (&["-specs=", "--specs=", "--config", "--driver-mode=", "-A"], F::Begins, E::Refused),
        (&["-o", "-L", "-l", "-T", "-u", "-z", "-MF", "-MT", "-MQ", "-MJ"], F::Value, E::Ours),
        (&["-Xassembler", "-Xlinker", "-Xanalyzer", "-mllvm", "--param", "-e"], F::Apart, E::Ours),
        (&["-resource-dir", "-aux-info", "-dumpbase", "-dumpdir", "-wrapper"], F::Apart, E::Ours),
        // Of the machine: instructions, which macros tell of.
        (&["-march="], F::Begins, E::Kept),
        (&["-mgeneral-regs-only"], F::Alone, E::Kept),
        // How code is made, which nothing in C tells of.
        (&["-mtune=", "-mcpu=", "-mcmodel=", "-mabi=sysv", "-masm=", "-mtls-", "-mregparm="], F::Begins, E::Ours),
        (&["-mred-zone", "-mno-red-zone", "-mno-fp-ret-in-387", "-msoft-float", "-mhard-float"], F::Alone, E::Ours),
        (&["-mfpmath=sse", "-mlong-double-80", "-mno-align-double", "-mno-ms-bitfields"], F::Alone, E::Ours),
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

/// Instructions that a processor has or lacks: `-mavx2`, `-mno-sse`. What begins with one of these words is one as
/// well.
const INSTRUCTIONS: &str = "\
    80387 x87 mmx 3dnow sse ssse3 avx amx- abm aes vaes adx bmi cldemote clflush clwb clzero cmpccxadd cx16 \
    crc32 enqcmd f16c fma fsgsbase fxsr gfni hle hreset invpcid kl widekl lwp lzcnt movbe movdir mwait pconfig \
    pclmul vpclmulqdq pku popcnt prefetch prfchw ptwrite raoint rdpid rdpru rdrnd rdseed rtm sahf serialize sgx \
    sha shstk sm3 sm4 tbm tsxldtrk uintr usermsr waitpkg wbnoinvd xop xsave";

/// What is ours to choose where the preprocessor or clang's compiler proper is given it. All else that is not in the
/// table is refused there: these know options that change everything.
const INNER: &str = "\
    -M -W -w -P -C -H -dM -dD -dN -dI -disable-O0-optnone -disable-llvm-passes -disable-llvm-optzns -fdebug- \
    -fcolor-diagnostics -fdiagnostics- -fno-pch-timestamp";

/// The machines that are followed: names of processors, each with the width of long and pointers.
const MACHINES: &[(&str, DataModel)] = &[
    ("x86_64", DataModel::Lp64),
    ("amd64", DataModel::Lp64),
    ("i386", DataModel::Ilp32),
    ("i486", DataModel::Ilp32),
    ("i586", DataModel::Ilp32),
    ("i686", DataModel::Ilp32),
];

/// Compilers for other machines whose names do not say so by a triple; and machines that stand alone before `-gcc`.
const FOREIGN: &str = "\
    emcc armcc armclang sdcc avr arm aarch64 msp430 m68k riscv32 riscv64 mips xtensa sparc s390x powerpc ppc64le \
    wasm32 bpf";

/// Compilers whose options are of another kind.
const OTHER_OPTIONS: &[&str] = &["cl", "clang-cl"];

/// How deep files with arguments may name files with arguments.
const DEEPEST: usize = 16;

/// What becomes of a command's arguments.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Taken {
    /// What changes the meaning of the source, for clang.
    pub arguments: Vec<String>,
    /// The first reason not to take the source.
    pub refused: Option<Refused>,
}

/// Takes from a command that compiles `file` in `folder` what changes the meaning of the source.
pub fn taken(command: &[String], file: &Path, folder: &Path) -> Taken {
    let mut taken = Taken::default();
    let arguments = match with_files(command, folder, DEEPEST) {
        Ok(arguments) => arguments,
        Err(refused) => return Taken { refused: Some(refused), ..taken },
    };
    // Launchers such as ccache stand before the compiler.
    let words = arguments.iter().take_while(|word| !word.starts_with('-') && Path::new(word) != file);
    let mut machine = None;
    for word in words {
        match compiler(word) {
            Some(refused @ Refused::Language(_)) => taken.refuse(refused),
            Some(_) => machine = Some((triple(word).to_owned(), word.clone())),
            None => {}
        }
    }
    // Where the preprocessor and the compiler proper are given options, these come behind all others.
    let (mut of_preprocessor, mut of_clang) = (Vec::new(), Vec::new());
    for option in options(&arguments) {
        let text = shown(&option);
        match effect(option[0]) {
            Effect::Machine => machine = Some((value(&option).to_owned(), text)),
            Effect::Language if !["c", "cpp-output", "none"].contains(&value(&option)) => {
                taken.refuse(Refused::Language(text));
            }
            Effect::Inner if option[0] == "-Xclang" => of_clang.extend(option.get(1).copied().cloned()),
            Effect::Inner if option[0] == "-Xpreprocessor" => of_preprocessor.extend(option.get(1).copied().cloned()),
            Effect::Inner => of_preprocessor.extend(value(&option).split(',').map(str::to_owned)),
            effect => taken.take(&arguments, option, effect, text),
        }
    }
    for (inner, wrapper) in [(of_preprocessor, "-Wp,"), (of_clang, "-Xclang ")] {
        for option in options(&inner) {
            let text = format!("{wrapper}{}", shown(&option));
            let is_ours =
                || !option[0].starts_with('-') || INNER.split_whitespace().any(|known| option[0].starts_with(known));
            match row(option[0]) {
                Some(effect @ (Effect::Kept | Effect::Refused | Effect::Ours)) => {
                    taken.take(&inner, option, effect, text)
                }
                None if is_ours() => {}
                _ => taken.refuse(Refused::Option(text)),
            }
        }
    }
    match machine.map(|(machine, said)| (width(&machine), said)) {
        None => {}
        // An option that says the width is stronger than the machine.
        Some((Some(DataModel::Ilp32), _)) => taken.arguments.insert(0, "-m32".to_owned()),
        Some((Some(DataModel::Lp64), _)) => taken.arguments.insert(0, "-m64".to_owned()),
        // Its own options are no news then.
        Some((None, said)) => taken.refused = Some(Refused::Machine(said)),
    }
    taken
}

impl Taken {
    fn take(&mut self, all: &[String], option: Vec<&String>, effect: Effect, text: String) {
        match effect {
            Effect::Kept | Effect::Width(_) => self.arguments.extend(option.into_iter().cloned()),
            Effect::Refused if is_said_twice(all, &option) => {}
            Effect::Refused => self.refuse(Refused::Option(text)),
            Effect::Machine | Effect::Language | Effect::Inner | Effect::Ours => {}
        }
    }

    fn refuse(&mut self, refused: Refused) {
        self.refused.get_or_insert(refused);
    }
}

/// Whether an option is about a compiled header that is also included as it is written, as CMake has it.
fn is_said_twice(all: &[String], option: &[&String]) -> bool {
    let header = option.get(1).and_then(|file| file.strip_suffix(".pch")).filter(|_| option[0] == "-include-pch");
    header.is_some_and(|header| {
        options(all).any(|other| other[0] == "-include" && other.get(1).is_some_and(|f| *f == header))
    })
}

/// The arguments with those that files have, in place of the files.
fn with_files(arguments: &[String], folder: &Path, deepest: usize) -> Result<Vec<String>, Refused> {
    let mut all = Vec::new();
    for argument in arguments {
        let Some(file) = argument.strip_prefix('@') else {
            all.push(argument.clone());
            continue;
        };
        let text = match deepest {
            0 => Err(io::Error::other("files with arguments name each other")),
            _ => read_text(&folder.join(file)),
        };
        let failed = |error: io::Error| Refused::Arguments { file: file.to_owned(), error: error.to_string() };
        all.extend(with_files(&words(&text.map_err(failed)?), folder, deepest.saturating_sub(1))?);
    }
    Ok(all)
}

/// The arguments in a file, as GCC and clang take it apart: as a shell does, but that a backslash is one in all quotes,
/// and that nothing is a comment.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', _) => word.get_or_insert_default().extend(letters.next()),
            (_, Some(open)) if letter == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, None) if letter.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// Why a compiler of this name does not compile C for one of our machines; `Machine` also where its name has one of
/// ours.
fn compiler(word: &str) -> Option<Refused> {
    let name = plain_name(word);
    if name.ends_with("++") || OTHER_OPTIONS.contains(&name) {
        return Some(Refused::Language(word.to_owned()));
    }
    let is_foreign = |name: &str| FOREIGN.split_whitespace().any(|known| known == name);
    let is_for_one = is_foreign(name) || is_foreign(triple(word)) || triple(word).contains('-');
    is_for_one.then(|| Refused::Machine(word.to_owned()))
}

/// The name of a program without its folder, its version and `.exe`.
fn plain_name(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let is_version = |text: &str| text.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    name.rsplit_once('-').filter(|(_, version)| is_version(version)).map_or(name, |(name, _)| name)
}

/// The machine in the name of a compiler, such as `arm-none-eabi` in `arm-none-eabi-gcc-12`; nothing where the name has
/// none.
fn triple(word: &str) -> &str {
    let name = plain_name(word);
    let before = |compiler: &str| name.strip_suffix(compiler).and_then(|name| name.strip_suffix('-'));
    ["gcc", "cc", "clang"].into_iter().find_map(before).unwrap_or("")
}

/// The width of long and pointers on a machine that is followed.
fn width(machine: &str) -> Option<DataModel> {
    let (processor, system) = machine.split_once('-')?;
    let mut parts = system.split('-').skip_while(|part| *part != "linux");
    let is_ours =
        parts.next().is_some() && matches!(parts.next(), None | Some("gnu" | "musl")) && parts.next().is_none();
    let (_, model) = MACHINES.iter().find(|(name, _)| is_ours && *name == processor)?;
    Some(*model)
}

/// The data model that these arguments ask for, if any: the last one counts.
pub fn data_model(arguments: &[String]) -> Option<DataModel> {
    let model = |option: Vec<&String>| match effect(option[0]) {
        Effect::Width(model) => Some(model),
        _ => None,
    };
    options(arguments).filter_map(model).last()
}

/// Whether these arguments say what is compiled for.
pub fn names_machine(arguments: &[String]) -> bool {
    options(arguments).any(|option| matches!(effect(option[0]), Effect::Width(_) | Effect::Machine))
}

/// The first option that changes what the source means in a way that is not followed.
pub fn first_refused(arguments: &[String]) -> Option<&String> {
    options(arguments).map(|option| option[0]).find(|option| effect(option) == Effect::Refused)
}

/// The first option that does not change what the source means.
pub fn first_other(arguments: &[String]) -> Option<&String> {
    options(arguments).map(|option| option[0]).find(|option| effect(option) != Effect::Kept)
}

/// An option at the end that lacks the argument that is its value.
pub fn without_value(arguments: &[String]) -> Option<&String> {
    options(arguments).last().filter(|option| option.len() == 1 && has_value_apart(option[0])).map(|option| option[0])
}

/// The options that change what the source means, by their short names.
pub fn meaningful() -> Vec<&'static str> {
    let kept = OPTIONS.iter().filter(|(_, _, effect)| *effect == Effect::Kept);
    kept.flat_map(|(names, ..)| names.iter().copied()).filter(|name| !name.starts_with("--")).collect()
}

/// Each option, with its value where that is an argument of its own.
fn options(arguments: &[String]) -> impl Iterator<Item = Vec<&String>> {
    let mut rest = arguments.iter();
    std::iter::from_fn(move || {
        let option = rest.next()?;
        let value = if has_value_apart(option) { rest.next() } else { None };
        Some([Some(option), value].into_iter().flatten().collect())
    })
}

/// The row of the table that an option has, and the name there that fits.
fn fitting(option: &str) -> Option<(&'static str, Form, Effect)> {
    OPTIONS.iter().find_map(|&(names, form, effect)| {
        let fits = |name: &&&str| match form {
            Form::Alone | Form::Apart => option == **name,
            Form::Begins | Form::Value => option.starts_with(**name),
        };
        names.iter().find(fits).map(|&name| (name, form, effect))
    })
}

/// What becomes of an option that is known.
fn row(option: &str) -> Option<Effect> {
    let of_machine = || {
        let rest = option.strip_prefix("-m")?;
        let rest = rest.strip_prefix("no-").unwrap_or(rest);
        let is_instruction = INSTRUCTIONS.split_whitespace().any(|known| rest.starts_with(known));
        // Another one may be about anything.
        Some(if is_instruction { Effect::Kept } else { Effect::Refused })
    };
    fitting(option).map(|(_, _, effect)| effect).or_else(of_machine)
}

fn effect(option: &str) -> Effect {
    row(option).unwrap_or(Effect::Ours)
}

/// Whether the value of an option is the next argument.
fn has_value_apart(option: &str) -> bool {
    fitting(option).is_some_and(|(name, form, _)| match form {
        Form::Apart => true,
        Form::Value => option == name,
        Form::Alone | Form::Begins => false,
    })
}

/// The value of an option.
fn value<'a>(option: &[&'a String]) -> &'a str {
    let name = fitting(option[0]).map_or("", |(name, ..)| name);
    option.get(1).map_or(&option[0][name.len()..], |value| value.as_str())
}

/// An option as it was written.
fn shown(option: &[&String]) -> String {
    option.iter().map(|part| part.as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn of(command: &str) -> Taken {
        of_in(command, Path::new("/does/not/exist"))
    }

    fn of_in(command: &str, folder: &Path) -> Taken {
        taken(&shlex::split(command).expect("no open quote"), Path::new("a.c"), folder)
    }

    /// What is kept of a command that is followed.
    fn kept(command: &str) -> String {
        let Taken { arguments, refused } = of(command);
        assert_eq!(refused, None, "{command}");
        arguments.join(" ")
    }

    /// Why a command is not followed.
    fn refused(command: &str) -> String {
        of(command).refused.expect(command).to_string()
    }

    #[test]
    fn what_changes_the_meaning_is_kept_or_refused() {
        let taken = kept("cc -O2 -g -fno-signed-char -D fshort=1 -fgnu89-inline -fwrapv -fno-strict-aliasing -c a.c");
        assert_eq!(taken, "-fno-signed-char -D fshort=1 -fgnu89-inline");
        for option in ["-fshort-wchar", "-fpack-struct=2", "-mx32", "-fopenmp", "-mfpmath=387", "-specs=nano.specs"] {
            assert!(
                refused(&format!("cc -DX {option} -c a.c")).ends_with(&format!("is not followed: {option}")),
                "{option}"
            );
        }
        // A value is no option, nor is a command line of another program.
        assert_eq!(kept("cc -include -Ofast -Xlinker -Ofast -MF -DX -Wl,-DX -o -DX -c a.c"), "-include -Ofast");
        assert_eq!(
            kept("cc -fopenmp-simd --sysroot=/s -nostdinc --include=b.h -ffreestanding -c a.c"),
            "--sysroot=/s -nostdinc --include=b.h -ffreestanding"
        );
    }

    #[test]
    fn instructions_of_the_machine_are_kept() {
        let taken = kept("cc -march=haswell -mtune=native -mno-sse4.2 -mavx2 -mno-red-zone -mcmodel=kernel -c a.c");
        assert_eq!(taken, "-march=haswell -mno-sse4.2 -mavx2");
        for option in ["-mabi=ms", "-mbig-endian", "-mdouble=32", "-m96bit-long-double", "-mint8"] {
            assert!(refused(&format!("cc {option} -c a.c")).ends_with(option), "{option}");
        }
    }

    #[test]
    fn the_last_width_counts() {
        let of = |text: &str| data_model(&of(text).arguments);
        assert_eq!(of("cc -m64 -O2 -m32 -c a.c"), Some(DataModel::Ilp32));
        assert_eq!(of("cc -m32 -m64 -c a.c"), Some(DataModel::Lp64));
        assert_eq!(of("cc -D m32 -c a.c"), None);
    }

    #[test]
    fn machines_are_followed_or_refused() {
        let model = |text: &str| data_model(&shlex::split(&kept(text)).expect("no open quote"));
        let (narrow, wide) = (Some(DataModel::Ilp32), Some(DataModel::Lp64));
        assert_eq!(model("clang --target=i686-pc-linux-gnu -c a.c"), narrow);
        assert_eq!(model("clang -target x86_64-linux-gnu -c a.c"), wide);
        assert_eq!(model("ccache /usr/bin/i686-linux-gnu-gcc-12 -c a.c"), narrow);
        assert_eq!(model("x86_64-alpine-linux-musl-gcc -c a.c"), wide);
        assert_eq!(model("musl-gcc -c a.c"), None);
        // What says a width is stronger, and an option than the name of the compiler.
        assert_eq!(model("x86_64-linux-gnu-gcc -m32 -c a.c"), narrow);
        assert_eq!(model("clang -m64 --target=i686-linux-gnu -c a.c"), wide);
        assert_eq!(model("aarch64-linux-gnu-clang --target=x86_64-linux-gnu -c a.c"), wide);
        let foreign = [
            "clang --target=aarch64-linux-gnu",
            "clang -target armv7-none-eabi",
            "clang -arch arm64",
            "avr-gcc",
            "clang --target=x86_64-linux-gnux32",
            "clang --target=x86_64-pc-windows-msvc",
            "clang --target=x86_64-elf",
            "/opt/bin/arm-none-eabi-gcc-12.2",
            "emcc",
            "x86_64-w64-mingw32-gcc.exe",
        ];
        for command in foreign {
            let said = command.strip_prefix("clang ").unwrap_or(command);
            assert_eq!(
                refused(&format!("{command} -mthumb -m64 -c a.c")),
                format!("for a machine that is not followed (x86-64 and 32-bit x86 are, under Linux): {said}")
            );
        }
    }

    #[test]
    fn other_languages_are_refused() {
        for command in ["g++-12", "ccache clang++", "cc -x c++", "cc -xobjective-c", "clang-cl", "cl.exe"] {
            assert!(refused(&format!("{command} -c a.c")).starts_with("as something else than C"), "{command}");
        }
        assert_eq!(kept("cc -x c -c a.c"), "");
    }

    #[test]
    fn what_the_preprocessor_is_given_comes_last() {
        assert_eq!(
            kept("cc -Wp,-DX=2,-MD,x.d -UX -Xpreprocessor -D -DY -Xpreprocessor Z -c a.c"),
            "-UX -DY -DX=2 -D Z"
        );
        assert_eq!(kept("cc -Xclang -DX -Xclang -disable-O0-optnone -I i -c a.c"), "-I i -DX");
        assert!(refused("clang -Xclang -fwchar-type=short -c a.c").ends_with(": -Xclang -fwchar-type=short"));
        assert!(refused("clang -Xclang -triple -Xclang arm -c a.c").ends_with(": -Xclang -triple arm"));
        assert!(refused("clang -Wp,-m32 -c a.c").ends_with(": -Wp,-m32"));
        // Headers that are compiled before, as CMake has it.
        let header = "-Xclang -include -Xclang p.h";
        assert_eq!(kept(&format!("clang -Xclang -include-pch -Xclang p.h.pch {header} -c a.c")), "-include p.h");
        assert!(refused(&format!("clang -include-pch q.h.pch {header} -c a.c")).ends_with(": -include-pch q.h.pch"));
    }

    #[test]
    fn arguments_in_files_are_arguments() {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written");
        write("a.rsp", "-D'A=a b' # -DB=\\\"b\\\"\n\"-DC=\\\\c\" @b.rsp\n");
        write("b.rsp", "-m32 ''");
        let taken = of_in("cc -DX @a.rsp -DY -c a.c", folder.path());
        assert_eq!(taken.arguments, ["-DX", "-DA=a b", "-DB=\"b\"", "-DC=\\c", "-m32", "-DY"]);
        assert_eq!(taken.refused, None);
        let missing = of_in("cc @none.rsp -c a.c", folder.path()).refused.expect("it is not there").to_string();
        assert!(
            missing.starts_with("with arguments from a file that cannot be read: @none.rsp: No such file"),
            "{missing}"
        );
        write("c.rsp", "@c.rsp");
        let endless = of_in("cc @c.rsp -c a.c", folder.path()).refused.expect("it has no end").to_string();
        assert!(endless.contains("name each other"), "{endless}");
    }
}
