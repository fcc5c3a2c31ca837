//! Engines side by side: each member on a thread of its own, the first answer whose evidence passes its check wins, and all
//! others are stopped.
//!
//! | module | what |
//! |---|---|
//! | [`member`] | [`Member`], and the table that names them, a line each |
//! | [`portfolio`] | [`Portfolio`]: who runs, on which thread, in whose turn |
//! | `worker` | a member on its thread: runs, and checks what it claims |
//! | `listener` | the caller's thread: one verdict out of many, and memory shared out |
//! | `checked` | verdicts whose evidence has been checked, and the problem that they are about |
//! | `turns` | members that share a core take turns by counted work |
//!
//! The portfolio checks evidence itself, on the member's thread and while the others go on, so that an answer that does not
//! check costs nothing but that member; such a member is a fault, and its fault is reported if no other one answers. What
//! members know for certain they tell each other by the context's board.

mod checked;
mod listener;
pub mod member;
pub mod portfolio;
#[cfg(test)]
mod tests;
mod turns;
mod worker;

pub use checked::{CheckedVerdict, Original};
pub use member::{read_table, Make, Member, Setting, TableError, DEFAULT_TABLE};
pub use portfolio::Portfolio;
