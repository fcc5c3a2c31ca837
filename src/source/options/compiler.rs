//! Which compiler a command calls, behind launchers such as ccache, and what its name says of the machine.

use super::Refused;

/// The compilers whose options are known, each with what its name says of the language.
const COMPILERS: &[(&str, Option<&str>)] = &[
    ("cc", None),
    ("gcc", None),
    ("clang", None),
    ("c89", Some("-std=c89")),
    ("c89-gcc", Some("-std=c89")),
    ("c99", Some("-std=c99")),
    ("c99-gcc", Some("-std=c99")),
    ("ccc-analyzer", None),
];

/// Of these there are some for other machines, with the machine in the name.
const WITH_TRIPLE: [&str; 3] = ["cc", "gcc", "clang"];

/// Compilers whose options are of another kind.
const OTHER_OPTIONS: [&str; 2] = ["cl", "clang-cl"];

/// Programs that run a compiler.
const LAUNCHERS: &str = "\
    __run_co_compile bash bear buildcache cachecc1 ccache chrt cmake dash distcc env gomacc icecc intercept-cc ionice \
    jlibtool libtool nice sccache sh taskset time";

/// Options of launchers whose value is the next word.
const WITH_VALUES: [&str; 8] = ["-n", "-u", "-c", "-f", "-o", "-p", "--mode", "--tag"];

/// Options of launchers that run the compiler in another folder: what is relative means something else there.
const ELSEWHERE: [&str; 2] = ["-C", "--chdir"];

/// What a launcher may not set: GCC and clang look there for headers, for parts of themselves, or for options.
const MEANINGFUL_VARIABLES: [&str; 6] =
    ["CPATH", "C_INCLUDE_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX", "CCC_OVERRIDE_OPTIONS", "SOURCE_DATE_EPOCH"];

/// A compiler that is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Called<'a> {
    /// The word that names it.
    pub word: &'a str,
    /// The machine in its name, such as `i686-linux-gnu` in `i686-linux-gnu-gcc-12`; nothing where there is none.
    pub triple: &'a str,
    /// What its name says of the language.
    pub standard: Option<&'static str>,
    /// Whether it is clang by its name. Others are GCC, whatever `cc` is.
    pub is_clang: bool,
    /// The arguments that it is given.
    pub arguments: &'a [String],
}

/// The compiler that a command calls.
///
/// # Errors
/// If there is none that is known, or it does not compile C for one of our machines.
pub fn called(command: &[String]) -> Result<Called<'_>, Refused> {
    let mut words = command.iter().enumerate();
    while let Some((at, word)) = words.next() {
        if WITH_VALUES.contains(&word.as_str()) {
            words.next();
        } else if at > 0 && ELSEWHERE.iter().any(|option| word.starts_with(option)) {
            return Err(Refused::Option(word.clone()));
        } else if let Some((variable, _)) = assignment(word) {
            if MEANINGFUL_VARIABLES.contains(&variable) {
                return Err(Refused::Option(word.clone()));
            }
        } else if at == 0 || !word.starts_with('-') {
            // Only behind a launcher may a word be something else.
            if !is_launcher(word) {
                return compiler(word, &command[at + 1..]);
            }
        }
    }
    Err(Refused::Compiler(command.first().cloned().unwrap_or_default()))
}

/// The variable that a word sets, and its value.
fn assignment(word: &str) -> Option<(&str, &str)> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    word.split_once('=').filter(|(name, _)| !name.is_empty() && name.chars().all(is_part))
}

fn is_launcher(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    name.ends_with("-libtool") || LAUNCHERS.split_whitespace().any(|known| known == name)
}

fn compiler<'a>(word: &'a str, arguments: &'a [String]) -> Result<Called<'a>, Refused> {
    let name = plain_name(word);
    if name.ends_with("++") || OTHER_OPTIONS.contains(&name) {
        return Err(Refused::Language(word.to_owned()));
    }
    if word.ends_with(".exe") {
        return Err(Refused::Machine(word.to_owned()));
    }
    if let Some(&(_, standard)) = COMPILERS.iter().find(|(known, _)| *known == name) {
        return Ok(Called { word, triple: "", standard, is_clang: is_clang(name), arguments });
    }
    let before = |compiler: &&str| name.strip_suffix(*compiler).and_then(|name| name.strip_suffix('-'));
    match WITH_TRIPLE.iter().find_map(before) {
        Some(triple) => Ok(Called { word, triple, standard: None, is_clang: is_clang(name), arguments }),
        None => Err(Refused::Compiler(word.to_owned())),
    }
}

fn is_clang(name: &str) -> bool {
    name.ends_with("clang") || name == "ccc-analyzer"
}

/// The name of a program without its folder and its version.
fn plain_name(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let is_version = |text: &str| text.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    name.rsplit_once('-').filter(|(_, version)| is_version(version)).map_or(name, |(name, _)| name)
}
