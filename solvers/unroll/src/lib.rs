//! The incremental-SAT unroller: bounded search step by step.
