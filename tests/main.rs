//! All end-to-end tests as one program: each file of its own would be linked for itself, and would be waited for before the next
//! one begins. `cargo test --test suite limits::` runs one file. The index is README.md.

mod bad_input;
mod bench;
mod boxes;
mod certificates;
mod ci;
mod commands;
mod common;
mod files;
mod findings;
mod functions;
mod fuzz_readers;
mod graphml;
mod guide;
mod inconsistent;
mod indices;
mod kinds;
mod layering;
mod limits;
mod longjmp;
mod native;
mod neighbours;
mod overflow;
mod page;
mod parts;
mod portfolio;
mod random_functions;
mod random_programs;
mod repository;
mod sarif;
mod schemas;
mod traces;
mod unrolled;
mod verdicts;
mod whole;
mod witness;
