//! Options of compilers: which of them change what a source means, and what becomes of these.

mod compiler;
mod processor;
mod table;

pub use processor::{may_fuse, multiplies_and_adds, sse, takes_sse_away, Sse};

use crate::source::property::DataModel;
use crate::source::read_text;
use compiler::Called;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use table::{Effect, Form, Row};

/// Why a file is not taken as a command compiles it. The texts go on behind *the project compiles it*.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// An option.
    #[error("with an option that changes what it means and is not followed: {0}")]
    Option(String),
    /// An option.
    #[error("with an option that is not known, and may change what it means: {0}")]
    Unknown(String),
    /// A compiler, or what stands in its place.
    #[error("with a compiler that is not known (cc, gcc and clang are): {0}")]
    Compiler(String),
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

/// The machines that are followed: names of processors, each with the width of long and pointers.
const MACHINES: &[(&str, DataModel)] = &[
    ("x86_64", DataModel::Lp64),
    ("amd64", DataModel::Lp64),
    ("i386", DataModel::Ilp32),
    ("i486", DataModel::Ilp32),
    ("i586", DataModel::Ilp32),
    ("i686", DataModel::Ilp32),
];

/// How deep files with arguments may name files with arguments.
const DEEPEST: usize = 16;

/// What becomes of a command's arguments.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Taken {
    /// What changes the meaning of the source, for clang.
    pub arguments: Vec<String>,
    /// Words that are no options: files. With each what `-x` before it says that it is; nothing where its name says so.
    pub files: Vec<(String, Option<String>)>,
    /// Whether signed arithmetic that overflows wraps for the compiler.
    pub wraps: bool,
    /// The first reason not to take the source.
    pub refused: Option<Refused>,
}

/// Takes from a command that compiles a file in `folder` what changes the meaning of the source.
pub fn taken(command: &[String], folder: &Path) -> Taken {
    let refused = |refused| Taken { refused: Some(refused), ..Taken::default() };
    match with_files(command, folder, DEEPEST) {
        Ok(command) => compiler::called(&command).map_or_else(refused, |called| of_compiler(&called, folder)),
        Err(error) => refused(error),
    }
}

/// Takes from the arguments of a compiler what changes the meaning of the source, which it compiles in a folder.
fn of_compiler(called: &Called, folder: &Path) -> Taken {
    let mut taken = Taken::default();
    taken.arguments.extend(called.standard.map(str::to_owned));
    let mut machine = (!called.triple.is_empty()).then(|| (called.triple, called.word.to_owned()));
    // Where the preprocessor and the compiler proper are given options, these come behind all others.
    let (mut of_preprocessor, mut of_clang, mut language) = (Vec::new(), Vec::new(), None);
    for typed in options(called.arguments) {
        match typed.row.effect {
            Effect::Machine => machine = Some((typed.value(), typed.text())),
            Effect::Language => {
                language = Some(typed.value().to_owned()).filter(|language| language != "none");
                if !["c", "cpp-output", "none"].contains(&typed.value()) {
                    taken.refuse(Refused::Language(typed.text()));
                }
            }
            Effect::Tools if !called.is_clang && has_headers(folder, typed.value()) => {
                taken.refuse(Refused::Option(typed.text()));
            }
            Effect::Inner if typed.option == "-Xclang" => of_clang.push(typed.value().to_owned()),
            Effect::Inner if typed.option == "-Xpreprocessor" => of_preprocessor.push(typed.value().to_owned()),
            Effect::Ours if !typed.option.starts_with('-') => {
                taken.files.push((typed.option.clone(), language.clone()))
            }
            Effect::Inner => of_preprocessor.extend(typed.value().split(',').map(str::to_owned)),
            _ => taken.take(called.arguments, &typed, typed.row.effect, ""),
        }
    }
    let has = |names: &[&str]| called.arguments.iter().any(|option| names.contains(&option.as_str()));
    let says = |option: &&String| [&table::WRAPS[..], &table::NO_WRAPS].concat().contains(&option.as_str());
    let last = called.arguments.iter().rev().find(says);
    taken.wraps = last.is_some_and(|last| table::WRAPS.contains(&last.as_str()));
    if has(&[table::TRAPS]) && has(&table::NO_TRAPS) {
        taken.refuse(Refused::Option(table::TRAPS.to_owned()));
    }
    taken.take_inner(&of_preprocessor, "-Wp,");
    taken.take_inner(&of_clang, "-Xclang ");
    unfortified(&mut taken.arguments);
    // For clang, no macro tells of these, but `__has_feature` does.
    let checks = sanitizers(called.arguments);
    if let Some(check) = checks.first().filter(|_| called.is_clang) {
        taken.refuse(Refused::Option(format!("-fsanitize={check}")));
    }
    let of = |arguments| macros(arguments, called.is_clang);
    let macros = [called.arguments, &of_preprocessor, &of_clang].into_iter().flat_map(of);
    taken.arguments.splice(..0, macros);
    match machine.map(|(machine, said)| (width(machine), said)) {
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
    /// Takes an option among others. `wrapper` is what it stands behind.
    fn take(&mut self, all: &[String], typed: &Typed, effect: Effect, wrapper: &str) {
        let text = || format!("{wrapper}{}", typed.text());
        match effect {
            Effect::Kept | Effect::Width(_) => self.arguments.extend(typed.words().cloned()),
            Effect::As(name) => self.arguments.push(format!("{name}{}", typed.value())),
            Effect::Refused if is_said_twice(all, typed) => {}
            Effect::Refused => self.refuse(Refused::Option(text())),
            Effect::Unknown => self.refuse(Refused::Unknown(text())),
            // The macros of all options are told together. What else comes here has no meaning.
            _ => {}
        }
    }

    /// Takes what the preprocessor or clang's compiler proper is given. They know options that change everything: what
    /// is about machines and languages is refused.
    fn take_inner(&mut self, all: &[String], wrapper: &str) {
        for typed in options(all) {
            let effect = match typed.row.effect {
                Effect::Width(_) | Effect::Machine | Effect::Language | Effect::Inner => Effect::Refused,
                effect => effect,
            };
            self.take(all, &typed, effect, wrapper);
        }
    }

    fn refuse(&mut self, refused: Refused) {
        self.refused.get_or_insert(refused);
    }
}

/// Takes the protection away that headers of GNU's library add to programs that are optimised: with it, other functions
/// are called, which have no models. They do the same, but end the program where an access would leave its object: that
/// access is an error itself, or is unmodelled.
fn unfortified(arguments: &mut [String]) {
    const NAME: &str = "_FORTIFY_SOURCE";
    for argument in arguments {
        let (option, rest) = argument.split_at(if argument.starts_with("-D") { 2 } else { 0 });
        if option == "-D" && rest == NAME || rest.strip_prefix(NAME).is_some_and(|value| value.starts_with('=')) {
            *argument = format!("{option}{NAME}=0");
        }
    }
}

/// What macros tell of these arguments. How much is optimised comes first: `-fno-inline` counts wherever it stands, unless `-finline` takes it
/// back.
fn macros(arguments: &[String], is_clang: bool) -> Vec<String> {
    let is_level = |typed: &Typed| typed.option.starts_with("-O");
    let (levels, others): (Vec<Typed>, Vec<Typed>) = options(arguments).partition(is_level);
    let again = others.iter().rposition(|typed| typed.option == "-finline").unwrap_or(0);
    let is_taken_back = |at: usize| others[at].option == "-fno-inline" && at < again;
    let others = (0..others.len()).filter(|&at| !is_taken_back(at)).map(|at| &others[at]);
    let told = levels.iter().chain(others).map(|typed| match typed.row.effect {
        Effect::Macros(macros) => macros,
        Effect::MacrosOfGcc(macros) if !is_clang => macros,
        _ => "",
    });
    // Without the compiler's own macros there are none of these.
    if options(arguments).any(|typed| typed.option == "-undef") {
        return Vec::new();
    }
    let told = told.flat_map(str::split_whitespace).map(str::to_owned);
    let names = sanitizers(arguments).into_iter().filter_map(|check| match check {
        "address" | "kernel-address" => Some("ADDRESS"),
        "hwaddress" | "kernel-hwaddress" => Some("HWADDRESS"),
        "thread" => Some("THREAD"),
        _ => None,
    });
    told.chain(names.map(|name| format!("-D__SANITIZE_{name}__=1"))).collect()
}

/// Whether GCC finds headers where it is told to look for parts of itself.
fn has_headers(folder: &Path, tools: &str) -> bool {
    let below = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    // The option's value is put before the names of files, folder or not. In a folder, those of a machine and a version are looked at.
    let tools = folder.join(tools);
    let plain = format!("{}include", tools.display());
    let is_machine = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().contains("-linux"));
    let of_machines = below(&tools).into_iter().filter(is_machine).flat_map(|machine| below(&machine));
    Path::new(&plain).exists()
        || std::iter::once(tools.clone()).chain(of_machines).any(|folder| folder.join("include").exists())
}

/// The checks as a program runs that these arguments ask for, but for those of which no compiler tells the program.
fn sanitizers(arguments: &[String]) -> BTreeSet<&str> {
    const UNTOLD: [&str; 4] = ["fuzzer", "fuzzer-no-link", "cfi", "kcfi"];
    let mut asked = BTreeSet::new();
    for typed in options(arguments) {
        if typed.row.effect != Effect::Sanitizers {
            continue;
        }
        let (option, checks) = typed.option.split_once('=').unwrap_or_default();
        for check in checks.split(',').filter(|check| !UNTOLD.contains(check)) {
            match (option, check) {
                ("-fsanitize", _) => drop(asked.insert(check)),
                (_, "all") => asked.clear(),
                _ => drop(asked.remove(check)),
            }
        }
    }
    asked
}

/// Whether an option is about a compiled header that is also included as it is written, as CMake has it.
fn is_said_twice(all: &[String], typed: &Typed) -> bool {
    let header = typed.value().strip_suffix(".pch").filter(|_| typed.option == "-include-pch");
    header.is_some_and(|header| options(all).any(|other| other.option == "-include" && other.value() == header))
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

/// The width of long and pointers on a machine that is followed.
fn width(machine: &str) -> Option<DataModel> {
    let (processor, system) = machine.split_once('-')?;
    let mut parts = system.split('-').skip_while(|part| *part != "linux");
    let is_ours = parts.next().is_some() && matches!(parts.next(), None | Some("gnu")) && parts.next().is_none();
    let (_, model) = MACHINES.iter().find(|(name, _)| is_ours && *name == processor)?;
    Some(*model)
}

/// The data model that these arguments ask for, if any: the last one counts.
pub fn data_model(arguments: &[String]) -> Option<DataModel> {
    let model = |typed: Typed| match typed.row.effect {
        Effect::Width(model) => Some(model),
        _ => None,
    };
    options(arguments).filter_map(model).last()
}

/// Whether these arguments say what is compiled for.
pub fn names_machine(arguments: &[String]) -> bool {
    options(arguments).any(|typed| matches!(typed.row.effect, Effect::Width(_) | Effect::Machine))
}

/// The first option that changes what the source means in a way that is not followed.
pub fn first_refused(arguments: &[String]) -> Option<&String> {
    options(arguments).find(|typed| typed.row.effect == Effect::Refused).map(|typed| typed.option)
}

/// The first option that is not one of those that our clang is given.
pub fn first_other(arguments: &[String]) -> Option<&String> {
    options(arguments).find(|typed| typed.row.effect != Effect::Kept).map(|typed| typed.option)
}

/// An option at the end that lacks the argument that is its value.
pub fn without_value(arguments: &[String]) -> Option<&String> {
    options(arguments).last().filter(|typed| typed.apart.is_none() && typed.wants_next()).map(|typed| typed.option)
}

/// The arguments without those that change a text before it is read: of what is preprocessed they mean nothing.
pub fn of_preprocessed(arguments: &[String]) -> Vec<String> {
    let kept = options(arguments).filter(|typed| !table::OF_TEXT.contains(&typed.row.name));
    kept.flat_map(|typed| typed.words().cloned().collect::<Vec<_>>()).collect()
}

/// Whether an option says only how code is made.
pub fn has_no_meaning(option: &str) -> bool {
    matches!(table::row(option).effect, Effect::Ours | Effect::Macros(_) | Effect::MacrosOfGcc(_))
}

/// The options that our clang is given, by their short names.
pub fn meaningful() -> Vec<&'static str> {
    let kept = table::OPTIONS.iter().filter(|(_, _, effect)| *effect == Effect::Kept);
    kept.flat_map(|(names, ..)| names.iter().copied()).filter(|name| !name.starts_with("--")).collect()
}

/// An option as it was typed.
struct Typed<'a> {
    option: &'a String,
    /// Its value, where that is an argument of its own.
    apart: Option<&'a String>,
    row: Row,
}

impl<'a> Typed<'a> {
    /// Whether the next argument is its value.
    fn wants_next(&self) -> bool {
        match self.row.form {
            Form::Apart => true,
            Form::Value => self.option == self.row.name,
            Form::Alone | Form::Begins => false,
        }
    }

    /// Its value.
    fn value(&self) -> &'a str {
        self.apart.map_or(&self.option[self.row.name.len()..], |value| value.as_str())
    }

    fn words(&self) -> impl Iterator<Item = &'a String> {
        [Some(self.option), self.apart].into_iter().flatten()
    }

    fn text(&self) -> String {
        self.words().map(|word| word.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// Each option, with its value where that is an argument of its own; and the words that are none.
fn options(arguments: &[String]) -> impl Iterator<Item = Typed<'_>> {
    let mut rest = arguments.iter();
    std::iter::from_fn(move || {
        let option = rest.next()?;
        let mut typed = Typed { option, apart: None, row: table::row(option) };
        typed.apart = if typed.wants_next() { rest.next() } else { None };
        Some(typed)
    })
}

#[cfg(test)]
mod tests;
