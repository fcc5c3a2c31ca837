//! Polynomial equations between words: what they are after a step is computed in the ring of polynomials, not by circuits.
//!
//! That `q * d + r == x` still holds when `d` has been taken from `r` and one has been added to `q` is plain in the ring, and out of reach for
//! a SAT solver at 32 or 64 bits. So the predicates of the system that are such equations are given to it with where they hold
//! [later](TransitionSystem::later): on each way through a step the equation is expanded, and where it comes out as a sum of multiples of
//! equations that hold before the step, it holds after it: `e' = Σ q_k e_k` modulo two to the width, so that `e' = 0` where all `e_k = 0`. That
//! is said in one literal for each, without a circuit that multiplies (equations as generators of an ideal: Sankaranarayanan, Sipma, Manna: *Non-linear loop invariant generation using Gröbner bases*, POPL 2004; modulo powers of two: Seidl,
//! Flexeder, Petter: *Analysing all polynomial equations in Z_2^w*, SAS 2008).
//!
//! * [`cases`]: the ways through a step, and what the equation is on each;
//! * [`guess`]: equations that hold in simulated runs, as more predicates;
//! * [`ideal`]: by which equations a polynomial is zero.
//!
//! Each equation is also a [candidate](TransitionSystem::candidates) at each location, for engines to prove.

mod cases;
mod guess;
mod ideal;
#[cfg(test)]
mod tests;

use crate::bv::polynomial::{operands, Polynomial, Size};
use crate::bv::{BitVec, CoreOp, Predicate, SymbolId, Term, TermId, TermPool};
use crate::ts::predicates::words_of;
use crate::ts::regions::{elsewhere, locations, Region};
use crate::ts::{Fact, Later, TransitionSystem};
use cases::Cases;
use guess::Runs;
pub(in crate::ts) use ideal::inverse;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// How many equations are looked at, at most, and how many others they may need.
const MOST: usize = 16;
/// How many predicates the system has at most, those found before included.
const MOST_PREDICATES: usize = 112;
/// By how many sets of others an equation is said to hold, at most.
const MOST_REASONS: usize = 4;
/// A guess with more products is none.
const MOST_PRODUCTS: usize = 6;
/// How large a polynomial may become.
const SIZE: Size = Size { monomials: 120, degree: 6 };
/// Larger systems are left as they are: locations times terms.
const WORK: usize = 1_000_000;

/// How much is looked at for all equations of a system.
#[derive(Debug)]
struct Budget {
    /// Polynomials in echelon form, to see what follows from what.
    rows: usize,
    /// Terms below the sides of equations, on each way through a step.
    terms: usize,
}

/// The budget at first: a second or two.
const BUDGET: Budget = Budget { rows: 1_000_000, terms: 4_000_000 };

/// That a polynomial over words of the system is zero.
#[derive(Clone, Debug)]
struct Equation {
    /// Its number here; that in the system, if it is a predicate of that.
    number: usize,
    source: Source,
    /// The equation as a term of width 1.
    term: TermId,
    /// What it says are equal.
    sides: [TermId; 2],
    /// The difference of the sides.
    polynomial: Polynomial,
}

/// Where an equation comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// It is a predicate of the system.
    Predicate,
    /// It holds in simulated runs.
    Guess,
    /// A step compares a word with a number: bits are enough to say that, so it is no predicate.
    Condition,
}

impl Equation {
    fn width(&self) -> u32 {
        self.polynomial.width()
    }

    /// Whether words are multiplied, with each other or with a number that is no power of two: circuits that a solver does not see through.
    fn multiplies(&self) -> bool {
        self.polynomial.iter().any(|(monomial, by)| monomial.len() > 1 || (monomial.len() == 1 && !is_power(by)))
    }
}

/// Gives the system where its polynomial equations hold after a step, and the equations as candidates.
pub fn mine(system: &mut TransitionSystem) {
    let Some(mut mining) = Mining::new(system) else { return };
    mining.drop_wrong_guesses(&mut system.pool);
    let mut asked = mining.asked(system);
    let chosen = mining.chosen(system);
    let named = system.pool.cone(chosen.values().copied(), |_| false);
    asked.extend(numbers(&mining.equations, &named));
    let reasons = mining.reasons(&asked);
    let needed = mining.needed(&mut system.pool, asked, &reasons);
    tell_what_follows(system, &mining.equations, &reasons, &needed, chosen);
    mining.give(system, &needed);
}

/// Where an equation holds after a step from each location, as [`Cases`] say.
type Told = BTreeMap<u128, TermId>;

/// What is known while equations are looked for.
struct Mining {
    location: SymbolId,
    equations: Vec<Equation>,
    /// What each word becomes in a step from a location, for the locations at which anything happens.
    regions: Vec<(u128, FxHashMap<TermId, TermId>)>,
    runs: Runs,
    one_hot: bool,
    budget: Budget,
}

impl Mining {
    /// The equations of a system in which words are multiplied, with each other or in what it asks for; `None` for others, and for large ones.
    fn new(system: &mut TransitionSystem) -> Option<Mining> {
        let [location] = system.locations[..] else { return None };
        let mut codes = locations(system, location);
        let own = system.states.iter().find(|state| state.symbol == location);
        codes.extend(own.and_then(|state| state.initial).map(BitVec::unsigned));
        let step = step(system);
        if step.len().saturating_mul(codes.len()) > WORK {
            return None;
        }
        let widths = multiplied(&mut system.pool, &step);
        if widths.is_empty() {
            return None;
        }
        let runs = Runs::new(system, location);
        let mut known = equations_of(system);
        add_guesses(system, &runs, &widths, &mut known);
        add_conditions(system, &step, &widths, &mut known);
        // What control is after a step is not among what words become.
        known.retain(|equation| !words_of(&system.pool, equation.term).contains(&location));
        let of = |source: Source, multiplies: bool| {
            let is_of = move |equation: &&Equation| equation.source == source && equation.multiplies() == multiplies;
            known.iter().filter(is_of)
        };
        let products = [Source::Predicate, Source::Guess].into_iter().flat_map(|source| of(source, true).take(MOST));
        let mut equations: Vec<Equation> = products.cloned().collect();
        // What is said of the words that are multiplied is what a product may need.
        let words: BTreeSet<TermId> = equations.iter().flat_map(|equation| equation.polynomial.variables()).collect();
        for source in [Source::Predicate, Source::Guess, Source::Condition] {
            let mut linear: Vec<&Equation> = of(source, false).collect();
            linear.sort_by_key(|equation| !equation.polynomial.variables().all(|word| words.contains(&word)));
            equations.extend(linear.into_iter().take(MOST).cloned());
        }
        let one_hot = codes.iter().all(|code| code.is_power_of_two());
        let regions = regions(system, location, &codes);
        Some(Mining { location, equations, regions, runs, one_hot, budget: BUDGET })
    }

    /// Leaves out the guesses that the ring does not confirm at any location, and then those that they were a reason of, and so on.
    fn drop_wrong_guesses(&mut self, pool: &mut TermPool) {
        let never = pool.constant(BitVec::FALSE);
        loop {
            let mut cases = Cases::new(&self.equations, &mut self.budget);
            let mut is_wrong = |equation: &&Equation| {
                equation.source == Source::Guess
                    && self.regions.iter().all(|(_, becomes)| cases.later(pool, equation, becomes) == never)
            };
            let wrong: Vec<usize> = self.equations.iter().filter(|one| is_wrong(one)).map(|one| one.number).collect();
            if wrong.is_empty() {
                break;
            }
            self.equations.retain(|equation| !wrong.contains(&equation.number));
        }
    }

    /// The equations that a step asks for.
    fn asked(&self, system: &TransitionSystem) -> Vec<usize> {
        let step = step(system);
        let is_asked =
            |equation: &&Equation| equation.source != Source::Condition && step.binary_search(&equation.term).is_ok();
        self.equations.iter().filter(is_asked).map(|equation| equation.number).collect()
    }

    /// Where equations hold that a step asks for and that are none of words, as what is read from an array is the cell that is followed or
    /// anything.
    fn chosen(&mut self, system: &mut TransitionSystem) -> FxHashMap<TermId, TermId> {
        let widths: BTreeSet<u32> = self.equations.iter().map(Equation::width).collect();
        let (step, pool) = (step(system), &mut system.pool);
        let known: FxHashSet<TermId> = self.equations.iter().map(|equation| equation.term).collect();
        let mut of_words = OfWords::default();
        let mut asked = Vec::new();
        for id in step {
            of_words.look_at(pool, id);
            let Term::Binary(CoreOp::Eq, a, b) = pool.term(id) else { continue };
            let is_choice = [a, b].iter().any(|side| of_words.choices.contains(side));
            if is_choice && [a, b].iter().all(|side| of_words.all.contains(side)) && !known.contains(&id) {
                asked.extend(widths.contains(&pool.width(a)).then_some((id, [a, b])));
            }
        }
        let mut cases = Cases::new(&self.equations, &mut self.budget);
        let never = pool.constant(BitVec::FALSE);
        let chosen = asked.into_iter().take(MOST).map(|(id, sides)| (id, cases.here(pool, None, sides)));
        chosen.filter(|(_, holds)| *holds != never).collect()
    }

    /// By which others each equation that is asked for or multiplies holds: sets of one or two, by their numbers. Sets in which nothing is
    /// multiplied tell nothing that a solver does not see, and what cannot be is no reason.
    fn reasons(&mut self, asked: &[usize]) -> BTreeMap<usize, Vec<Vec<usize>>> {
        let mut reasons = BTreeMap::new();
        let is_looked_at = |equation: &&Equation| equation.multiplies() || asked.contains(&equation.number);
        for equation in self.equations.iter().filter(is_looked_at) {
            let is_other = |other: &&Equation| other.number != equation.number && other.width() == equation.width();
            let others: Vec<&Equation> = self.equations.iter().filter(is_other).collect();
            let pairs =
                others.iter().enumerate().flat_map(|(at, one)| others[..at].iter().map(|other| vec![*other, *one]));
            let mut found: Vec<Vec<usize>> = Vec::new();
            for set in others.iter().map(|one| vec![*one]).chain(pairs) {
                let numbers: Vec<usize> = set.iter().map(|equation| equation.number).collect();
                let polynomials: Vec<&Polynomial> = set.iter().map(|equation| &equation.polynomial).collect();
                let is_seen = !equation.multiplies() && !set.iter().any(|equation| equation.multiplies());
                let is_known = is_seen || found.iter().any(|known| known.iter().all(|number| numbers.contains(number)));
                let left = &mut self.budget.rows;
                let follows = !is_known && ideal::follows(&equation.polynomial, &polynomials, left);
                if follows && !ideal::follows(&Polynomial::one(equation.width()), &polynomials, left) {
                    found.push(numbers);
                }
                if found.len() == MOST_REASONS {
                    break;
                }
            }
            reasons.insert(equation.number, found);
        }
        reasons
    }

    /// The equations that are asked for, those by which they hold, now or after a step, and so on, with where they hold after a step.
    fn needed(
        &mut self,
        pool: &mut TermPool,
        asked: Vec<usize>,
        reasons: &BTreeMap<usize, Vec<Vec<usize>>>,
    ) -> BTreeMap<usize, Told> {
        let mut cases = Cases::new(&self.equations, &mut self.budget);
        let (mut open, mut needed) = (asked, BTreeMap::new());
        while let Some(number) = open.pop() {
            let equation = self.equations.iter().find(|equation| equation.number == number);
            let Some(equation) = equation.filter(|_| !needed.contains_key(&number)) else { continue };
            let regions = self.regions.iter().filter(|_| equation.source != Source::Condition);
            let told: Told = regions.map(|(code, becomes)| (*code, cases.later(pool, equation, becomes))).collect();
            let cone = pool.cone(told.values().copied(), |_| false);
            open.extend(numbers(&self.equations, &cone));
            open.extend(reasons.get(&number).into_iter().flatten().flatten());
            needed.insert(number, told);
        }
        needed
    }

    /// Gives the system what is needed: predicates, where they hold later, and candidates at the locations at which no run contradicts them.
    fn give(&self, system: &mut TransitionSystem, needed: &BTreeMap<usize, Told>) {
        for equation in self.equations.iter().filter(|equation| equation.source != Source::Condition) {
            let Some(told) = needed.get(&equation.number) else { continue };
            let Some((number, true)) = system.predicate(equation.term, MOST_PREDICATES) else { continue };
            let mut holds = system.pool.constant(BitVec::FALSE);
            for (&code, &then) in told {
                let here = at(&mut system.pool, self.location, code);
                holds = system.pool.ite(here, then, holds);
                if self.runs.holds(system, equation.term, code) {
                    let elsewhere = elsewhere(&system.pool, self.location, code, self.one_hot);
                    let elsewhere = elsewhere.into_iter().map(Fact::Bit);
                    system.candidates.push(elsewhere.chain([Fact::Predicate(number, true)]).collect());
                }
            }
            let named = system.pool.cone([holds], |_| false);
            let multiply = |equation: &Equation| equation.multiplies() && named.binary_search(&equation.term).is_ok();
            let matters = equation.multiplies() || self.equations.iter().any(multiply);
            let is_told = matters && system.pool.as_constant(holds).is_none();
            match system.later.iter_mut().find(|known| known.predicate == number) {
                _ if !is_told => {}
                Some(known) if known.exact => {}
                Some(known) => known.holds = system.pool.or(known.holds, holds),
                None => system.later.push(Later { predicate: number, holds, exact: false }),
            }
        }
    }
}

/// The equations among these terms, of which operands come first, by their numbers.
fn numbers<'a>(equations: &'a [Equation], terms: &'a [TermId]) -> impl Iterator<Item = usize> + 'a {
    let named = equations.iter().filter(|equation| terms.binary_search(&equation.term).is_ok());
    named.map(|equation| equation.number)
}

/// What a step depends on, operands first.
fn step(system: &TransitionSystem) -> Vec<TermId> {
    system.pool.cone(system.states.iter().map(|state| state.next), |_| false)
}

/// The widths of products of words with each other, and of equations in which words are multiplied with numbers that are no powers of two, among
/// terms of which operands come first. What floating-point numbers are multiplied by is parts of words, of which nothing is known.
fn multiplied(pool: &mut TermPool, terms: &[TermId]) -> BTreeSet<u32> {
    let (mut of_words, mut widths) = (OfWords::default(), BTreeSet::new());
    let mut multiples: FxHashSet<TermId> = FxHashSet::default();
    for &id in terms {
        of_words.look_at(pool, id);
        let term = pool.term(id);
        let has_multiple = term.operands().any(|operand| multiples.contains(&operand));
        match term {
            Term::Binary(CoreOp::Eq, a, b) if has_multiple && [a, b].iter().all(|side| of_words.all.contains(side)) => {
                widths.insert(pool.width(a));
            }
            _ if !of_words.all.contains(&id) => {}
            Term::Binary(CoreOp::Mul, a, b) => match pool.as_constant(a).or(pool.as_constant(b)) {
                None => {
                    widths.insert(pool.width(id));
                }
                Some(by) if !is_power(by) => {
                    multiples.insert(id);
                }
                Some(_) => {}
            },
            _ if has_multiple => {
                multiples.insert(id);
            }
            _ => {}
        }
    }
    widths
}

/// Whether a number or its negative is a power of two: that many times a word is shifted bits.
fn is_power(number: BitVec) -> bool {
    [number, number.negated()].iter().any(|one| one.unsigned().count_ones() == 1)
}

/// The terms that the ring builds of words, and of choices between words.
#[derive(Default)]
struct OfWords {
    all: FxHashSet<TermId>,
    /// Those with choices.
    choices: FxHashSet<TermId>,
}

impl OfWords {
    /// Adds a term if it is one; operands come first.
    fn look_at(&mut self, pool: &mut TermPool, id: TermId) {
        if pool.as_constant(id).is_some() || is_word(pool, id) {
            self.all.insert(id);
            return;
        }
        let parts: Vec<TermId> = match pool.term(id) {
            Term::Ite(_, then, otherwise) if pool.width(id) > 1 => vec![then, otherwise],
            _ => operands(pool, id).collect(),
        };
        if parts.is_empty() || !parts.iter().all(|part| self.all.contains(part)) {
            return;
        }
        self.all.insert(id);
        if matches!(pool.term(id), Term::Ite(..)) || parts.iter().any(|part| self.choices.contains(part)) {
            self.choices.insert(id);
        }
    }
}

/// Whether a term is a state or an input, extended or not.
fn is_word(pool: &TermPool, id: TermId) -> bool {
    let is_symbol = |id| matches!(pool.term(id), Term::Symbol(_));
    match pool.term(id) {
        Term::SignExtend { of, .. } => is_symbol(of),
        _ => is_symbol(pool.zero_extended(id).unwrap_or(id)),
    }
}

/// What each word becomes in a step from a location, for the locations at which anything happens.
fn regions(
    system: &mut TransitionSystem,
    location: SymbolId,
    codes: &BTreeSet<u128>,
) -> Vec<(u128, FxHashMap<TermId, TermId>)> {
    let mut pool = std::mem::take(&mut system.pool);
    let words: Vec<SymbolId> =
        system.states.iter().map(|state| state.symbol).filter(|&word| word != location).collect();
    let mut regions = Vec::new();
    for &code in codes {
        let region = Region::new(&mut pool, system, location, code);
        if !region.stays(&pool, code, &words) {
            regions.push((code, words.iter().map(|&word| pool.symbol(word)).zip(region.next).collect()));
        }
    }
    system.pool = pool;
    regions
}

/// The predicates of a system that are equations of polynomials, with their numbers there.
fn equations_of(system: &mut TransitionSystem) -> Vec<Equation> {
    let predicates = system.predicates.iter().enumerate();
    let pool = &mut system.pool;
    predicates.filter_map(|(number, &(_, term))| equation(pool, number, Source::Predicate, term)).collect()
}

/// Whether a guess has few products: each is a circuit.
fn is_small(guess: &Polynomial) -> bool {
    guess.iter().filter(|(monomial, _)| monomial.len() > 1).count() <= MOST_PRODUCTS
}

/// Adds equations that hold in simulated runs and are not known yet.
fn add_guesses(system: &mut TransitionSystem, runs: &Runs, widths: &BTreeSet<u32>, known: &mut Vec<Equation>) {
    for polynomial in runs.guesses(system, widths).into_iter().filter(is_small) {
        let is = |known: &Equation| known.polynomial == polynomial || known.polynomial.negated() == polynomial;
        if !known.iter().any(is) {
            let term = polynomial.is_zero_term(&mut system.pool);
            let number = system.predicates.len() + known.len();
            known.extend(equation(&mut system.pool, number, Source::Guess, term));
        }
    }
}

/// Adds the comparisons of a step that say which number a word is.
fn add_conditions(system: &mut TransitionSystem, step: &[TermId], widths: &BTreeSet<u32>, known: &mut Vec<Equation>) {
    let words: BTreeSet<SymbolId> = system.states.iter().map(|state| state.symbol).collect();
    for &id in step {
        let pool = &mut system.pool;
        let Term::Binary(CoreOp::Eq, word, number) = pool.term(id) else { continue };
        let is_word = matches!(pool.term(word), Term::Symbol(symbol) if words.contains(&symbol));
        let is_known = known.iter().any(|known| known.term == id);
        if is_word && !is_known && pool.as_constant(number).is_some() && widths.contains(&pool.width(word)) {
            let number = system.predicates.len() + known.len();
            known.extend(equation(&mut system.pool, number, Source::Condition, id));
        }
    }
}

/// A term that is an equation of polynomials, as such.
fn equation(pool: &mut TermPool, number: usize, source: Source, term: TermId) -> Option<Equation> {
    let Term::Binary(CoreOp::Eq, a, b) = pool.term(term) else { return None };
    let polynomial = difference(pool, [a, b])?;
    let is_of_words = polynomial.width() > 1 && polynomial.variables().all(|id| is_word(pool, id));
    is_of_words.then_some(Equation { number, source, term, sides: [a, b], polynomial })
}

/// Says in the steps themselves by which others an equation holds: `u * y + v * y == c` follows from `x * u + y * v == c` and `x == y`, of
/// which a solver knows the literals and would have to multiply. And where those hold that are [`chosen`](Mining::chosen).
fn tell_what_follows(
    system: &mut TransitionSystem,
    equations: &[Equation],
    reasons: &BTreeMap<usize, Vec<Vec<usize>>>,
    needed: &BTreeMap<usize, Told>,
    chosen: FxHashMap<TermId, TermId>,
) {
    let term: BTreeMap<usize, TermId> = equations.iter().map(|equation| (equation.number, equation.term)).collect();
    let pool = &mut system.pool;
    let mut by: FxHashMap<TermId, TermId> =
        chosen.into_iter().map(|(asked, holds)| (asked, pool.or(asked, holds))).collect();
    for equation in equations.iter().filter(|equation| needed.contains_key(&equation.number)) {
        let mut holds = equation.term;
        for reason in reasons.get(&equation.number).into_iter().flatten() {
            let always = pool.constant(BitVec::TRUE);
            let all = reason.iter().fold(always, |all, number| pool.and(all, term[number]));
            holds = pool.or(holds, all);
        }
        by.insert(equation.term, holds);
    }
    let next: Vec<TermId> = system.states.iter().map(|state| state.next).collect();
    let next = pool.replaced(&next, &by);
    system.states.iter_mut().zip(next).for_each(|(state, next)| state.next = next);
}

/// That control is at a location: the whole word is compared, however locations are coded.
fn at(pool: &mut TermPool, location: SymbolId, code: u128) -> TermId {
    let word = pool.symbol(location);
    let code = pool.constant(BitVec::new(pool.width(word), code));
    pool.compare(Predicate::Eq, word, code)
}

/// One side less the other.
fn difference(pool: &mut TermPool, [a, b]: [TermId; 2]) -> Option<Polynomial> {
    let minus_one = BitVec::ones(pool.width(a));
    Some(Polynomial::of(pool, a, SIZE)?.plus(&Polynomial::of(pool, b, SIZE)?, minus_one))
}
