//! What a step makes of words, case by case. Of a choice whose condition is open, each branch is looked at under what the
//! condition says of words: `count < 100 ? count + 1 : count` is at most 100. A word is told apart by its own choices
//! alone; a path would have to be told apart by those of all words.

use super::differences::{sum, Differences, Sum};
use super::path::{Path, Row};
use crate::bv::{CoreOp, SymbolId, Term, TermId};
use crate::ts::range::Range;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Choices in choices are looked at so deep.
const DEPTH: usize = 4;
/// So many cases are told apart at most, for all words of one step together; fewer if a case has so many terms that they would take too much
/// memory.
const CASES: usize = 320;
const TERMS: usize = 4_000_000;
/// So many terms are evaluated at most to tell cases apart for one way, and a condition is taken apart so many times.
const WORK: usize = 100_000;
const SPLITS: usize = 16;

/// That a condition holds, or does not.
pub(super) type Condition = (TermId, bool);

/// What is known of words and of their differences where some conditions hold.
#[derive(Clone)]
pub(super) struct Case<'a> {
    path: Path<'a>,
    known: Vec<Range>,
    /// The choices that were decided for it.
    decided: Vec<Condition>,
}

/// The step from one location.
pub(super) struct Cases<'a> {
    /// All terms that the step depends on.
    row: &'a Row<'a>,
    differences: &'a Differences,
    /// The cases of one way, by what was decided before and the condition.
    found: FxHashMap<(Vec<Condition>, Condition), Rc<[Case<'a>]>>,
    left: usize,
    /// With so many terms evaluated, no more cases are told apart.
    end: usize,
    /// How many terms were evaluated.
    pub work: usize,
}

impl<'a> Cases<'a> {
    /// Nothing is evaluated yet.
    pub fn new(row: &'a Row<'a>, differences: &'a Differences) -> Cases<'a> {
        Cases { row, differences, found: FxHashMap::default(), left: 0, end: 0, work: 0 }
    }

    /// The case in which words and differences have these ranges; `None` if that cannot be.
    pub fn first(&mut self, environment: &FxHashMap<SymbolId, Range>, known: &[Range]) -> Option<Case<'a>> {
        let path = Path::new(self.row, environment);
        self.work += self.row.len();
        self.under(&Case { path, known: known.to_vec(), decided: Vec::new() }, &[])
    }

    /// The case with conditions; `None` if they cannot hold in it.
    pub fn under(&mut self, case: &Case<'a>, conditions: &[Condition]) -> Option<Case<'a>> {
        let mut case = case.clone();
        self.work += case.path.len();
        let path = &mut case.path;
        let holds = conditions.iter().all(|&(condition, value)| path.assume(condition, Range::bit(value)))
            && path.again(&mut self.work)
            && self.differences.relate(path, &mut case.known)
            && path.again(&mut self.work);
        holds.then_some(case)
    }

    /// Whether it is open whether a condition holds.
    pub fn is_open(case: &Case, condition: TermId) -> bool {
        case.path.get(condition).as_constant().is_none()
    }

    /// The ranges of words, and behind them those of their differences, after a step in which the states become `next`.
    pub fn after(&mut self, case: &Case<'a>, next: &[TermId], may_split: bool) -> Vec<Range> {
        self.found.clear();
        self.end = self.work + WORK;
        self.left = if may_split { CASES.min(TERMS / self.row.len().max(1)) } else { 0 };
        let mut ranges: Vec<Range> = next.iter().map(|&term| self.value(case, term, DEPTH)).collect();
        let differences = self.differences;
        for [first, second] in differences.pairs() {
            let sums = [next[first], next[second]].map(|term| sum(self.row.pool(), &case.path, term));
            ranges.push(self.between(case, sums, DEPTH));
        }
        ranges
    }

    /// The range of a term.
    fn value(&mut self, case: &Case<'a>, term: TermId, depth: usize) -> Range {
        let whole = case.path.get(term);
        let Sum { term: Some(chosen), constant } = sum(self.row.pool(), &case.path, term) else { return whole };
        let of = |cases: &mut Cases<'a>, case: &Case<'a>, branch: TermId| {
            Range::binary(CoreOp::Add, &cases.value(case, branch, depth - 1), &Range::constant(constant))
        };
        match self.row.pool().term(chosen) {
            Term::Ite(condition, then, otherwise) if depth > 0 && whole.as_constant().is_none() => {
                self.each(case, condition, [then, otherwise], of).and_then(|each| each.meet(&whole)).unwrap_or(whole)
            }
            _ => whole,
        }
    }

    /// The second sum less the first one.
    fn between(&mut self, case: &Case<'a>, [a, b]: [Sum; 2], depth: usize) -> Range {
        self.work += 1;
        let constant = Range::constant(CoreOp::Sub.apply(b.constant, a.constant));
        if a.term == b.term {
            return constant;
        }
        let value = |sum: Sum| {
            let constant = Range::constant(sum.constant);
            sum.term.map_or(constant, |term| Range::binary(CoreOp::Add, &case.path.get(term), &constant))
        };
        let by_words = Range::binary(CoreOp::Sub, &value(b), &value(a));
        if let Some(apart) = self.differences.of(&case.known, [a.term, b.term]) {
            return Range::binary(CoreOp::Add, &apart, &constant).meet(&by_words).unwrap_or(by_words);
        }
        for (at, chosen) in [a, b].into_iter().enumerate() {
            let Some(Term::Ite(condition, then, otherwise)) = chosen.term.map(|term| self.row.pool().term(term)) else {
                continue;
            };
            if depth == 0 {
                break;
            }
            let of = |cases: &mut Cases<'a>, case: &Case<'a>, branch: TermId| {
                let mut both = [a, b];
                both[at].term = Some(branch);
                let sums = both.map(|one| one.under(cases.row.pool(), &case.path));
                cases.between(case, sums, depth - 1)
            };
            let each = self.each(case, condition, [then, otherwise], of);
            return each.and_then(|each| each.meet(&by_words)).unwrap_or(by_words);
        }
        by_words
    }

    /// What is found of each branch in each case in which it is taken, joined; `None` if there is none, or if
    /// too many were told apart before.
    fn each(
        &mut self,
        case: &Case<'a>,
        condition: TermId,
        branches: [TermId; 2],
        mut of: impl FnMut(&mut Cases<'a>, &Case<'a>, TermId) -> Range,
    ) -> Option<Range> {
        let mut joined: Option<Range> = None;
        for (branch, value) in branches.into_iter().zip([true, false]) {
            for case in self.where_it_holds(case, (condition, value))?.iter() {
                let range = of(self, case, branch);
                joined = Some(joined.map_or(range, |joined| joined.join(&range)));
            }
        }
        joined
    }

    /// The cases in which a condition holds; `None` if there were too many before.
    fn where_it_holds(&mut self, case: &Case<'a>, condition: Condition) -> Option<Rc<[Case<'a>]>> {
        let key = (case.decided.clone(), condition);
        if let Some(found) = self.found.get(&key) {
            return Some(found.clone());
        }
        if self.left == 0 || self.work > self.end {
            return None;
        }
        let mut cases = self.split(case, condition, self.left);
        self.left = self.left.saturating_sub(cases.len().max(1));
        for (number, new) in cases.iter_mut().enumerate() {
            // Of several cases with one condition, each has a name of its own.
            new.decided.extend(std::iter::repeat_n(condition, number + 1));
        }
        let cases: Rc<[Case]> = cases.into();
        self.found.insert(key, cases.clone());
        Some(cases)
    }

    /// The cases in which a condition holds, as far as there are no more than `most`. Of two conditions that do not both hold, no range says
    /// anything: so one case is that the first does not hold, and another one that it holds and the second one does not.
    pub fn split(&mut self, case: &Case<'a>, condition: Condition, most: usize) -> Vec<Case<'a>> {
        let cone = self.row.pool().cone([condition.0], |_| false);
        self.work += cone.len();
        let (mut cases, mut splits) = (Vec::new(), 0);
        let mut open = Vec::from_iter(self.under(case, &[condition]));
        while let Some(case) = open.pop() {
            let no_both = |&id: &TermId| match self.row.pool().term(id) {
                Term::Binary(CoreOp::And, a, b) if case.path.get(id) == Range::bit(false) => Some([a, b]),
                _ => None,
            };
            let two = |both: &[TermId; 2]| both.iter().all(|&one| Cases::is_open(&case, one));
            match cone.iter().rev().filter_map(no_both).find(two) {
                Some([first, second]) if cases.len() + open.len() + 1 < most && splits < SPLITS => {
                    splits += 1;
                    open.extend(self.under(&case, &[(first, false)]));
                    open.extend(self.under(&case, &[(first, true), (second, false)]));
                }
                _ => cases.push(case),
            }
        }
        cases
    }
}
