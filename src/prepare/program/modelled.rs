//! Which functions without a body a program may call and still be decided: all places that know one of them, in one list.

use super::{formats, intercept, longjmp, outside, rounding, stand_ins, variadic};
use crate::llvm::known::{self, Known, Returns, Writes};
use crate::source::library;
use std::collections::BTreeMap;

/// The functions by what they do: a heading, and names in order.
pub fn modelled() -> Vec<(String, Vec<&'static str>)> {
    let mut bodies: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    library::bodies().for_each(|(header, name)| bodies.entry(header).or_default().push(name));
    let mut groups: Vec<(String, Vec<&str>)> =
        bodies.into_iter().map(|(header, names)| (format!("of <{header}>, with bodies"), names)).collect();
    let memory = intercept::ALLOCATING.into_iter().chain([intercept::ON_STACK]).chain(intercept::FREEING);
    groups.push(("of memory".to_owned(), memory.chain(intercept::OF_BLOCKS).collect()));
    groups.push(("that read memory by a constant format".to_owned(), formats::READING.to_vec()));
    let by_format = formats::COMPUTED.into_iter().filter(|name| !known::is_output(name)).collect();
    groups.push(("that write memory by a format".to_owned(), by_format));
    groups.push(("of the environment, by a constant name".to_owned(), vec![stand_ins::GETENV]));
    groups.push(("of <setjmp.h>, as branches and returns".to_owned(), longjmp::names().collect()));
    let messages = outside::LAST_MESSAGES.map(|(name, _)| name);
    groups.push(("of <err.h>, that write a message and end the program".to_owned(), messages.to_vec()));
    let table = |heading: &str, is_one: fn(&Known) -> bool| (heading.to_owned(), known::names(is_one).collect());
    groups.extend([
        table("that only write output: any result", |known| {
            known.writes == Writes::Output && known.returns == Returns::Once
        }),
        table("that end the program", |known| matches!(known.returns, Returns::Exits | Returns::Never)),
        table("that a failed assertion calls", |known| known.returns == Returns::Failed),
        table("of SV-COMP, beside __VERIFIER_nondet_…", |known| {
            matches!(known.returns, Returns::Error | Returns::Assumes | Returns::Asserts)
        }),
    ]);
    groups.iter_mut().for_each(|(_, names)| names.sort_unstable());
    groups
}

/// The intrinsics of LLVM that become something else before the program is read, without their types.
pub fn intrinsics() -> impl Iterator<Item = String> {
    let of_blocks = intercept::OF_BLOCKS.iter().map(|name| format!("llvm.{name}"));
    let plain =
        intercept::SKIPPED.into_iter().chain([intercept::PROMISE, intercept::IS_CONSTANT, outside::THREAD_LOCAL]);
    let plain = plain.chain(variadic::INTRINSICS.map(|(name, _)| name)).chain(rounding::CLANGS.map(|(name, _)| name));
    let constrained = rounding::CONSTRAINED_KINDS.iter().map(|name| format!("{}{name}", rounding::CONSTRAINED));
    let plain = plain.chain(known::ending_intrinsics()).map(|name| name.trim_end_matches('.').to_owned());
    of_blocks.chain(plain).chain(constrained).chain(stand_ins::intrinsics())
}

/// Whether a function is one of them.
pub fn is_modelled(name: &str) -> bool {
    modelled().iter().any(|(_, names)| names.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is listed is known by those that are asked about calls, and nothing is listed twice.
    #[test]
    fn what_is_listed_is_known() {
        let mut names: Vec<&str> = modelled().into_iter().flat_map(|(_, names)| names).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(count > 200, "{count}");
        let is_message = |name: &str| outside::LAST_MESSAGES.iter().any(|(own, _)| *own == name);
        let is_known = |name: &&str| {
            library::has_body(name) || known::known(name).is_some() || *name == intercept::ON_STACK || is_message(name)
        };
        assert!(names.iter().all(is_known), "{:?}", names.iter().find(|name| !is_known(name)));
    }
}
