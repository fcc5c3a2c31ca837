//! Which words of the transition system hold which C variables at the heads of loops, as names and places tell.

use crate::bv::SymbolId;
use crate::program::{BlockId, Dominators, Instruction, Program, SourceMap, ValueId, Variable};
use crate::ts::Encoding;
use crate::witness::facts::{Proof, Type};
use crate::witness::given::{ancestors, Given, Loop};
use crate::witness::literal;
use crate::witness::violation::variable_of;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// So many variables of a loop are looked at.
const MOST_VARIABLES: usize = 24;

/// The loops of the source, by where they begin, with the heads of loops of the program that stand for them.
pub(super) fn heads(given: &Given, program: &Program, encoding: &Encoding) -> BTreeMap<usize, Vec<BlockId>> {
    let (dominators, predecessors) = (Dominators::new(program), program.predecessors());
    let is_head = |block: &BlockId| predecessors[block.0].iter().any(|from| dominators.dominates(*block, *from));
    let mut heads: BTreeMap<usize, Vec<BlockId>> = BTreeMap::new();
    if program.map.has_frames {
        // Heads of loops may be where functions are entered and left.
        return heads;
    }
    for block in encoding.codes.locations().filter(is_head) {
        let of = &program.blocks[block.0];
        let origins = of.origin.into_iter().chain(of.instructions.iter().filter_map(Instruction::origin));
        let inner = |id| {
            let places = program.map.chain(id).filter_map(|origin| given.of_place(origin));
            places.filter_map(|offset| given.loops(offset).next()).next()
        };
        if let Some(of) = origins.into_iter().find_map(inner) {
            heads.entry(of.node.start_byte()).or_default().push(block);
        }
    }
    heads
}

/// The integer variables that can be spoken of at a loop, with their types.
pub(super) fn types(given: &Given, map: &SourceMap, of: Loop, function: Option<&str>) -> BTreeMap<String, Type> {
    let names = given.names_in_scope(of);
    let body = ancestors(of.node).find(|node| node.kind() == "function_definition");
    let is_used = |name: &str| body.is_none_or(|body| given.text(body).contains(name));
    let variable = |name: &&str| variable_of(map, name, function).filter(|variable| literal::is_integer(variable));
    let typed = names.iter().filter(|name| is_used(name)).filter_map(|name| Some((*name, variable(name)?)));
    let ty = |variable: &Variable| Type { width: variable.width, is_signed: variable.reading.is_signed() };
    typed.take(MOST_VARIABLES).map(|(name, variable)| (name.to_owned(), ty(variable))).collect()
}

/// The words that hold C variables at a loop head.
pub(super) fn named(proof: &Proof, head: BlockId, types: &BTreeMap<String, Type>) -> Vec<(String, SymbolId)> {
    let (program, system) = (proof.program, &proof.encoding.system);
    let mut symbols: FxHashMap<&str, Vec<SymbolId>> = FxHashMap::default();
    system.states.iter().for_each(|state| symbols.entry(state.name.as_str()).or_default().push(state.symbol));
    let symbol = |name: &str| match symbols.get(name).map(Vec::as_slice) {
        Some([one]) => Some(*one),
        _ => None,
    };
    let dominators = Dominators::new(program);
    let mut defined: Vec<(ValueId, BlockId, bool)> = Vec::new();
    for (index, block) in program.blocks.iter().enumerate() {
        let id = BlockId(index);
        defined.extend(block.phis.iter().map(|phi| (phi.result, id, true)));
        let results = block.instructions.iter().filter_map(|instruction| instruction.result());
        defined.extend(results.map(|value| (value, id, false)));
    }
    let mut found = Vec::new();
    for (name, ty) in types {
        let holds = |value: ValueId| {
            program.widths[value.0] == ty.width && is_named_after(&program.names[value.0], name, types)
        };
        let here: Vec<ValueId> = defined
            .iter()
            .filter(|(value, block, is_phi)| *block == head && *is_phi && holds(*value))
            .map(|(value, ..)| *value)
            .collect();
        let word = match here[..] {
            [one] => symbol(&program.names[one.0]),
            [] => {
                let above = defined
                    .iter()
                    .filter(|(value, block, _)| *block != head && dominators.dominates(*block, head) && holds(*value));
                let is_later = |one: BlockId, other: BlockId| dominators.dominates(other, one);
                let last = above.reduce(|one, other| if is_later(other.1, one.1) { other } else { one });
                let cell = program
                    .objects
                    .iter()
                    .flat_map(|object| &object.cells)
                    .find(|cell| cell.name == *name && cell.variable.is_some() && cell.initial.width() == ty.width);
                last.and_then(|(value, ..)| symbol(&program.names[value.0]))
                    .or_else(|| cell.and_then(|cell| symbol(&cell.name)))
            }
            _ => None,
        };
        found.extend(word.map(|word| (name.clone(), word)));
    }
    found
}

/// Whether a value is named after a variable: by its name, or that and what LLVM puts behind it to tell values apart.
fn is_named_after(value: &str, name: &str, types: &BTreeMap<String, Type>) -> bool {
    let Some(rest) = value.strip_prefix(name) else { return false };
    let is_number = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    rest.is_empty() || rest.starts_with('.') || is_number && !types.contains_key(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::facts::tests::types;

    #[test]
    fn names_of_values_are_those_of_variables_and_more() {
        let types = types();
        for (value, is_so) in [("x", true), ("x.0", true), ("x12", true), ("xy", false), ("y", false), ("x.addr", true)]
        {
            assert_eq!(is_named_after(value, "x", &types), is_so, "{value}");
        }
    }
}
