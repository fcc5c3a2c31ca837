//! Terms with parts replaced by others.

use super::{Term, TermId, TermPool};
use rustc_hash::FxHashMap;

impl TermPool {
    /// The terms with each term that `by` has replaced by what it has for it, of the same width; what is put in is not looked into.
    pub fn replaced(&mut self, roots: &[TermId], by: &FxHashMap<TermId, TermId>) -> Vec<TermId> {
        let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
        for id in self.cone(roots.iter().copied(), |_| false) {
            let built = match (by.get(&id), self.term(id)) {
                (Some(&other), _) => other,
                (None, Term::Constant(_) | Term::Symbol(_)) => id,
                (None, Term::Not(a)) => self.not(new[&a]),
                (None, Term::Binary(op, a, b)) => self.core(op, new[&a], new[&b]),
                (None, Term::Ite(condition, a, b)) => self.ite(new[&condition], new[&a], new[&b]),
                (None, Term::Concat(high, low)) => self.concat(new[&high], new[&low]),
                (None, Term::Extract { of, high, low }) => self.extract(new[&of], high, low),
                (None, Term::SignExtend { of, width }) => self.sign_extend(new[&of], width),
            };
            new.insert(id, built);
        }
        roots.iter().map(|root| new[root]).collect()
    }
}
