//! Simulation: the next state for a state and inputs, where the clauses of a step are the gates of a circuit.
//!
//! A variable is *defined* by some clauses if whatever values their other variables have, one of them leaves it no choice. From the state
//! and the inputs on, each variable that its clauses with variables before it define comes next. This finds the gates in order, from inputs
//! to outputs; the problem need not say what a gate is (as Eén, Biere: *Effective preprocessing in SAT through variable and clause
//! elimination*, SAT 2005, and Iser, Manthey, Sinz: *Recognition of nested gates in CNF formulas*, SAT 2015, find gates). One pass along
//! that order gives all values.
//!
//! Simplification leaves out what a gate says about values that never come together. Where no variable is defined any more, one that is
//! defined for most values of the others is taken: a *guess*. A step that rests on guesses counts only where each clause is true.
//!
//! | function | what |
//! |---|---|
//! | [`Simulator::new`] | finds the gates |
//! | [`Simulator::step`] | evaluates them |

use bitreach_formula::{Cnf, Lit, Var};
use bitreach_limits::StopFlag;
use fastrand::Rng;

/// A variable that more clauses may define is not tested.
const CLAUSES: usize = 1000;

/// So many clauses are tested though they all make a variable true, or all false.
const CONSTANT: usize = 4;

/// So many cases are looked at to see that clauses define a variable.
const CASES: usize = 200;

/// So many definitions are guessed at most.
const GUESSES: usize = 500;

/// In how many of 64 samples a guess is decided at least.
const SHARE: u32 = 32;

/// The search for gates asks whether to stop once it has looked at so many literals: that takes about as long as a question counts for.
const LITERALS: usize = 20_000;

/// The gates of a formula, in an order in which they can be evaluated.
pub(crate) struct Simulator {
    /// Each with where its clauses end in `clauses`; they start where those of the one before end.
    defined: Vec<(Var, usize)>,
    /// The numbers of clauses that hold the variable and make it true.
    clauses: Vec<u32>,
    /// By literal: whether it is true. Both literals of a variable without a definition stay false.
    is_true: Vec<bool>,
    /// By variable: whether it has a value.
    is_known: Vec<bool>,
    /// How many of the definitions are guesses.
    pub guesses: usize,
}

impl Simulator {
    /// The gates of a formula from the variables on that are given; `None` if they do not give all that are wanted, or if `stop`
    /// is raised.
    pub fn new(formula: &Cnf, variables: usize, given: &[Var], wanted: &[Var], stop: &StopFlag) -> Option<Simulator> {
        let mut search = Search::new(formula, variables);
        given.iter().for_each(|&var| search.give(var));
        if wanted.iter().any(|var| !search.is_known[var.index()] && search.occurrences[var.index()].is_empty()) {
            return None;
        }
        let (mut defined, mut clauses, mut guesses) = (Vec::new(), Vec::new(), 0);
        loop {
            let var = match search.next_defined(stop)? {
                Some(var) => var,
                None => match (guesses < GUESSES).then(|| search.mostly_defined()).flatten() {
                    Some(var) => {
                        guesses += 1;
                        var
                    }
                    None if wanted.iter().all(|var| search.is_known[var.index()]) => break,
                    None => return None,
                },
            };
            let makes_true = |&&number: &&u32| formula.clause(number as usize).contains(&var.positive());
            clauses.extend(search.ready[var.index()].iter().filter(makes_true));
            defined.push((var, clauses.len()));
            search.give(var);
        }
        Some(Simulator { defined, clauses, is_true: vec![false; 2 * variables], is_known: search.is_known, guesses })
    }

    /// The literals of `wanted` that are true where those given are, which are one of each given variable. `None` if a clause is false then:
    /// then the formula, which must be the same, has no such values, or a guess was wrong. Where nothing was guessed, the formula has such
    /// values or none at all; where something was, it has them.
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
        let is_open = |lit: &Lit| is_true[lit.code()] || self.guesses == 0 && !self.is_known[lit.var().index()];
        let is_possible = formula.iter().all(|clause| clause.iter().any(is_open));
        let value = |var: &Var| if is_true[var.positive().code()] { var.positive() } else { var.negative() };
        is_possible.then(|| wanted.iter().map(value).collect())
    }
}

/// The search for gates.
struct Search<'f> {
    formula: &'f Cnf,
    /// By variable: the numbers of its clauses.
    occurrences: Vec<Vec<u32>>,
    is_known: Vec<bool>,
    /// By clause: of how many of its literals the variable is not known.
    unknown: Vec<u32>,
    /// By variable: its clauses in which it alone is unknown.
    ready: Vec<Vec<u32>>,
    /// By literal: whether it is in such a clause.
    is_ready: Vec<bool>,
    /// By variable: in which of 64 samples of values such a clause decides it.
    decided: Vec<u64>,
    /// Variables that may have become defined.
    waiting: Vec<Var>,
    is_waiting: Vec<bool>,
    /// Scratch of `is_defined`, by literal: whether it is true in the case that is looked at.
    is_true: Vec<bool>,
    /// How many literals have been looked at since `stop` was asked.
    work: usize,
}

impl<'f> Search<'f> {
    fn new(formula: &'f Cnf, variables: usize) -> Search<'f> {
        let mut search = Search {
            formula,
            occurrences: vec![Vec::new(); variables],
            is_known: vec![false; variables],
            unknown: formula.iter().map(|clause| clause.len() as u32).collect(),
            ready: vec![Vec::new(); variables],
            is_ready: vec![false; 2 * variables],
            decided: vec![0; variables],
            waiting: Vec::new(),
            is_waiting: vec![false; variables],
            is_true: vec![false; 2 * variables],
            work: LITERALS,
        };
        for (number, clause) in formula.iter().enumerate() {
            clause.iter().for_each(|lit| search.occurrences[lit.var().index()].push(number as u32));
        }
        (0..formula.len()).for_each(|number| search.note_if_ready(number as u32));
        search
    }

    /// The variable is known from here on.
    fn give(&mut self, var: Var) {
        if std::mem::replace(&mut self.is_known[var.index()], true) {
            return;
        }
        let occurrences = std::mem::take(&mut self.occurrences[var.index()]);
        for &number in &occurrences {
            self.unknown[number as usize] -= 1;
            self.note_if_ready(number);
        }
        self.work += occurrences.len();
        self.occurrences[var.index()] = occurrences;
    }

    /// A clause with one unknown variable may define it. A definition has clauses that make it true and others that make it false, unless it is
    /// constant: until it has them, more than a few are not tested.
    fn note_if_ready(&mut self, number: u32) {
        let clause = self.formula.clause(number as usize);
        if self.unknown[number as usize] != 1 {
            return;
        }
        self.work += clause.len();
        let Some(&lit) = clause.iter().find(|lit| !self.is_known[lit.var().index()]) else { return };
        let (var, index) = (lit.var(), lit.var().index());
        self.ready[index].push(number);
        self.is_ready[lit.code()] = true;
        self.decided[index] |=
            clause.iter().filter(|lit| lit.var() != var).fold(u64::MAX, |all, &other| all & sampled(!other));
        let is_enough = self.has_both(var) || self.ready[index].len() <= CONSTANT;
        let may_be_defined = self.decided[index] == u64::MAX && is_enough;
        if may_be_defined && !std::mem::replace(&mut self.is_waiting[index], true) {
            self.waiting.push(var);
        }
    }

    fn has_both(&self, var: Var) -> bool {
        self.is_ready[var.positive().code()] && self.is_ready[var.negative().code()]
    }

    /// A variable that is defined and was not known, if there is one; `None` if `stop` is raised.
    fn next_defined(&mut self, stop: &StopFlag) -> Option<Option<Var>> {
        loop {
            while self.work >= LITERALS {
                self.work -= LITERALS;
                if stop.is_raised() {
                    return None;
                }
            }
            let Some(var) = self.waiting.pop() else { return Some(None) };
            self.is_waiting[var.index()] = false;
            if !self.is_known[var.index()] && self.is_defined(var) {
                return Some(Some(var));
            }
        }
    }

    /// Whether the clauses whose other variables are known define a variable: whether the rests of them contradict each other.
    fn is_defined(&mut self, var: Var) -> bool {
        if self.ready[var.index()].len() > CLAUSES {
            return false;
        }
        let (clauses, mut assigned) = (std::mem::take(&mut self.ready[var.index()]), Vec::new());
        let is_defined = self.contradict(&clauses, var, &mut assigned, &mut { CASES });
        assigned.iter().for_each(|lit: &Lit| self.is_true[lit.code()] = false);
        self.ready[var.index()] = clauses;
        is_defined
    }

    /// Whether the rests of clauses have no model, as far as so many cases tell. What it makes true is added to `assigned`.
    fn contradict(&mut self, clauses: &[u32], of: Var, assigned: &mut Vec<Lit>, cases: &mut usize) -> bool {
        let formula = self.formula;
        // What follows by propagation; then the first open literal is one way and the other.
        let open = loop {
            let (mut open, since) = (None, assigned.len());
            for &number in clauses {
                let clause = formula.clause(number as usize);
                self.work += clause.len();
                let mut left = clause.iter().filter(|lit| lit.var() != of && !self.is_true[(!**lit).code()]);
                if clause.iter().any(|lit| self.is_true[lit.code()]) {
                    continue;
                }
                match (left.next(), left.next()) {
                    (None, _) => return true,
                    (Some(&lit), None) => {
                        self.is_true[lit.code()] = true;
                        assigned.push(lit);
                    }
                    (Some(&lit), Some(_)) => open = Some(lit),
                }
            }
            if assigned.len() == since {
                break open;
            }
        };
        let Some(lit) = open else { return false };
        [lit, !lit].into_iter().all(|lit| {
            *cases = cases.saturating_sub(1);
            let since = assigned.len();
            self.is_true[lit.code()] = true;
            assigned.push(lit);
            let holds = *cases > 0 && self.contradict(clauses, of, assigned, cases);
            assigned.drain(since..).for_each(|lit| self.is_true[lit.code()] = false);
            holds
        })
    }

    /// The first variable that is defined for most values of the others in its clauses. Encoders number the inputs of a gate before its
    /// output: of the variables that stand there, the first is the one that the others wait for.
    fn mostly_defined(&mut self) -> Option<Var> {
        let is_open = |&index: &usize| !self.is_known[index] && self.has_both(Var::new(index));
        let found = (0..self.decided.len()).filter(is_open).find(|&index| self.decided[index].count_ones() >= SHARE);
        self.work += found.unwrap_or(self.decided.len());
        found.map(Var::new)
    }
}

/// In which of 64 random assignments a literal is true.
fn sampled(lit: Lit) -> u64 {
    let word = Rng::with_seed(lit.var().index() as u64).u64(..);
    if lit.is_positive() {
        word
    } else {
        !word
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_formula::testing::{cnf, for_all, Random};
    use bitreach_formula::Polarity;

    fn vars(indices: std::ops::Range<usize>) -> Vec<Var> {
        indices.map(Var::new).collect()
    }

    /// The simulator from the variables before `given` on, for those from `wanted` on.
    fn simulator(formula: &Cnf, variables: usize, given: usize, wanted: usize) -> Option<Simulator> {
        Simulator::new(formula, variables, &vars(0..given), &vars(wanted..variables), &StopFlag::default())
    }

    #[test]
    fn what_is_no_gate_defines_nothing() {
        let guesses = |clauses: &[&[i32]], variables, given| {
            Some(simulator(&cnf(clauses), variables, given, variables - 1)?.guesses)
        };
        let or: &[&[i32]] = &[&[-1, 3], &[-2, 3], &[1, 2, -3]];
        assert_eq!((guesses(or, 3, 2), guesses(or, 3, 1)), (Some(0), None));
        assert_eq!(guesses(&[&[-1, 3], &[-2, 3]], 3, 2), None);
        assert_eq!(guesses(&[&[-1, -2], &[-1, 3], &[-2, 3], &[1, 2, -3]], 3, 2), Some(0));
        assert_eq!(guesses(&[&[-1, -2, 4], &[-1, 2, -4], &[1, -3, 4], &[1, 3, -4]], 4, 3), Some(0));
        assert_eq!((guesses(&[&[2]], 2, 1), guesses(&[&[1]], 2, 1)), (Some(0), None));
        // Many inputs, one after the other given by its own gate.
        const INPUTS: i32 = 900;
        let mut wide: Vec<Vec<i32>> = (1..=INPUTS)
            .flat_map(|input| [[-input, input + INPUTS], [input, -input - INPUTS]])
            .map(Vec::from)
            .collect();
        wide.extend((1..=INPUTS).map(|input| vec![input + INPUTS, -2 * INPUTS - 1]));
        wide.push((1..=INPUTS).map(|input| -input - INPUTS).chain([2 * INPUTS + 1]).collect());
        let wide: Vec<&[i32]> = wide.iter().map(Vec::as_slice).collect();
        assert_eq!(guesses(&wide, 2 * INPUTS as usize + 1, INPUTS as usize), Some(0));
        let raised = StopFlag::new();
        raised.raise();
        let formula = cnf(&wide);
        let (given, wanted) = (vars(0..INPUTS as usize), [Var::new(2 * INPUTS as usize)]);
        assert!(Simulator::new(&formula, 2 * INPUTS as usize + 1, &given, &wanted, &raised).is_none());
    }

    #[test]
    fn steps_along_guesses_are_steps() {
        let of = |values: &[i32]| -> Vec<Lit> {
            values
                .iter()
                .map(|&value| Var::new(value.unsigned_abs() as usize - 1).lit(Polarity::of_value(value > 0)))
                .collect()
        };
        let steps = |clauses: &[&[i32]], variables: usize, wanted: usize, from: &[&[i32]]| -> Vec<Option<Vec<Lit>>> {
            let (formula, given) = (cnf(clauses), from[0].len());
            let mut simulator = simulator(&formula, variables, given, wanted).expect("something is guessed");
            assert!(simulator.guesses > 0);
            from.iter().map(|from| simulator.step(&formula, of(from).into_iter(), &vars(wanted..variables))).collect()
        };
        // What is said for three of four values of 1 and 2, which are not both true.
        let partly: &[&[i32]] = &[&[-1, -2], &[-1, 2, -3], &[1, -2, -3], &[1, 2, 3]];
        let found = steps(partly, 3, 2, &[&[-1, -2], &[1, -2], &[1, 2]]);
        assert_eq!(found, [Some(of(&[3])), Some(of(&[-3])), None]);
        // The fourth and fifth variable say the fourth value in a roundabout way, and have no definition.
        let about: &[&[i32]] = &[&[-1, 2, -5], &[1, -2, -5], &[1, 2, 5], &[-1, -2, 5, 3], &[-1, -2, 5, -3]];
        let from: &[&[i32]] = &[&[1, 2], &[1, -2]];
        let found = steps(about, 5, 4, from);
        assert!(found[0].is_none(), "{found:?}");
    }

    /// Random circuits, their clauses mixed: each value is the gate's. A clause about the inputs alone excludes what violates it.
    #[test]
    fn steps_are_what_the_gates_say() {
        const INPUTS: usize = 5;
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
                let all = vars(0..count);
                let mut simulator = simulator(&formula, count, INPUTS, 0).expect("gates define all");
                assert_eq!(simulator.guesses, 0);
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
                }
            },
        );
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
