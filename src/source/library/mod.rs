//! Bodies for functions of the C library on strings and on the heap.
//!
//! They are C (`models.c`), compiled by the clang that compiles the program: what they access is
//! checked like everything else. The results of comparisons are differences of characters, where the standard only fixes the sign.

use super::clang::{self, ClangError};
use super::property::DataModel;
use bitreach_limits::StopFlag;

const MODELS: &str = include_str!("models.c");

/// The functions that there are bodies for.
const NAMES: [&str; 18] = [
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "memcmp",
    "memchr",
    "strchr",
    "strrchr",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "memalign",
    "strdup",
    "strndup",
];

/// The bodies as bitcode, if the module (as bitcode or text) mentions one of the functions.
///
/// # Errors
/// If clang is not there, or `stop` is raised.
pub fn bodies_for(module: &[u8], data_model: DataModel, stop: &StopFlag) -> Result<Option<Vec<u8>>, ClangError> {
    let mentions = |name: &str| module.windows(name.len()).any(|window| window == name.as_bytes());
    match NAMES.iter().any(|name| mentions(name)) {
        true => clang::compile_models(MODELS, data_model, stop).map(Some),
        false => Ok(None),
    }
}
