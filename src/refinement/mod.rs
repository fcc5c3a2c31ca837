//! Abstraction and refinement of large objects: a program that follows only some of their cells, and does everything that the program does.
//!
//! An object of 100 000 cells that is accessed at computed offsets would be 100 000 words of state. [`LargeObjects::partial`] makes a
//! program in which a large object has only
//!
//! * some **cells**, each at an offset of its own,
//! * for some of the loads a **watch**: the cell that this load reads for the last time before the path ends. Which cell that is is
//!   chosen freely when the program starts, and never changes; where the path comes to an error or to something unmodelled and the
//!   load has last read another one, the path ends without error: the choice was wrong, and another choice goes on. This
//!   is what Mann, Irfan, Griggio, Padon and Barrett call a prophecy (*Counterexample-Guided Prophecy for Model Checking Modulo
//!   the Theory of Arrays*, TACAS 2021). One word and its index stand for all elements of an array that a loop checks one by one; and
//! * of each row of **instances** that may be freed, one, whichever: all its members, and whether it is alive.
//!
//! Loads of any other cell give any value. So for each path of the program to an error, or to something unmodelled, there is one of the
//! partial program to the same exit: that of the values that were read, and of the cells that were read last. If the partial program is
//! safe, so is the program. A path of the partial program need not be one of the program: [`Partial::feasibility`] follows it beside what the
//! cells really hold, and says either how the program is to be run, for the interpreter to confirm, or what to follow
//! from then on ([`Precision`]): a load that read something wrong gets a watch; where it has one, the cell that it read is followed.
//! With each such step there are fewer cells that are not followed, so this ends.
//!
//! | module | what |
//! |---|---|
//! | `definitions` | how each value is computed |
//! | `large` | which objects are large, and what of them is followed |
//! | `partial` | the partial program, and what its accesses are |
//! | `watches` | which cells stay, and at which indices cells are followed |
//! | `causes` | at errors, that the instance which is followed is the one that was read |
//! | `steps` | how the indices of two accesses hang together |
//! | `fresh` | which stores to instances are written over before anything is read |
//! | `members` | what is tried to hold of a member of all instances |
//! | `expectations` | what is expected of a load, at any element |
//! | `samples` | guesses of that, from executions |
//! | `build` | makes the partial program |
//! | `feasibility` | decides whether a path of it is one of the program |

mod build;
mod causes;
mod definitions;
mod expectations;
mod feasibility;
mod fresh;
mod large;
mod members;
mod partial;
mod samples;
mod steps;
mod watches;

pub use expectations::Expectation;
pub use feasibility::Feasibility;
pub use large::{Expected, LargeObjects, Precision};
pub use partial::Partial;
