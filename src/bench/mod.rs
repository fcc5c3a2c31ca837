//! Sets of tasks: each question is a process of its own, and each answer is kept as soon as it is there. Runs can be split over
//! machines, interrupted, repeated and put together again.
//!
//! ```text
//! bench:   questions → shard → (known answers left out) → run → records
//! collect: records → merged → table, CSV, page
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`files`] | the files of a folder and of the folders in it |
//! | [`questions`] | which questions a set of tasks asks |
//! | [`shard`] | which of them a machine takes |
//! | [`group`] | a process and its descendants, kept within limits |
//! | [`child`] | one question is asked of one process |
//! | [`pool`] | several at a time |
//! | [`journal`] | files that survive a killed run |
//! | [`record`] | the answers in them |
//! | [`merge`] | the files of all machines become one run |
//! | [`score`] | right, wrong, unknown; SV-COMP's score |
//! | [`compare`] | two runs side by side |
//! | [`table`] | one run as text and as CSV |
//! | [`page`], [`plots`] | one run, or two, as a page |
//! | [`slurm`] | a job array of shards |

pub mod child;
pub mod compare;
pub mod files;
pub mod group;
pub mod journal;
pub mod merge;
pub mod page;
pub mod plots;
pub mod pool;
pub mod questions;
pub mod record;
pub mod score;
pub mod shard;
pub mod slurm;
pub mod table;
