//! The condition of a branch as the source has it, such that what is said of it is what the branch does.
//!
//! Clang takes the ways out of a branch for each other where a condition begins with `!`: in `if`, in `c ? a : b`, and left of `&&` and
//! `||`. In loops, in `switch`, right of `&&` and `||` outside of `if`, and where it makes no branch at all of `c ? 1 : 2`, it computes
//! what `!` gives. Which of the two it did, the place of the condition's last operation tells: where that is the `!`,
//! the branch looks at its result.

use super::expression::{Expression, Negated};
use super::{Excerpt, Sources};
use crate::program::Origin;

/// The text of a branch's condition which holds where the branch is taken. `place` is where the branch stands, `condition` the place of
/// the condition's last operation; `is_value`: there is no branch in the module, but a choice between two values, or what stands on the
/// right of a `&&` or `||` there. `None` if it is not known which text that is.
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
    let right = if is_value { sources.right_operand(place) } else { None };
    let is_meant = |excerpt: &Excerpt| is_whole || is_simple(excerpt);
    let excerpt = match right.or_else(|| sources.condition(place).filter(is_meant)) {
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
    while excerpt.text.starts_with('!') {
        match computed {
            Computed::Whole => break,
            Computed::At(place) if excerpt.begins_at(place) => break,
            _ => {}
        }
        match Expression::new(&excerpt.text).map_or(Negated::Unclear, |expression| expression.negated()) {
            Negated::No => break,
            Negated::Part(begin, end) if !matches!(computed, Computed::Somehow) => excerpt = excerpt.part(begin, end),
            Negated::Part(..) | Negated::Unclear => return None,
        }
    }
    Some(excerpt)
}
