//! Witnesses: what a verdict rests on, in the words of the source, for other tools to check; and programs with a witness in them, to check
//! those of other tools.
//!
//! | module | what |
//! |---|---|
//! | [`mod@format`] | SV-COMP's witness format 2.0 |
//! | [`graphml`] | the older format 1.0, GraphML |
//! | [`mod@file`] | a witness in a file of either format |
//! | [`given`] | the file as it is given: statements, loops, calls, names in scope |
//! | [`literal`] | values as constants of C |
//! | [`violation`] | error paths become waypoints |
//! | [`facts`] | certificates become facts about C variables at loop heads |
//! | `words` | which words hold which variables there |
//! | `side` | words in a solver: what holds of them |
//! | [`instrument`] | what a witness says, as far as it can be put into a program |
//! | [`checks`] | invariants become checks in the program |
//! | [`waypoints`] | waypoints become a counter in the program |
//! | `edits` | pieces of text are put into a file |

pub mod checks;
mod edits;
pub mod facts;
pub mod file;
pub mod format;
pub mod given;
pub mod graphml;
pub mod instrument;
pub mod literal;
mod side;
pub mod violation;
pub mod waypoints;
mod words;
