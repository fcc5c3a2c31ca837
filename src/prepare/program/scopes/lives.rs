//! Where each local of a function begins and ends to live.
//!
//! In what our own run of clang compiled, the source's blocks decide; in modules from elsewhere, the marks that they have, and
//! the function's ends.

use super::homes::{Homes, Place};
use super::lexical::{Crossings, Entry, Region, Scopes};
use crate::llvm::ir::{LLVMOpcode, Module, Value};
use rustc_hash::FxHashMap;

/// The lives of a local.
#[derive(Clone, Debug, Default)]
pub struct Life {
    /// Right before each of these a life begins.
    pub starts: Vec<Value>,
    /// Right before each of these none goes on.
    pub ends: Vec<Value>,
    /// Whether an address that is used behind an end is used too late: else nobody knows.
    pub is_certain: bool,
}

/// The lives of the locals of one function.
pub struct Lives<'a> {
    module: &'a Module,
    function: Value,
    /// What the source tells, of functions that were compiled from it here.
    source: Option<(Homes<'a>, Scopes)>,
    known: FxHashMap<Region, Crossings>,
}

impl<'a> Lives<'a> {
    /// Those of a function; without `homes`, as the module itself marks them.
    pub fn of(module: &'a Module, function: Value, homes: Option<Homes<'a>>) -> Lives<'a> {
        let source = homes.and_then(|homes| {
            let scopes = Scopes::of(module, function, homes.declared())?;
            Some((homes, scopes))
        });
        Lives { module, function, source, known: FxHashMap::default() }
    }

    /// The lives of a local whose address these instructions let others keep.
    pub fn life(&mut self, local: Value, escapes: &[Value]) -> Life {
        let place = self.source.as_ref().map(|(homes, scopes)| match homes.place(local) {
            Place::Region(Region { part: Some(_), .. }) if scopes.has_unknown_columns() => Place::Unknown,
            place => place,
        });
        match place {
            Some(Place::Function) => self.in_function(local),
            Some(Place::Region(region)) => self.in_region(region),
            Some(Place::Unknown) => {
                let mut life = self.in_function(local);
                life.ends.extend(escapes.iter().flat_map(|user| last_uses(*user)).filter_map(behind));
                Life { is_certain: false, ..life }
            }
            None => self.as_marked(local),
        }
    }

    /// Where control enters and leaves a region.
    pub fn crossings(&mut self, region: Region) -> Crossings {
        let Some((_, scopes)) = &self.source else { return Crossings::default() };
        self.known.entry(region).or_insert_with(|| scopes.crossings(region)).clone()
    }

    /// A life in each round through a region.
    pub fn in_region(&mut self, region: Region) -> Life {
        let crossings = self.crossings(region);
        let mut ends = crossings.exits.clone();
        if region.part.is_some() {
            ends.extend(returns(self.function));
        }
        let place = |entry: &Entry| match *entry {
            Entry::Before(place) => Some(place),
            Entry::Way(end, way) => on_way(self.module, self.function, end, way),
        };
        Life { starts: crossings.entries.iter().filter_map(place).collect(), ends, is_certain: true }
    }

    /// One life in each call.
    fn in_function(&self, local: Value) -> Life {
        Life { starts: local.next().into_iter().collect(), ends: returns(self.function), is_certain: true }
    }

    /// The lives that marks of LLVM's tell, or one in each call.
    fn as_marked(&self, local: Value) -> Life {
        let marks = local.users().into_iter().filter(|user| user.callee_name().starts_with("llvm.lifetime."));
        let (starts, ends): (Vec<Value>, Vec<Value>) = marks.partition(|mark| mark.callee_name().contains(".start."));
        let mut life = self.in_function(local);
        if !starts.is_empty() {
            life.starts = starts.into_iter().filter_map(|mark| mark.next()).collect();
        }
        life.ends.extend(ends.into_iter().filter_map(|mark| mark.next()));
        life
    }
}

/// The instructions that an address goes to, those that only compute another one left out.
fn last_uses(user: Value) -> Vec<Value> {
    match user.is(LLVMOpcode::LLVMGetElementPtr) {
        true => user.users().into_iter().flat_map(last_uses).collect(),
        false => vec![user],
    }
}

/// The instruction behind another one, behind all φs of its block if it is one.
fn behind(instruction: Value) -> Option<Value> {
    std::iter::successors(instruction.next(), |next| next.next()).find(|next| !next.is(LLVMOpcode::LLVMPHI))
}

/// The instruction before which control has just taken one way out of a block, and no other.
fn on_way(module: &Module, function: Value, end: Value, way: usize) -> Option<Value> {
    let ways = end.successors();
    if ways.len() == 1 {
        return Some(end);
    }
    let target = *ways.get(way)?;
    let ends = function.blocks().into_iter().filter_map(|block| block.terminator());
    let ways_in = ends.flat_map(|end| end.successors()).filter(|next| *next == target).count();
    let block = if ways_in == 1 { target } else { module.split_edge(function, end, way)? };
    block.instructions().into_iter().find(|instruction| !instruction.is(LLVMOpcode::LLVMPHI))
}

fn returns(function: Value) -> Vec<Value> {
    function.instructions().into_iter().filter(|value| value.is(LLVMOpcode::LLVMRet)).collect()
}
