//! LLVM's IR, and what is known of it by name.
//!
//! | module | what |
//! |---|---|
//! | [`ir`] | handles on LLVM's values; all unsafe code about LLVM |
//! | [`marker`] | the marker functions that tell a reader what is what |
//! | [`known`] | the functions of the C library that something is known of |
//! | [`trap`] | the checks that clang puts in |

pub(crate) mod ir;
pub mod known;
pub mod marker;
pub mod trap;
