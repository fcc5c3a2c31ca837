//! Polynomial equations that hold in simulated runs.

use crate::bv::eval::Evaluator;
use crate::bv::polynomial::{Monomial, Polynomial};
use crate::bv::{BitVec, SymbolId, Term, TermId, TermPool};
use crate::ts::affine::{relations, samples};
use crate::ts::polynomials::inverse;
use crate::ts::simulate::Valuation;
use crate::ts::TransitionSystem;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// How many words, of one width or extended to it, linear equations are looked for between, at most.
const MOST_WORDS: usize = 16;
/// How many products of words equations are looked for between, at most.
const MOST_PRODUCTS: usize = 60;
/// How many factors a product has at most.
const MOST_DEGREE: usize = 3;
/// Equations with larger coefficients are no guesses.
const MOST_COEFFICIENT: u128 = 1 << 10;
/// How many equations of one width are guessed at one location, at most.
const MOST: usize = 8;
/// A location that is seen less often than this many times the number of products says nothing.
const SEEN: usize = 2;

/// The states of simulated runs, by location.
pub(super) struct Runs(BTreeMap<u128, Vec<Valuation>>);

impl Runs {
    pub fn new(system: &TransitionSystem, location: SymbolId) -> Runs {
        let mut by_place: BTreeMap<u128, Vec<Valuation>> = BTreeMap::new();
        for states in samples(system).into_values() {
            if let Some(first) = states.first() {
                by_place.entry(first[&location].unsigned()).or_default().extend(states);
            }
        }
        Runs(by_place)
    }

    /// Whether a term of width 1 over the states holds in all states that were seen at a location.
    pub fn holds(&self, system: &TransitionSystem, term: TermId, code: u128) -> bool {
        let states = self.0.get(&code).into_iter().flatten();
        states.into_iter().all(|state| Evaluator::new(&system.pool, |symbol| state[&symbol]).value(term).is_nonzero())
    }

    /// The polynomials of these widths that are zero in all states seen at some location: sums and products of words.
    pub fn guesses(&self, system: &mut TransitionSystem, widths: &BTreeSet<u32>) -> Vec<Polynomial> {
        let mut guesses: Vec<Polynomial> = Vec::new();
        for &width in widths {
            let words = words(system, width);
            if words.len() > MOST_WORDS {
                continue;
            }
            for states in self.0.values() {
                let row = |state: &Valuation| {
                    let mut evaluator = Evaluator::new(&system.pool, |symbol| state[&symbol]);
                    words.iter().map(|&word| evaluator.value(word).unsigned()).collect()
                };
                let rows: Vec<Vec<u128>> = states.iter().map(row).collect();
                for guess in of_rows(&words, &rows, width).into_iter().take(MOST) {
                    if !guesses.contains(&guess) {
                        guesses.push(guess);
                    }
                }
            }
        }
        guesses
    }
}

/// The states of a width, and what the system extends to it.
fn words(system: &mut TransitionSystem, width: u32) -> Vec<TermId> {
    let symbols = system.words();
    let pool = &mut system.pool;
    let symbols: FxHashSet<TermId> = symbols.into_iter().map(|symbol| pool.symbol(symbol)).collect();
    let is_extended = |pool: &TermPool, id: TermId| match pool.term(id) {
        Term::SignExtend { of, .. } => symbols.contains(&of),
        _ => pool.zero_extended(id).is_some_and(|of| symbols.contains(&of)),
    };
    let cone = pool.cone(system.states.iter().map(|state| state.next), |_| false);
    let words = cone.into_iter().filter(|&id| symbols.contains(&id) || is_extended(pool, id));
    words.filter(|&id| pool.width(id) == width).collect()
}

/// The equations that all rows satisfy: linear ones first, and then, degree by degree, those between products that no equation before tells a
/// factor of (Möller, Buchberger: *The construction of multivariate polynomials with preassigned zeros*, EUROCAM 1982).
fn of_rows(words: &[TermId], rows: &[Vec<u128>], width: u32) -> Vec<Polynomial> {
    let (mut found, mut told): (Vec<Polynomial>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    let product =
        |row: &Vec<u128>, factors: &Vec<usize>| factors.iter().fold(1u128, |by, &at| by.wrapping_mul(row[at]));
    for degree in 1..=MOST_DEGREE {
        let products = products(words.len(), degree, &told);
        if products.len() > MOST_PRODUCTS || rows.len() <= SEEN * (products.len() + 1) {
            break;
        }
        let expanded = rows.iter().map(|row| products.iter().map(|factors| product(row, factors)).collect());
        for (pivot, equation) in plain(relations(expanded, products.len(), width), width) {
            told.extend(pivot.checked_sub(1).map(|at| products[at].clone()));
            found.push(sum(words, &products, &equation, width));
        }
    }
    found
}

/// Equations with small coefficients that say the same as some of the given ones, each with a number that tells a word or a product by the
/// others, which no other equation has. Those that speak of low bits alone have even coefficients and are left out: but others are freed of
/// them first.
fn plain(mut equations: Vec<Vec<u128>>, width: u32) -> Vec<(usize, Vec<u128>)> {
    let mask = BitVec::ones(width).unsigned();
    let signed = |number: u128| BitVec::new(width, number).signed();
    let mut plain: Vec<(usize, Vec<u128>)> = Vec::new();
    loop {
        // The entry with the fewest factors of two; the last of them, which is the largest product.
        let entries = equations.iter().enumerate().flat_map(|(row, equation)| {
            equation
                .iter()
                .enumerate()
                .filter(|(_, &entry)| entry & mask != 0)
                .map(move |(at, entry)| (entry.trailing_zeros(), std::cmp::Reverse(at), row))
        });
        let Some((twos, std::cmp::Reverse(pivot), row)) = entries.min() else { break };
        let mut equation = equations.swap_remove(row);
        let odd = inverse((equation[pivot] & mask) >> twos);
        equation.iter_mut().for_each(|entry| *entry = entry.wrapping_mul(odd) & mask);
        for other in equations.iter_mut().chain(plain.iter_mut().map(|(_, equation)| equation)) {
            // What is left is between -2^(k-1) and 2^(k-1).
            let half = if twos == 0 { 0 } else { 1 << (twos - 1) };
            let times = (signed(other[pivot]).wrapping_add(half) >> twos) as u128;
            other
                .iter_mut()
                .zip(&equation)
                .for_each(|(entry, own)| *entry = entry.wrapping_sub(own.wrapping_mul(times)) & mask);
        }
        plain.push((pivot, equation));
    }
    plain.retain(|(pivot, equation)| equation[*pivot] & 1 == 1);
    plain.iter().filter_map(|(pivot, equation)| Some((*pivot, smallest(equation, signed)?))).collect()
}

/// The equation times the odd number with which its largest coefficient is smallest; `None` if that is not small.
fn smallest(equation: &[u128], signed: impl Fn(u128) -> i128) -> Option<Vec<u128>> {
    let times = (1..MOST_COEFFICIENT).step_by(2);
    let largest = |times: u128| equation.iter().map(|entry| signed(entry.wrapping_mul(times)).unsigned_abs()).max();
    let best = times.min_by_key(|&times| largest(times))?;
    let is_small = largest(best).is_some_and(|largest| largest < MOST_COEFFICIENT);
    is_small.then(|| equation.iter().map(|entry| entry.wrapping_mul(best)).collect())
}

/// The products of one to so many factors, by numbers, none of which has all factors of one that is told.
fn products(words: usize, degree: usize, told: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..degree {
        let to = all.len();
        for at in from..to {
            let least = all[at].last().copied().unwrap_or(0);
            let longer = (least..words).map(|word| all[at].iter().copied().chain([word]).collect::<Vec<usize>>());
            let longer: Vec<Vec<usize>> =
                longer.filter(|product| !told.iter().any(|told| divides(told, product))).collect();
            all.extend(longer);
        }
        from = to;
    }
    all.split_off(1)
}

/// Whether a product has all factors of another, each as often; both in ascending order.
fn divides(one: &[usize], product: &[usize]) -> bool {
    let mut rest = product.iter();
    one.iter().all(|factor| rest.any(|other| other == factor))
}

/// A constant and products of words, with coefficients.
fn sum(words: &[TermId], products: &[Vec<usize>], coefficients: &[u128], width: u32) -> Polynomial {
    let monomials = products.iter().map(|product| {
        let mut monomial: Monomial = product.iter().map(|&at| words[at]).collect();
        monomial.sort_unstable();
        monomial
    });
    let monomials = std::iter::once(Monomial::new()).chain(monomials);
    monomials.zip(coefficients).fold(Polynomial::zero(width), |sum, (monomial, &coefficient)| {
        sum.plus(&Polynomial::monomial(width, monomial), BitVec::new(width, coefficient))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `2s = i * i + i`, and `t` is odd: of the first an equation is found, whatever the second adds to it; low bits alone are none.
    #[test]
    fn equations_are_plain() {
        let mut pool = TermPool::new();
        let words = ["s", "i", "t"].map(|name| pool.new_symbol(name, 32)).map(|symbol| pool.symbol(symbol));
        let mut random = fastrand::Rng::with_seed(1);
        let rows: Vec<Vec<u128>> =
            (0..60u128).map(|i| vec![i * (i + 1) / 2, i, u128::from(random.u32(..) | 1)]).collect();
        let [found] = &of_rows(&words, &rows, 32)[..] else { panic!("one equation") };
        let of = |monomial: &[usize]| found.coefficient(&monomial.iter().map(|&at| words[at]).collect()).signed();
        let sign = of(&[1]);
        assert_eq!([of(&[0]), of(&[1, 1]), of(&[1]), of(&[2]), of(&[])], [-2 * sign, sign, sign, 0, 0]);
        assert_eq!(sign.abs(), 1);
    }

    #[test]
    fn products_of_what_is_told_are_left_out() {
        assert_eq!(products(2, 2, &[]), [vec![0], vec![1], vec![0, 0], vec![0, 1], vec![1, 1]]);
        assert_eq!(products(3, 2, &[vec![1], vec![0, 0]]), [vec![0], vec![2], vec![0, 2], vec![2, 2]]);
        assert!(divides(&[0, 0], &[0, 0, 1]) && !divides(&[0, 0], &[0, 1, 1]));
    }
}
