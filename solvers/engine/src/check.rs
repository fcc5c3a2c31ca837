//! The checkers of evidence. They share nothing with the engines: a trace is checked by evaluation, a certificate by
//! three kinds of queries to a solver of the caller's choice, which should be another one than the engine's.
//!
//! | module | what |
//! |---|---|
//! | [`trace`] | [`check_trace`]: is this a run, and does it reach the goal? |
//! | [`certificate`] | [`check_certificate`]: is this an inductive invariant that excludes the goal? |

pub mod certificate;
pub mod trace;

pub use certificate::{check_certificate, CertificateFault, CertificateReport};
pub use trace::{check_trace, TraceFault};
