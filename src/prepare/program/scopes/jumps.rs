//! Locals whose declarations control can jump over, by `goto` or into a `switch`: what they hold then is not what a declaration
//! has put there.

use super::lexical::Entry;
use crate::llvm::ir::{Block, LLVMOpcode, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The uses of a local in the source: what has no place there is ours.
pub fn uses(local: Value) -> impl Iterator<Item = Value> {
    local.users().into_iter().filter(|user| user.location().is_some())
}

/// Where in a function an instruction stands: its block, by number, and its place there.
type Place = (usize, usize);

/// The control flow of a function with jumps.
pub struct Jumps {
    index: FxHashMap<Block, usize>,
    successors: Vec<Vec<usize>>,
    places: FxHashMap<Value, Place>,
    /// Where each local is declared.
    declarations: FxHashMap<Value, Place>,
}

impl Jumps {
    /// Of a function; `None` if control jumps nowhere in it.
    pub fn of(function: Value) -> Option<Jumps> {
        let jumps = |instruction: &Value| {
            let opcode = instruction.opcode();
            matches!(opcode, Some(LLVMOpcode::LLVMSwitch | LLVMOpcode::LLVMIndirectBr))
                || instruction.callee_name() == "llvm.dbg.label"
        };
        function.instructions().iter().any(jumps).then(|| Jumps::flow(function))
    }

    fn flow(function: Value) -> Jumps {
        let blocks = function.blocks();
        let index: FxHashMap<Block, usize> = blocks.iter().enumerate().map(|(index, block)| (*block, index)).collect();
        let mut successors = Vec::new();
        let (mut places, mut declarations) = (FxHashMap::default(), FxHashMap::default());
        for (number, block) in blocks.iter().enumerate() {
            for (at, instruction) in block.instructions().into_iter().enumerate() {
                places.insert(instruction, (number, at));
                if instruction.callee_name() == "llvm.dbg.declare" {
                    let local = instruction.arguments().first().and_then(|address| address.described());
                    declarations.extend(local.map(|local| (local, (number, at))));
                }
            }
            let next = block.terminator().map(|end| end.successors()).unwrap_or_default();
            successors.push(next.iter().map(|next| index[next]).collect());
        }
        Jumps { index, successors, places, declarations }
    }

    /// Whether control can come from one of the ways into a local's block to a use without passing its declaration.
    pub fn can_skip(&self, local: Value, entries: &[Entry]) -> bool {
        let uses: Vec<Place> = uses(local).filter_map(|user| self.places.get(&user).copied()).collect();
        let declaration = self.declarations.get(&local).copied();
        let begin = |entry: &Entry| match *entry {
            Entry::Before(place) => self.places.get(&place).copied(),
            Entry::Way(end, way) => Some((*self.index.get(end.successors().get(way)?)?, 0)),
        };
        let mut waiting: Vec<Place> = entries.iter().filter_map(begin).collect();
        let mut seen: FxHashSet<Place> = waiting.iter().copied().collect();
        while let Some((block, from)) = waiting.pop() {
            let until = declaration.filter(|place| place.0 == block && place.1 >= from).map(|place| place.1);
            if uses.iter().any(|&(other, at)| other == block && at >= from && until.is_none_or(|until| at < until)) {
                return true;
            }
            if until.is_none() {
                let next = self.successors[block].iter().map(|&next| (next, 0));
                waiting.extend(next.filter(|place| seen.insert(*place)));
            }
        }
        false
    }
}
