//! Witnesses: what a verdict rests on, in the words of the source, for other tools to check; and programs with a witness in them, to check
//! those of other tools.
//!
//! | module | what |
//! |---|---|
//! | [`mod@format`] | SV-COMP's witness format 2.0 |
//! | [`given`] | the file as it is given: statements, loops, calls, names in scope |
//! | [`literal`] | values as constants of C |
//! | [`violation`] | error paths become waypoints |
//! | [`facts`] | certificates become facts about C variables at loop heads |
//! | [`instrument`] | invariants and waypoints become part of the program |

pub mod facts;
pub mod format;
pub mod given;
pub mod instrument;
pub mod literal;
pub mod violation;
