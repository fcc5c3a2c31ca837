//! Bounded variable elimination: gates whose defining clauses are replaced by resolvents, where that needs no more clauses.
//!
//! After Eén, Biere: *Effective preprocessing in SAT through variable and clause elimination* (SAT 2005): a variable goes where
//! the resolvents on it that are no tautologies are not more than the clauses that have it ([`Formula::attempt`]); resolvents
//! that a clause implies by subsumption are not kept, nor clauses that a resolvent implies ([`Formula::add`]).
//!
//! Frozen is what is known from step to step or by name: states, inputs, predicates, and all that `I` or `G` speaks of. What is
//! left of a step are its gates, which occur in `U` and `T` alone, and in `T` never primed. A step `s` is asked about by
//! `U(s)`, and by `U(s) ∧ T(s, s')` where another follows: a resolvent belongs to `U` if both its parents do, and to `T`
//! otherwise, so that in both cases exactly the projection to what is left is asked.
//!
//! The way back is the run's own: gates get their values when the graph is evaluated. Certificates do not speak of them.

use bitreach_dimspec::{DimSpec, SymbolKind};
use bitreach_formula::{Cnf, Lit, Var};
use bitreach_limits::{StopFlag, Ticks};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A variable with more clauses of each polarity stays.
const MOST_CLAUSES: usize = 16;
/// A resolvent may be so long, or as long as its longer parent.
const LONGEST: usize = 8;
/// So many literals are looked at before the rest stays as it is.
const EFFORT: usize = 100_000_000;
/// After so many variables the time is looked at.
const ATTEMPTS: u32 = 100;

/// Eliminates what can be until `stop` is raised; gives the variables of a step that are left, ascending, as they were numbered.
pub fn eliminate(problem: &mut DimSpec, stop: &StopFlag) -> Vec<usize> {
    let mut ticks = Ticks::new(stop, ATTEMPTS);
    let is_frozen = frozen(problem);
    let mut formula = Formula::new(problem);
    let cost = |formula: &Formula, var: usize| formula.cost(Var::new(var));
    let mut open: BinaryHeap<Reverse<(usize, usize)>> =
        (0..problem.variables).filter(|&var| !is_frozen[var]).map(|var| Reverse((cost(&formula, var), var))).collect();
    let mut is_gone = vec![false; problem.variables];
    while let Some(Reverse((before, var))) = open.pop() {
        if formula.effort > EFFORT || ticks.go_on().is_none() {
            break;
        }
        // Where clauses changed by an elimination there is a newer entry; those that were subsumed alone are not worth one.
        if is_gone[var] || before != cost(&formula, var) {
            continue;
        }
        let Some(touched) = formula.attempt(Var::new(var)) else { continue };
        is_gone[var] = true;
        for other in touched {
            if other < problem.variables && !is_frozen[other] && !is_gone[other] {
                open.push(Reverse((cost(&formula, other), other)));
            }
        }
    }
    let kept: Vec<usize> = (0..problem.variables).filter(|&var| !is_gone[var]).collect();
    renumber(problem, &formula, &kept);
    kept
}

/// Which variables of a step stay.
fn frozen(problem: &DimSpec) -> Vec<bool> {
    let mut frozen = vec![false; problem.variables];
    let named = problem.symbols.table.iter().filter(|symbol| symbol.kind != SymbolKind::Gate).map(|symbol| symbol.var);
    let spoken = problem.initial.lits().iter().chain(problem.goal.lits()).map(|lit| lit.var());
    named.chain(spoken).chain(problem.state_variables()).for_each(|var| frozen[var.index()] = true);
    frozen
}

/// Numbers the variables that are left without gaps, in their order.
fn renumber(problem: &mut DimSpec, formula: &Formula, kept: &[usize]) {
    let before = problem.variables;
    let mut number = vec![usize::MAX; before];
    kept.iter().enumerate().for_each(|(new, &old)| number[old] = new);
    let renamed = |lit: Lit| {
        let (index, step) = (lit.var().index() % before, lit.var().index() / before);
        Var::new(number[index] + step * kept.len()).lit(lit.polarity())
    };
    let rename = |cnf: &mut Cnf, clause: &[Lit]| cnf.add(&clause.iter().map(|&lit| renamed(lit)).collect::<Vec<_>>());
    let rewritten = |section: &Cnf| {
        let mut cnf = Cnf::new();
        section.iter().for_each(|clause| rename(&mut cnf, clause));
        cnf
    };
    (problem.initial, problem.goal) = (rewritten(&problem.initial), rewritten(&problem.goal));
    (problem.universal, problem.transition) = (Cnf::new(), Cnf::new());
    formula.part(true).for_each(|clause| rename(&mut problem.universal, clause));
    formula.part(false).for_each(|clause| rename(&mut problem.transition, clause));
    problem.variables = kept.len();
    problem.symbols.table.retain(|symbol| number[symbol.var.index()] != usize::MAX);
    for symbol in &mut problem.symbols.table {
        symbol.var = Var::new(number[symbol.var.index()]);
    }
    for clause in &mut problem.symbols.candidates {
        *clause = bitreach_formula::Clause::new(clause.iter().map(|&lit| renamed(lit)));
    }
}

/// A clause: its literals, ascending; none once it has been deleted.
struct Row {
    lits: Vec<Lit>,
    in_universal: bool,
    deleted: bool,
    /// A bit for each variable, many sharing one.
    signature: u64,
}

/// `U ∧ T`.
struct Formula {
    rows: Vec<Row>,
    /// By literal code: the clauses that have the literal, deleted ones among them.
    occurrences: Vec<Vec<usize>>,
    /// By literal code: how many clauses have it.
    counts: Vec<usize>,
    /// By literal code: marks of the clause at hand.
    marks: Vec<bool>,
    effort: usize,
}

fn signature(lits: &[Lit]) -> u64 {
    lits.iter().fold(0, |bits, lit| bits | 1 << (lit.var().index() % 64))
}

impl Formula {
    fn new(problem: &DimSpec) -> Formula {
        let codes = 4 * problem.variables;
        let mut formula = Formula {
            rows: Vec::new(),
            occurrences: vec![Vec::new(); codes],
            counts: vec![0; codes],
            marks: vec![false; codes],
            effort: 0,
        };
        let universal = problem.universal.iter().map(|clause| (clause, true));
        for (clause, in_universal) in universal.chain(problem.transition.iter().map(|clause| (clause, false))) {
            let mut lits = clause.to_vec();
            lits.sort_unstable();
            lits.dedup();
            // A tautology says nothing, but a resolvent with itself would.
            if lits.windows(2).all(|pair| pair[0] != !pair[1]) {
                formula.push(lits, in_universal);
            }
        }
        formula
    }

    fn part(&self, in_universal: bool) -> impl Iterator<Item = &[Lit]> + '_ {
        let rows = self.rows.iter().filter(move |row| !row.deleted && row.in_universal == in_universal);
        rows.map(|row| &row.lits[..])
    }

    /// An upper bound of how many resolvents there are.
    fn cost(&self, var: Var) -> usize {
        self.counts[var.positive().code()] * self.counts[var.negative().code()]
    }

    fn push(&mut self, lits: Vec<Lit>, in_universal: bool) {
        for lit in &lits {
            self.occurrences[lit.code()].push(self.rows.len());
            self.counts[lit.code()] += 1;
        }
        self.rows.push(Row { signature: signature(&lits), lits, in_universal, deleted: false });
    }

    fn delete(&mut self, row: usize) {
        self.rows[row].deleted = true;
        let lits = std::mem::take(&mut self.rows[row].lits);
        lits.iter().for_each(|lit| self.counts[lit.code()] -= 1);
    }

    /// The clauses that have a literal.
    fn rows_with(&mut self, lit: Lit) -> Vec<usize> {
        let rows = &self.rows;
        self.occurrences[lit.code()].retain(|&row| !rows[row].deleted);
        self.occurrences[lit.code()].clone()
    }

    /// Eliminates a variable unless that needs more clauses; gives the variables of the clauses that changed.
    fn attempt(&mut self, var: Var) -> Option<Vec<usize>> {
        let [with, against] = [var.positive(), var.negative()].map(|lit| self.counts[lit.code()]);
        if with > MOST_CLAUSES && against > MOST_CLAUSES {
            return None;
        }
        let [with, against] = [var.positive(), var.negative()].map(|lit| self.rows_with(lit));
        let mut resolvents = Vec::new();
        for &one in &with {
            for &other in &against {
                let Some(resolvent) = self.resolvent(one, other, var) else { continue };
                let longest = self.rows[one].lits.len().max(self.rows[other].lits.len()).max(LONGEST);
                if resolvents.len() == with.len() + against.len() || resolvent.len() > longest {
                    return None;
                }
                resolvents.push((resolvent, self.rows[one].in_universal && self.rows[other].in_universal));
            }
        }
        let mut touched: Vec<usize> = Vec::new();
        for row in with.into_iter().chain(against) {
            touched.extend(self.rows[row].lits.iter().map(|lit| lit.var().index()));
            self.delete(row);
        }
        touched.sort_unstable();
        touched.dedup();
        resolvents.into_iter().for_each(|(lits, in_universal)| self.add(lits, in_universal));
        Some(touched)
    }

    /// The resolvent of two clauses; `None` for a tautology.
    fn resolvent(&mut self, one: usize, other: usize, var: Var) -> Option<Vec<Lit>> {
        let (one, other) = (&self.rows[one].lits, &self.rows[other].lits);
        self.effort += one.len() + other.len();
        one.iter().for_each(|lit| self.marks[lit.code()] = true);
        let tautology = other.iter().any(|&lit| lit.var() != var && self.marks[(!lit).code()]);
        one.iter().for_each(|lit| self.marks[lit.code()] = false);
        if tautology {
            return None;
        }
        let mut lits: Vec<Lit> = one.iter().chain(other).copied().filter(|lit| lit.var() != var).collect();
        lits.sort_unstable();
        lits.dedup();
        Some(lits)
    }

    /// Adds a clause unless one implies it that is there, and deletes those that it implies. What is in `T` alone implies
    /// nothing that is in `U`: the last step of a run satisfies only `U`.
    fn add(&mut self, lits: Vec<Lit>, in_universal: bool) {
        let signature = signature(&lits);
        lits.iter().for_each(|lit| self.marks[lit.code()] = true);
        let implied = lits.iter().any(|lit| {
            let mut rows = self.occurrences[lit.code()].iter().map(|&row| &self.rows[row]);
            rows.any(|row| {
                self.effort += 1;
                !row.deleted
                    && row.lits.len() <= lits.len()
                    && (row.in_universal || !in_universal)
                    && row.signature & !signature == 0
                    && row.lits.iter().all(|lit| self.marks[lit.code()])
            })
        });
        lits.iter().for_each(|lit| self.marks[lit.code()] = false);
        if implied {
            return;
        }
        if let Some(&rarest) = lits.iter().min_by_key(|lit| self.counts[lit.code()]) {
            for row in self.rows_with(rarest) {
                self.effort += 1;
                let other = &self.rows[row];
                let subsumes = lits.len() <= other.lits.len()
                    && (in_universal || !other.in_universal)
                    && signature & !other.signature == 0
                    && lits.iter().all(|lit| other.lits.binary_search(lit).is_ok());
                if subsumes {
                    self.delete(row);
                }
            }
        }
        self.push(lits, in_universal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_engine::testing::{any_problem, brute_force};
    use bitreach_formula::testing::{for_all, with_seed};

    /// Problems of all kinds, relational ones among them: the answer and the length of a shortest run stay.
    #[test]
    fn answers_and_depths_stay() {
        let mut eliminated = 0;
        for_all(800, with_seed(any_problem), |((mut problem, expected), seed)| {
            // A gate may be part of what always holds.
            if seed % 5 == 0 && problem.universal.is_empty() {
                let gate = problem.symbols.of_kind(SymbolKind::Gate).next();
                gate.into_iter().for_each(|gate| problem.universal.add(&[gate.positive(), Var::new(0).positive()]));
            }
            let expected = if seed % 5 == 0 { brute_force(&problem) } else { expected };
            let (before, states) = (problem.variables, problem.state_variables().len());
            let clauses = problem.universal.len() + problem.transition.len();
            let kept = eliminate(&mut problem, &StopFlag::new());
            assert_eq!(problem.variables, kept.len());
            assert_eq!(problem.out_of_range(), None);
            assert_eq!(brute_force(&problem), expected);
            assert!(problem.universal.len() + problem.transition.len() <= clauses);
            assert!(problem.state_variables().len() <= states);
            eliminated += before - kept.len();
        });
        assert!(eliminated > 100, "{eliminated}");
    }

    /// `4 = 1 ∧ 2` is read by the next value of 3 alone: it goes, and the clauses say `3' = 1 ∧ 2`.
    #[test]
    fn a_gate_becomes_its_resolvents() {
        let clause = |lits: &[i32]| lits.iter().filter_map(|&lit| Lit::from_dimacs(lit)).collect::<Vec<_>>();
        let cnf = |clauses: &[&[i32]]| {
            clauses.iter().fold(Cnf::new(), |mut cnf, lits| {
                cnf.add(&clause(lits));
                cnf
            })
        };
        let mut problem = DimSpec {
            variables: 4,
            initial: cnf(&[&[1], &[2]]),
            transition: cnf(&[&[-4, 1], &[-4, 2], &[4, -1, -2], &[-7, 4], &[7, -4]]),
            ..DimSpec::default()
        };
        assert_eq!(eliminate(&mut problem, &StopFlag::new()), [0, 1, 2]);
        let sorted = |cnf: &Cnf| {
            let mut clauses: Vec<Vec<Lit>> = cnf.iter().map(<[Lit]>::to_vec).collect();
            clauses.sort();
            clauses
        };
        assert_eq!(sorted(&problem.transition), sorted(&cnf(&[&[1, -6], &[2, -6], &[-1, -2, 6]])));
    }
}
