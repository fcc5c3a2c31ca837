//! The whole tool, one file a command, one call a stage.
//!
//! ```text
//! check:   prepare → read → encode → blast → simplify → search → check evidence → report
//!                              ↖ more of large objects is followed ↙
//!                        ↘ concrete engine beside the search ↗
//!                        ↘ boxes, before the search ↗
//! encode:  prepare → read → encode → blast → simplify → write
//! solve:   read → search → report
//! certify: prepare → read → replay
//! lift:    prepare → read → encode → blast → simplify → compare → check the answer → replay → report
//! witness: what an answer rests on → facts or waypoints → into the program → check
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`mod@check`], `encode`, `solve`, `certify` | the commands about one program or problem |
//! | `foreign`, `lift` | answers of other solvers |
//! | [`inconsistent`] | the command about functions: its own stages |
//! | [`mod@witness`] | what an answer rests on is written for other tools, and their witnesses are checked |
//! | `question` | what is asked, and how to search |
//! | `finished`, `error` | what a command gives back |
//! | `fingerprint` | numbers by which reports are known again |
//! | `front_end` | prepare and read |
//! | `stages` | encode, blast, simplify, search |
//! | `refinement` | which program to encode: how much of large objects is followed |
//! | `turns` | programs with arrays are searched in turns: more or less of them is read lazily |
//! | `all_depths` | the program is searched with recursion inlined to a depth, and to any depth |
//! | `all_lengths` | the program is searched with a bound on objects of computed size, and without |
//! | `by_unrolling` | programs whose loops constants bound are searched without loops |
//! | `by_ranges` | programs that call `sin` and its like are proved with any values of the ranges |
//! | `by_boxes` | boxes of inputs are tried before the search |
//! | `by_waypoints` | programs with a witness in them are run on what the witness says |
//! | `concrete_fallback` | the concrete engine beside the search, or alone |
//! | `contradiction` | assumptions that exclude every call of a function |
//! | `overflow` | errors behind signed arithmetic that overflows |
//! | `answer` | verdicts become answers |
//! | `failing` | checks that are known to fail, behind which a question is asked on |
//! | `evidence` | runs are replayed by the interpreter |
//! | `native_replay` | paths are replayed by the program as clang compiled it |
//! | `reporting` | the report is put together |
//! | `clock` | seconds of each stage |

mod all_depths;
mod all_lengths;
mod answer;
mod by_boxes;
mod by_ranges;
mod by_unrolling;
mod by_waypoints;
mod certify;
mod check;
mod clock;
mod concrete_fallback;
mod contradiction;
mod encode;
mod error;
mod evidence;
mod failing;
mod fingerprint;
mod finished;
mod foreign;
mod front_end;
pub mod inconsistent;
mod lift;
mod native_replay;
mod overflow;
mod question;
mod refinement;
mod reporting;
mod solve;
mod stages;
mod turns;
pub mod witness;

pub use certify::{certify, certify_boxes};
pub use check::check;
pub use clock::{processor_seconds, Clock, SEARCHING};
pub use encode::encode;
pub use error::PipelineError;
pub use failing::Failing;
pub use finished::{Basis, Finished};
pub use foreign::solve_externally;
pub use lift::{lift, Given};
pub use question::{
    Asked, AskedFunction, Choice, Concrete, Encoded, EncodingName, Form, Format, Loops, Only, Predicates, Question,
    Replay, Simplification, Written, WHOLE_CELLS,
};
pub use reporting::not_asked;
pub use solve::solve;
