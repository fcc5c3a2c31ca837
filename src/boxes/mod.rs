//! Proofs by boxes, for programs that compute with floating-point numbers: the inputs are cut into boxes until in each of them all
//! executions take one way, which ends without error. An error is found where a box, or a point that was tried, ends in it.
//!
//! Evidence is the partition. Its check is another evaluation of each box, with other arithmetic; the two share the order of an
//! input's values ([`partition`]) and sets of words ([`words`]).
//!
//! | module | what |
//! |---|---|
//! | [`partition`] | orders of inputs, boxes, trees of cuts |
//! | `search` | [`Search`]: cuts boxes until all are decided |
//! | `run` | runs the program on a box |
//! | `cut` | where a box is cut |
//! | `value`, `numbers` | what a run knows of a value; numbers by the machine's arithmetic |
//! | [`words`] | sets of bit-vectors as intervals |
//! | [`mod@check`] | [`check`](check::check): the check of a partition |
//! | [`recorded`] | files that hold a partition |
//! | [`exact`] | numbers by `rustc_apfloat`, for the check |

pub mod check;
mod cut;
pub mod exact;
mod numbers;
pub mod partition;
pub mod recorded;
mod run;
mod search;
#[cfg(test)]
mod tests;
mod value;
pub mod words;

pub use check::{check, Unproved};
pub use partition::Partition;
pub use recorded::RecordedPartition;
pub use search::{is_of_use, Figures, Found, Search, Step};
