//! The clauses of one step, reduced by what is known about it before they go to the solver.
//!
//! Known are values that hold in every run, and literals that are equal to one of the solver. Both come from the step
//! before: the first step's constants fix a part of the second, and so on. Unit propagation finds constants, and pairs
//! of binary clauses `a ∨ b`, `¬a ∨ ¬b` find equalities (Brafman: A simplifier for propositional formulas with many binary
//! clauses, 2001, of which this is the least part). Programs gain by both: as long as the location is known, all of `T` but
//! one block's part is satisfied, and values that the block keeps are equal to those before, not copies of them.

use bitreach_formula::{Cnf, Lit, Var};
use rustc_hash::FxHashSet;

/// How often equalities are looked for: each may show others.
const ROUNDS: usize = 4;

/// How often all clauses are looked at for values. Circuits are written from inputs to outputs, so that values come through in
/// one or two rounds; a value that is missed is left to the solver.
const SWEEPS: usize = 8;

/// The solver's literals and what is known about them for good.
#[derive(Debug)]
pub(crate) struct Names {
    /// For each solver variable its value in every run, if that is known.
    fixed: Vec<Option<bool>>,
}

/// The literal that is true. Its variable is the solver's first.
pub(crate) fn truth() -> Lit {
    Var::new(0).positive()
}

impl Names {
    /// The names of a solver that knows nothing but [`truth`].
    pub fn new() -> Names {
        Names { fixed: vec![Some(true)] }
    }

    /// How many solver variables are in use.
    pub fn variables(&self) -> usize {
        self.fixed.len()
    }

    /// A new solver variable.
    pub fn fresh(&mut self) -> Var {
        self.fixed.push(None);
        Var::new(self.fixed.len() - 1)
    }

    /// The value of a solver literal in every run, if it is known.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.fixed[lit.var().index()].map(|value| value == lit.is_positive())
    }

    /// From here on the literal is known to be true.
    pub fn fix(&mut self, lit: Lit) {
        self.fixed[lit.var().index()] = Some(lit.is_positive());
    }

    /// Takes out of the clause what is known to be false, and duplicates. False if the clause holds anyway.
    pub fn reduce(&self, clause: &mut Vec<Lit>) -> bool {
        clause.sort_unstable();
        clause.dedup();
        let tautology = clause.windows(2).any(|pair| pair[0] == !pair[1]);
        let satisfied = clause.iter().any(|&lit| self.value(lit) == Some(true));
        clause.retain(|&lit| self.value(lit).is_none());
        !tautology && !satisfied
    }
}

/// The solver literal for each variable of a window, as far as it has one.
pub(crate) type Images = Vec<Option<Lit>>;

/// The literal that stands for a window's literal.
fn image(images: &[Option<Lit>], lit: Lit) -> Option<Lit> {
    let positive = images[lit.var().index()]?;
    Some(if lit.is_positive() { positive } else { !positive })
}

/// A literal in a clause that is not decided yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Open {
    /// Of the solver.
    Named(Lit),
    /// Of the window, without a literal of the solver.
    Free(Lit),
}

impl Open {
    fn negated(self) -> Open {
        match self {
            Open::Named(lit) => Open::Named(!lit),
            Open::Free(lit) => Open::Free(!lit),
        }
    }
}

/// What a clause comes to.
enum Rest {
    Satisfied,
    /// At most two literals are given, and how many there are.
    Open([Option<Open>; 2], usize),
}

/// Reduces the template's clauses by what is known of the window and gives the rest, over solver literals, to `emit`:
/// with the values that follow, as unit clauses, and with new solver variables where there are none yet.
pub(crate) fn instantiate(template: &Cnf, images: &mut Images, names: &mut Names, emit: &mut dyn FnMut(&[Lit])) {
    let mut fold = Fold { template, images, names, conflict: false, units: Vec::new() };
    let mut active: Vec<u32> = (0..template.len() as u32).collect();
    for _ in 0..ROUNDS {
        let found = fold.propagate(&mut active) && fold.equate(&active);
        if !found {
            break;
        }
    }
    fold.propagate(&mut active);
    if fold.conflict {
        emit(&[]);
        return;
    }
    let units = std::mem::take(&mut fold.units);
    units.iter().for_each(|&unit| emit(&[unit]));
    let mut clause = Vec::new();
    for index in active {
        clause.clear();
        clause.extend(template.clause(index as usize).iter().map(|&lit| fold.named(lit)));
        if fold.names.reduce(&mut clause) {
            emit(&clause);
        }
    }
}

struct Fold<'a> {
    template: &'a Cnf,
    images: &'a mut Images,
    names: &'a mut Names,
    /// Whether a clause is violated in every run.
    conflict: bool,
    /// Solver literals that have become known.
    units: Vec<Lit>,
}

impl Fold<'_> {
    /// The solver literal for a literal of the window, a new one if there is none.
    fn named(&mut self, lit: Lit) -> Lit {
        let variable = lit.var().index();
        if self.images[variable].is_none() {
            self.images[variable] = Some(self.names.fresh().positive());
        }
        image(self.images, lit).unwrap_or(truth())
    }

    fn rest(&self, index: u32) -> Rest {
        let (mut open, mut count) = ([None, None], 0);
        for &lit in self.template.clause(index as usize) {
            let literal = match image(self.images, lit) {
                None => Open::Free(lit),
                Some(named) => match self.names.value(named) {
                    Some(true) => return Rest::Satisfied,
                    Some(false) => continue,
                    None => Open::Named(named),
                },
            };
            if open.contains(&Some(literal)) {
                continue;
            }
            if open.contains(&Some(literal.negated())) {
                return Rest::Satisfied;
            }
            if let Some(place) = open.get_mut(count) {
                *place = Some(literal);
            }
            count += 1;
        }
        Rest::Open(open, count)
    }

    fn make_true(&mut self, literal: Open) {
        match literal {
            Open::Named(lit) => {
                self.names.fix(lit);
                self.units.push(lit);
            }
            Open::Free(lit) => {
                let value = if lit.is_positive() { truth() } else { !truth() };
                self.images[lit.var().index()] = Some(value);
            }
        }
    }

    /// Unit propagation; leaves the clauses that are not satisfied. False if one is violated.
    fn propagate(&mut self, active: &mut Vec<u32>) -> bool {
        for _ in 0..SWEEPS {
            let mut changed = false;
            // A value that one clause gives serves those after it at once.
            active.retain(|&index| match self.rest(index) {
                Rest::Open([Some(literal), _], 1) => {
                    self.make_true(literal);
                    changed = true;
                    false
                }
                Rest::Open(_, 0) => {
                    self.conflict = true;
                    false
                }
                Rest::Open(..) => true,
                Rest::Satisfied => false,
            });
            if self.conflict || !changed {
                break;
            }
        }
        !self.conflict
    }

    /// Gives free variables the solver literals that they are equal to. True if there are some.
    fn equate(&mut self, active: &[u32]) -> bool {
        let mut binary: FxHashSet<(Open, Open)> = FxHashSet::default();
        let mut found = false;
        for &index in active {
            // Read again each time: a literal may have got its name by the clause before.
            let Rest::Open([Some(one), Some(two)], 2) = self.rest(index) else { continue };
            let key = |one: Open, two: Open| if one < two { (one, two) } else { (two, one) };
            if !binary.contains(&key(one.negated(), two.negated())) {
                binary.insert(key(one, two));
                continue;
            }
            found |= match (one, two.negated()) {
                (Open::Free(free), equal) | (equal, Open::Free(free)) => {
                    let equal = match equal {
                        Open::Named(lit) => lit,
                        Open::Free(lit) => self.named(lit),
                    };
                    self.images[free.var().index()] = Some(if free.is_positive() { equal } else { !equal });
                    true
                }
                (Open::Named(_), Open::Named(_)) => false,
            };
        }
        found
    }
}
