//! Limits of time, memory and work, and the flags by which they are kept. A leaf: everyone who may have to end early uses it.
//!
//! | module | what |
//! |---|---|
//! | [`stop`] | [`StopFlag`], which is raised from outside or by a deadline; [`Poll`], [`Ticks`] |
//! | [`budget`] | [`Budget`]: time, memory, steps; [`Reason`]: which of them was used up |
//! | [`mod@limits`] | [`Limits`] of a whole run: budget, flags, and who raised them |
//! | [`memory`] | how much memory the process holds |

pub mod budget;
pub mod limits;
pub mod memory;
pub mod stop;

pub use budget::{Budget, Reason};
pub use limits::{exhausted, Limits};
pub use stop::{Poll, StopFlag, Ticks, WORK_A_SECOND};
