//! What both encodings share: location codes, the result with its way back, and the terms of targets.

use crate::bv::{BitVec, Predicate, SymbolId, TermId, TermPool};
use crate::program::{BlockId, Exit, Instruction, Program, Terminator, ValueId};
use crate::ts::{Run, TransitionSystem};
use rustc_hash::FxHashMap;

/// Where control can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The property is violated.
    Error,
    /// The path has left what is represented exactly.
    Unmodelled,
    /// The path has ended without error.
    Ok,
    /// At the start of this block.
    Block(BlockId),
}

impl Place {
    /// Whether the system stays here for ever.
    pub fn is_sink(self) -> bool {
        !matches!(self, Place::Block(_))
    }
}

/// The sinks in the order of their codes: error is 0 and unmodelled 1, so that each goal is a cube of location bits.
const SINKS: [Place; 3] = [Place::Error, Place::Unmodelled, Place::Ok];

/// How locations are coded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Coding {
    /// By a number.
    #[default]
    Binary,
    /// By a bit each, of which one is set. Programs with more locations than words can have bits are coded by numbers.
    OneHot,
}

/// The location codes of a program.
#[derive(Clone, Debug)]
pub struct Codes {
    /// What each code means.
    places: Vec<Place>,
    /// The code of each block that has one, by the block's index.
    of_block: Vec<Option<usize>>,
    coding: Coding,
    /// Bits of a location word.
    width: u32,
}

impl Codes {
    /// Codes for the blocks for which `is_location` holds. A block that does nothing but leave the program is not a
    /// location of its own, whatever is asked: it has its sink's code. The entry always is one: a run has to start.
    pub fn new(program: &Program, is_location: impl Fn(BlockId) -> bool) -> Codes {
        let mut places = SINKS.to_vec();
        let mut of_block = Vec::with_capacity(program.blocks.len());
        for index in 0..program.blocks.len() {
            let id = BlockId(index);
            of_block.push(match only_leaves(program, id) {
                Some(exit) if index != 0 => Some(Codes::sink(exit)),
                _ if is_location(id) => {
                    places.push(Place::Block(id));
                    Some(places.len() - 1)
                }
                _ => None,
            });
        }
        let width = usize::BITS - (places.len() - 1).leading_zeros();
        Codes { places, of_block, coding: Coding::Binary, width }
    }

    /// The same places in another coding.
    pub fn coded(self, coding: Coding) -> Codes {
        match coding {
            Coding::OneHot if self.places.len() <= BitVec::MAX_WIDTH as usize => {
                Codes { coding, width: self.places.len() as u32, ..self }
            }
            _ => self,
        }
    }

    /// The code of the sink that an exit leads to.
    pub fn sink(exit: Exit) -> usize {
        match exit {
            Exit::Error(_) => 0,
            Exit::Unmodelled(_) => 1,
            Exit::Ok => 2,
        }
    }

    /// How places are coded.
    pub fn coding(&self) -> Coding {
        self.coding
    }

    /// What a location word means; `None` for a word that is none.
    pub fn place(&self, word: u128) -> Option<Place> {
        let code = match self.coding {
            Coding::Binary => usize::try_from(word).ok()?,
            Coding::OneHot if word.count_ones() == 1 => word.trailing_zeros() as usize,
            Coding::OneHot => return None,
        };
        self.places.get(code).copied()
    }

    /// The word of a place that has a code of its own.
    pub fn word_of(&self, place: Place) -> Option<BitVec> {
        let code = self.places.iter().position(|known| *known == place)?;
        Some(self.word(code))
    }

    /// The code of a block, or of the sink that it is nothing but a way to; `None` if it has none.
    pub fn of_block(&self, block: BlockId) -> Option<usize> {
        self.of_block[block.0]
    }

    /// Whether a block is a location of its own: a step begins where control enters it.
    pub fn is_location(&self, block: BlockId) -> bool {
        self.of_block(block).is_some_and(|code| code >= SINKS.len())
    }

    /// The blocks that are locations of their own.
    pub fn locations(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.places.iter().filter_map(|place| match place {
            Place::Block(block) => Some(*block),
            _ => None,
        })
    }

    /// Bits of a location word.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// A code as a word.
    pub fn word(&self, code: usize) -> BitVec {
        match self.coding {
            Coding::Binary => BitVec::new(self.width, code as u128),
            Coding::OneHot => BitVec::new(self.width, 1 << code),
        }
    }

    /// The universal formula: terms of width 1 that together say that a word is a location, each of them a clause.
    pub fn in_range(&self, pool: &mut TermPool, word: TermId) -> Vec<TermId> {
        match self.coding {
            Coding::Binary => self.number_in_range(pool, word),
            Coding::OneHot => self.one_bit_set(pool, word),
        }
    }

    /// One bit is set, and no two are.
    fn one_bit_set(&self, pool: &mut TermPool, word: TermId) -> Vec<TermId> {
        let bits: Vec<TermId> = (0..self.width).map(|bit| pool.extract(word, bit, bit)).collect();
        let any = bits.iter().copied().reduce(|any, bit| pool.or(any, bit));
        let mut terms = Vec::from_iter(any);
        for (index, &one) in bits.iter().enumerate() {
            for &other in &bits[..index] {
                let both = pool.and(one, other);
                terms.push(pool.not(both));
            }
        }
        terms
    }

    /// LLUMC, Definition 6: terms of width 1 that together say that a location word is in range. For
    /// each bit that is zero in the greatest code, it is not one while all ones of that code above it are ones too. Each
    /// is a clause.
    fn number_in_range(&self, pool: &mut TermPool, word: TermId) -> Vec<TermId> {
        let limit = self.word(self.places.len() - 1);
        let mut higher_ones = Vec::new();
        let mut terms = Vec::new();
        for bit in (0..self.width).rev() {
            let is_one = pool.extract(word, bit, bit);
            if limit.get(bit) {
                higher_ones.push(is_one);
            } else {
                let above = higher_ones.iter().fold(is_one, |all, &one| pool.and(all, one));
                terms.push(pool.not(above));
            }
        }
        terms
    }

    /// The term that says that a location word has a code.
    pub fn at(&self, pool: &mut TermPool, word: TermId, code: usize) -> TermId {
        match self.coding {
            Coding::Binary => {
                let code = pool.constant(self.word(code));
                pool.compare(Predicate::Eq, word, code)
            }
            Coding::OneHot => pool.extract(word, code as u32, code as u32),
        }
    }

    /// The goals, cubes both: at the error; at the error or something unmodelled, which is where all bits but the lowest,
    /// or the two lowest, are zero.
    pub fn goals(&self, pool: &mut TermPool, location: TermId) -> (TermId, TermId) {
        let error = self.at(pool, location, 0);
        let low = if self.coding == Coding::OneHot { 2 } else { 1 };
        let high = pool.extract(location, self.width - 1, low);
        let zero = pool.constant(BitVec::new(self.width - low, 0));
        (error, pool.compare(Predicate::Eq, high, zero))
    }
}

/// The exit of a block that does nothing but leave the program.
fn only_leaves(program: &Program, block: BlockId) -> Option<Exit> {
    let block = &program.blocks[block.0];
    let works = block.instructions.iter().any(|instruction| !matches!(instruction, Instruction::Assign(_)));
    match block.terminator {
        Terminator::Exit(exit) if !works && block.phis.is_empty() => Some(exit),
        _ => None,
    }
}

/// A program as a transition system, and the way back.
#[derive(Debug)]
pub struct Encoding {
    /// The system.
    pub system: TransitionSystem,
    /// What location codes mean.
    pub codes: Codes,
    /// The state word that holds the location code.
    pub location: SymbolId,
    /// The input symbol of each value that is a nondeterministic input.
    pub inputs: FxHashMap<ValueId, SymbolId>,
}

impl Encoding {
    /// A run without steps.
    pub fn empty_run(&self) -> Run {
        let is_location = (0..self.codes.of_block.len()).map(|block| self.codes.is_location(BlockId(block))).collect();
        Run { steps: Vec::new(), is_location }
    }
}
