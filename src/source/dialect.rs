//! What a text asks for that clang leaves out without a word, and that changes what it means: GCC's pragmas and attributes, and directions
//! of rounding.

use crate::source::options;

/// What may stand in a pragma behind the word itself, up to its arguments.
const ROUNDING: [&str; 2] = ["STDC", "FENV_ROUND"];
const OPTIMIZE: [&str; 2] = ["GCC", "optimize"];
const TARGET: [&str; 2] = ["GCC", "target"];
const ORDER: &str = "scalar_storage_order";

/// Attributes of types that hold their values in other bits.
const REPRESENTATIONS: [&str; 2] = [ORDER, "hardbool"];

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

/// What stands in the parentheses of attributes, or in brackets.
fn attributes(text: &str) -> impl Iterator<Item = &str> {
    let old = text.match_indices("__attribute").filter_map(|(at, _)| {
        let rest = &text[at..];
        let open = rest.find('(')?;
        let mut depth = 0;
        let end = rest[open..].find(|letter: char| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            depth == 0
        })?;
        Some(&rest[open..=open + end])
    });
    let new = text.match_indices("[[").filter_map(|(at, _)| Some(&text[at..at + text[at..].find("]]")? + 2]));
    old.chain(new)
}

/// Whether these are attributes that GCC follows and clang does not.
fn is_attribute_left_out(attribute: &str) -> bool {
    let words = || attribute.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    if words().any(|word| REPRESENTATIONS.contains(&plain(word))) {
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
    fn what_clang_leaves_out_is_found() {
        for text in [
            "#pragma STDC FENV_ROUND FE_UPWARD",
            "int x;\n # pragma GCC optimize (\"O2\")\n",
            "#pragma GCC target(\"fma\")",
            "#pragma scalar_storage_order big-endian",
            "struct __attribute__((packed, scalar_storage_order(\"big-endian\"))) s { int a; };",
            "struct [[gnu::scalar_storage_order(\"big-endian\")]] s { int a; };",
            "typedef char __attribute__ ((__hardbool__ (1, 2))) b;",
            "__attribute__((noinline, optimize(\"O2\", \"fast-math\"))) int f(void);",
            "__attribute__((__optimize__(\"O2,-ffp-contract=fast\"))) int f(void);",
            "__attribute__((optimize(\"Ofast\"))) int f(void);",
        ] {
            assert!(left_out(text.as_bytes()).is_some(), "{text}");
        }
        for text in [
            "#pragma STDC FENV_ROUND FE_DYNAMIC",
            "#pragma GCC push_options\n#pragma GCC diagnostic ignored \"-Wall\"\n#pragma scalar_storage_order default",
            "int optimize(int target) { return optimize(target); }",
            "__attribute__((optimize(\"O0\"))) int f(void); __attribute__((optimize(3, \"no-tree-vectorize\"))) int g(void);",
            "__attribute__((__optimize__(\"-fno-strict-aliasing\"), noclone)) int f(void);",
            "int a[3] = {[0] = 1}; int g(void) { return a[a[0]]; }",
        ] {
            assert_eq!(left_out(text.as_bytes()), None, "{text}");
        }
    }
}
