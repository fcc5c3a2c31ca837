//! What the names of types say, as clang writes them below all names that are defined for types.

use super::number::{Integer, Range, ANY};

/// What a type is for arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Integers that are computed here.
    Integer,
    /// Pointers and floating-point numbers, whose sums are in no place undefined for what is asked.
    Harmless,
    /// Vectors, integers of more than 128 bits and the like.
    Other,
}

pub fn class(ty: &str, long: u32) -> Class {
    let words = ["*", "[", "float", "double", "_Float", "__bf16", "__fp16", "enum "];
    match Integer::named(ty, long) {
        Some(_) => Class::Integer,
        None if ty.contains("vector") => Class::Other,
        None if words.iter().any(|word| ty.contains(word)) => Class::Harmless,
        None => Class::Other,
    }
}

/// Whether a type has a size that only an execution gives.
pub fn has_variable_size(ty: &str) -> bool {
    ty.split('[').skip(1).any(|size| !size.starts_with(|letter: char| letter.is_ascii_digit() || letter == ']'))
}

/// Whether in such a size something stands that clang may compute without a check.
pub fn has_open_size(ty: &str) -> bool {
    has_variable_size(ty) && ["__", "{"].iter().any(|word| ty.contains(word))
}

/// All numbers of a type. Whether `char` has negative ones, an option decides.
pub fn all(ty: &str, integer: Option<Integer>) -> Range {
    match integer {
        _ if is_plain_char(ty) => Range { low: -128, high: 255 },
        Some(ty) => ty.range(),
        None => ANY,
    }
}

pub fn is_plain_char(ty: &str) -> bool {
    words(ty).all(|word| ["char", "const", "volatile"].contains(&word)) && !ty.contains(['*', '[', '('])
}

fn words(ty: &str) -> impl Iterator<Item = &str> {
    ty.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').filter(|word| !word.is_empty())
}

/// Whether a variable of a type surely has values that only an execution gives. A name that is defined for a type may hide a `const`: clang
/// tells what stands below such names, but not inside of arrays.
pub fn changes(ty: &str, long: u32) -> bool {
    let whole = ty.split('[').next().unwrap_or(ty).trim_end();
    // Of a pointer, what stands behind the last star is about itself.
    let (pointee, own) = whole.rsplit_once('*').map_or((None, whole), |(pointee, own)| (Some(pointee), own));
    let has = |word: &str| words(own).any(|one| one == word);
    let is_built_in = ["struct", "union", "enum", "float", "double"].into_iter().any(has);
    has("volatile")
        || !has("const")
            && (pointee.is_some() || is_built_in || Integer::named(own, long).is_some_and(|_| !has("bool")))
}
