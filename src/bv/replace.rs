//! Terms built again, with parts replaced by others.

use super::{Term, TermId, TermPool};
use rustc_hash::FxHashMap;

impl TermPool {
    /// The terms with each term that `by` has replaced by what it has for it, of the same width; what is put in is not looked into.
    pub fn replaced(&mut self, roots: &[TermId], by: &FxHashMap<TermId, TermId>) -> Vec<TermId> {
        self.rebuilt(roots, |_, id, built| by.get(&id).copied().unwrap_or(built))
    }

    /// The terms built again from below. For each term, and what it is over the operands that were put in, `put` says what stands in its place.
    pub(super) fn rebuilt(
        &mut self,
        roots: &[TermId],
        mut put: impl FnMut(&mut TermPool, TermId, TermId) -> TermId,
    ) -> Vec<TermId> {
        let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
        for id in self.cone(roots.iter().copied(), |_| false) {
            let built = match self.term(id) {
                Term::Constant(_) | Term::Symbol(_) => id,
                Term::Not(a) => self.not(new[&a]),
                Term::Binary(op, a, b) => self.core(op, new[&a], new[&b]),
                Term::Ite(condition, a, b) => self.ite(new[&condition], new[&a], new[&b]),
                Term::Concat(high, low) => self.concat(new[&high], new[&low]),
                Term::Extract { of, high, low } => self.extract(new[&of], high, low),
                Term::SignExtend { of, width } => self.sign_extend(new[&of], width),
            };
            let put = put(self, id, built);
            new.insert(id, put);
        }
        roots.iter().map(|root| new[root]).collect()
    }
}
