//! Transition systems of bit-vector terms, and how a program becomes one.
//!
//! | module | what |
//! |---|---|
//! | [`system`] | [`TransitionSystem`]: states, inputs, what always holds, the goals |
//! | [`control`] | the order of blocks, cut points, liveness |
//! | [`encoding`] | what both encodings share: location codes, [`Encoding`] with its way back |
//! | [`memory`] | cells as states, computed offsets as multiplexers |
//! | [`small_block`] | one step is one basic block |
//! | [`large_block`] | one step is one loop-free region between cut points |
//! | `narrow` | words that need fewer bits than they have |
//! | [`simulate`] | the system stepped by evaluating its terms |
//! | [`predicates`] | terms that a proof may want to speak of |
//! | [`affine`] | linear equations that hold in simulated runs |
//! | [`polynomials`] | what polynomial equations are after a step, computed in their ring |
//! | [`intervals`] | known bits and intervals at each location, as candidates for lemmas |
//! | [`sums`] | what a loop adds up is at most so much, as candidates for lemmas |
//! | [`slices`] | what holds of a followed cell once a counter has passed its index, as candidates for lemmas |
//! | `regions` | what a system does at one location |
//! | `live` | which words matter at which location |
//! | [`range`] | sets of words: known bits, bounds with and without sign |
//! | [`run`] | [`Run`]: a trace in terms of blocks and values |

pub mod affine;
pub mod control;
pub mod encoding;
pub mod intervals;
pub mod large_block;
mod live;
pub mod memory;
mod narrow;
pub mod polynomials;
pub mod predicates;
pub mod range;
mod regions;
pub mod run;
pub mod simulate;
pub mod slices;
pub mod small_block;
pub mod sums;
pub mod system;

pub use encoding::{Codes, Coding, Encoding, Place};
pub use run::{Run, RunStep};
pub use system::{Fact, Goal, Input, Later, State, StateBit, TransitionSystem};
