//! Engines side by side: each member on a thread of its own, the first answer whose evidence passes its check wins, and all
//! others are stopped.
//!
//! | module | what |
//! |---|---|
//! | [`member`] | [`Member`], and the table that names them, a line each |
//! | [`portfolio`] | [`Portfolio`]: runs them, checks what they claim, shares memory among them |
//! | `turns` | members that share a core take turns by counted work |
//!
//! The portfolio checks evidence itself, on the member's thread and while the others go on, so that an answer that does not
//! check costs nothing but that member; such a member is a fault, and its fault is reported if no other one answers. What
//! members know for certain they tell each other by the context's board.

pub mod member;
pub mod portfolio;
mod turns;

pub use member::{read_table, Make, Member, Setting, TableError, DEFAULT_TABLE};
pub use portfolio::{CheckedVerdict, Portfolio};
