//! Random inputs for tests; behind feature `testing`.
//!
//! A generator of inputs draws numbers from a [`Random`]. [`for_all`] makes a property of proptest of any generator: where the property
//! fails, the numbers that were drawn become fewer and smaller (as Hypothesis does it: D. R. MacIver, A. F. Donaldson, "Test-Case
//! Reduction via Test-Case Generation", ECOOP 2020), and with them the input, which is printed in the end.

use crate::{Cnf, Lit, Polarity, Var};
use proptest::prelude::Rng;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::Rc;

/// Pseudo-random numbers for tests that know their seed.
#[derive(Clone, Debug)]
pub struct Random {
    source: fastrand::Rng,
    /// Numbers that come in place of the source's; behind the last of them come zeros.
    given: Option<Vec<u64>>,
    drawn: Vec<u64>,
}

impl Random {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Random {
        Random { source: fastrand::Rng::with_seed(seed), given: None, drawn: Vec::new() }
    }

    /// The generator that gives these numbers, and then zeros.
    fn given(numbers: Vec<u64>) -> Random {
        Random { given: Some(numbers), ..Random::new(0) }
    }

    /// The next 64 bits.
    pub fn number(&mut self) -> u64 {
        let next = match &self.given {
            Some(given) => given.get(self.drawn.len()).copied().unwrap_or(0),
            None => self.source.u64(..),
        };
        self.drawn.push(next);
        next
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.number() % limit as u64) as usize
    }

    /// Whether an event of `percent` per cent happens.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several things.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len())]
    }

    /// A literal over the variables below `variables`, which is not 0.
    pub fn lit(&mut self, variables: usize) -> Lit {
        let polarity = Polarity::of_value(self.chance(50));
        Var::new(self.below(variables)).lit(polarity)
    }
}

/// Literals by their DIMACS numbers.
pub fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect()
}

/// Clauses by the DIMACS numbers of their literals.
pub fn cnf(clauses: &[&[i32]]) -> Cnf {
    clauses.iter().fold(Cnf::new(), |mut cnf, clause| {
        cnf.add(&lits(clause));
        cnf
    })
}

/// Holds the property against as many random inputs, the same ones every time.
///
/// # Panics
/// If the property panics for one of them: with the smallest such input that was found.
pub fn for_all<T: Debug>(cases: u32, make: impl Fn(&mut Random) -> T, property: impl FnMut(T)) {
    let config = Config {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        max_shrink_iters: 4000,
        max_shrink_time: 60_000,
        ..Config::default()
    };
    let property = RefCell::new(property);
    let result = TestRunner::new(config).run(&Inputs(Rc::new(make)), |input| {
        (property.borrow_mut())(input);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// The same inputs, each with a seed for what is chosen on the way.
pub fn with_seed<T>(make: impl Fn(&mut Random) -> T) -> impl Fn(&mut Random) -> (T, u64) {
    move |random| {
        let seed = random.number();
        (make(random), seed)
    }
}

/// The inputs that a generator makes.
struct Inputs<F>(Rc<F>);

impl<F> Debug for Inputs<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Inputs")
    }
}

impl<T: Debug, F: Fn(&mut Random) -> T> Strategy for Inputs<F> {
    type Tree = Shrinking<T, F>;
    type Value = T;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let mut random = Random::new(runner.rng().next_u64());
        let first = RefCell::new(Some((self.0)(&mut random)));
        let numbers = random.drawn;
        Ok(Shrinking { make: Rc::clone(&self.0), first, tried: numbers.clone(), failing: numbers, removed: 64, at: 0 })
    }
}

/// An input and the smaller ones that are tried in its place: first without some of the numbers that it was made from, long runs of them
/// before short ones, then with smaller numbers.
struct Shrinking<T, F> {
    make: Rc<F>,
    /// The input that the smaller ones are made from, until it is asked for.
    first: RefCell<Option<T>>,
    /// The numbers of the smallest input known to violate the property, and of the one that is tried.
    failing: Vec<u64>,
    tried: Vec<u64>,
    /// How many numbers are left out next, or 0 where each becomes smaller, and from which place on.
    removed: usize,
    at: usize,
}

impl<T, F> Shrinking<T, F> {
    /// Tries what comes next; gives whether there is something.
    fn next(&mut self) -> bool {
        self.tried.clone_from(&self.failing);
        while self.removed == 0 && self.failing.get(self.at) == Some(&0) {
            self.at += 1;
        }
        while self.at >= self.failing.len() {
            if self.removed == 0 {
                return false;
            }
            (self.removed, self.at) = (self.removed / 4, 0);
        }
        match self.removed {
            0 => self.tried[self.at] /= 2,
            count => drop(self.tried.drain(self.at..(self.at + count).min(self.failing.len()))),
        }
        true
    }
}

impl<T: Debug, F: Fn(&mut Random) -> T> ValueTree for Shrinking<T, F> {
    type Value = T;

    fn current(&self) -> T {
        let first = self.first.borrow_mut().take();
        first.unwrap_or_else(|| (self.make)(&mut Random::given(self.tried.clone())))
    }

    fn simplify(&mut self) -> bool {
        self.failing.clone_from(&self.tried);
        self.next()
    }

    fn complicate(&mut self) -> bool {
        self.at += self.removed.max(1);
        self.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{catch_unwind, AssertUnwindSafe};

    fn numbers(random: &mut Random) -> Vec<usize> {
        (0..random.below(200)).map(|_| random.below(1000)).collect()
    }

    #[test]
    fn inputs_differ_and_are_the_same_every_time() {
        let inputs = || {
            let mut all = Vec::new();
            for_all(50, numbers, |input| all.push(input));
            all
        };
        let mut all = inputs();
        assert_eq!(all, inputs());
        all.sort();
        all.dedup();
        assert!(all.len() > 40, "{} different inputs", all.len());
    }

    #[test]
    fn what_violates_a_property_becomes_small() {
        let mut least = Vec::new();
        let result = catch_unwind(AssertUnwindSafe(|| {
            for_all(100, numbers, |input| {
                if input.iter().filter(|&&number| number >= 500).count() >= 3 {
                    least = input;
                    panic!("three large numbers");
                }
            });
        }));
        assert!(result.is_err());
        assert!(least.len() <= 6 && least.iter().all(|&number| number < 1000), "{least:?}");
    }
}
