//! The clause arena: the literals of all clauses in one row.

use bitreach_formula::Lit;
use rustc_hash::FxHashMap;

/// The number of a clause in the arena, twice, plus 1 if it has two literals: then its watches tell all about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ClauseRef(u32);

impl ClauseRef {
    fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the clause has two literals.
    pub fn is_binary(self) -> bool {
        self.0 & 1 == 1
    }
}

const LEARNT: u32 = 1;
const DELETED: u32 = 2;

/// Clauses of two or more literals.
#[derive(Default)]
pub(crate) struct Arena {
    lits: Vec<Lit>,
    /// For each clause its place in `lits`, and more.
    clauses: Vec<Header>,
    /// How many numbers the deleted clauses take.
    wasted: usize,
}

struct Header {
    start: u32,
    len: u32,
    flags: u32,
    /// Of learnt clauses: in how many decision levels its literals were.
    glue: u32,
}

impl Arena {
    /// Adds a clause.
    pub fn add(&mut self, lits: &[Lit], learnt: bool) -> ClauseRef {
        let flags = if learnt { LEARNT } else { 0 };
        self.clauses.push(Header { start: self.lits.len() as u32, len: lits.len() as u32, flags, glue: 0 });
        self.lits.extend_from_slice(lits);
        ClauseRef((self.clauses.len() as u32 - 1) << 1 | u32::from(lits.len() == 2))
    }

    fn header(&self, clause: ClauseRef) -> &Header {
        &self.clauses[clause.index()]
    }

    /// The literals, the two that watch first.
    pub fn lits(&self, clause: ClauseRef) -> &[Lit] {
        let header = self.header(clause);
        &self.lits[header.start as usize..(header.start + header.len) as usize]
    }

    /// The literals, to be put in another order.
    pub fn lits_mut(&mut self, clause: ClauseRef) -> &mut [Lit] {
        let header = &self.clauses[clause.index()];
        &mut self.lits[header.start as usize..(header.start + header.len) as usize]
    }

    /// Of a learnt clause: in how many decision levels its literals were.
    pub fn glue(&self, clause: ClauseRef) -> u32 {
        self.header(clause).glue
    }

    /// Sets the glue of a learnt clause.
    pub fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        self.clauses[clause.index()].glue = glue;
    }

    /// Whether the clause is deleted; its watches are dropped when next met.
    pub fn is_deleted(&self, clause: ClauseRef) -> bool {
        self.header(clause).flags & DELETED != 0
    }

    /// Deletes a clause. Its place is reused by [`compact`](Self::compact).
    pub fn delete(&mut self, clause: ClauseRef) {
        let header = &mut self.clauses[clause.index()];
        if header.flags & DELETED == 0 {
            header.flags |= DELETED;
            self.wasted += header.len as usize + 4;
        }
    }

    /// How many numbers deleted clauses take.
    pub fn wasted(&self) -> usize {
        self.wasted
    }

    /// How many numbers all clauses take.
    pub fn len(&self) -> usize {
        self.lits.len() + 4 * self.clauses.len()
    }

    /// All clauses.
    pub fn iter(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        let number = |(index, header): (usize, &Header)| ClauseRef((index as u32) << 1 | u32::from(header.len == 2));
        self.clauses.iter().enumerate().map(number)
    }

    /// Removes deleted clauses; tells where the others went.
    pub fn compact(&mut self) -> FxHashMap<ClauseRef, ClauseRef> {
        let old = std::mem::take(self);
        let mut moved = FxHashMap::default();
        for clause in old.iter().filter(|&clause| !old.is_deleted(clause)) {
            let to = self.add(old.lits(clause), old.header(clause).flags & LEARNT != 0);
            self.set_glue(to, old.glue(clause));
            moved.insert(clause, to);
        }
        moved
    }
}
