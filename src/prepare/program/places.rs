//! Where control passes in the source, marked before anything is changed: the start of each block, and each way out of a
//! branch. The markers stay wherever a copy of the function goes, so that what is found out about the inlined program
//! is about the source, whatever passes do.
//!
//! What branches look at goes through markers too, so that no pass decides them: that a condition is always the same is for the
//! analysis to find out, and to explain. Only where functions call themselves are conditions shown to passes ([`show_conditions`]):
//! by them the depth of the recursion is found.

use crate::bv::BitVec;
use crate::llvm::ir::{Block, LLVMOpcode, Module, Value};
use crate::llvm::known;
use crate::llvm::marker::{declare, Marker, PREFIX};
use crate::prepare::choices::{choices, condition, Decision, Taken};
use crate::prepare::program::undefined::bodies;
use crate::prepare::tables::Tables;
use crate::program::Origin;
use rustc_hash::FxHashMap;

/// What a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceKind {
    /// The start of a block.
    Block,
    /// A way out of a branch.
    Edge {
        /// Which.
        taken: Taken,
        /// What decides the branch.
        decision: Decision,
        /// Line and column of the condition's last operation.
        condition: Option<(u32, u32)>,
    },
}

/// A place of the source, of which the program may have any number of copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourcePlace {
    /// What it is.
    pub kind: PlaceKind,
    /// Where it begins, for a block; where the branch stands, for an edge.
    pub origin: Option<Origin>,
}

/// The places of a program.
#[derive(Clone, Debug, Default)]
pub struct SourcePlaces {
    /// By row.
    pub rows: Vec<SourcePlace>,
    /// Where control may go on from each row, and from nodes behind the rows that stand for calls: back to all callers, and
    /// through all functions that can be seen where it is not known what is called.
    leads_to: Vec<Vec<usize>>,
}

impl SourcePlaces {
    /// The rows that control may come to behind any of `from`, these included.
    pub fn behind(&self, from: &[usize]) -> Vec<usize> {
        let mut seen = vec![false; self.leads_to.len()];
        let mut open = from.to_vec();
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                open.extend(&self.leads_to[node]);
            }
        }
        (0..self.rows.len()).filter(|&row| seen[row]).collect()
    }
}

/// Marks the places of all functions with a body.
pub fn mark(module: &Module) -> SourcePlaces {
    let functions: Vec<Value> = bodies(module).collect();
    let mut marking = Marking { module, tables: Tables::new(), places: SourcePlaces::default() };
    let blocks: Vec<Vec<(Block, usize)>> = functions.iter().map(|&function| marking.function(function)).collect();
    marking.calls(&functions, &blocks);
    marking.places
}

/// Lets passes see what branches look at. Which file a pointer is to they never see.
pub fn show_conditions(module: &Module) {
    for call in bodies(module).flat_map(|function| function.instructions()) {
        if declare::called(call) == Some(Marker::Value) && !call.ty().is_pointer() {
            call.arguments().first().into_iter().for_each(|condition| call.replace_uses(*condition));
            call.erase();
        }
    }
}

struct Marking<'m> {
    module: &'m Module,
    /// Only for origins.
    tables: Tables,
    places: SourcePlaces,
}

impl Marking<'_> {
    /// Marks one function. Gives its blocks as they were, each with its row.
    fn function(&mut self, function: Value) -> Vec<(Block, usize)> {
        let choices = choices(self.module, function);
        let blocks = function.blocks();
        let rows: Vec<(Block, usize)> = blocks.iter().map(|&block| (block, self.block(block))).collect();
        let row_of: FxHashMap<Block, usize> = rows.iter().copied().collect();
        for (&(block, row), choice) in rows.iter().zip(choices) {
            let Some(terminator) = block.terminator() else { continue };
            let targets: Vec<usize> =
                terminator.successors().iter().filter_map(|next| row_of.get(next)).copied().collect();
            let Some(condition) = condition(block) else {
                self.places.leads_to[row] = targets;
                continue;
            };
            let origin = self.origin(terminator);
            for (way, target) in targets.into_iter().enumerate() {
                let Some(taken) = taken(terminator, way) else {
                    self.places.leads_to[row].push(target);
                    continue;
                };
                let kind = PlaceKind::Edge { taken, decision: choice.decision, condition: choice.condition };
                let edge = self.add(SourcePlace { kind, origin: origin.clone() });
                self.places.leads_to[row].push(edge);
                self.places.leads_to[edge].push(target);
                if let Some(first) = self.module.split_edge(function, terminator, way).and_then(Block::terminator) {
                    self.marker(first, edge);
                }
            }
            self.hide(condition, terminator);
        }
        rows
    }

    /// Marks the start of a block.
    fn block(&mut self, block: Block) -> usize {
        let instructions = block.instructions();
        let is_head = |value: &&Value| value.is(LLVMOpcode::LLVMPHI) || value.is(LLVMOpcode::LLVMAlloca);
        let mut origin = None;
        for instruction in instructions.iter().filter(|value| !is_head(value) && !is_note(**value)) {
            origin = origin.or_else(|| self.origin(*instruction));
        }
        let row = self.add(SourcePlace { kind: PlaceKind::Block, origin });
        if let Some(&first) = instructions.iter().find(|value| !is_head(value)) {
            self.marker(first, row);
        }
        row
    }

    fn add(&mut self, place: SourcePlace) -> usize {
        self.places.rows.push(place);
        self.places.leads_to.push(Vec::new());
        self.places.rows.len() - 1
    }

    fn marker(&self, before: Value, row: usize) {
        let marker = declare::place(self.module);
        self.module.add_attribute(marker, "nomerge", 0);
        self.module.before(before).call(marker, &[self.module.int(32).constant(row as u64)]);
    }

    /// Lets a terminator look at a marker of what it looks at.
    fn hide(&self, condition: Value, terminator: Value) {
        if declare::is_scalar(condition.ty()) {
            let marker = declare::value(self.module, condition.ty());
            terminator.set_operand(0, self.module.before(terminator).call(marker, &[condition]));
        }
    }

    fn origin(&mut self, instruction: Value) -> Option<Origin> {
        let row = self.tables.origin_of(instruction)?;
        self.tables.map.origins.get(row.0).filter(|origin| origin.line > 0).cloned()
    }

    /// Adds where calls lead to, and returns. A function that is not here may call those that can be seen from outside.
    fn calls(&mut self, functions: &[Value], blocks: &[Vec<(Block, usize)>]) {
        let nodes = self.places.rows.len();
        let number: FxHashMap<Value, usize> = functions.iter().copied().zip(0..).collect();
        // Behind the rows stand a node for the return of each function, one for functions that are not known, and one for what
        // follows each call in its block.
        let (returns, unknown) = (|function: usize| nodes + function, nodes + functions.len());
        let edges = &mut self.places.leads_to;
        edges.resize(unknown + 1, Vec::new());
        let entry = |function: usize| blocks[function].first().map(|(_, row)| *row);
        for (function, blocks) in blocks.iter().enumerate() {
            if is_seen(functions[function]) {
                edges[unknown].extend(entry(function));
                edges[returns(function)].push(unknown);
            }
            for &(block, row) in blocks {
                let ends = std::mem::take(&mut edges[row]);
                let mut last = row;
                for call in block.instructions().into_iter().filter(|call| call.is(LLVMOpcode::LLVMCall)) {
                    let callee = call.callee().and_then(|callee| number.get(&callee)).copied();
                    if callee.is_none() && is_known(call) {
                        continue;
                    }
                    edges.push(Vec::new());
                    let next = edges.len() - 1;
                    match callee {
                        Some(callee) => {
                            edges[last].extend(entry(callee));
                            edges[returns(callee)].push(next);
                        }
                        None => {
                            edges[last].push(unknown);
                            edges[unknown].push(next);
                        }
                    }
                    last = next;
                }
                edges[last].extend(ends);
                if block.terminator().is_some_and(|end| end.is(LLVMOpcode::LLVMRet)) {
                    edges[last].push(returns(function));
                }
            }
        }
    }
}

/// Which way out of a branch.
fn taken(terminator: Value, way: usize) -> Option<Taken> {
    match (terminator.is(LLVMOpcode::LLVMSwitch), way) {
        (false, 0) => Some(Taken::True),
        (false, _) => Some(Taken::False),
        (true, 0) => Some(Taken::Default),
        (true, way) => {
            // What is compared, the default, then each case with its target.
            let case = *terminator.operands().get(2 * way)?;
            let width = case.ty().int_width()?;
            Some(Taken::Case(BitVec::new(width, u128::from(case.as_int()?))))
        }
    }
}

/// Whether a function that is not here may call this one. That none calls `main` is an assumption that reports name.
fn is_seen(function: Value) -> bool {
    function.has_address_taken() || !function.is_local_global() && function.name() != "main"
}

/// Whether an instruction is only a note for debuggers.
fn is_note(instruction: Value) -> bool {
    instruction.callee_name().starts_with("llvm.dbg.")
}

/// Whether a call of something without a body can call nothing of the program.
fn is_known(call: Value) -> bool {
    let Some(callee) = call.callee().filter(|callee| callee.is_declaration()) else { return false };
    let name = callee.name();
    known::calls_nothing(&name) || ["llvm.", PREFIX, "__VERIFIER_"].iter().any(|prefix| name.starts_with(prefix))
}
