//! The condition of a branch as the source has it, such that what is said of it is what the branch does.
//!
//! Clang takes the ways out of a branch for each other where a condition begins with `!`: in `if`, in `c ? a : b`, and left of `&&` and
//! `||`. In loops, in `switch`, right of `&&` and `||` outside of `if`, and where it makes no branch at all of `c ? 1 : 2`, it computes
//! what `!` gives. Which of the two it did, the place of the condition's last operation tells: where that is the `!`,
//! the branch looks at its result.

use crate::inconsistency::source::{Excerpt, Sources};
use crate::program::Origin;

/// The text of a branch's condition which holds where the branch is taken. `place` is where the branch stands, `condition` the place of
/// the condition's last operation; `is_value`: there is no branch in the module, but a choice between two values. `None` if it is
/// not known which text that is.
pub fn condition_text(
    sources: &mut Sources,
    place: &Origin,
    condition: Option<&Origin>,
    is_value: bool,
) -> Option<String> {
    let word = sources.word(place).unwrap_or_default();
    // The whole condition of a loop is computed before it branches.
    let is_whole = is_value || ["while", "for"].contains(&word.as_str());
    let is_simple = |excerpt: &Excerpt| !excerpt.text.contains("&&") && !excerpt.text.contains("||");
    let excerpt = match sources.condition(place).filter(|excerpt| is_whole || is_simple(excerpt)) {
        Some(excerpt) => excerpt,
        None => sources.operation(condition?)?,
    };
    let computed = match condition {
        // A constant: nothing is left of how it was computed.
        None if word == "if" => Computed::Nowhere,
        None if is_whole || word == "switch" => Computed::Whole,
        None => Computed::Somehow,
        Some(_) if is_value => Computed::Whole,
        Some(condition) => Computed::At(condition),
    };
    positive(excerpt, computed).map(|excerpt| excerpt.words())
}

/// Where the result of `!` is computed, if it is.
#[derive(Clone, Copy)]
enum Computed<'a> {
    /// The last operation stands here.
    At(&'a Origin),
    /// Wherever it is written.
    Whole,
    /// The ways of the branch are swapped instead.
    Nowhere,
    /// That is not known.
    Somehow,
}

/// A condition without each `!` in front of it whose result is not computed.
fn positive(mut excerpt: Excerpt, computed: Computed) -> Option<Excerpt> {
    loop {
        let negated = excerpt.text.strip_prefix('!').filter(|rest| !rest.starts_with('='));
        let Some(negated) = negated else { return Some(excerpt) };
        match computed {
            Computed::Whole => return Some(excerpt),
            Computed::At(place) if excerpt.begins_at(place) => return Some(excerpt),
            _ => {}
        }
        match is_one_operand(negated) {
            Some(false) => return Some(excerpt),
            Some(true) if !matches!(computed, Computed::Somehow) => {}
            _ => return None,
        }
        excerpt = excerpt.behind(1);
        while let Some(end) = excerpt.text.strip_prefix('(').and_then(group) {
            if end + 1 != excerpt.text.len() {
                break;
            }
            excerpt = excerpt.part(1, end);
        }
    }
}

/// Whether a text is one operand of an operator that binds tightly, such as `!`: a name, a call, something in brackets, with operators
/// before and behind that bind as tightly. `None` if that is a question of what is a type.
fn is_one_operand(text: &str) -> Option<bool> {
    let mut rest = text.trim_start();
    let mut may_be_cast = false;
    // Operators before it, and casts.
    loop {
        let c = rest.chars().next()?;
        if "!*&-+~".contains(c) {
            if may_be_cast {
                return None;
            }
            rest = rest[1..].trim_start();
        } else if let Some(inner) = rest.strip_prefix('(') {
            let end = group(inner)?;
            let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '*' || c == ' ';
            may_be_cast = inner[..end - 1].chars().all(is_name);
            rest = inner[end..].trim_start();
            match rest.chars().next() {
                Some(c) if may_be_cast && (is_word(c) || "(\"'!~*&-+".contains(c)) => {}
                _ => break,
            }
        } else {
            rest = operand(rest)?;
            break;
        }
    }
    // Operators behind it.
    loop {
        rest = rest.trim_start();
        rest = if rest.is_empty() {
            return Some(true);
        } else if let Some(inner) = rest.strip_prefix(['(', '[']) {
            &inner[group(inner)?..]
        } else if let Some(behind) = rest.strip_prefix("->").or_else(|| rest.strip_prefix('.')) {
            operand(behind.trim_start())?
        } else if let Some(behind) = rest.strip_prefix("++").or_else(|| rest.strip_prefix("--")) {
            behind
        } else if rest.starts_with(is_word) {
            // As in `sizeof x`.
            return None;
        } else {
            return Some(false);
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What follows behind a name, a number or a text in quotation marks.
fn operand(text: &str) -> Option<&str> {
    let first = text.chars().next()?;
    if first == '"' || first == '\'' {
        let mut escaped = false;
        let is_end = |(_, c): &(usize, char)| {
            let is_end = *c == first && !escaped;
            escaped = *c == '\\' && !escaped;
            is_end
        };
        let (end, _) = text[1..].char_indices().find(is_end)?;
        return Some(&text[end + 2..]);
    }
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    (end > 0).then(|| &text[end..])
}

/// The bytes up to the bracket that closes, and with it.
fn group(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '"' || c == '\'' {
            rest = operand(rest)?;
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' if depth == 0 => return Some(text.len() - rest.len()),
            ')' | ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_told_from_operations() {
        for operand in ["p", "p->next", "a[i + 1].b", "f(x, y)", "(a == b)", "*p", "a++", "(f)(x)", "!-x", "f(\")\")"] {
            assert_eq!(is_one_operand(operand), Some(true), "{operand}");
        }
        for operation in ["a == b", "p && q", "(a + 1) + (b)", "f(x) - 1", "a = b", "a, b"] {
            assert_eq!(is_one_operand(operation), Some(false), "{operation}");
        }
        for open in ["(a) - b", "sizeof x", "(a"] {
            assert_eq!(is_one_operand(open), None, "{open}");
        }
    }
}
