//! Values in other words: in terms of what is known of the cells from which they are computed.

use super::Literal;
use crate::bv::{CoreOp, SymbolId, Term, TermId, TermPool};
use crate::ts::predicates::words_of;
use rustc_hash::{FxHashMap, FxHashSet};

/// In how many ways one value is said, at most.
const MOST_VALUES: usize = 12;

/// What a cell holds that is computed from what it held: that in terms of what was known of it, as `5 * p` for `cell + p` where it was
/// `4 * p`. Other values as they are, and what is computed from other cells in terms of what is known of those, too.
pub(super) fn in_other_words(
    pool: &mut TermPool,
    cell: TermId,
    value: TermId,
    (known, contents): (&[Literal], &FxHashSet<SymbolId>),
) -> Vec<TermId> {
    let mut values = vec![value];
    for symbol in words_of(pool, value) {
        let word = pool.symbol(symbol);
        if word != cell && !contents.contains(&symbol) {
            continue;
        }
        let equal = |&(equation, holds): &Literal| match pool.term(equation) {
            Term::Binary(CoreOp::Eq, a, b) if holds => [(a, b), (b, a)].into_iter().find(|(side, _)| *side == word),
            _ => None,
        };
        let others: Vec<TermId> = known.iter().filter_map(equal).map(|(_, other)| other).collect();
        // What is said of other cells speaks of none.
        let is_left = |its: &SymbolId| *its == symbol || (word != cell && contents.contains(its));
        let others: Vec<TermId> =
            others.into_iter().filter(|&other| !words_of(pool, other).iter().any(is_left)).collect();
        let mut said = Vec::new();
        for other in others {
            said.extend(pool.replaced(&values, &FxHashMap::from_iter([(word, other)])));
        }
        if word == cell {
            values = said;
        } else {
            values.extend(said);
        }
        values.truncate(MOST_VALUES);
    }
    values
}
