//! What is known about a run while it goes on: which functions it looks at, what is known of them, and what is kept.

use super::state::{Done, State};
use crate::pipeline::error::StateError;
use crate::report::inconsistent::Gap;

/// Where a function stands: the number of its file in the request, and its own in that file, in the order of the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct At {
    /// Which file.
    pub unit: usize,
    /// Which function.
    pub place: usize,
}

/// A file that has been read.
#[derive(Clone, Copy, Debug)]
pub struct Listing<'a> {
    /// Its number in the request.
    pub unit: usize,
    /// The file.
    pub file: &'a str,
    /// A number for its code.
    pub code: &'a str,
    /// The names of its functions, in the order of the source.
    pub functions: &'a [&'a str],
}

/// Someone who keeps what is known of a run, so that another one goes on from there.
pub trait Ledger: Send + Sync {
    /// A file has been read. Gives the places of the functions that this run looks at.
    ///
    /// # Errors
    /// If that cannot be kept, or does not fit what is known.
    fn read(&self, listing: Listing) -> Result<Vec<usize>, StateError>;

    /// A file could not be read.
    ///
    /// # Errors
    /// If that cannot be kept.
    fn unread(&self, unit: usize, gap: &Gap) -> Result<(), StateError>;

    /// What is known of a function of this code.
    fn known(&self, at: At, code: &str, function: &str) -> Option<Done>;

    /// Keeps what is known about a function.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn keep(&self, at: At, done: &Done) -> Result<(), StateError>;
}

/// One file for all functions of a run: they are known by their code.
impl Ledger for State {
    fn read(&self, listing: Listing) -> Result<Vec<usize>, StateError> {
        Ok((0..listing.functions.len()).collect())
    }

    fn unread(&self, _: usize, _: &Gap) -> Result<(), StateError> {
        Ok(())
    }

    fn known(&self, _: At, code: &str, function: &str) -> Option<Done> {
        State::known(self, code, function).cloned()
    }

    fn keep(&self, _: At, done: &Done) -> Result<(), StateError> {
        State::keep(self, done)
    }
}
