//! Inconsistent code: places of a function that no execution passes on the way to the function's return.
//!
//! After Kahsai, Navas, Jovanovic, Schäf: *Finding inconsistencies in programs with loops* (LPAR 2015), with Christ,
//! Hoenicke, Schäf: *Universal reachability analysis* (2012) for what the classes mean. Loops are not abstracted: that
//! a place cannot be passed is proved by an inductive invariant, so a report is a proof, and where nothing is proved
//! nothing is reported.
//!
//! | module | what |
//! |---|---|
//! | [`function`] | one function, from its program to its findings |
//! | [`graph`] | which places imply which; the few whose coverage implies all |
//! | [`query`] | one question: is there a path to an end of the function through one of some places? |
//! | [`coverage`] | the loop: each path covers what it passes, until a proof says that nothing more can be covered |
//! | [`conflict`] | the same for large functions without loops, path by path |
//! | [`finding`] | what is found, as one stage hands it to the next |
//! | [`classify`] | regions that cannot be covered, and why |
//! | `configuration` | conditions that are constant for another reason than what the function says |
//! | [`endings`] | how the executions end that come to a region |
//! | [`needed`] | the lines that a proof needs |
//! | [`narrow`] | conditions as they would be where `long` has 32 bits |
//! | [`runs`] | executions on values that are made up, which cover most before a solver is asked |
//! | [`relax`] | programs that can do more: loops without memory, statements without effect |
//! | [`lines`] | programs in which only some lines mean what they say |
//! | [`explain`] | the few lines that suffice for a finding |
//! | [`automaton`] | the facts between these lines |
//! | [`keep`] | which findings are reported, and which are withheld by which rule |
//! | [`words`] | what a finding says |

pub mod automaton;
pub mod classify;
mod configuration;
pub mod conflict;
pub mod coverage;
pub mod endings;
pub mod explain;
pub mod finding;
pub mod function;
pub mod graph;
pub mod keep;
pub mod lines;
pub mod narrow;
pub mod needed;
pub mod query;
pub mod relax;
pub mod runs;
pub mod words;

pub use coverage::{Coverage, Method, Status};
pub use finding::Class;
pub use function::{analyse, Options, Outcome};
pub use keep::rules::{RuleError, Rules};
