//! What loads of large objects are seen to read, by executions on values that are made up: guesses of what is
//! [expected](super::expectations) of them (as Ernst, Cockrell, Griswold, Notkin: *Dynamically discovering likely program invariants*,
//! 2001, do it). Nothing is proved here.

use super::definitions::Definitions;
use super::expectations::Expectation;
use super::large::LargeObjects;
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::interpret::Event;
use crate::program::{
    Access, Assignment, InputId, InputRequest, Inputs, Instruction, Interpreter, ObjectId, Operand, Operation, Phi,
    Program, Store, ValueId, VariableId,
};
use fastrand::Rng;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// How many executions there are at most, and how many instructions and blocks all of them pass together: some tenths of a second. The first
/// one has half of them.
const RUNS: usize = 230;
const WORK: usize = 16_000_000;

/// How many constants a load gives one of at most.
const MOST_CONSTANTS: usize = 4;
/// How often something has to be read that is expected, and at how many indices.
const SEEN: usize = 4;
const PLACES: usize = 2;
/// How often a load has to read something that is between bounds, and how often the bounds themselves: else, and where a bound is that of what was
/// made up, a limit that the program compares with is the bound.
const BETWEEN: usize = 12;
const BOUNDS: usize = 3;
/// At how many indices what is read has to follow from the index.
const INDICES: usize = 3;

/// How many values are looked at to find out what a sum is one of.
const MOST_TERMS: usize = 200;

/// How many loads something is expected of at once.
const MOST_LOADS: usize = 12;

/// What a load has read.
#[derive(Default)]
struct Seen {
    count: usize,
    /// Some of what it has read, each value once.
    values: Vec<BitVec>,
    /// Some of the indices.
    indices: Vec<u64>,
    /// The smallest and the largest, with sign, and how often each was read.
    bounds: Option<[(i128, usize); 2]>,
    /// What follows from the index, once two neighbours have been seen, and unless something else was read.
    line: Line,
    last: Option<(u64, BitVec)>,
}

/// What is read as `times * index + plus`.
#[derive(Default)]
enum Line {
    #[default]
    Open,
    Known {
        times: BitVec,
        plus: BitVec,
    },
    None,
}

impl Seen {
    fn add(&mut self, index: u64, value: BitVec) {
        self.count += 1;
        if !self.values.contains(&value) && self.values.len() <= MOST_CONSTANTS {
            self.values.push(value);
        }
        if !self.indices.contains(&index) && self.indices.len() < INDICES {
            self.indices.push(index);
        }
        let signed = value.signed();
        let bounds = self.bounds.get_or_insert([(signed, 0); 2]);
        for ((bound, count), is_beyond) in bounds.iter_mut().zip([i128::lt, i128::gt]) {
            match signed == *bound {
                true => *count += 1,
                false if is_beyond(&signed, bound) => (*bound, *count) = (signed, 1),
                false => {}
            }
        }
        let width = value.width();
        let number = |index: u64| BitVec::new(width, u128::from(index));
        let minus = |a, b| BinaryOp::Sub.apply(a, b);
        match self.line {
            Line::Open => {
                if let Some((before, its)) = self.last {
                    let times = match index.wrapping_sub(before) {
                        1 => Some(minus(value, its)),
                        u64::MAX => Some(minus(its, value)),
                        _ => None,
                    };
                    if let Some(times) = times {
                        let plus = minus(value, BinaryOp::Mul.apply(times, number(index)));
                        self.line = Line::Known { times, plus };
                    }
                }
            }
            Line::Known { times, plus } => {
                if BinaryOp::Add.apply(BinaryOp::Mul.apply(times, number(index)), plus) != value {
                    self.line = Line::None;
                }
            }
            Line::None => {}
        }
        self.last = Some((index, value));
    }

    /// What it gives, where the program compares words of its width with such limits, and such values were made up.
    fn guess(&self, limits: &Limits, made_up: &Extremes) -> Option<Expectation> {
        if self.count < SEEN || self.indices.len() < PLACES {
            return None;
        }
        match self.line {
            _ if self.values.len() == 1 => Some(Expectation::OneOf(self.values.clone())),
            Line::Known { times, plus } if self.indices.len() >= INDICES => Some(Expectation::OfIndex { times, plus }),
            _ if self.values.len() <= MOST_CONSTANTS => Some(Expectation::OneOf(self.values.clone())),
            _ => self.between(limits, made_up),
        }
    }

    fn between(&self, limits: &Limits, made_up: &Extremes) -> Option<Expectation> {
        let ([(low, lows), (high, highs)], width) = (self.bounds?, self.last?.1.width());
        let most = i128::MAX >> (128 - width);
        let least = -most - 1;
        let below = || limits.least.iter().copied().chain([0]).filter(|&limit| limit <= low).max();
        let beyond = || limits.most.iter().copied().find(|&limit| limit >= high);
        let low = match below() {
            limit if made_up.smallest.contains(&low) || lows < BOUNDS => limit.unwrap_or(least).max(least),
            _ => low,
        };
        let high = match beyond() {
            limit if made_up.largest.contains(&high) || highs < BOUNDS => limit.unwrap_or(most).min(most),
            _ => high,
        };
        let number = |number: i128| BitVec::new(width, number as u128);
        (self.count >= BETWEEN && (low > least || high < most))
            .then(|| Expectation::Within { low: number(low), high: number(high) })
    }
}

/// Values that are made up: mostly small, so that loops end soon, and what the program compares with. What a program assumes of many inputs, one
/// after the other, seldom holds of such values: so there are runs in which all are small, and in later ones there are only those behind which
/// the same input was read once more.
#[derive(Default)]
struct MadeUp {
    random: Rng,
    kind: Kind,
    /// What the program compares with.
    compared: Vec<u128>,
    /// By input, and for cells that nothing has written: what was read last in this run, and some of what was read before.
    last: FxHashMap<Option<InputId>, BitVec>,
    kept: FxHashMap<Option<InputId>, Vec<BitVec>>,
}

/// What the values of a run are like.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Kind {
    #[default]
    Any,
    Small,
    Kept,
}

/// How many values of an input are kept.
const MOST_KEPT: usize = 100;

/// Behind the first run so many find out which values are kept. Each of them has this part of the work, and all of them leave three eighths of
/// it to the others.
const TRIED: usize = 200;
const PART: usize = 32;

/// The largest values of runs with small ones, and of others.
const LARGEST: [u128; 3] = [6, 8, 69];

impl MadeUp {
    fn new(limits: &FxHashMap<u32, Limits>) -> MadeUp {
        let compared: BTreeSet<i128> =
            limits.values().flat_map(|limits| limits.least.union(&limits.most)).copied().collect();
        MadeUp { compared: compared.into_iter().map(|limit| limit as u128).collect(), ..MadeUp::default() }
    }

    fn begin(&mut self, run: usize) {
        self.random = Rng::with_seed(run as u64);
        self.kind = match run {
            0 => Kind::Any,
            _ if run > TRIED => Kind::Kept,
            _ if run % 4 == 1 => Kind::Small,
            _ => Kind::Any,
        };
        self.last.clear();
    }

    fn value(&mut self, row: Option<InputId>, width: u32) -> BitVec {
        let kept = self.kept.entry(row).or_default();
        if let Some(last) = self.last.get(&row).filter(|last| kept.len() < MOST_KEPT && !kept.contains(last)) {
            kept.push(*last);
        }
        let random = &mut self.random;
        let value = match (self.kind, random.u8(0..10)) {
            (Kind::Kept, _) if !kept.is_empty() => kept[random.usize(..kept.len())].unsigned(),
            (Kind::Small, _) => random.u128(0..=LARGEST[0]),
            (_, 0..=3) => random.u128(0..=LARGEST[1]),
            (_, 4 | 5) => random.u128(0..=LARGEST[2]),
            (_, 6) => u128::MAX - random.u128(0..9),
            (_, 7 | 8) if !self.compared.is_empty() => self.compared[random.usize(..self.compared.len())],
            _ => random.u128(..),
        };
        let value = BitVec::new(width, value);
        self.last.insert(row, value);
        value
    }

    /// The smallest and the largest value of each input that was kept, as words of this width hold them.
    fn extremes(&self, width: u32) -> Extremes {
        let held = |value: &BitVec| BitVec::new(width, value.signed() as u128).signed();
        let of_all = |kept: &Vec<BitVec>| Some((kept.iter().map(held).min()?, kept.iter().map(held).max()?));
        let (smallest, largest) = self.kept.values().filter_map(of_all).unzip();
        Extremes { smallest, largest }
    }
}

/// The smallest and the largest value of each input. A load that reads nothing beyond has no bound of its own.
#[derive(Default)]
struct Extremes {
    smallest: BTreeSet<i128>,
    largest: BTreeSet<i128>,
}

impl Inputs for MadeUp {
    fn next(&mut self, request: InputRequest) -> BitVec {
        self.value(Some(request.input), request.width)
    }

    fn unwritten(&mut self, width: u32) -> Option<BitVec> {
        Some(self.value(None, width))
    }
}

impl LargeObjects<'_> {
    /// Loads that something is to be expected of once one of them is not told enough about by its watch: those of the same object, and those
    /// that what is stored there is computed from.
    pub(super) fn expected_with(&self, load: ValueId) -> Vec<(ValueId, Expectation)> {
        let guesses = self.guesses.get_or_init(|| guesses(self));
        let Some(_) = guesses.get(&load) else { return Vec::new() };
        let object = |load: &ValueId| match self.definitions.get(*load) {
            Some(Operation::Load(access, _)) => Some(access.object),
            _ => None,
        };
        let mut objects: Vec<_> = object(&load).into_iter().collect();
        let mut next = 0;
        while let Some(&known) = objects.get(next) {
            next += 1;
            for instruction in self.program.blocks.iter().flat_map(|block| &block.instructions) {
                let Instruction::Store(Store { access, value, .. }) = instruction else { continue };
                if access.object != known {
                    continue;
                }
                for source in sources(&self.definitions, *value) {
                    objects.extend(object(&source).filter(|source| !objects.contains(source)));
                }
            }
        }
        let mut found: Vec<(ValueId, Expectation)> = guesses
            .iter()
            .filter(|(other, _)| object(other).is_some_and(|object| objects.contains(&object)))
            .map(|(&other, guess)| (other, guess.clone()))
            .collect();
        // What was asked for comes first.
        found.sort_by_key(|(other, _)| {
            (*other != load, objects.iter().position(|&known| Some(known) == object(other)), other.0)
        });
        found.truncate(MOST_LOADS);
        found
    }

    /// Loads of elements that are summed up, or counted together in another way, in a round of a loop: each one matters then, and a watch knows
    /// one of them.
    pub(super) fn summed(&self) -> Vec<ValueId> {
        let mut found = BTreeSet::new();
        let phis: FxHashMap<ValueId, &Phi> =
            self.program.blocks.iter().flat_map(|block| &block.phis).map(|phi| (phi.result, phi)).collect();
        for &phi in phis.values() {
            let terms = Terms { definitions: &self.definitions, phis: &phis, cell: None };
            found.extend(terms.loads(phi.incoming.iter().map(|(_, operand)| *operand), Some(phi.result)));
        }
        for instruction in self.program.blocks.iter().flat_map(|block| &block.instructions) {
            let Instruction::Store(Store { access, value, .. }) = instruction else { continue };
            if !self.is_large[access.object.0] {
                let terms = Terms { definitions: &self.definitions, phis: &phis, cell: Some(access.object) };
                found.extend(terms.loads([*value], None));
            }
        }
        let can_watch = |load: &ValueId| match self.definitions.get(*load) {
            Some(Operation::Load(access, _)) => self.can_watch(*access),
            _ => false,
        };
        found.into_iter().filter(can_watch).collect()
    }
}

/// What a value is computed from, round by round.
struct Terms<'a> {
    definitions: &'a Definitions<'a>,
    phis: &'a FxHashMap<ValueId, &'a Phi>,
    /// The object that it is kept in.
    cell: Option<ObjectId>,
}

impl Terms<'_> {
    /// The loads that are summed up, where what there was before, a φ or what the object holds, is a term as well.
    fn loads(&self, from: impl IntoIterator<Item = Operand>, own: Option<ValueId>) -> Vec<ValueId> {
        let mut open: Vec<(Operand, bool)> = from.into_iter().map(|operand| (operand, false)).collect();
        let (mut found, mut seen, mut is_carried) = (Vec::new(), FxHashSet::default(), false);
        while let Some((operand, is_term)) = open.pop() {
            let Operand::Value(value) = operand else { continue };
            is_carried |= is_term && own == Some(value);
            if !seen.insert((value, is_term)) || seen.len() > MOST_TERMS {
                continue;
            }
            match self.definitions.get(value) {
                Some(Operation::Load(access, _)) if self.cell == Some(access.object) => is_carried |= is_term,
                Some(Operation::Load(..)) if is_term => found.push(value),
                Some(Operation::Load(..) | Operation::Compare(..)) => {}
                Some(Operation::Select(_, then, otherwise)) => open.extend([(*then, is_term), (*otherwise, is_term)]),
                Some(Operation::Binary(_, a, b)) => open.extend([(*a, true), (*b, true)]),
                Some(operation) => open.extend(operation.operands().into_iter().map(|operand| (operand, is_term))),
                None => {
                    let incoming = self.phis.get(&value).into_iter().flat_map(|phi| &phi.incoming);
                    open.extend(incoming.map(|(_, operand)| (*operand, is_term)));
                }
            }
        }
        found.retain(|_| is_carried);
        found
    }
}

/// The loads that a value is computed from, in the same round of a loop.
pub(super) fn sources(definitions: &Definitions, value: Operand) -> Vec<ValueId> {
    let (mut found, mut open, mut seen) = (Vec::new(), vec![value], FxHashSet::default());
    while let Some(operand) = open.pop() {
        let Operand::Value(value) = operand else { continue };
        match definitions.get(value) {
            // What an array begins with: there are as many of these as it has cells.
            Some(Operation::Input(_)) => {}
            _ if !seen.insert(value) => {}
            None => open.extend(definitions.joined(value).into_iter().flatten()),
            Some(Operation::Load(..)) => found.push(value),
            Some(operation) => open.extend(operation.operands()),
        }
    }
    found
}

/// What loads have read in some executions, as guesses.
fn guesses(large: &LargeObjects) -> FxHashMap<ValueId, Expectation> {
    let (program, loads) = told(large);
    let interpreter = Interpreter::new(&program);
    let mut seen: Vec<Seen> = loads.iter().map(|_| Seen::default()).collect();
    // An execution begins with what all objects hold.
    let begins = program.objects.iter().map(|object| object.cells.len()).sum::<usize>() / 4;
    let sizes: Vec<usize> = program.blocks.iter().map(|block| block.instructions.len() + 1).collect();
    let limits = limits(large);
    let (mut left, mut made_up) = (WORK, MadeUp::new(&limits));
    for run in 0..RUNS {
        let its = match run {
            0 => WORK / 2,
            1..=TRIED => (WORK / PART).min(left.saturating_sub(WORK / 8 * 3)),
            _ => left,
        };
        // What the later runs need is not spent on beginnings of these.
        if its <= begins {
            continue;
        }
        made_up.begin(run);
        left = left.saturating_sub(begins);
        let (mut offset, least) = (None, left.saturating_sub(its));
        let goes_on = |block: usize| {
            let is_left = left > least + sizes[block];
            left -= if is_left { sizes[block] } else { 0 };
            is_left
        };
        interpreter.run_while(&mut made_up, goes_on, |event| match event {
            Event::Assign { variable, bits, .. } if variable.0 >= program.map.variables.len() => {
                let told = variable.0 - program.map.variables.len();
                let (_, access) = loads[told / 2];
                match (told % 2, offset.take()) {
                    (0, _) => offset = u64::try_from(bits.unsigned()).ok(),
                    (_, Some(offset)) if large.has_cell(access.object, offset, access.width) => {
                        let index = offset.saturating_sub(access.pattern.residue) / access.pattern.modulus;
                        seen[told / 2].add(index, bits);
                    }
                    _ => {}
                }
            }
            _ => {}
        });
    }
    let is_shift = |access: Access| access.pattern.modulus.is_power_of_two();
    let none = Limits::default();
    let widths: BTreeSet<u32> = loads.iter().map(|(_, access)| access.width).collect();
    let extremes: FxHashMap<u32, Extremes> = widths.into_iter().map(|width| (width, made_up.extremes(width))).collect();
    let guess = |(&(load, access), seen): (&(ValueId, Access), Seen)| match seen
        .guess(limits.get(&access.width).unwrap_or(&none), &extremes[&access.width])?
    {
        Expectation::OfIndex { .. } if !is_shift(access) => None,
        guess => Some((load, guess)),
    };
    loads.iter().zip(seen).filter_map(guess).collect()
}

/// What comparisons with constants leave of a word at least and at most, on one side or the other.
#[derive(Default)]
struct Limits {
    least: BTreeSet<i128>,
    most: BTreeSet<i128>,
}

/// The limits that a program compares words with, by their width. `word + c < d` is how clang asks whether a word is between `-c` and `d - c`.
fn limits(large: &LargeObjects) -> FxHashMap<u32, Limits> {
    let moved = |word: &Operand| match word {
        Operand::Value(value) => match large.definitions.get(*value) {
            Some(Operation::Binary(BinaryOp::Add, _, Operand::Constant(by))) => Some(by.signed()),
            _ => None,
        },
        Operand::Constant(_) => None,
    };
    let mut found: FxHashMap<u32, Limits> = FxHashMap::default();
    for operation in large.definitions.all() {
        let Operation::Compare(predicate, a, b) = operation else { continue };
        for (operand, word, is_right) in [(a, b, false), (b, a, true)] {
            let Operand::Constant(constant) = operand else { continue };
            let (limits, constant) = (found.entry(constant.width()).or_default(), constant.signed());
            // Up to where the word is on the one side, from where on it is on the other.
            let most = match (predicate, is_right) {
                (Predicate::Eq | Predicate::Ne, _) => constant,
                (Predicate::Ult | Predicate::Slt, true) | (Predicate::Ule | Predicate::Sle, false) => {
                    constant.saturating_sub(1)
                }
                (Predicate::Ule | Predicate::Sle, true) | (Predicate::Ult | Predicate::Slt, false) => constant,
            };
            let is_exact = matches!(predicate, Predicate::Eq | Predicate::Ne);
            let least = if is_exact { constant } else { most.saturating_add(1) };
            let (by, begin) = (moved(word).unwrap_or(0), moved(word).map(|by| 0i128.saturating_sub(by)));
            limits.most.extend(begin.map(|begin| begin.saturating_sub(1)).into_iter().chain([most.saturating_sub(by)]));
            limits.least.extend(begin.into_iter().chain([least.saturating_sub(by)]));
        }
    }
    found
}

/// The program, where it assigns the offset and the value of each load that can be watched to two variables behind all others.
fn told(large: &LargeObjects) -> (Program, Vec<(ValueId, Access)>) {
    let (mut program, mut loads) = (large.program.clone(), Vec::new());
    let first = program.map.variables.len();
    for block in &mut program.blocks {
        let mut all = Vec::with_capacity(block.instructions.len());
        for instruction in std::mem::take(&mut block.instructions) {
            let load = match instruction {
                Instruction::Define { result, operation: Operation::Load(access, offset), .. }
                    if large.can_watch(access) =>
                {
                    Some((result, access, offset))
                }
                _ => None,
            };
            all.push(instruction);
            let Some((result, access, offset)) = load else { continue };
            for (place, value) in [(0, offset), (1, Operand::Value(result))] {
                let variable = VariableId(first + 2 * loads.len() + place);
                all.push(Instruction::Assign(Assignment { variable, value, origin: None }));
            }
            loads.push((result, access));
        }
        block.instructions = all;
    }
    (program, loads)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refinement::large::{Expected, Precision};

    impl LargeObjects<'_> {
        /// Anything is expected of some loads, whether it holds or not.
        pub(crate) fn expecting_anything(&self, seed: u64) -> Precision {
            let (mut random, mut precision) = (Rng::with_seed(seed), self.first_precision());
            for (load, access, _) in self.accesses(|_| true) {
                if !self.can_watch(access) || random.u8(0..4) == 0 {
                    continue;
                }
                let [a, b, c] = [(); 3].map(|()| BitVec::new(access.width, random.u128(0..4)));
                let is_shift = access.pattern.modulus.is_power_of_two();
                let what = match random.u8(0..4) {
                    3 => Expectation::Within { low: BinaryOp::Sub.apply(a, b), high: c },
                    0 if is_shift => Expectation::OfIndex { times: a, plus: b },
                    1 => Expectation::OneOf(vec![a]),
                    _ => Expectation::OneOf(vec![a, b, c]),
                };
                precision.expected.insert(load, Expected { what, is_alone: random.bool() });
            }
            precision
        }
    }

    fn seen(read: &[(u64, u128)]) -> Option<Expectation> {
        let mut seen = Seen::default();
        read.iter().for_each(|&(index, value)| seen.add(index, BitVec::new(8, value)));
        let limits = Limits { least: BTreeSet::new(), most: BTreeSet::from([10, 70]) };
        seen.guess(&limits, &Extremes { smallest: BTreeSet::new(), largest: BTreeSet::from([8]) })
    }

    /// What a program assumes of each of many inputs soon holds of all that are made up.
    #[test]
    fn values_that_a_program_takes_are_made_up_again() {
        let mut made_up = MadeUp::default();
        let runs = (0..RUNS).map(|run| {
            made_up.begin(run);
            let takes = |value: BitVec| (-3..=3).contains(&value.signed());
            (0..100).take_while(|_| takes(made_up.value(Some(InputId(0)), 32))).count()
        });
        assert!(runs.skip(TRIED + 1).filter(|&taken| taken == 100).count() > (RUNS - TRIED) / 2);
        let Extremes { smallest, largest } = made_up.extremes(32);
        assert_eq!((smallest, largest), (BTreeSet::from([-3]), BTreeSet::from([3])));
    }

    #[test]
    fn guesses_hold_of_what_was_seen() {
        let constants = |constants: &[u128]| {
            Some(Expectation::OneOf(constants.iter().map(|&constant| BitVec::new(8, constant)).collect()))
        };
        assert_eq!(seen(&[(0, 7), (1, 7), (2, 7), (0, 7)]), constants(&[7]));
        assert_eq!(seen(&[(0, 1), (1, 0), (2, 0), (3, 1)]), constants(&[1, 0]));
        let line = |times, plus| {
            let [times, plus] = [times, plus].map(|number| BitVec::new(8, number));
            Some(Expectation::OfIndex { times, plus })
        };
        assert_eq!(seen(&[(0, 5), (1, 7), (2, 9), (3, 11), (9, 23)]), line(2, 5));
        assert_eq!(seen(&[(9, 23), (8, 21), (3, 11), (0, 5)]), line(2, 5));
        // Too little, and too much.
        assert_eq!(seen(&[(0, 7), (1, 7), (2, 7)]), None);
        assert_eq!(seen(&[(0, 7), (0, 7), (0, 7), (0, 7)]), None);
        assert_eq!(seen(&[(0, 1), (1, 2), (2, 3), (3, 4), (4, 9)]), None);
        let within = |low, high| {
            let [low, high] = [low, high].map(|number| BitVec::new(8, number));
            Some(Expectation::Within { low, high })
        };
        let read = |from: u64, values: &[u128]| -> Vec<(u64, u128)> { (from..).zip(values.iter().copied()).collect() };
        // The largest is read only once, or is the largest that was made up, so the bound is what the program compares with; or it has none.
        assert_eq!(seen(&read(0, &[1, 2, 3, 9, 1, 5, 4, 1, 3, 2, 5, 4])), within(1, 10));
        assert_eq!(seen(&read(0, &[1, 2, 3, 9, 1, 9, 4, 1, 9, 2, 5, 4])), within(1, 9));
        assert_eq!(seen(&read(0, &[1, 2, 3, 8, 1, 8, 4, 1, 8, 2, 5, 4])), within(1, 10));
        assert_eq!(seen(&read(0, &[1, 2, 3, 90, 1, 5, 4, 1, 3, 2, 5, 4])), within(1, 127));
        assert_eq!(seen(&read(0, &[1, 2, 3, 255, 1, 5, 4, 1, 255, 255, 5, 4])), within(255, 10));
        assert_eq!(seen(&read(0, &[1, 2, 3, 90, 1, 5, 4, 1, 200, 130, 5, 4])), None);
    }
}
