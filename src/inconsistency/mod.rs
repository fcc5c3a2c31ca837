//! Inconsistent code: places of a function that no execution passes on the way to the function's return.
//!
//! After Kahsai, Navas, Jovanovic, Schäf: *Finding inconsistencies in programs with loops* (LPAR 2015), with Christ,
//! Hoenicke, Schäf: *Universal reachability analysis* (2012) for what the classes mean. Loops are not abstracted: that
//! a place cannot be passed is proved by an inductive invariant, so a report is a proof, and where nothing is proved
//! nothing is reported.
//!
//! [`analyse()`] calls the stages in a row; each uses only what stands above it here.
//!
//! | module | stage | what |
//! |---|---|---|
//! | [`finding`] | | what is found, as one stage hands it to the next |
//! | [`graph`] | | which places imply which; the few whose coverage implies all |
//! | [`abstraction`] | | programs that can do more: loops without memory, checks that pass |
//! | [`lines`] | | programs in which only some lines mean what they say |
//! | [`query`] | | one question: is there a path to an end of the function through one of some places? |
//! | [`coverage`] | cover | the loop: each path covers what it passes, until a proof says that nothing more can be covered |
//! | [`effort`] | | how much work goes into places about which nothing new is found |
//! | [`greybox`] | | executions on values that are made up, which cover most before a solver is asked |
//! | [`conflict`] | | the same for large functions without loops, path by path |
//! | [`cover`] | | the order in which these are tried |
//! | [`exits`] | classify | how the executions end that come to a region |
//! | [`narrow_long`] | | conditions as they would be where `long` has 32 bits |
//! | [`configuration`] | | conditions that are constant for another reason than what the function says |
//! | [`classify`] | | regions that cannot be covered, and why |
//! | [`keep`] | keep | which findings are reported, and which are withheld by which rule |
//! | [`unsat_core`] | explain | the lines that a proof needs |
//! | [`automaton`] | | the facts between these lines |
//! | [`explain`] | | the few lines that suffice for a finding |
//! | [`words`] | words | what a finding says |
//! | [`mod@analyse`] | all | one function, from its program to what is said about it |

pub mod abstraction;
pub mod analyse;
pub mod automaton;
pub mod classify;
pub mod configuration;
pub mod conflict;
pub mod cover;
pub mod coverage;
pub mod effort;
pub mod exits;
pub mod explain;
pub mod finding;
pub mod graph;
pub mod greybox;
pub mod keep;
pub mod lines;
pub mod narrow_long;
pub mod query;
pub mod unsat_core;
pub mod words;

pub use analyse::{analyse, Options, Outcome};
pub use coverage::{Coverage, Method, Status};
pub use finding::Class;
pub use keep::rules::{RuleError, Rules};
