//! What is found, as one stage hands it to the next: cover → classify → keep → explain → words. A leaf: stages use it, and it uses
//! none of them.

use crate::program::{BlockId, Origin, OriginId, SiteId};
use crate::read::function::{Body, Taken};
use std::sync::Arc;

/// A source line: its file and number.
pub type Line = (Arc<str>, u32);

/// Why a region cannot be passed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Executions come there, and each of them fails.
    MustFail,
    /// No execution comes there, because of what other statements of the function say.
    Contradiction,
    /// No execution comes there, because of constants or of the platform's types.
    Configured(Configuration),
}

/// What decides a branch that no statement of the function decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Configuration {
    /// Constants.
    Constants,
    /// The condition is a literal, as in `do … while (1)`.
    Literal,
    /// The size of a type.
    Sizeof,
    /// Whether a value survives the cast to another type and back.
    Cast,
    /// That a type of the platform is wider than an operand; elsewhere it may be as narrow.
    Width,
}

/// How the executions that come to a region end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// In a check that fails; the first that was found.
    Check(SiteId),
    /// In a call that does not come back, or in an `assert(0)`: they end as the code says that they should.
    Stop,
    /// Perhaps in a call that does not come back: one of an unknown function, or one that there was no time to exclude. Then
    /// nothing is wrong.
    MayStop,
    /// Not at all: they run for ever.
    Endless,
    /// That is not known.
    Unknown,
}

/// Why it was not found out which lines matter for a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unexplained {
    /// Time was up.
    Time,
    /// Too many lines were left when time was up.
    Lines,
}

/// How the source writes the place of a finding.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Where the block begins, or where the branch stands; `None` if the module does not say.
    pub place: Option<Origin>,
    /// Where the condition's last operation stands, of a branch.
    pub condition: Option<Origin>,
    /// The way out of a branch, if the finding is about one.
    pub way: Option<Way>,
}

/// A way out of a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// Which.
    pub taken: Taken,
    /// The condition, if its text is known.
    pub text: Option<String>,
}

/// What holds at a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineFacts {
    /// The line.
    pub line: Line,
    /// Whether the facts hold behind the line, and not in front of it.
    pub behind: bool,
    /// Whether they hold in each round of a loop that begins there.
    pub each_round: bool,
    /// The facts in C.
    pub facts: Vec<String>,
}

/// A region that no path to the return passes.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The location at which it begins.
    pub location: usize,
    /// All its locations.
    pub region: Vec<usize>,
    /// The location and its copies, of which none can be passed either.
    pub copies: Vec<usize>,
    /// Why.
    pub class: Class,
    /// How executions end that come there; `None` if it is proved that none do.
    pub failure: Option<Failure>,
    /// How the source writes it.
    pub written: Written,
    /// Why it was not found out which lines matter, if so.
    pub unexplained: Option<Unexplained>,
    /// The first place of each line that matters.
    pub lines: Vec<OriginId>,
    /// What holds between these lines; empty where that was not found out.
    pub facts: Vec<LineFacts>,
}

impl Finding {
    /// The blocks of the location and its copies.
    pub fn blocks(&self, body: &Body) -> Vec<BlockId> {
        self.copies.iter().map(|&copy| body.locations[copy].block).collect()
    }

    /// The way out of a branch that it is about.
    pub fn taken(&self) -> Option<Taken> {
        self.written.way.as_ref().map(|way| way.taken)
    }

    /// Whether statements say that no execution comes there, whatever the source's text says about the condition.
    pub fn contradicts(&self) -> bool {
        !matches!(self.class, Class::MustFail | Class::Configured(Configuration::Constants))
    }
}
