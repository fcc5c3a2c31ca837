//! `bitreach` decides, bit for bit and with no bound on loops, whether a C program can reach an error.
//!
//! | module | what | uses |
//! |---|---|---|
//! | [`abandonable`] | work that heeds no stop flag, on a thread that can be left behind | nothing |
//! | [`bv`] | bit-vector values, operations, terms, rewriting, evaluation | nothing |
//! | [`program`] | one function without calls: blocks, values, where they come from, and an interpreter | `bv` |
//! | [`source`] | getting C: clang, tasks, projects, properties, models of the C library | `program` |
//! | [`llvm`] | handles on LLVM's IR, markers, functions that are known by name | `source`, `program` |
//! | [`prepare`] | every error in a module becomes an explicit marker: two recipes | `source`, `llvm`, `program` |
//! | [`read`] | prepared modules become programs | `source`, `llvm`, `prepare`, `program` |
//! | [`frontend`] | these in a row | `source`, `prepare`, `read` |
//! | [`external`] | other solvers, run as processes | `source` |
//! | [`native`] | executables that clang makes, run and stopped | `frontend` |
//! | [`concrete`] | runs programs natively on made-up inputs | `program`, `native` |
//! | [`boxes`] | inputs are cut into boxes until all of these end without error | `program`, `bv` |
//! | [`ts`] | programs become transition systems | `program`, `bv` |
//! | [`blast`] | terms become an and-inverter graph, then clauses | `bv` |
//! | [`circuit`] | AIGER and BTOR2 files of other tools become problems | `blast` |
//! | [`dimspec`] | transition systems become DimSpec problems | `ts`, `blast` |
//! | [`simplify`] | transition systems become smaller, and evidence comes back | `ts`, `blast`, `dimspec` |
//! | [`solve`] | names become engines; evidence is checked | the crates in `solvers/` |
//! | [`verdict`] | runs are replayed and become error paths | `program`, `ts` |
//! | [`refinement`] | programs that follow only some cells of large objects | `program`, `ts`, `verdict` |
//! | [`source_text`] | what the text of the source says at a place | `program` |
//! | [`harness`] | functions by themselves as programs that call them | `source`, `source_text` |
//! | [`inconsistency`] | places of a function that no execution passes on the way to its return | `read`, `program`, `ts`, `solve`, `source_text` |
//! | [`witness`] | verdicts in the words of the source, for other tools, and their check | `source_text`, `blast`, `verdict`, `solve` |
//! | [`report`] | what is said about a run: text, JSON | nothing |
//! | [`mod@bench`] | sets of tasks, a process a question, on one machine or many | `source`, `report` |
//! | [`pipeline`] | the whole tool, one function a command | all of these |
//! | [`cli`] | the command line | `pipeline` |

pub mod abandonable;
pub mod bench;
pub mod blast;
pub mod boxes;
pub mod bv;
pub mod circuit;
pub mod cli;
pub mod concrete;
pub mod dimspec;
pub mod external;
pub mod frontend;
pub mod harness;
pub mod inconsistency;
pub mod llvm;
pub mod native;
pub mod pipeline;
pub mod prepare;
pub mod program;
pub mod read;
pub mod refinement;
pub mod report;
pub mod simplify;
pub mod solve;
pub mod source;
pub mod source_text;
pub mod ts;
pub mod verdict;
pub mod witness;
