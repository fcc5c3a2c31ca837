//! Where compilers do not agree on what a text means: what clang leaves out without a word (GCC's pragmas and attributes, directions of
//! rounding), and what each decides for itself.

use crate::source::options;

/// Pragmas, by their first words.
const ROUNDING: [&str; 2] = ["STDC", "FENV_ROUND"];
const OPTIMIZE: [&str; 2] = ["GCC", "optimize"];
const TARGET: [&str; 2] = ["GCC", "target"];
const ORDER: &str = "scalar_storage_order";

/// Attributes of types that hold their values in other bits.
const REPRESENTATIONS: [&str; 2] = [ORDER, "hardbool"];

/// What asks a compiler how much it knows, and what it knows without optimisation.
const KNOWN: [(&str, &str); 3] = [
    (
        "__builtin_constant_p",
        "of what is no constant expression, `__builtin_constant_p` says 0, as without optimisation",
    ),
    ("__builtin_object_size", SIZES),
    ("__builtin_dynamic_object_size", SIZES),
];
const SIZES: &str = "`__builtin_object_size` says what clang 19 knows of objects without optimisation";

/// The types in which compilers compute with bit-fields that are wider than `int`.
const WIDE: &str = "a bit-field that is wider than `int` has the type that it is declared with, as clang 19 has it";

/// What compilers may decide differently in a preprocessed text, and how it is taken.
pub fn decided(text: &[u8]) -> Vec<&'static str> {
    let text = String::from_utf8_lossy(text);
    let known = KNOWN.iter().filter(|(name, _)| text.contains(name)).map(|(_, said)| *said);
    known.chain(has_wide_bit_field(&text).then_some(WIDE)).collect()
}

/// Whether a text may declare a bit-field that is wider than `int`: a name behind a type or another one, a colon, its width, and the end of it.
/// Of widths that are computed nothing is told.
fn has_wide_bit_field(text: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(':').any(|(at, _)| {
        let behind = text[at + 1..].trim_start();
        let end = behind.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(behind.len());
        let width = number(&behind[..end]).unwrap_or(0);
        let name = text[..at].trim_end();
        let before = name.trim_end_matches(is_part);
        (33..=128).contains(&width)
            && [";", ",", "}", "__attribute"].iter().any(|next| behind[end..].trim_start().starts_with(next))
            && before.len() < name.len()
            && (before.ends_with(char::is_whitespace) && before.trim_end().ends_with(is_part)
                || before.trim_end().ends_with(','))
    })
}

/// A number in one of C's bases.
fn number(text: &str) -> Option<u32> {
    let text = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let based = |prefix: &str, base: u32| text.strip_prefix(prefix).map(|digits| u32::from_str_radix(digits, base));
    let parsed = based("0x", 16).or_else(|| based("0X", 16)).or_else(|| based("0b", 2)).or_else(|| based("0", 8));
    parsed.unwrap_or_else(|| text.parse()).ok()
}

/// The first pragma or attribute in a preprocessed text that clang leaves out.
pub fn left_out(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    let pragma = text.lines().find(|line| is_pragma_left_out(line)).map(|line| line.trim().to_owned());
    pragma.or_else(|| attributes(&text).find(|attribute| is_attribute_left_out(attribute)).map(str::to_owned))
}

/// Whether a line is such a pragma. Of directions, behind `<fenv.h>`, whose names for them are macros, clang ignores each and only warns,
/// which another pragma can silence.
fn is_pragma_left_out(line: &str) -> bool {
    let Some(words) = line.trim_start().strip_prefix('#').and_then(|rest| rest.trim_start().strip_prefix("pragma"))
    else {
        return false;
    };
    let words: Vec<&str> = words.split(|letter: char| letter.is_whitespace() || letter == '(').collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    match words[..] {
        [a, b, direction, ..] if [a, b] == ROUNDING => direction != "FE_DYNAMIC",
        [a, b, ..] if [a, b] == OPTIMIZE || [a, b] == TARGET => true,
        [ORDER, order, ..] => order != "default",
        _ => false,
    }
}

/// What stands in the parentheses of attributes, or in brackets. Each search goes on behind what the last one found, so that all of them
/// together read the text once.
fn attributes(text: &str) -> impl Iterator<Item = &str> {
    let all = |begin: &'static str, length: fn(&str) -> Option<usize>| {
        let mut rest = text;
        std::iter::from_fn(move || {
            rest = &rest[rest.find(begin)?..];
            let (attribute, behind) = rest.split_at(length(rest)?);
            rest = behind;
            Some(attribute)
        })
    };
    all("__attribute", in_parentheses).chain(all("[[", |rest| rest.find("]]").map(|end| end + 2)))
}

/// How long a text is to where its first parenthesis is closed, or all of it where that is not closed; none without a parenthesis.
fn in_parentheses(text: &str) -> Option<usize> {
    let open = text.find('(')?;
    let (mut depth, mut is_text) = (0, false);
    let end = text[open..].find(|letter: char| {
        is_text ^= letter == '"';
        depth += i32::from(letter == '(' && !is_text) - i32::from(letter == ')' && !is_text);
        depth == 0
    });
    Some(end.map_or(text.len(), |end| open + end + 1))
}

/// Whether these are attributes that GCC follows and clang does not.
fn is_attribute_left_out(attribute: &str) -> bool {
    let words = || attribute.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    // The order of the machine is the one that there is anyway.
    let is_usual =
        attribute.contains(ORDER) && attribute.contains("little-endian") && !attribute.contains("big-endian");
    if !is_usual && words().any(|word| REPRESENTATIONS.contains(&plain(word))) {
        return true;
    }
    let mut rest = attribute;
    while let Some((_, behind)) = rest.split_once("optimize") {
        let arguments = behind.trim_start_matches('_').trim_start();
        let arguments = arguments.strip_prefix('(').and_then(|inside| inside.split(')').next());
        if arguments.is_some_and(|arguments| arguments.split([',', '"']).any(|option| !is_harmless(option.trim()))) {
            return true;
        }
        rest = behind;
    }
    false
}

/// The name of an attribute that may have two underscores on each side.
fn plain(word: &str) -> &str {
    word.strip_prefix("__").and_then(|word| word.strip_suffix("__")).unwrap_or(word)
}

/// Whether an argument of `optimize` says only how code is made.
fn is_harmless(option: &str) -> bool {
    let is_level = option.strip_prefix('O').is_some_and(|level| level != "fast");
    let typed = if option.starts_with('-') { option.to_owned() } else { format!("-f{option}") };
    option.chars().all(|letter| letter.is_ascii_digit()) || is_level || options::has_no_meaning(&typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_compilers_decide_is_found() {
        for text in [
            "struct s { unsigned long a : 40; };",
            "struct s { long a:3,\n  b; u64 c :33, d; };",
            "struct s { long a:3, b:0x28; };",
        ] {
            assert_eq!(decided(text.as_bytes()), [WIDE], "{text}");
        }
        for text in [
            "struct s { unsigned a : 31; long b : 32; };",
            "int f(int x, long y) { a: switch (x) { case b: return x ? y : 40; } goto a; }",
            "int f(int x) { return x ? 1 : 40; }",
        ] {
            assert!(decided(text.as_bytes()).is_empty(), "{text}");
        }
        assert_eq!(decided(b"int x = __builtin_constant_p(x);"), [KNOWN[0].1]);
    }

    /// What is never closed is looked for once, and not from each place where it begins.
    #[test]
    fn texts_are_read_once() {
        for text in ["[[", "__attribute", "__attribute__(("] {
            assert_eq!(left_out(text.repeat(300_000).as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn what_clang_leaves_out_is_found() {
        for text in [
            "#pragma STDC FENV_ROUND FE_UPWARD",
            "int x;\n # pragma GCC optimize (\"O2\")\n",
            "#pragma GCC target(\"fma\")",
            "#pragma scalar_storage_order big-endian",
            "struct __attribute__((packed, scalar_storage_order(\"big-endian\"))) s { int a; };",
            "struct [[gnu::scalar_storage_order(\"big-endian\")]] s { int a; };",
            "int a __attribute__((aligned(8))), b; struct __attribute__((packed)) __attribute__((hardbool)) s { int a; };",
            "struct [[deprecated]] [[gnu::scalar_storage_order(\"big-endian\")]] s { int a; };",
            "typedef char __attribute__ ((__hardbool__ (1, 2))) b;",
            "__attribute__((noinline, optimize(\"O2\", \"fast-math\"))) int f(void);",
            "__attribute__((__optimize__(\"O2,-ffp-contract=fast\"))) int f(void);",
            "__attribute__((optimize(\"Ofast\"))) int f(void);",
            "struct __attribute__((deprecated(\")\"), deprecated(\")\"), scalar_storage_order(\"big-endian\"))) s { int a; };",
        ] {
            assert!(left_out(text.as_bytes()).is_some(), "{text}");
        }
        for text in [
            "#pragma STDC FENV_ROUND FE_DYNAMIC",
            "#pragma GCC push_options\n#pragma GCC diagnostic ignored \"-Wall\"\n#pragma scalar_storage_order default",
            "int optimize(int target) { return optimize(target); }",
            "__attribute__((optimize(\"O0\"))) int f(void); __attribute__((optimize(3, \"no-tree-vectorize\"))) int g(void);",
            "__attribute__((__optimize__(\"-fno-strict-aliasing\"), noclone)) int f(void);",
            "struct __attribute__((scalar_storage_order(\"little-endian\"))) s { int a; };",
            "int a[3] = {[0] = 1}; int g(void) { return a[a[0]]; }",
        ] {
            assert_eq!(left_out(text.as_bytes()), None, "{text}");
        }
    }
}
