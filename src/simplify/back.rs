//! From the simplified problem back to the problem as it was.

use super::classes::{Merges, Replacement};
use crate::blast::AigLit;
use crate::dimspec::{Emitted, Graph};
use bitreach_engine::{Certificate, Exhausted, KInduction, Trace, Verdict};
use bitreach_formula::{Clause, Lit, Var};
use rustc_hash::FxHashMap;

/// The way back.
#[derive(Clone, Debug)]
pub struct Back {
    /// The graph as it was.
    graph: Graph,
    /// The first values of its states.
    initial: Vec<Option<bool>>,
    /// For each bit that is kept, states first, its variable as it was.
    words: Vec<usize>,
    /// What the variables of the simplified problem were: bits that are kept, and predicates.
    lits: FxHashMap<Var, Lit>,
    /// What the replacements of bits of states say, as clauses.
    pub(super) equalities: Vec<Clause>,
}

impl Back {
    /// The way from `simple`, in which the variables `words` of `emitted` are kept, and whose predicates were the edges
    /// `predicates` of its graph.
    pub(super) fn new(
        emitted: &Emitted,
        simple: &Emitted,
        words: &[usize],
        predicates: &[AigLit],
        initial: Vec<Option<bool>>,
        merges: &Merges,
    ) -> Back {
        let mut lits: FxHashMap<Var, Lit> = FxHashMap::default();
        lits.extend(words.iter().enumerate().map(|(new, &old)| (Var::new(new), Var::new(old).positive())));
        let variables = |graph: &Graph| -> FxHashMap<usize, Var> {
            let named = graph.edges.iter().enumerate().filter(|(_, edge)| !edge.is_constant());
            named.map(|(var, edge)| (edge.node(), Var::new(var))).collect()
        };
        let (before, after) = (variables(&emitted.graph), variables(&simple.graph));
        for (old, new) in predicates.iter().zip(&simple.graph.predicates) {
            if let (Some(old_var), Some(&new_var)) = (before.get(&old.node()), after.get(&new.node())) {
                let lit = old_var.positive();
                let same = old.is_complemented() == new.is_complemented();
                lits.entry(new_var).or_insert(if same { lit } else { !lit });
            }
        }
        let says = |var: usize| {
            let (replacement, var) = (merges[var], Var::new(var));
            match replacement {
                None => Vec::new(),
                Some(Replacement::Constant(true)) => vec![Clause::new([var.positive()])],
                Some(Replacement::Constant(false)) => vec![Clause::new([var.negative()])],
                Some(Replacement::Bit(lit)) => {
                    vec![Clause::new([var.positive(), !lit]), Clause::new([var.negative(), lit])]
                }
            }
        };
        let equalities = (0..initial.len()).flat_map(says).collect();
        Back { graph: emitted.graph.clone(), initial, words: words.to_vec(), lits, equalities }
    }

    /// How many bits are kept, of states and inputs.
    pub fn kept(&self) -> usize {
        self.words.len()
    }

    /// The verdict about the problem as it was; `None` if its evidence has no way back.
    pub fn verdict(&self, verdict: Verdict) -> Option<Verdict> {
        Some(match verdict {
            Verdict::Safe(certificate) => Verdict::Safe(self.certificate(certificate)?),
            Verdict::Unsafe(trace) => Verdict::Unsafe(self.trace(&trace)),
            unknown => unknown,
        })
    }

    /// `None` where it speaks of gates, which need not have a counterpart.
    fn certificate(&self, certificate: Certificate) -> Option<Certificate> {
        Some(match certificate {
            Certificate::Invariant(clauses) => Certificate::Invariant(self.clauses(&clauses)?),
            Certificate::KInduction(KInduction { k, lemmas, distinct }) => {
                Certificate::KInduction(KInduction { k, lemmas: self.clauses(&lemmas)?, distinct })
            }
            // Where it says of steps that they stay where they are, bits that are left out need not.
            Certificate::Exhausted(Exhausted { depth, alive, may_stay, lemmas }) => {
                let (alive, lemmas) = (self.mapped(&alive)?, self.clauses(&lemmas)?);
                Certificate::Exhausted(Exhausted { depth, alive, may_stay, lemmas })
            }
        })
    }

    /// Clauses in the variables as they were, and what the replacements say.
    fn clauses(&self, clauses: &[Clause]) -> Option<Vec<Clause>> {
        Some(self.mapped(clauses)?.into_iter().chain(self.equalities.iter().cloned()).collect())
    }

    /// Clauses in the variables as they were.
    fn mapped(&self, clauses: &[Clause]) -> Option<Vec<Clause>> {
        let lit = |lit: &Lit| self.lits.get(&lit.var()).map(|&old| if lit.is_negative() { !old } else { old });
        let clause = |clause: &Clause| clause.iter().map(lit).collect::<Option<Vec<Lit>>>().map(Clause::new);
        clauses.iter().map(clause).collect()
    }

    /// The run from the same first state under the same inputs; what is left out is 0 where it is free.
    fn trace(&self, trace: &Trace) -> Trace {
        let states = self.graph.next.len();
        let first = trace.steps.first();
        let mut leaves: Vec<bool> = self.initial.iter().map(|value| value.unwrap_or(false)).collect();
        for (new, &old) in self.words.iter().enumerate().filter(|(_, &old)| old < states) {
            if let (None, Some(first)) = (self.initial[old], first) {
                leaves[old] = first.value(Var::new(new));
            }
        }
        let mut steps = Vec::with_capacity(trace.steps.len());
        for step in &trace.steps {
            leaves.resize(states + self.graph.inputs, false);
            for (new, &old) in self.words.iter().enumerate().filter(|(_, &old)| old >= states) {
                leaves[old] = step.value(Var::new(new));
            }
            let (assignment, next) = self.graph.step(&leaves);
            steps.push(assignment);
            leaves = next;
        }
        Trace { steps }
    }
}
