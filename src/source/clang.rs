//! Runs clang on C source: bitcode comes out, with the checks that the property asks for and nothing optimised.

use crate::source::constants::{self, Facts};
use crate::source::lines::Position;
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

/// What clang made of a source, and what it said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The module.
    pub bitcode: Vec<u8>,
    /// What its module does not say.
    pub account: Account,
}

/// What clang says of a source, and its module does not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Account {
    /// Undefined behaviour in constants as it warns of it, and arithmetic that is checked nowhere.
    pub remarks: Vec<Remark>,
    /// What its syntax tree says; nothing where that cannot be read.
    pub facts: Option<Facts>,
    /// Whether a pragma silences warnings of undefined behaviour in constants.
    pub is_silenced: bool,
    /// A size of a type in which a shift may be undefined.
    pub open_size: Option<String>,
    /// Whether it is another program where it is not checked: it can ask (`__has_feature(undefined_behavior_sanitizer)`).
    pub asks_for_checks: bool,
}

/// A warning, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The file's name, without its folder.
    pub file: String,
    /// The line and the column.
    pub place: Position,
    /// What clang says.
    pub message: String,
    /// Whether a macro is expanded there.
    pub in_macro: bool,
}

impl Remark {
    /// Whether a constant is shifted by too much, or by less than nothing.
    pub fn is_bad_shift(&self) -> bool {
        self.message.contains("[-Wshift-count-") || BAD_COUNT.iter().any(|words| self.message.starts_with(words))
    }

    /// Whether a signed constant does not fit its type.
    pub fn is_overflow(&self) -> bool {
        let warnings = ["[-Winteger-overflow]", "[-Wshift-overflow]", "[-Wshift-sign-overflow]"];
        warnings.iter().chain(&OUT_OF_RANGE).any(|words| self.message.contains(words))
    }

    /// Whether a program that comes there is undefined, as far as a property has to know that.
    pub fn is_undefined(&self, property: Property) -> bool {
        property.asks_for_constants() && self.is_bad_shift() || property.asks_for_overflow() && self.is_overflow()
    }
}

/// What clang adds where it warns that the size of an array is no constant, if the reason is that something overflows.
const OUT_OF_RANGE: [&str; 3] =
    ["is outside the range of representable values", "left shift of negative value", "signed left shift discards bits"];

/// The same, if the reason is a shift by too much, or by less than nothing.
const BAD_COUNT: [&str; 2] = ["shift count ", "negative shift count "];

/// What the lives of locals are read from: functions as they are written, each local an object of its own, with the name that
/// it has.
const LIVES: [&str; 4] = ["-Xclang", "-disable-llvm-passes", "-fno-elide-constructors", "-fno-discard-value-names"];

/// Compiles C source (`.c`) or preprocessed source (`.i`), whose text is given, to bitcode in which scopes are marked.
///
/// # Errors
/// If clang is not there, the source does not compile, or `stop` is raised.
pub fn compile(
    unit: &Unit,
    text: &[u8],
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<Compiled, ClangError> {
    let (mut bitcode, mut remarks) = compile_scoped(unit, property, data_model, stop)?;
    // Macros and other files can only come from directives, however they are written.
    let has = |word: &[u8]| text.windows(word.len()).any(|window| window == word);
    let has_directives = [&b"#"[..], b"%:", b"??", b"_Pragma"].into_iter().any(has);
    let plain = match has_directives {
        true => preprocessed(unit, property, data_model, stop)?,
        false => text.to_owned(),
    };
    let facts = match property.asks_for_overflow() || may_be_undefined(&plain) {
        true => facts(unit, text, property, data_model, stop)?,
        false => Some(Facts::default()),
    };
    let is_undefined = facts.iter().flat_map(|facts| &facts.undefined).any(|constant| constant.concerns(property));
    if is_undefined || remarks.iter().any(|remark| remark.is_undefined(property)) {
        // The checks show which operations clang did not fold. One can be in a function that nothing calls.
        let mut checked = unit.clone();
        checked.arguments.push("-femit-all-decls".to_owned());
        if !property.asks_for_overflow() {
            checked.arguments.extend(["-fsanitize=shift-exponent", TRAPS].map(str::to_owned));
        }
        // A program can ask whether it is checked.
        if !has_directives || preprocessed(&checked, property, data_model, stop)? == plain {
            (bitcode, remarks) = compile_scoped(&checked, property, data_model, stop)?;
        }
    }
    let is_silenced = has_directives && silences(unit, &plain, property, data_model, &remarks, stop)?;
    let open_size = open_size(unit, &plain, property, data_model, stop)?;
    let is_checked = flags(property).contains(&TRAPS);
    let asks_for_checks =
        has_directives && is_checked && preprocessed(unit, Property::Assert, data_model, stop)? != plain;
    Ok(Compiled { bitcode, account: Account { remarks, facts, is_silenced, open_size, asks_for_checks } })
}

/// Whether a text has anything that the syntax tree is asked about where nobody asks about overflow: shifts, quotients, members of what
/// stands in parentheses, attributes.
fn may_be_undefined(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    // Of the preprocessor there are only names of files and pragmas.
    let lines = text.lines().filter(|line| !line.starts_with("# "));
    let mut before = ' ';
    lines.flat_map(|line| line.chars().chain(['\n'])).any(|letter| {
        let is_operator = ['/', '%'].contains(&letter) || ['<', '>'].contains(&letter) && letter == before;
        let is_member = letter == '.' && before == ')';
        // Blanks do not come between a parenthesis and what is behind it.
        if !(before == ')' && (letter.is_whitespace() || letter == '\\')) {
            before = letter;
        }
        is_operator || is_member
    }) || text.contains("no_sanitize")
}

/// A source file, and how the project that it belongs to compiles it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unit {
    /// The file; relative to `folder` where there is one.
    pub file: PathBuf,
    /// Arguments such as `-I…` and `-D…`.
    pub arguments: Vec<String>,
    /// The folder to compile in; `None` for the current one.
    pub folder: Option<PathBuf>,
}

impl Unit {
    /// The file as it can be opened from here.
    pub fn path(&self) -> PathBuf {
        self.folder.as_deref().map_or_else(|| self.file.clone(), |folder| folder.join(&self.file))
    }

    /// A call of clang on this file.
    fn command(&self, program: &Path, data_model: DataModel) -> Command {
        let mut command = Command::new(program);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command.args(&self.arguments).arg(match data_model {
            DataModel::Ilp32 => "-m32",
            DataModel::Lp64 => "-m64",
        });
        if self.file.extension().is_some_and(|extension| extension == "i") {
            command.args(["-x", "cpp-output"]);
        } else {
            command.args(["-x", "c"]);
        }
        command.arg(self.argument());
        command
    }

    /// The file as clang is told of it: a name that begins with a dash is no option.
    fn argument(&self) -> PathBuf {
        match self.file.as_os_str().as_encoded_bytes().starts_with(b"-") {
            true => Path::new(".").join(&self.file),
            false => self.file.clone(),
        }
    }
}

/// Compiles a file of a project to bitcode.
///
/// # Errors
/// As [`compile`].
pub fn compile_unit(
    unit: &Unit,
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<Vec<u8>, ClangError> {
    compile_with_remarks(unit, property, data_model, stop).map(|(bitcode, _)| bitcode)
}

/// Compiles a file to bitcode in which scopes are marked.
fn compile_scoped(
    unit: &Unit,
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<(Vec<u8>, Vec<Remark>), ClangError> {
    let mut unit = unit.clone();
    unit.arguments.extend(LIVES.map(str::to_owned));
    compile_with_remarks(&unit, property, data_model, stop)
}

fn compile_with_remarks(
    unit: &Unit,
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<(Vec<u8>, Vec<Remark>), ClangError> {
    let program = program();
    let folder = Folder::new()?;
    let output = folder.path().join("program.bc");
    let mut command = unit.command(&program, data_model);
    command.args(flags(property)).arg("-o").arg(&output);
    let (success, messages) = run(command, &program, folder.path(), stop)?;
    if !success || !output.exists() {
        check_version(&program)?;
        return Err(refused(unit.file.display().to_string(), &messages));
    }
    let bitcode = std::fs::read(&output).map_err(|error| with_place(&error))?;
    // Clang writes its name into each module. To ask it for its version costs half as much as to compile.
    if !bitcode.windows(VERSION.len()).any(|part| part == VERSION.as_bytes()) {
        check_version(&program)?;
    }
    Ok((bitcode, remarks(&messages)))
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

fn remarks(messages: &str) -> Vec<Remark> {
    let mut remarks: Vec<Remark> = Vec::new();
    for line in messages.lines() {
        if let Some(remark) = remark(line) {
            remarks.push(remark);
        } else if let Some(last) = remarks.last_mut().filter(|_| line.contains(": note: expanded from ")) {
            last.in_macro = true;
        }
    }
    remarks
}

/// A line `FILE:LINE:COLUMN: warning: MESSAGE`.
fn remark(line: &str) -> Option<Remark> {
    let is_reason = |&(_, message): &(&str, &str)| {
        let overflows = OUT_OF_RANGE.iter().any(|words| message.contains(words));
        overflows || BAD_COUNT.iter().any(|words| message.starts_with(words))
    };
    let (place, message) = line.split_once(": warning: ").or_else(|| line.split_once(": note: ").filter(is_reason))?;
    let mut parts = place.rsplitn(3, ':');
    let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    let file = file.rsplit('/').next().unwrap_or(file).to_owned();
    let place = Position { line: line.parse().ok()?, column: column.parse().ok()? };
    Some(Remark { file, place, message: message.to_owned(), in_macro: false })
}

/// What the syntax tree of a source says that compiles; nothing if it cannot be read, as when it is very deep.
///
/// # Errors
/// If clang is not there, or `stop` is raised.
pub fn facts(
    unit: &Unit,
    text: &[u8],
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<Option<Facts>, ClangError> {
    let program = program();
    let folder = Folder::new()?;
    let mut command = unit.command(&program, data_model);
    // With all other flags as they are: a program can ask about some.
    command.args(flags(property)).args(["-fsyntax-only", "-w", "-Xclang", "-ast-dump=json"]);
    let main = unit.argument().display().to_string();
    let read = |json| constants::facts(json, &main, text, data_model);
    let (success, _, facts) = listen(command, &program, folder.path(), stop, read)?;
    Ok(facts.ok().filter(|_| success))
}

/// A size in a preprocessed text, or a designator, in which a shift may be undefined: not an index, nor the size of an array that only an
/// execution gives, which clang checks.
fn open_size(
    unit: &Unit,
    plain: &[u8],
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<Option<String>, ClangError> {
    let open = constants::open_sizes(plain);
    if open.is_empty() || !property.asks_for_constants() {
        return Ok(None);
    }
    let folder = Folder::new()?;
    let file = folder.file("plain.i", plain)?;
    let Some(facts) = facts(&Unit { file, ..unit.clone() }, b"", property, data_model, stop)? else {
        return Ok(Some("which cannot be read".to_owned()));
    };
    let solid = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    let variable: Vec<String> = facts.variable.iter().map(|ty| solid(ty)).collect();
    let texts = open.into_iter().filter(|bytes| !facts.indices.contains(&(bytes.end as u32)));
    let texts = texts.map(|bytes| String::from_utf8_lossy(&plain[bytes]).trim().to_owned());
    let is_variable = |text: &String| variable.iter().any(|ty| ty.contains(&format!("[{}]", solid(text))));
    Ok(texts.into_iter().find(|text| !is_variable(text)))
}

/// Whether clang remarks more once all pragmas about its warnings are gone from the preprocessed text.
fn silences(
    unit: &Unit,
    plain: &[u8],
    property: Property,
    data_model: DataModel,
    remarks: &[Remark],
    stop: &StopFlag,
) -> Result<bool, ClangError> {
    let plain = String::from_utf8_lossy(plain);
    let silences = |line: &&str| line.starts_with("#pragma") && line.contains("diagnostic");
    if !plain.lines().any(|line| silences(&line)) {
        return Ok(false);
    }
    let lines: Vec<&str> = plain.lines().map(|line| if silences(&line) { "" } else { line }).collect();
    let folder = Folder::new()?;
    let unit = Unit { file: folder.file("plain.i", lines.join("\n"))?, ..unit.clone() };
    let (_, all) = compile_with_remarks(&unit, property, data_model, stop)?;
    let count = |remarks: &[Remark]| remarks.iter().filter(|remark| remark.is_undefined(property)).count();
    Ok(count(&all) > count(remarks))
}

/// Compiles and links sources of any kind that clang takes to an executable for this machine. Intermediate files stand
/// beside the sources.
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
        let workers: Vec<_> = files.iter().zip(&objects).map(|pair| scope.spawn(move || compile(pair))).collect();
        let panicked = |_| Err(ClangError::Temporary(io::Error::other("a thread panicked")));
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(panicked))
    })?;
    let objects: Vec<&PathBuf> = objects.iter().collect();
    step(&objects, flags, output, &StopFlag::new())
}

/// Runs clang on files.
fn step(files: &[&PathBuf], flags: &[&str], output: &Path, stop: &StopFlag) -> Result<(), ClangError> {
    let program = program();
    let mut command = Command::new(&program);
    command.args(["-Wno-everything", "-fno-color-diagnostics", "-fno-caret-diagnostics"]);
    command.args(flags).arg("-o").arg(output).args(files);
    let (success, messages) = run(command, &program, output.parent().unwrap_or(output), stop)?;
    if success {
        return Ok(());
    }
    check_version(&program)?;
    let file = files.first().map(|file| file.display().to_string()).unwrap_or_default();
    Err(refused(file, &messages))
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

/// Why clang made nothing of a file.
fn refused(file: String, messages: &str) -> ClangError {
    let unwritable = |line: &&str| UNWRITABLE.iter().any(|words| line.contains(words));
    match messages.lines().find(unwritable) {
        Some(line) => with_place(&io::Error::other(line)).into(),
        None => ClangError::Compile { file, messages: shown(messages) },
    }
}

/// The names of the macros that are defined at the end of a file. None if clang does not say: then none is known.
///
/// # Errors
/// If clang is not there, or `stop` is raised.
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
    let program = program();
    let folder = Folder::new()?;
    let output = folder.path().join("macros");
    let mut command = unit.command(&program, data_model);
    command.args(["-E", "-dM", "-w", "-o"]).arg(&output);
    run(command, &program, folder.path(), stop)?;
    let text = std::fs::read(&output).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let definition = |line: &str| {
        let rest = line.strip_prefix("#define ")?;
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        Some((rest[..end].to_owned(), rest[end..].to_owned()))
    };
    Ok(text.lines().filter_map(definition).collect())
}

/// A file as the preprocessor leaves it, with markers of lines. Nothing if it fails: then clang refuses the file, too.
///
/// # Errors
/// If clang is not there, or `stop` is raised.
pub fn preprocessed(
    unit: &Unit,
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<Vec<u8>, ClangError> {
    let program = program();
    let folder = Folder::new()?;
    let output = folder.path().join("text");
    let mut command = unit.command(&program, data_model);
    command.args(flags(property)).args(["-E", "-w", "-o"]).arg(&output);
    run(command, &program, folder.path(), stop)?;
    Ok(std::fs::read(&output).unwrap_or_default())
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
        "-ffp-contract=off",
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

/// Checks that fail end the program.
const TRAPS: &str = "-fsanitize-trap=all";

/// What checks in the module do not tell: shifts by too much in initialisers that are constant as a whole, also where macros of
/// the system's headers make them, and in sizes of arrays.
const REMARKS: [&str; 5] =
    ["-Wshift-count-overflow", "-Wshift-count-negative", "-Wsystem-headers", "-Wgnu-folding-constant", "-Wvla"];

/// The same of overflow, and complex integers.
const OVERFLOW_REMARKS: [&str; 4] =
    ["-Winteger-overflow", "-Wshift-overflow", "-Wshift-sign-overflow", "-Wgnu-complex-integer"];

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
        let told = refused("a.c".to_owned(), full);
        assert!(matches!(told, ClangError::Temporary(_)) && told.to_string().contains("No space left"), "{told}");
        assert!(matches!(refused("a.c".to_owned(), "a.c:1:1: error: expected ';'"), ClangError::Compile { .. }));
    }
}
