//! Memory: objects as rows of cells, and the accesses to them.
//!
//! A cell is a bit-vector at an offset, in bytes, from the start of its object. The front end lays cells out such that every
//! access meets whole cells; where an access is wider than a cell it makes one access of each. Which cells an access can
//! meet at all is its [`Access::pattern`]: those whose offset leaves a residue modulo a stride, as the elements of an array
//! do. Everything that could go wrong with an address is a branch before the access: where control comes to a load or
//! a store that happens, its offset is that of a cell of the access. (Where it is not, a load gives 0 and a store does
//! nothing in the interpreter; the encodings do not care.)

use crate::bv::BitVec;
use crate::program::{Operand, OriginId, Program, VariableId};

/// An object, by its index in [`Program::objects`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub usize);

/// A piece of memory of known size: a variable, an allocation, a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The name that reports and symbol tables show: that of the C variable, where there is one.
    pub name: String,
    /// The size in bytes.
    pub size: u64,
    /// The cells, ascending by offset, not overlapping.
    pub cells: Vec<Cell>,
    /// How the cells go on behind those, if they do.
    pub tail: Option<Tail>,
}

/// Cells that repeat as far as their object goes: each offset from `begin` on has a cell where the listed cells have one at
/// `begin + (offset - begin) % period`. The listed cells end at `begin + period`. Encodings know no tails: they are given programs
/// that follow some cells of such objects ([`crate::refinement`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tail {
    /// Where it begins, in bytes.
    pub begin: u64,
    /// After how many bytes it repeats; not 0.
    pub period: u64,
    /// Whether cells that are not listed hold zero at first. Else they may hold anything, and the interpreter takes zero, or what [`Inputs`](crate::program::Inputs) say.
    pub is_zero: bool,
}

impl Tail {
    /// The offset, among the listed cells, of what is alike.
    pub fn listed(self, offset: u64) -> u64 {
        match offset.checked_sub(self.begin) {
            Some(behind) => self.begin + behind % self.period,
            None => offset,
        }
    }

    /// Whether the cell that begins there is listed.
    pub fn is_listed(self, offset: u64) -> bool {
        self.listed(offset) == offset
    }
}

/// How instances of a structure are expected to lead to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chain {
    /// Each to the one that was given out just before it.
    Backwards,
    /// Each to the one that is given out just behind it.
    Forwards,
}

/// An object that is a row of instances of one structure, as all that a call of `malloc` gives out: one begins at each multiple of the
/// period of the object's [tail](Tail). Each cell of an instance is written when the instance is given out, before anything reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instances {
    /// The object.
    pub object: ObjectId,
    /// Where in an instance the cells are that hold addresses.
    pub links: Vec<u64>,
    /// How many low bits of an address say where in its object it leads; those above are the number of the object.
    pub low: u32,
    /// The object that says how many of them have been given out, from the first on.
    pub given: ObjectId,
    /// The object that says which of them are alive, if something may free one.
    pub alive: Option<ObjectId>,
    /// Where it is asked whether they are lost: to which of its neighbours each is expected to lead.
    pub chain: Option<Chain>,
    /// How many bits lie between where in its object an address leads, in bytes, and those low bits: they are zero.
    pub scale: u32,
}

/// A word of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Where it begins, in bytes from the start of the object.
    pub offset: u64,
    /// What it holds when the program starts; also says its width in bits.
    pub initial: BitVec,
    /// The name that symbol tables show, such as `a[3]` or `p.next`.
    pub name: String,
    /// The part of a C variable that it is, by which paths are told.
    pub variable: Option<VariableId>,
}

impl Object {
    /// The index of the listed cell that begins at an offset.
    pub fn cell_at(&self, offset: u64) -> Option<usize> {
        self.cells.binary_search_by_key(&offset, |cell| cell.offset).ok()
    }

    /// Whether a cell of this width begins at an offset, be it listed or of the tail.
    pub fn has_cell(&self, offset: u64, width: u32) -> bool {
        let is_inside = offset.checked_add(u64::from(width.div_ceil(8))).is_some_and(|end| end <= self.size);
        let listed = self.tail.map_or(offset, |tail| tail.listed(offset));
        is_inside && self.cell_at(listed).is_some_and(|cell| self.cells[cell].initial.width() == width)
    }
}

/// A set of offsets: `residue + k * modulus` for all k where `modulus` is not 0, else `residue` alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern {
    /// The smallest offset, in bytes; below `modulus`, unless that is 0.
    pub residue: u64,
    /// The stride, in bytes; 0 for a single offset.
    pub modulus: u64,
}

impl Pattern {
    /// Whether an offset belongs to it.
    pub fn contains(self, offset: u64) -> bool {
        match self.modulus {
            0 => offset == self.residue,
            modulus => offset % modulus == self.residue,
        }
    }
}

/// Which cells a load or a store may meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    /// The object.
    pub object: ObjectId,
    /// At which offsets.
    pub pattern: Pattern,
    /// The width in bits of these cells.
    pub width: u32,
}

/// Writes a cell.
#[derive(Clone, Copy, Debug)]
pub struct Store {
    /// The cells that may be meant.
    pub access: Access,
    /// Where in the object, in bytes; of any width.
    pub offset: Operand,
    /// What is written, of the cells' width.
    pub value: Operand,
    /// Of width 1: nothing is written where it is 0.
    pub condition: Operand,
    /// Where it comes from.
    pub origin: Option<OriginId>,
}

impl Program {
    /// The listed cells that an access may meet, by index, ascending.
    pub fn cells(&self, access: Access) -> impl Iterator<Item = usize> + '_ {
        let cells = &self.objects[access.object.0].cells;
        let fits = move |cell: &Cell| cell.initial.width() == access.width && access.pattern.contains(cell.offset);
        cells.iter().enumerate().filter(move |(_, cell)| fits(cell)).map(|(index, _)| index)
    }
}
