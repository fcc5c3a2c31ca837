//! Runs clang on C source: bitcode comes out, with the checks that the property asks for and nothing optimised.

use crate::source::options::{self, Refused, Sse};
use crate::source::property::{DataModel, Property};
use crate::source::temporary::{with_place, Folder};
use bitreach_limits::StopFlag;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

/// The variable that names another clang 19.
pub const VARIABLE: &str = "BITREACH_CLANG";

/// Why there is no bitcode.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClangError {
    /// Clang is not there.
    #[error("cannot run `{program}`: {error}. Install clang 19 (Debian: apt-get install clang-19), or name it in {VARIABLE}")]
    Missing {
        /// What was to be run.
        program: String,
        /// What the system said.
        error: io::Error,
    },
    /// Clang is of another version, whose bitcode LLVM 19 may not read.
    #[error("`{program}` is not clang 19 but {found}. Install clang 19, or name it in {VARIABLE}")]
    Version {
        /// What was run.
        program: String,
        /// The first line that it said.
        found: String,
    },
    /// The source does not compile.
    #[error("{file} does not compile:\n{messages}")]
    Compile {
        /// The source.
        file: String,
        /// The first of clang's messages.
        messages: String,
    },
    /// Its project compiles the source in a way that is not followed.
    #[error("{file}: the project compiles it {refused}")]
    Refused {
        /// The source.
        file: String,
        /// Why.
        refused: Refused,
    },
    /// The limits ended the run.
    #[error("stopped while clang was running")]
    Stopped,
    /// A temporary file could not be used.
    #[error("cannot use temporary files: {0}")]
    Temporary(#[from] io::Error),
}

/// What the clang that is needed says of itself.
const VERSION: &str = "clang version 19.";

/// How many lines of clang's messages are shown.
const SHOWN_LINES: usize = 8;

/// What the lives of locals are read from: functions as they are written, each local an object of its own, with the name that
/// it has.
const LIVES: [&str; 4] = ["-Xclang", "-disable-llvm-passes", "-fno-elide-constructors", "-fno-discard-value-names"];

/// Types that GCC has names for, and what clang calls them; and an attribute that clang knows without arguments only.
const OF_GCC: [(&str, &str); 6] = [
    ("_Float32", "float"),
    ("_Float64", "double"),
    ("_Float32x", "double"),
    ("_Float64x", "long double"),
    ("_Float128", "__float128"),
    (MALLOC, ""),
];
const MALLOC: &str = "__malloc__(...)";

/// Lets clang write the bodies of all functions that are `inline`: the attribute is one that it may not leave out without them. A program
/// can see these macros: who uses them looks whether its text is another one for that.
pub const INLINE_BODIES: [&str; 3] = [
    "-Dinline=__attribute__((always_inline)) inline",
    "-D__inline=__attribute__((always_inline)) __inline",
    "-D__inline__=__attribute__((always_inline)) __inline__",
];

/// A source file, and how the project that it belongs to compiles it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Unit {
    /// The file; relative to `folder` where there is one.
    pub file: PathBuf,
    /// Arguments such as `-I…` and `-D…`.
    pub arguments: Vec<String>,
    /// The folder to compile in; `None` for the current one.
    pub folder: Option<PathBuf>,
    /// Whether it is C that is not preprocessed, whatever its name is.
    pub is_c: bool,
    /// Whether signed arithmetic that overflows wraps for the compiler of its project.
    pub wraps: bool,
    /// Why it is not taken as its project compiles it, if it is not.
    pub refused: Option<Refused>,
}

impl From<&Path> for Unit {
    fn from(file: &Path) -> Unit {
        Unit { file: file.to_owned(), ..Unit::default() }
    }
}

impl Unit {
    /// The file as it can be opened from here.
    pub fn path(&self) -> PathBuf {
        self.folder.as_deref().map_or_else(|| self.file.clone(), |folder| folder.join(&self.file))
    }

    /// A call of clang on this file.
    ///
    /// # Errors
    /// If the file is not taken as its project compiles it.
    fn command(&self, program: &Path, data_model: DataModel) -> Result<Command, ClangError> {
        if let Some(refused) = &self.refused {
            return Err(ClangError::Refused { file: self.path().display().to_string(), refused: refused.clone() });
        }
        let mut command = Command::new(program);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        if data_model == DataModel::Ilp32 {
            command.args(rounding(&self.arguments));
        }
        let is_ours = |argument: &&String| INLINE_BODIES.contains(&argument.as_str());
        match self.is_preprocessed() {
            true => command.args(options::of_preprocessed(&self.arguments)).args(self.arguments.iter().filter(is_ours)),
            false => command.args(&self.arguments),
        };
        // A sum of a product that a compiler may make one operation is marked so, and then not followed.
        command.arg(match options::may_fuse(&self.arguments) {
            true => "-ffp-contract=fast",
            false => "-ffp-contract=off",
        });
        command.arg(match data_model {
            DataModel::Ilp32 => "-m32",
            DataModel::Lp64 => "-m64",
        });
        let has_words_of_gcc = self.has_words_of_gcc();
        if has_words_of_gcc {
            command.args(OF_GCC.map(|(name, ty)| format!("-D{name}={ty}")));
        }
        command.args(match self.language(has_words_of_gcc) {
            Language::C => ["-x", "c"].as_slice(),
            // Only with a preprocessor there are other names; of what else it knows, nothing is left there.
            Language::Renamed => &["-x", "c", "-undef"],
            Language::Preprocessed => &["-x", "cpp-output"],
        });
        command.arg(self.argument());
        Ok(command)
    }

    /// Whether a preprocessor has been there, by the name of the file.
    fn is_preprocessed(&self) -> bool {
        !self.is_c && self.file.extension().is_some_and(|extension| extension == "i")
    }

    /// What clang is told that the file is.
    fn language(&self, has_words_of_gcc: bool) -> Language {
        let is_preprocessed = self.is_preprocessed();
        if has_words_of_gcc || is_preprocessed && self.arguments.iter().any(|one| one == INLINE_BODIES[0]) {
            Language::Renamed
        } else if is_preprocessed {
            Language::Preprocessed
        } else {
            Language::C
        }
    }

    /// Whether GCC has preprocessed the file, and left something there that clang does not know.
    fn has_words_of_gcc(&self) -> bool {
        let text = std::fs::read(self.path()).unwrap_or_default();
        let is_marked = text.starts_with(b"# ");
        if !is_marked {
            return false;
        }
        let text = String::from_utf8_lossy(&text);
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let mut words = text.split(|letter| !is_word(letter));
        // For other compilers, the headers say what these are.
        let is_said = || text.lines().any(|line| line.starts_with("typedef ") && line.ends_with(" _Float32;"));
        let has_attribute = text.contains("__malloc__ (");
        (has_attribute || words.any(|word| OF_GCC.iter().any(|(name, _)| *name == word))) && !is_said()
    }

    /// The file as clang is told of it: a name that begins with a dash is no option.
    fn argument(&self) -> PathBuf {
        match self.file.as_os_str().as_encoded_bytes().starts_with(b"-") {
            true => Path::new(".").join(&self.file),
            false => self.file.clone(),
        }
    }
}

/// What has numbers with fractions rounded to their types on a 32-bit machine, unless a project does without SSE2. No macro
/// tells of that: where the project says nothing of such instructions, its compiler defines none.
fn rounding(arguments: &[String]) -> Vec<&'static str> {
    if options::takes_sse_away(arguments) {
        return Vec::new();
    }
    let sse = options::sse(arguments);
    let undefined = [
        (Sse::Two, ["-U__SSE2__", "-U__SSE2_MATH__"].as_slice()),
        (Sse::One, &["-U__SSE__", "-U__SSE_MATH__"]),
        (Sse::Mmx, &["-U__MMX__"]),
    ];
    let undefined = undefined.into_iter().filter(|(level, _)| sse < *level).flat_map(|(_, macros)| macros);
    ["-msse2", "-mfpmath=sse"].iter().chain(undefined).copied().collect()
}

/// What a file is for clang.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Language {
    /// C.
    C,
    /// What a preprocessor left, in which some words stand for others.
    Renamed,
    /// What a preprocessor left.
    Preprocessed,
}

/// Compiles a file of a project to bitcode.
///
/// # Errors
/// If clang is not there, the source does not compile, or `stop` is raised.
pub fn compile_unit(
    unit: &Unit,
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<Vec<u8>, ClangError> {
    compile_with_messages(unit, property, data_model, stop).map(|(bitcode, _)| bitcode)
}

/// Compiles a file to bitcode in which scopes are marked, and gives what clang said.
///
/// # Errors
/// As [`compile_unit`].
pub fn compile_scoped(
    unit: &Unit,
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<(Vec<u8>, String), ClangError> {
    let mut unit = unit.clone();
    unit.arguments.extend(LIVES.map(str::to_owned));
    compile_with_messages(&unit, property, data_model, stop)
}

/// Compiles a file to bitcode, and gives what clang said.
///
/// # Errors
/// As [`compile_unit`].
pub fn compile_with_messages(
    unit: &Unit,
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<(Vec<u8>, String), ClangError> {
    let program = program();
    let folder = Folder::new()?;
    let output = folder.path().join("program.bc");
    let mut command = unit.command(&program, data_model)?;
    command.args(flags(property)).arg("-o").arg(&output);
    let (success, messages) = run(command, &program, folder.path(), stop)?;
    if !success || !output.exists() {
        check_version(&program)?;
        return Err(refused(unit.file.display().to_string(), &messages, data_model));
    }
    let bitcode = std::fs::read(&output).map_err(|error| with_place(&error))?;
    // Clang writes its name into each module. To ask it for its version costs half as much as to compile.
    if !bitcode.windows(VERSION.len()).any(|part| part == VERSION.as_bytes()) {
        check_version(&program)?;
    }
    Ok((bitcode, messages))
}

/// Compiles the bodies of library functions to bitcode, with checks for overflow if the property asks for it.
///
/// # Errors
/// If clang is not there or refuses, or `stop` is raised.
pub fn compile_models(
    source: &str,
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<Vec<u8>, ClangError> {
    let property = if property.asks_for_overflow() { Property::NoOverflow } else { Property::Assert };
    let folder = Folder::new()?;
    let unit = Unit { file: folder.file("models.c", source)?, ..Unit::default() };
    compile_scoped(&unit, property, data_model, stop).map(|(bitcode, _)| bitcode)
}

/// Has clang write the syntax tree of a source as JSON, and gives what `read` makes of it; nothing if clang fails or the tree cannot be
/// read.
///
/// # Errors
/// If clang is not there, or `stop` is raised.
pub fn syntax_tree<T: Send>(
    unit: &Unit,
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
    read: impl FnOnce(BufReader<ChildStdout>, &str) -> io::Result<T> + Send,
) -> Result<Option<T>, ClangError> {
    let program = program();
    let folder = Folder::new()?;
    let mut command = unit.command(&program, data_model)?;
    // With all other flags as they are: a program can ask about some.
    command.args(flags(property)).args(["-fsyntax-only", "-w", "-Xclang", "-ast-dump=json"]);
    let main = unit.argument().display().to_string();
    let (success, _, result) = listen(command, &program, folder.path(), stop, |json| read(json, &main))?;
    Ok(result.ok().filter(|_| success))
}

/// Compiles and links sources of any kind that clang takes, and objects (`.o`), to an executable for this machine. Intermediate files
/// stand beside the sources.
///
/// Each source is compiled by a clang of its own, side by side, which does that in its own process; so nothing lives on when `stop` is
/// raised and that process is ended. Linking needs a second process, but no time: it is waited for.
///
/// # Errors
/// If clang is not there or refuses, or `stop` is raised.
pub fn link(files: &[PathBuf], flags: &[&str], output: &Path, stop: &StopFlag) -> Result<(), ClangError> {
    let objects: Vec<PathBuf> = files.iter().map(|file| file.with_extension("o")).collect();
    thread::scope(|scope| {
        let compile = |(file, object): (&PathBuf, &PathBuf)| step(&[file], &[flags, &["-c"]].concat(), object, stop);
        let sources = files.iter().zip(&objects).filter(|(file, object)| file != object);
        let workers: Vec<_> = sources.map(|pair| scope.spawn(move || compile(pair))).collect();
        let panicked = |_| Err(ClangError::Temporary(io::Error::other("a thread panicked")));
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(panicked))
    })?;
    let objects: Vec<&PathBuf> = objects.iter().collect();
    step(&objects, flags, output, &StopFlag::new())
}

/// Runs clang on files. Libraries are looked through for what the files lack.
fn step(files: &[&PathBuf], flags: &[&str], output: &Path, stop: &StopFlag) -> Result<(), ClangError> {
    let program = program();
    let mut command = Command::new(&program);
    command.args(["-Wno-everything", "-fno-color-diagnostics", "-fno-caret-diagnostics"]);
    let (libraries, flags): (Vec<&str>, Vec<&str>) = flags.iter().partition(|flag| flag.starts_with("-l"));
    command.args(flags).arg("-o").arg(output).args(files).args(libraries);
    let (success, messages) = run(command, &program, output.parent().unwrap_or(output), stop)?;
    if success {
        return Ok(());
    }
    check_version(&program)?;
    let file = files.first().map(|file| file.display().to_string()).unwrap_or_default();
    // What is linked includes no header of the system's.
    Err(refused(file, &messages, DataModel::Lp64))
}

/// What clang and the linker say where the fault is that of the place for temporary files.
const UNWRITABLE: [&str; 6] = [
    "No space left on device",
    "Disk quota exceeded",
    "Read-only file system",
    "unable to open output file",
    "unable to make temporary file",
    "IO failure on output stream",
];

/// Where the C library's headers stand that differ between machines of 32 and 64 bits.
const OF_MACHINE: [&str; 4] = ["'bits/", "'gnu/", "'sys/", "'asm/"];

/// What to do where the headers of 32 bits are not there.
const NO_32_BIT_HEADERS: &str =
    "The C library's headers for 32 bits (ILP32) are not there. Install them (Debian: apt-get install gcc-multilib).";

/// Why clang made nothing of a file.
fn refused(file: String, messages: &str, data_model: DataModel) -> ClangError {
    let unwritable = |line: &&str| UNWRITABLE.iter().any(|words| line.contains(words));
    match messages.lines().find(unwritable) {
        Some(line) => with_place(&io::Error::other(line)).into(),
        None => {
            let is_missing =
                |line: &str| line.ends_with(" file not found") && OF_MACHINE.iter().any(|folder| line.contains(folder));
            let is_32_bits = data_model == DataModel::Ilp32 && messages.lines().any(is_missing);
            let advice = if is_32_bits { format!("\n{NO_32_BIT_HEADERS}") } else { String::new() };
            ClangError::Compile { file, messages: shown(messages) + &advice }
        }
    }
}

/// The names of the macros that are defined at the end of a file.
///
/// # Errors
/// If clang is not there or refuses the file, or `stop` is raised.
pub fn macros(unit: &Unit, data_model: DataModel, stop: &StopFlag) -> Result<Vec<String>, ClangError> {
    Ok(macro_definitions(unit, data_model, stop)?.into_iter().map(|(name, _)| name).collect())
}

/// The same macros, each with what stands behind its name: parameters and body.
///
/// # Errors
/// As [`macros`].
pub fn macro_definitions(
    unit: &Unit,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<Vec<(String, String)>, ClangError> {
    let text = preprocess(unit, &["-Xclang", "-dM"], data_model, stop)?;
    let text = String::from_utf8_lossy(&text);
    let definition = |line: &str| {
        let rest = line.strip_prefix("#define ")?;
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        Some((rest[..end].to_owned(), rest[end..].to_owned()))
    };
    Ok(text.lines().filter_map(definition).collect())
}

/// A file as the preprocessor leaves it, with markers of lines.
///
/// # Errors
/// If clang is not there or refuses the file, or `stop` is raised.
pub fn preprocessed(
    unit: &Unit,
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<Vec<u8>, ClangError> {
    preprocess(unit, &flags(property), data_model, stop)
}

/// What clang's preprocessor writes. That it writes nothing is an error, and not an empty text: who reads it looks for what is there.
fn preprocess(unit: &Unit, flags: &[&str], data_model: DataModel, stop: &StopFlag) -> Result<Vec<u8>, ClangError> {
    let program = program();
    let folder = Folder::new()?;
    let output = folder.path().join("text");
    let mut command = unit.command(&program, data_model)?;
    command.args(flags);
    command.args(match unit.language(unit.has_words_of_gcc()) {
        // Of these files clang's driver says that they need no preprocessor. But a directive in them, or a macro that is always there,
        // means what it means elsewhere, and the compiler itself does not refuse.
        Language::Preprocessed => ["-c", "-Xclang", "-E"].as_slice(),
        Language::C | Language::Renamed => &["-E"],
    });
    command.args(["-w", "-o"]).arg(&output);
    let (success, messages) = run(command, &program, folder.path(), stop)?;
    if !success || !output.exists() {
        check_version(&program)?;
        return Err(refused(unit.file.display().to_string(), &messages, data_model));
    }
    Ok(std::fs::read(&output).map_err(|error| with_place(&error))?)
}

fn program() -> PathBuf {
    std::env::var_os(VARIABLE).filter(|name| !name.is_empty()).unwrap_or_else(|| "clang-19".into()).into()
}

/// The flags, each with its reason in `docs/architecture.md`. `-Wno-everything` and not `-w`: it also clears the errors that
/// clang makes of old C.
fn flags(property: Property) -> Vec<&'static str> {
    let mut flags = vec![
        "-O0",
        "-Xclang",
        "-disable-O0-optnone",
        "-g",
        "-fno-finite-loops",
        "-fno-builtin",
        "-fno-delete-null-pointer-checks",
        "-ftrivial-auto-var-init=pattern",
        "-Wno-everything",
        "-fno-color-diagnostics",
        "-fno-caret-diagnostics",
        "-c",
        "-emit-llvm",
    ];
    flags.extend(REMARKS);
    if property.asks_for_overflow() {
        flags.extend(["-fsanitize=signed-integer-overflow,shift-base", TRAPS]);
        flags.extend(OVERFLOW_REMARKS);
    }
    flags.extend(match property {
        Property::NoDivisionByZero => ["-fsanitize=integer-divide-by-zero", TRAPS].as_slice(),
        Property::NoBadShift => &["-fsanitize=shift-exponent", TRAPS],
        // By default clang takes each array at the end of a structure for one of any length.
        Property::NoIndexOutOfBounds => &["-fsanitize=array-bounds", "-fsanitize-trap=all", "-fstrict-flex-arrays=3"],
        _ => &[],
    });
    flags
}

/// Whether clang checks something for a property: a program can ask about that.
pub fn is_checked(property: Property) -> bool {
    flags(property).contains(&TRAPS)
}

/// Checks that fail end the program.
pub const TRAPS: &str = "-fsanitize-trap=all";

/// What checks in the module do not tell: shifts by too much in initialisers that are constant as a whole, also where macros of
/// the system's headers make them, and in sizes of arrays.
/// Sums of constants that overflow say where an error is none in C.
const REMARKS: [&str; 6] = [
    "-Wshift-count-overflow",
    "-Wshift-count-negative",
    "-Wsystem-headers",
    "-Wgnu-folding-constant",
    "-Wvla",
    "-Winteger-overflow",
];

/// The same of other overflow, and complex integers.
const OVERFLOW_REMARKS: [&str; 3] = ["-Wshift-overflow", "-Wshift-sign-overflow", "-Wgnu-complex-integer"];

/// Another version's bitcode may be unreadable, or mean something else.
fn check_version(program: &Path) -> Result<(), ClangError> {
    let name = program.display().to_string();
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output();
    let output = output.map_err(|error| ClangError::Missing { program: name.clone(), error })?;
    let text = String::from_utf8_lossy(&output.stdout);
    if text.contains(VERSION) {
        return Ok(());
    }
    Err(ClangError::Version { program: name, found: text.lines().next().unwrap_or("silent").to_owned() })
}

/// Runs a command and gives whether it succeeded and what it said on standard error; ends it when `stop` is raised. Its own temporary
/// files, of which some stay when it crashes or is ended, stand in `folder`.
fn run(command: Command, program: &Path, folder: &Path, stop: &StopFlag) -> Result<(bool, String), ClangError> {
    let ignore = |mut output| io::copy(&mut output, &mut io::sink());
    listen(command, program, folder, stop, ignore).map(|(success, messages, _)| (success, messages))
}

/// The same, and what `read` makes of what the command writes.
fn listen<T: Send>(
    mut command: Command,
    program: &Path,
    folder: &Path,
    stop: &StopFlag,
    read: impl FnOnce(BufReader<ChildStdout>) -> io::Result<T> + Send,
) -> Result<(bool, String, io::Result<T>), ClangError> {
    command.env("TMPDIR", folder);
    let missing = |error| ClangError::Missing { program: program.display().to_string(), error };
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(missing)?;
    let (output, errors) = (child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        let reader = scope.spawn(|| match output {
            Some(output) => read(BufReader::new(output)),
            None => Err(io::Error::other("nothing to read")),
        });
        let messages = scope.spawn(|| {
            let mut text = Vec::new();
            if let Some(mut pipe) = errors {
                // A read that fails leaves what came before, which is all that could be shown.
                let _ = pipe.read_to_end(&mut text);
            }
            String::from_utf8_lossy(&text).into_owned()
        });
        loop {
            if let Some(status) = child.try_wait()? {
                let read = reader.join().unwrap_or_else(|_| Err(io::Error::other("a thread panicked")));
                return Ok((status.success(), messages.join().unwrap_or_default(), read));
            }
            if stop.is_raised() {
                child.kill()?;
                child.wait()?;
                return Err(ClangError::Stopped);
            }
            thread::sleep(Duration::from_millis(2));
        }
    })
}

/// The first errors, without the notes around them.
fn shown(messages: &str) -> String {
    let errors: Vec<&str> = messages.lines().filter(|line| line.contains("error:")).take(SHOWN_LINES).collect();
    match errors.is_empty() {
        true => messages.lines().take(SHOWN_LINES).collect::<Vec<_>>().join("\n"),
        false => errors.join("\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_place_for_temporary_files_is_no_fault_of_the_source() {
        let full = "a.c:1:1: warning: x\nerror: unable to open output file '/t/p.bc': 'No space left on device'\n";
        let refused = |messages: &str| refused("a.c".to_owned(), messages, DataModel::Lp64);
        let told = refused(full);
        assert!(matches!(told, ClangError::Temporary(_)) && told.to_string().contains("No space left"), "{told}");
        assert!(matches!(refused("a.c:1:1: error: expected ';'"), ClangError::Compile { .. }));
    }

    #[test]
    fn missing_headers_of_32_bits_have_a_package() {
        let told = |name: &str, data_model| {
            let messages = format!("/usr/include/stdlib.h:26:10: fatal error: '{name}' file not found\n");
            refused("a.c".to_owned(), &messages, data_model).to_string()
        };
        let missing = told("bits/libc-header-start.h", DataModel::Ilp32);
        assert!(missing.contains("file not found\nThe C library's headers for 32 bits (ILP32)"), "{missing}");
        assert!(missing.ends_with("(Debian: apt-get install gcc-multilib)."), "{missing}");
        for other in [told("bits/libc-header-start.h", DataModel::Lp64), told("mine.h", DataModel::Ilp32)] {
            assert!(other.ends_with("file not found"), "{other}");
        }
    }
}
