//! What the text of a condition says about why it is constant: some conditions are meant to be, on this platform or on all.

use crate::inconsistency::finding::Configuration;

/// What the text of a contradictory condition says it is a question of, if not of the function. `folded`: whether the condition is
/// constant by what stands in front of it on each way, without any branch.
pub fn configuration(text: &str, folded: bool) -> Option<Configuration> {
    match () {
        () if text.contains("sizeof") => Some(Configuration::Sizeof),
        () if is_literal(text) => Some(Configuration::Literal),
        () if compares_with_itself(text) || folded && compares_a_cast(text) => Some(Configuration::Cast),
        () => None,
    }
}

/// Whether a text has no names in it, as the `1` of `do … while (1)`.
pub fn is_literal(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    words.all(|word| word.starts_with(|c: char| c.is_ascii_digit()) || ["true", "false"].contains(&word))
}

/// Both sides of a comparison for equality.
fn sides(text: &str) -> Option<(&str, &str)> {
    let (one, other) = text.split_once("==").or_else(|| text.split_once("!="))?;
    Some((one.trim(), other.trim()))
}

/// The operand of a cast.
fn uncast(side: &str) -> Option<&str> {
    let (ty, operand) = side.strip_prefix('(')?.split_once(')')?;
    let is_type = ty.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ' ' || c == '*');
    Some(operand.trim()).filter(|operand| is_type && !operand.is_empty())
}

/// Whether both sides of a comparison are the same but for a cast, as in `x == (off_t)x`.
fn compares_with_itself(text: &str) -> bool {
    sides(text).is_some_and(|(one, other)| one != other && uncast(one).unwrap_or(one) == uncast(other).unwrap_or(other))
}

/// Whether a side of a comparison is cast back, as in `n = (ssize_t)m; if ((uint64_t)n != m)`.
fn compares_a_cast(text: &str) -> bool {
    sides(text).is_some_and(|(one, other)| uncast(one).is_some() || uncast(other).is_some())
}

/// Whether something is cast to a type whose width depends on the platform, as in `(size_t)n + 1 != 0`.
pub fn casts_to_platform_type(text: &str) -> bool {
    let opens = text.char_indices().filter(|(_, c)| *c == '(').map(|(at, _)| at);
    opens.into_iter().any(|at| {
        let is_call = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let Some((ty, operand)) = text[at + 1..].split_once(')').filter(|_| !is_call) else { return false };
        let is_cast = operand.trim_start().starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '(');
        is_cast && has_platform_width(ty.trim())
    })
}

/// Whether the name of a type says nothing about its width: `long`, `size_t`, `u_long`, but not `int` and `uint64_t`.
fn has_platform_width(ty: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == ' ';
    let last = ty.rsplit(' ').next().unwrap_or_default();
    let is_fixed = last.contains("int") && last.ends_with("_t") && last.contains(|c: char| c.is_ascii_digit());
    let is_platforms = last.ends_with("_t") || last.to_ascii_lowercase().ends_with("long");
    ty.chars().all(is_word) && is_platforms && !is_fixed && !ty.contains("long long")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn casts_are_about_the_platform() {
        for text in ["ret == (z_off_t)ret", "(long)n != n", "(uint64_t)poffa != poff"] {
            assert_eq!(configuration(text, true), Some(Configuration::Cast), "{text}");
        }
        for text in ["x == x", "(a + b) != c", "p == NULL", "x < (int)y"] {
            assert_eq!(configuration(text, true), None, "{text}");
        }
        assert_eq!(configuration("a == (int)b", false), None, "what branches say about values is no question of types");
        assert_eq!(configuration("n > sizeof(x)", false), Some(Configuration::Sizeof));
    }

    #[test]
    fn some_casts_widen_on_some_platforms() {
        for text in ["((tmsize_t)n + 1) != 0", "(u_long)t > MAX", "m < (unsigned long) (n)", "(size_t)(a * b) / 7 > c"]
        {
            assert!(casts_to_platform_type(text) && configuration(text, false).is_none(), "{text}");
        }
        for text in ["(uint64_t)n + 1 != 0", "(long long)n < m", "f(size_t) != 0", "(size_t) != 0", "(count) > n"] {
            assert!(!casts_to_platform_type(text), "{text}");
        }
    }

    #[test]
    fn literals_have_no_names() {
        assert!(is_literal("1") && is_literal("0x1fUL == 5") && is_literal("!false"));
        assert!(!is_literal("a = 5") && !is_literal("x") && !is_literal("DEBUG"));
    }
}
