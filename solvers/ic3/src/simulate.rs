//! Simulation: the next state for a state and inputs, where the clauses of a step are the gates of a circuit.
//!
//! A variable is *defined* by some clauses if whatever values their other variables have, one of them leaves it no choice. From the state
//! and the inputs on, each variable that its clauses with variables before it define comes next; so it is the gates' order, from
//! their inputs to their outputs, that is found, without a word about circuits in the problem (as Eén, Biere: *Effective preprocessing in SAT
//! through variable and clause elimination*, SAT 2005, and Iser, Manthey, Sinz: *Recognition of nested gates in CNF formulas*, SAT 2015, find
//! gates). One pass along that order gives all values.

use bitreach_formula::{Cnf, Lit, Var};
use bitreach_limits::{StopFlag, Ticks};
use fastrand::Rng;

/// A variable that more clauses may define is looked for no longer.
const CLAUSES: usize = 100;

/// So many cases are looked at to see that clauses define a variable.
const CASES: usize = 200;

/// So many definitions are guessed at most: each guess looks at all variables.
const GUESSES: usize = 100;

/// The search asks whether to stop after so many variables. To look at one is far less than what a question counts as.
const INTERVAL: u32 = 1000;

/// The gates of a formula, in an order in which they can be evaluated.
pub(crate) struct Simulator {
    /// Each with where its clauses end in `clauses`; they start where those of the one before end.
    defined: Vec<(Var, usize)>,
    /// The numbers of clauses that hold the variable and make it true.
    clauses: Vec<u32>,
    /// By literal: whether it is true. Neither of a variable's is if nothing defines it.
    is_true: Vec<bool>,
    /// By variable: whether it has a value.
    is_known: Vec<bool>,
}

impl Simulator {
    /// The gates of a formula from the variables on that are given; `None` if they do not give all that are wanted, or if `stop`
    /// is raised.
    pub fn new(formula: &Cnf, variables: usize, given: &[Var], wanted: &[Var], stop: &StopFlag) -> Option<Simulator> {
        let mut occurrences: Vec<Vec<u32>> = vec![Vec::new(); variables];
        for (number, clause) in formula.iter().enumerate() {
            clause.iter().for_each(|lit| occurrences[lit.var().index()].push(number as u32));
        }
        let mut search = Search {
            formula,
            is_known: vec![false; variables],
            unknown: formula.iter().map(|clause| clause.len() as u32).collect(),
            last: vec![Vec::new(); variables],
            waiting: Vec::new(),
        };
        (0..formula.len()).for_each(|number| search.look(number as u32));
        let mut simulator = Simulator {
            defined: Vec::new(),
            clauses: Vec::new(),
            is_true: vec![false; 2 * variables],
            is_known: vec![],
        };
        for &var in given {
            search.give(var, &occurrences[var.index()]);
        }
        let (mut guesses, mut ticks) = (0, Ticks::new(stop, INTERVAL));
        while ticks.go_on().is_some() {
            let next = search.waiting.pop();
            let var = match next {
                Some(var) if search.is_known[var.index()] || !search.is_defined(var) => continue,
                Some(var) => var,
                None if wanted.iter().all(|var| search.is_known[var.index()]) => {
                    simulator.is_known = search.is_known;
                    return Some(simulator);
                }
                None if guesses == GUESSES || stop.is_raised() => return None,
                None => {
                    guesses += 1;
                    search.most_defined()?
                }
            };
            let makes_true = |&&number: &&u32| formula.clause(number as usize).contains(&var.positive());
            simulator.clauses.extend(search.last[var.index()].iter().filter(makes_true));
            simulator.defined.push((var, simulator.clauses.len()));
            search.give(var, &occurrences[var.index()]);
        }
        None
    }

    /// The literals of `wanted` that are true where those given are; `None` if the formula, which must be the same, has no such values.
    pub fn step(&mut self, formula: &Cnf, given: impl Iterator<Item = Lit>, wanted: &[Var]) -> Option<Vec<Lit>> {
        let is_true = &mut self.is_true;
        for lit in given {
            is_true[lit.code()] = true;
            is_true[(!lit).code()] = false;
        }
        let mut start = 0;
        for &(var, end) in &self.defined {
            let is_unit = |&number: &u32| {
                formula.clause(number as usize).iter().all(|lit| lit.var() == var || !is_true[lit.code()])
            };
            let value = self.clauses[start..end].iter().any(is_unit);
            is_true[var.positive().code()] = value;
            is_true[var.negative().code()] = !value;
            start = end;
        }
        let is_open = |lit: &Lit| is_true[lit.code()] || !self.is_known[lit.var().index()];
        let is_possible = formula.iter().all(|clause| clause.iter().any(is_open));
        let value = |var: &Var| if is_true[var.positive().code()] { var.positive() } else { var.negative() };
        is_possible.then(|| wanted.iter().map(value).collect())
    }
}

/// The search for gates.
struct Search<'f> {
    formula: &'f Cnf,
    is_known: Vec<bool>,
    /// By clause: of how many of its literals the variable is not known.
    unknown: Vec<u32>,
    /// By variable: the clauses in which it alone is unknown.
    last: Vec<Vec<u32>>,
    /// Variables that may have become defined.
    waiting: Vec<Var>,
}

impl Search<'_> {
    /// The variable is known from here on.
    fn give(&mut self, var: Var, occurrences: &[u32]) {
        if std::mem::replace(&mut self.is_known[var.index()], true) {
            return;
        }
        for &number in occurrences {
            self.unknown[number as usize] -= 1;
            self.look(number);
        }
    }

    /// A clause with one unknown variable may define it.
    fn look(&mut self, number: u32) {
        if self.unknown[number as usize] != 1 {
            return;
        }
        let clause = self.formula.clause(number as usize);
        if let Some(lit) = clause.iter().find(|lit| !self.is_known[lit.var().index()]) {
            self.last[lit.var().index()].push(number);
            self.waiting.push(lit.var());
        }
    }

    /// Whether the clauses whose other variables are known define a variable: whether the rests of them contradict each other.
    fn is_defined(&self, var: Var) -> bool {
        let clauses = &self.last[var.index()];
        let rests: Vec<Vec<Lit>> = clauses
            .iter()
            .map(|&number| {
                self.formula.clause(number as usize).iter().copied().filter(|lit| lit.var() != var).collect()
            })
            .collect();
        clauses.len() <= CLAUSES && contradictory(&rests, &mut { CASES })
    }

    /// The variable that is defined for most values of the others in its clauses: simplification leaves out what a clause says about
    /// values that do not come together. Such a definition is a guess, and each step checks all clauses.
    fn most_defined(&self) -> Option<Var> {
        let share = |index: usize| {
            let var = Var::new(index);
            let clauses = || self.last[index].iter().map(|&number| self.formula.clause(number as usize));
            let is_open = !self.is_known[index]
                && [var.positive(), var.negative()].iter().all(|lit| clauses().any(|clause| clause.contains(lit)));
            is_open.then(|| {
                let defines = |clause: &[Lit]| {
                    clause.iter().filter(|lit| lit.var() != var).fold(u64::MAX, |all, &lit| all & sampled(lit))
                };
                clauses().fold(0, |any, clause| any | defines(clause)).count_ones()
            })
        };
        (0..self.last.len()).filter_map(|index| Some((share(index)?, index))).max().map(|(_, index)| Var::new(index))
    }
}

/// In which of 64 random assignments a literal is false.
fn sampled(lit: Lit) -> u64 {
    let word = Rng::with_seed(lit.var().index() as u64).u64(..);
    if lit.is_positive() {
        word
    } else {
        !word
    }
}

/// Whether clauses have no model, as far as so many cases tell.
fn contradictory(clauses: &[Vec<Lit>], cases: &mut usize) -> bool {
    let Some(shortest) = clauses.iter().min_by_key(|clause| clause.len()) else { return false };
    // One literal after the other is the first of the clause that is true.
    let mut under = clauses.to_vec();
    shortest.iter().all(|&lit| {
        *cases = cases.saturating_sub(1);
        let with = |lit: Lit, clauses: &[Vec<Lit>]| -> Vec<Vec<Lit>> {
            let open = clauses.iter().filter(|clause| !clause.contains(&lit));
            open.map(|clause| clause.iter().copied().filter(|&other| other != !lit).collect()).collect()
        };
        let holds = *cases > 0 && contradictory(&with(lit, &under), cases);
        under = with(!lit, &under);
        holds
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_formula::testing::{cnf, for_all, Random};
    use bitreach_formula::Polarity;

    fn vars(indices: std::ops::Range<usize>) -> Vec<Var> {
        indices.map(Var::new).collect()
    }

    #[test]
    fn what_is_no_gate_defines_nothing() {
        let or = cnf(&[&[-1, 3], &[-2, 3], &[1, 2, -3]]);
        assert!(Simulator::new(&or, 3, &vars(0..2), &vars(2..3), &StopFlag::default()).is_some());
        assert!(Simulator::new(&or, 3, &vars(0..1), &vars(2..3), &StopFlag::default()).is_none());
        let implied = cnf(&[&[-1, 3], &[-2, 3]]);
        assert!(Simulator::new(&implied, 3, &vars(0..2), &vars(2..3), &StopFlag::default()).is_none());
        let not_both = cnf(&[&[-1, -2], &[-1, 3], &[-2, 3], &[1, 2, -3]]);
        assert!(Simulator::new(&not_both, 3, &vars(0..2), &vars(2..3), &StopFlag::default()).is_some());
        // What is said for three of four values of 1 and 2, which are not both true.
        let partly = cnf(&[&[-1, -2], &[-1, 2, -3], &[1, -2, -3], &[1, 2, 3]]);
        let mut simulator =
            Simulator::new(&partly, 3, &vars(0..2), &vars(2..3), &StopFlag::default()).expect("it is a guess");
        let given = |a: bool, b: bool| [(0, a), (1, b)].map(|(at, value)| Var::new(at).lit(Polarity::of_value(value)));
        let mut step = |a, b| simulator.step(&partly, given(a, b).into_iter(), &vars(2..3));
        let (yes, no) = (Var::new(2).positive(), Var::new(2).negative());
        assert_eq!([step(false, false), step(true, false), step(true, true)], [Some(vec![yes]), Some(vec![no]), None]);
        let chosen = cnf(&[&[-1, -2, 4], &[-1, 2, -4], &[1, -3, 4], &[1, 3, -4]]);
        assert!(Simulator::new(&chosen, 4, &vars(0..3), &vars(3..4), &StopFlag::default()).is_some());
        assert!(!contradictory(&[], &mut 9) && contradictory(&[vec![]], &mut 9));
    }

    /// Random circuits, their clauses mixed: each value is the gate's. A clause about the inputs alone excludes what violates it.
    #[test]
    fn steps_are_what_the_gates_say() {
        const INPUTS: usize = 5;
        let (mut steps, mut excluded) = (0, 0);
        for_all(
            200,
            |random: &mut Random| random.below(1 << 30) as u64,
            |seed| {
                let mut random = Random::new(seed);
                let count = INPUTS + 1 + random.below(20);
                let mut gates: Vec<(usize, Lit, Lit, Lit)> = Vec::new();
                let mut clauses: Vec<Vec<Lit>> = Vec::new();
                for out in INPUTS..count {
                    let mut pick = || Var::new(random.below(out)).lit(Polarity::of_value(random.below(2) == 0));
                    let (a, b, c) = (pick(), pick(), pick());
                    let (kind, out_lit) = (random.below(4), Var::new(out).positive());
                    for values in 0..8_u8 {
                        let [x, y, z] = [0, 1, 2].map(|bit| values >> bit & 1 == 1);
                        let value = apply(kind, [x, y, z]);
                        let differs = |lit: Lit, value: bool| if value { !lit } else { lit };
                        let mut clause = vec![differs(a, x), differs(b, y), differs(c, z)];
                        clause.push(if value { out_lit } else { !out_lit });
                        clause.sort_unstable();
                        clause.dedup();
                        if clause.windows(2).all(|pair| pair[0] != !pair[1]) {
                            clauses.push(clause);
                        }
                    }
                    gates.push((kind, a, b, c));
                }
                let rule = [Var::new(0).positive(), Var::new(1).negative()];
                clauses.push(rule.to_vec());
                for at in (1..clauses.len()).rev() {
                    clauses.swap(at, random.below(at + 1));
                }
                let formula: Cnf = clauses.iter().map(|clause| &clause[..]).collect();
                let (given, all) = (vars(0..INPUTS), vars(0..count));
                let mut simulator =
                    Simulator::new(&formula, count, &given, &all, &StopFlag::default()).expect("gates define all");
                for values in 0..1_u32 << INPUTS {
                    let mut is_true: Vec<bool> = (0..INPUTS).map(|bit| values >> bit & 1 == 1).collect();
                    for &(kind, a, b, c) in &gates {
                        let of = |lit: Lit| is_true[lit.var().index()] == lit.is_positive();
                        let value = apply(kind, [of(a), of(b), of(c)]);
                        is_true.push(value);
                    }
                    let lit = |index: usize| Var::new(index).lit(Polarity::of_value(is_true[index]));
                    let is_possible = is_true[0] || !is_true[1];
                    let expected = is_possible.then(|| (0..count).map(lit).collect::<Vec<_>>());
                    let found = simulator.step(&formula, (0..INPUTS).map(lit), &all);
                    assert_eq!(found, expected);
                    (steps, excluded) = (steps + 1, excluded + usize::from(!is_possible));
                }
            },
        );
        assert!(steps >= 6000 && excluded >= 1000, "{steps}, {excluded}");
    }

    fn apply(kind: usize, [x, y, z]: [bool; 3]) -> bool {
        match kind {
            0 => x && y,
            1 => x ^ y,
            2 => x || y || z,
            _ => [z, y][usize::from(x)],
        }
    }
}
