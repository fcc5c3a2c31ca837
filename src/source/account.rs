//! What clang says of a source beside the module: its syntax tree, its warnings, its text as the preprocessor leaves it. All of them are
//! witnesses of what clang computes itself and therefore does not check.

use crate::source::clang::{self, ClangError, Unit};
use crate::source::constants::{self, Facts};
use crate::source::dialect;
use crate::source::lines::Position;
use crate::source::property::{DataModel, Property};
use crate::source::temporary::Folder;
use bitreach_limits::StopFlag;

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
    /// What compilers may decide differently, and clang without optimisation decided.
    pub decided: Vec<&'static str>,
    /// A pragma or attribute that changes what it means, and that clang leaves out.
    pub left_out: Option<String>,
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

    /// Whether a signed sum, difference or product of constants does not fit its type.
    pub fn is_overflow_of_arithmetic(&self) -> bool {
        self.message.contains("[-Winteger-overflow]")
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
    let scoped = |unit: &Unit| {
        let (bitcode, messages) = clang::compile_scoped(unit, property, data_model, stop)?;
        Ok::<_, ClangError>((bitcode, remarks_of(&messages)))
    };
    let (mut bitcode, mut remarks) = scoped(unit)?;
    let has_changed = is_changed(unit, text);
    let plain = match has_changed {
        true => clang::preprocessed(unit, property, data_model, stop)?,
        false => text.to_owned(),
    };
    // What is compiled, with the text that comes of it.
    let mut built = (unit.clone(), plain.clone());
    if defines_inline(&plain) {
        let plain = match has_changed {
            true => plain.clone(),
            // Without comments.
            false => clang::preprocessed(unit, property, data_model, stop)?,
        };
        if let Some(more) = with_bodies(unit, &plain, property, data_model, stop)? {
            match scoped(&more.0) {
                Ok(compiled) => ((bitcode, remarks), built) = (compiled, more),
                // The word stands where no attribute may.
                Err(ClangError::Compile { .. }) => {}
                Err(error) => return Err(error),
            }
        }
    }
    let facts = match property.asks_for_overflow() || may_be_undefined(&plain) {
        true => facts(unit, text, property, data_model, stop)?,
        false => Some(Facts::default()),
    };
    let is_undefined = facts.iter().flat_map(|facts| &facts.undefined).any(|constant| constant.concerns(property));
    if is_undefined || remarks.iter().any(|remark| remark.is_undefined(property)) {
        // The checks show which operations clang did not fold. One can be in a function that nothing calls.
        let mut checked = built.0.clone();
        checked.arguments.push("-femit-all-decls".to_owned());
        if !property.asks_for_overflow() {
            checked.arguments.extend(["-fsanitize=shift-exponent", clang::TRAPS].map(str::to_owned));
        }
        // A program can ask whether it is checked.
        if !is_changed(&built.0, text) || is_text_of(&built.1, &checked, property, data_model, stop)? {
            (bitcode, remarks) = scoped(&checked)?;
        }
    }
    let is_silenced = has_changed && silences(unit, &plain, property, data_model, &remarks, stop)?;
    let open_size = open_size(unit, &plain, property, data_model, stop)?;
    let is_checked = clang::is_checked(property);
    let asks_for_checks = has_changed && is_checked && !is_text_of(&plain, unit, Property::Assert, data_model, stop)?;
    let (left_out, decided) = (dialect::left_out(&plain), dialect::decided(&plain));
    let account = Account { remarks, facts, is_silenced, open_size, asks_for_checks, decided, left_out };
    Ok(Compiled { bitcode, account })
}

/// Whether the preprocessor may make another text of a file than the one that it has.
fn is_changed(unit: &Unit, text: &[u8]) -> bool {
    // Beside directives, however they are written, the command line can define macros and include files. A line that goes on behind
    // its end can cut a word in two.
    let has = |word: &&[u8]| text.windows(word.len()).any(|window| window == *word);
    let goes_on = |line: &[u8]| line.trim_ascii_end().ends_with(b"\\");
    !unit.arguments.is_empty()
        || [&b"#"[..], b"%:", b"??", b"_Pragma"].iter().any(has)
        || text.split(|byte| *byte == b'\n').any(goes_on)
        || String::from_utf8_lossy(text).split(|letter| !is_word(letter)).any(may_be_predefined)
}

/// Whether a word may be a macro that is there without a definition: `linux`, `__LINE__`, `__has_feature`.
fn may_be_predefined(word: &str) -> bool {
    // What programs without directives are full of.
    const NONE: [&str; 7] =
        ["__VERIFIER_", "__builtin_", "__assert", "__attribute", "__extension", "__inline", "__func__"];
    ["linux", "unix", "i386", "_LP64", "_ILP32"].contains(&word)
        || word.starts_with("__") && !NONE.iter().any(|start| word.starts_with(start))
}

/// Whether words are made of a letter.
fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Whether a text is what the preprocessor leaves of a file. Of one that it refuses (`#error`) it is not.
fn is_text_of(
    text: &[u8],
    unit: &Unit,
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<bool, ClangError> {
    match clang::preprocessed(unit, property, data_model, stop) {
        Ok(other) => Ok(other == text),
        Err(ClangError::Compile { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether a text has anything that the syntax tree is asked about where nobody asks about overflow: shifts, quotients, members of what
/// stands in parentheses, numbers with fractions, attributes, jumps past what is constant.
fn may_be_undefined(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    // Of the preprocessor there are only names of files and pragmas.
    let lines = text.lines().filter(|line| !line.starts_with("# "));
    let mut before = ' ';
    lines.flat_map(|line| line.chars().chain(['\n'])).any(|letter| {
        let is_operator = ['/', '%'].contains(&letter) || ['<', '>'].contains(&letter) && letter == before;
        let is_member = letter == '.' && before == ')';
        // As in `1.5`, `1e9` and `0x1p31`.
        let is_fraction = before.is_ascii_digit() && ".eEpP".contains(letter);
        // Blanks do not come between a parenthesis and what is behind it.
        if !(before == ')' && (letter.is_whitespace() || letter == '\\')) {
            before = letter;
        }
        is_operator || is_member || is_fraction
    }) || text.contains("const") && ["goto", "switch"].iter().any(|word| text.contains(word))
        || [
            "no_sanitize",
            "__builtin_inf",
            "__builtin_huge_val",
            "__builtin_nan",
            "_Atomic",
            "__builtin_constant_p",
            "object_size",
            "__builtin_assume",
        ]
        .iter()
        .any(|name| text.contains(name))
}

/// The words for functions that are `inline`, and those that make them what GCC 4.2 took them for.
const INLINE: [&str; 3] = ["inline", "__inline", "__inline__"];
const GNU_INLINE: [&str; 2] = ["gnu_inline", "__gnu_inline__"];

/// Whether a preprocessed text may define functions that are `inline` and neither `static` nor `extern`: C99 has their bodies called or
/// those of another file, and without optimisation clang takes the other file's.
fn defines_inline(text: &[u8]) -> bool {
    const OTHERS: [&str; 4] = ["static", "extern", GNU_INLINE[0], GNU_INLINE[1]];
    let text = String::from_utf8_lossy(text);
    let has = |part: &str, words: &[&str]| part.split(|letter| !is_word(letter)).any(|word| words.contains(&word));
    // What stands before the parameters of a declaration.
    text.split([';', '}']).any(|declaration| {
        let head = declaration.split(['(', '{']).next().unwrap_or_default();
        has(head, &INLINE) && !has(head, &OTHERS)
            || declaration.contains("__attribute__") && {
                let head = declaration.split('{').next().unwrap_or_default();
                has(head, &INLINE) && !has(head, &OTHERS)
            }
    })
}

/// A unit for which clang writes the bodies of all functions that are `inline`, and its preprocessed text. None if that is another
/// program: a program can ask whether the words are macros and make strings of them, and it can define them itself. None either if
/// some of the functions, by the standard or by an attribute, have a body that is not to be called.
fn with_bodies(
    unit: &Unit,
    plain: &[u8],
    property: Property,
    data_model: DataModel,
    stop: &StopFlag,
) -> Result<Option<(Unit, Vec<u8>)>, ClangError> {
    // In C90, as GCC has it, the body of a function that is `extern inline` is one of those. All others there are written anyway.
    let is_c90 = |option: &String| {
        ["-ansi", "-fgnu89-inline"].contains(&option.as_str())
            || (option.starts_with("-std=") || option.starts_with("--std="))
                && ["89", "90", "199409"].iter().any(|year| option.ends_with(year))
    };
    let is_one = |token: &[u8], words: &[&str]| words.iter().any(|word| word.as_bytes() == token);
    let tokens_of_plain = tokens(plain);
    if unit.arguments.iter().any(is_c90) || tokens_of_plain.iter().any(|token| is_one(token, &GNU_INLINE)) {
        return Ok(None);
    }
    let mut more = unit.clone();
    more.arguments.extend(clang::INLINE_BODIES.map(str::to_owned));
    let text = match clang::preprocessed(&more, property, data_model, stop) {
        Ok(text) => text,
        Err(ClangError::Compile { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut expected = Vec::new();
    for token in tokens_of_plain {
        if is_one(token, &INLINE) {
            expected.extend([&b"__attribute__"[..], b"((", b"always_inline", b"))"]);
        }
        expected.push(token);
    }
    Ok((expected == tokens(&text)).then_some((more, text)))
}

/// The words, numbers and literals of a preprocessed text, what stands between them, and the ends of lines that are not empty. Markers of
/// lines are left out.
fn tokens(text: &[u8]) -> Vec<&[u8]> {
    let mut tokens = Vec::new();
    for line in text.split(|byte| *byte == b'\n').filter(|line| !line.starts_with(b"# ")) {
        let mut rest = line.trim_ascii();
        if !rest.is_empty() {
            tokens.push(&b"\n"[..]);
        }
        while let Some(&first) = rest.first() {
            let is_word = |byte: &u8| is_word(char::from(*byte)) || *byte >= 0x80;
            let is_other = |byte: &u8| !is_word(byte) && !byte.is_ascii_whitespace() && ![b'"', b'\''].contains(byte);
            let length = match first {
                b'"' | b'\'' => {
                    let mut end = 1;
                    while end < rest.len() && rest[end] != first {
                        end += 1 + usize::from(rest[end] == b'\\');
                    }
                    (end + 1).min(rest.len())
                }
                byte if is_word(&byte) => rest.iter().take_while(|byte| is_word(byte)).count(),
                _ => rest.iter().take_while(|byte| is_other(byte)).count(),
            };
            tokens.push(&rest[..length]);
            rest = rest[length..].trim_ascii_start();
        }
    }
    tokens
}

/// What clang warned of.
fn remarks_of(messages: &str) -> Vec<Remark> {
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
    clang::syntax_tree(unit, property, data_model, stop, |json, main| constants::facts(json, main, text, data_model))
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
    let (_, messages) = clang::compile_with_messages(&unit, property, data_model, stop)?;
    let all = remarks_of(&messages);
    let count = |remarks: &[Remark]| remarks.iter().filter(|remark| remark.is_undefined(property)).count();
    Ok(count(&all) > count(remarks))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What clang says of a file.
    fn account_of(name: &str, text: &str, property: Property) -> Account {
        account_with(&[], name, text, property)
    }

    /// The same, with arguments for clang.
    fn account_with(arguments: &[&str], name: &str, text: &str, property: Property) -> Account {
        let folder = Folder::new().unwrap();
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let unit = Unit { file: folder.file(name, text).unwrap(), arguments, ..Unit::default() };
        let compiled = compile(&unit, text.as_bytes(), property, DataModel::Lp64, &StopFlag::new()).unwrap();
        compiled.account
    }

    /// A marker of a line makes no difference: what is preprocessed is read as what is not.
    #[test]
    fn preprocessed_files_are_read_as_others() {
        let of = |text: &str, property| account_of("a.i", &format!("# 1 \"a.c\"\n{text}"), property);
        let facts = |text: &str| of(text, Property::UnreachCall).facts.expect("the tree can be read");
        let bounds = "__attribute__((no_sanitize(\"bounds\"))) int f(int *p) { return p[0]; }\n";
        assert!(of(bounds, Property::NoIndexOutOfBounds).facts.is_some_and(|facts| facts.switches_off));
        assert!(facts("struct s { int a[1]; } s;\nint *f(void) { return (0, s).a; }\n").has_member_of_comma);
        assert_eq!(facts("static int x = (int)1e10;\nint f(void) { return x; }\n").undefined.len(), 1);
        assert_eq!(
            facts("#define SIZE 1e10\nint f(void) { static int x = (int)SIZE; return x; }\n").undefined.len(),
            1
        );
        for pragma in [
            "#pragma GCC diagnostic ignored \"-Wshift-count-negative\"",
            "_Pragma(\"clang diagnostic ignored \\\"-Weverything\\\"\")",
        ] {
            let text = format!("{pragma}\nint f(void) {{ static int y = 1 << -1; return y; }}\n");
            assert!(of(&text, Property::NoBadShift).is_silenced, "{pragma}");
        }
        let size = "int f(void) { return sizeof(int[(1 >> (0.0 > 1.0) - 1) + 2]); }\n";
        assert!(of(size, Property::NoOverflow).open_size.is_some());
        let asks = "int f(void) { return __has_feature(undefined_behavior_sanitizer); }\n";
        assert!(of(asks, Property::NoOverflow).asks_for_checks);
    }

    /// Macros and pragmas can come from the command line, and some macros are always there.
    #[test]
    fn what_no_directive_brings_is_seen() {
        const TEXT: &str = "M int f(int *p) { return p[0]; }\n";
        const BOUNDS: &str = "__attribute__((no_sanitize(\"bounds\")))";
        let bounds = |arguments: &[&str]| account_with(arguments, "a.c", TEXT, Property::NoIndexOutOfBounds).facts;
        assert!(bounds(&["-D", &format!("M={BOUNDS}")]).is_some_and(|facts| facts.switches_off));
        assert!(bounds(&["-DM="]).is_some_and(|facts| !facts.switches_off));
        let folder = Folder::new().unwrap();
        let header = folder.file("a.h", format!("#define M {BOUNDS}\n")).unwrap().display().to_string();
        for option in ["-include", "-imacros"] {
            assert!(bounds(&[option, &header]).is_some_and(|facts| facts.switches_off), "{option}");
        }
        let silent = folder.file("b.h", "#pragma clang diagnostic ignored \"-Weverything\"\n").unwrap();
        let text = "int f(void) { static int y = 1 << -1; return y; }\n";
        let arguments = ["-include", &silent.display().to_string()];
        assert!(account_with(&arguments, "a.c", text, Property::NoBadShift).is_silenced);
        let cut = "__attribute__((no_sani\\\ntize(\"bounds\"))) int f(int *p) { return p[0]; }\n";
        let cut = account_of("a.c", cut, Property::NoIndexOutOfBounds);
        assert!(cut.facts.is_some_and(|facts| facts.switches_off));
        let asks = "int f(void) { return __has_feature(undefined_behavior_sanitizer); }\n";
        assert!(account_of("a.c", asks, Property::NoOverflow).asks_for_checks);
        assert!(!is_changed(&Unit::default(), b"int __VERIFIER_nondet_int(void); int main(void) { return 0; }\n"));
    }

    /// Functions that are `inline` have their bodies, unless the program is another one for that.
    #[test]
    fn inline_functions_have_bodies_where_nothing_else_changes() {
        let has_body = |arguments: &[&str], name: &str, text: &str| {
            let folder = Folder::new().unwrap();
            let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
            let unit = Unit { file: folder.file(name, text).unwrap(), arguments, ..Unit::default() };
            let stop = StopFlag::new();
            let compiled = compile(&unit, text.as_bytes(), Property::UnreachCall, DataModel::Lp64, &stop).unwrap();
            // Its only local.
            compiled.bitcode.windows(6).any(|part| part == b"within")
        };
        let inline = |head: &str, tail: &str| {
            format!(
                "{head} int f(int x) {{ int within = x; return within; }}\n{tail}int main(void) {{ return f(0); }}\n"
            )
        };
        let plain = inline("inline", "");
        for text in [
            plain.clone(),
            format!("/* An \"inline\" function's */ {plain}"),
            format!("#define inline __inline\n{plain}"),
            format!("const char *s = \"inline\";\n{plain}"),
            inline("__attribute__((unused)) __inline__", ""),
            inline(";inline", "#ifdef __inline\n#endif\n"),
        ] {
            assert!(has_body(&[], "a.c", &text), "{text}");
            assert!(has_body(&[], "a.i", &text), "preprocessed: {text}");
            assert!(has_body(&[], "a.i", &format!("# 1 \"a.c\"\n{text}")), "with a marker: {text}");
            assert!(has_body(&["-DX=1", "-std=c99"], "a.c", &text), "with arguments: {text}");
        }
        for (arguments, text) in [
            (&[][..], inline("inline", "#ifdef inline\nint x = 1;\n#endif\n")),
            (&[], inline("__inline__", "#if defined(inline)\n#pragma GCC diagnostic ignored \"-Wvla\"\n#endif\n")),
            (&[], inline("inline", "#define S(x) #x\n#define X(x) S(x)\nint x = sizeof X(inline);\n")),
            (&[], inline("__inline", "#undef __inline\nstatic __inline int g(void) { return 1; }\n")),
            (&[], inline("inline", "extern inline __attribute__((gnu_inline)) int g(int x) { return x; }\n")),
            (&["-Dinline=__inline"], plain.clone()),
            (&["-std=gnu89"], inline("extern inline", "inline int g(void) { return 1; }\n")),
            (&["--std=gnu89"], inline("extern inline", "inline int g(void) { return 1; }\n")),
            (&["-fgnu89-inline"], inline("extern inline", "inline int g(void) { return 1; }\n")),
        ] {
            assert!(!has_body(arguments, "a.c", &text), "{text}");
        }
        assert!(has_body(&["-Dinline=static inline"], "a.c", &plain));
        assert!(has_body(&["-std=gnu89"], "a.c", &plain));
    }

    /// Another program where it is not checked: none at all.
    #[test]
    fn files_that_the_preprocessor_refuses_without_checks() {
        let text = "#if !__has_feature(undefined_behavior_sanitizer)\n#error\n#endif\nint f(int a) { return a + 1; }\n";
        assert!(account_of("a.c", text, Property::NoOverflow).asks_for_checks);
    }
}
