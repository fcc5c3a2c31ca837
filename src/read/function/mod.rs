//! Each function of a module as a [`Program`] of its own, for the search for inconsistent code.
//!
//! The program may do everything that the function can do, and more: parameters, globals, the results of calls and what is
//! read from memory are inputs, and so are sums of floating-point numbers, as a caller may have changed how they are rounded. So a block
//! that the program cannot pass on the way to its return cannot be passed in the function either. What must not be lost by this is what is
//! known for certain: integers and pointers in registers are exact, pointers are their addresses.
//!
//! How a path ends: [`Exit::Ok`] is the function's return, and nothing else; [`Exit::Error`] a check that failed;
//! [`Exit::Unmodelled`] a call that does not come back, such as `abort`.
//!
//! | module | what |
//! |---|---|
//! | `havoc` | what is not known is any value |
//! | `checks` | checks, and other ends of paths |
//! | `twice` | calls that come back twice |
//! | `bases` | what pointers may point into |
//! | `branches` | how blocks end: edges and boundaries |
//! | `operands` | what operands are, as bit-vectors and as pointers |
//! | `places` | where instructions come from in the source |
//! | `instructions` | what instructions compute and check |
//! | `calls` | calls |
//! | `contents` | what objects hold that only the function can change |
//! | `told` | which object an access leaves, in words |
//! | `preconditions` | what functions that are called assert first, and do with their arguments |

mod bases;
mod branches;
mod calls;
mod checks;
mod contents;
mod havoc;
mod instructions;
mod operands;
mod places;
mod preconditions;
#[cfg(test)]
mod tests;
mod told;
mod twice;

pub use self::bases::FIRST_ADDRESS;
use crate::prepare::choices::Decision;
pub use crate::prepare::choices::Taken;
use crate::prepare::function::PreparedFunctions;
use crate::program::{BlockId, OriginId, Program, SiteId, UnmodelledId};
use crate::read::ReadError;
use rustc_hash::{FxHashMap, FxHashSet};

#[cfg(doc)]
use crate::program::Exit;

/// A function, or why it could not be read.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The program, or the reason why there is none.
    pub body: Result<Body, String>,
}

/// What a function does.
#[derive(Clone, Debug)]
pub struct Body {
    /// The program.
    pub program: Program,
    /// The places of the source that a path can pass: blocks and the edges of branches.
    pub locations: Vec<Location>,
    /// The exits that stand for calls of unknown functions that perhaps come back.
    pub may_stop: Vec<UnmodelledId>,
    /// For each check that a call makes because of what the function that is called asserts of its arguments, or does with them, first:
    /// where that stands.
    pub preconditions: FxHashMap<SiteId, OriginId>,
    /// The checks of accesses that read.
    pub reads: FxHashSet<SiteId>,
    /// Of a whole program: which locations are copies of one place, and what is not modelled.
    pub whole: Option<Whole>,
}

/// What is known of the locations of a whole program, into which functions have been inlined.
#[derive(Clone, Debug, Default)]
pub struct Whole {
    /// For each location all those that stand for the same place of the source, itself included, ascending.
    pub copies: Vec<Vec<usize>>,
    /// For each location at which the program does something that is not modelled, the locations that control may come to
    /// behind it, as far as branches and calls of the source say.
    pub behind: FxHashMap<usize, Vec<usize>>,
}

/// A block of the source, or one way out of a branch: a block of the program stands for each.
#[derive(Clone, Debug)]
pub struct Location {
    /// The block of the program that is passed exactly when the location is.
    pub block: BlockId,
    /// What it is.
    pub kind: LocationKind,
    /// Where it begins, for a block; where the branch stands, for an edge.
    pub origin: Option<OriginId>,
}

/// What a location is.
#[derive(Clone, Debug)]
pub enum LocationKind {
    /// A block.
    Block,
    /// A way out of a branch.
    Edge {
        /// The block that ends with the branch.
        from: BlockId,
        /// Which.
        taken: Taken,
        /// What decides the branch.
        decision: Decision,
        /// Where the condition is computed.
        condition: Option<OriginId>,
        /// Whether this is a choice between two values, for which clang made no branch.
        is_value: bool,
    },
    /// The part of a way out of a branch on an inequality where both sides are equal (Tomb and Flanagan: *Detecting
    /// inconsistencies via universal reachability analysis*, 2012).
    Boundary {
        /// Which way.
        taken: Taken,
        /// Where the condition is computed.
        condition: Option<OriginId>,
    },
    /// Of a whole program: it does here what is not modelled, and behind that anything.
    Unmodelled(UnmodelledId),
}

/// Reads all functions with a body; with `boundary`, inequalities have locations at their boundaries.
///
/// # Errors
/// If the bitcode is damaged.
pub fn read(prepared: &PreparedFunctions, boundary: bool) -> Result<Vec<Function>, ReadError> {
    let module = super::parsed(&prepared.bitcode)?;
    let ends = calls::endless(&module, &prepared.ends);
    let may_stop = calls::stopping(&module, &ends);
    let callees = calls::Callees { ends, may_stop, twice: &prepared.twice };
    let globals = bases::Globals::new(&module, &prepared.globals);
    let read = |function: &llvm_ir::Function| {
        let body = havoc::read(&module, function, prepared, (&callees, &globals), boundary);
        Function { name: function.name.clone(), body }
    };
    Ok(module.functions.iter().map(read).collect())
}
