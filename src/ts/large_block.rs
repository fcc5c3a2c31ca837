//! The large-block encoding: one step is one loop-free region between cut points.
//!
//! After Beyer, Cimatti, Griggio, Keremoglu, Sebastiani: *Software Model Checking via Large-Block Encoding* (FMCAD 2009).
//! Cut points are the entry, the loop heads and the sinks. The region of a cut point holds the blocks that control can
//! reach from it without passing another one; they form a directed acyclic graph, which one step runs through.
//!
//! * [`Region::block`]: each block of a region has the condition under which the step comes through it; a φ inside a region
//!   chooses by the condition of the edge that control came over.
//! * [`Region::enter`]: an edge to a cut point sets the next location and, for the φs there, their next values. So there is
//!   no `predecessor` word, and a loop's φs are states themselves.
//! * State: `location`, and what is live at cut points.

use crate::bv::{Predicate, SymbolId, TermId, TermPool};
use crate::program::{BlockId, Instruction, Operand, Operation, Program, Terminator, ValueId};
use crate::ts::control::{live_at_cuts, Order};
use crate::ts::encoding::{Codes, Coding, Encoding};
use crate::ts::memory::{Cells, Memory};
use crate::ts::narrow::narrow;
use crate::ts::{Input, State, TransitionSystem};
use rustc_hash::FxHashMap;

/// Encodes a program; one step is one loop-free region.
pub fn encode(program: &Program) -> Encoding {
    encode_with(program, Coding::Binary)
}

/// Encodes a program, locations in a given coding; one step is one loop-free region.
pub fn encode_with(program: &Program, coding: Coding) -> Encoding {
    let order = Order::new(program);
    let codes = Codes::new(program, |block| order.is_cut[block.0]).coded(coding);
    let mut encoder = Encoder::new(program, &order, &codes);
    codes.locations().for_each(|cut| encoder.region(cut));
    encoder.finish(codes.clone())
}

/// Encodes a program together with a bit for each of some blocks, a *crumb*: it is zero at first, and one from the step on
/// in which control passes the block (Kahsai, Navas, Jovanovic, Schaef: *Finding inconsistencies in programs with loops*,
/// LPAR 2015). The blocks must not be ones that only leave the program.
pub fn encode_with_crumbs(program: &Program, blocks: &[BlockId]) -> (Encoding, FxHashMap<BlockId, SymbolId>) {
    let order = Order::new(program);
    let mut codes = Codes::new(program, |block| order.is_cut[block.0]);
    if codes.locations().count() == 1 {
        // Without loops the bit of the entry is zero behind the first step, so that each further one plainly changes nothing: a
        // checker of that would have to go through all paths to see that two other bits are never one together.
        codes = codes.coded(Coding::OneHot);
    }
    let mut encoder = Encoder::new(program, &order, &codes);
    for &block in blocks {
        let symbol = encoder.pool.new_symbol(&format!("passed {}", block.0), 1);
        let next = encoder.pool.symbol(symbol);
        encoder.crumbs.insert(block, (symbol, next));
    }
    codes.locations().for_each(|cut| encoder.region(cut));
    let crumbs = encoder.crumbs.iter().map(|(block, (symbol, _))| (*block, *symbol)).collect();
    (encoder.finish(codes.clone()), crumbs)
}

/// Builds the system region by region.
struct Encoder<'a> {
    program: &'a Program,
    order: &'a Order,
    codes: &'a Codes,
    pool: TermPool,
    location: SymbolId,
    /// The state symbol of each value that is live at a cut point.
    remembered: Vec<Option<SymbolId>>,
    /// For each remembered value, its next state as far as regions have been encoded.
    next: Vec<Option<TermId>>,
    next_location: TermId,
    cells: Cells,
    inputs: Vec<Input>,
    /// A block that lies in several regions has one input symbol for each of its inputs: a step is in one region.
    input_of: FxHashMap<ValueId, SymbolId>,
    /// For each block with a crumb, its symbol, and its next state as far as regions have been encoded.
    crumbs: FxHashMap<BlockId, (SymbolId, TermId)>,
}

/// What a step does if it begins at one cut point.
#[derive(Default)]
struct Region {
    /// The term of each value that the region has computed.
    local: FxHashMap<ValueId, TermId>,
    /// The edges into each block of the region that lie in it, by target: where from, and under which condition.
    edges: FxHashMap<BlockId, Vec<(BlockId, TermId)>>,
    /// What memory holds where each block of the region is left.
    memory: FxHashMap<BlockId, Memory>,
    /// Where the step ends: the condition of each way and the code there.
    ends: Vec<(TermId, usize)>,
    /// The next values of remembered values: under which condition, and what.
    updates: Vec<(ValueId, TermId, TermId)>,
    /// The blocks with a crumb that the step may come through, and under which condition it does.
    passed: Vec<(BlockId, TermId)>,
    /// What memory holds in the next step: under which condition, and what.
    writes: Vec<(TermId, Memory)>,
}

impl<'a> Encoder<'a> {
    fn new(program: &'a Program, order: &'a Order, codes: &'a Codes) -> Encoder<'a> {
        let mut pool = TermPool::new();
        let location = pool.new_symbol("location", codes.width());
        let live = live_at_cuts(program, order);
        let remembered: Vec<Option<SymbolId>> = (0..program.widths.len())
            .map(|value| live[value].then(|| pool.new_symbol(&program.names[value], program.widths[value])))
            .collect();
        let next = remembered.iter().map(|symbol| symbol.map(|symbol| pool.symbol(symbol))).collect();
        let next_location = pool.symbol(location);
        let cells = Cells::new(&mut pool, program);
        Encoder {
            program,
            order,
            codes,
            pool,
            location,
            remembered,
            next,
            next_location,
            cells,
            inputs: Vec::new(),
            input_of: FxHashMap::default(),
            crumbs: FxHashMap::default(),
        }
    }

    /// The transition of the region that begins at a cut point.
    fn region(&mut self, cut: BlockId) {
        let always = self.pool.constant(crate::bv::BitVec::bit(true));
        let mut region = Region::default();
        let position = self.order.blocks.iter().position(|block| *block == cut).unwrap_or(0);
        region.block(self, cut, always);
        for &block in &self.order.blocks[position..] {
            if let Some(edges) = region.edges.get(&block).filter(|_| block != cut) {
                let conditions: Vec<TermId> = edges.iter().map(|(_, condition)| *condition).collect();
                let reached = conditions.into_iter().reduce(|any, one| self.pool.or(any, one));
                region.block(self, block, reached.expect("an entry of the table holds an edge"));
            }
        }
        let location = self.pool.symbol(self.location);
        let code = self.codes.of_block(cut).expect("a cut point has a code");
        let here = self.codes.at(&mut self.pool, location, code);
        self.join(here, region);
    }

    /// Adds a region to the next states: what it says holds where the step begins there.
    fn join(&mut self, here: TermId, region: Region) {
        let mut ends = region.ends.into_iter().rev();
        let (_, last) = ends.next().expect("a region has an end");
        let mut target = self.pool.constant(self.codes.word(last));
        for (condition, code) in ends {
            let code = self.pool.constant(self.codes.word(code));
            target = self.pool.ite(condition, code, target);
        }
        self.next_location = self.pool.ite(here, target, self.next_location);
        for (block, condition) in region.passed {
            if let Some((_, next)) = self.crumbs.get_mut(&block) {
                let here = self.pool.and(here, condition);
                *next = self.pool.or(*next, here);
            }
        }
        for (condition, memory) in region.writes {
            let here = self.pool.and(here, condition);
            self.cells.update(&mut self.pool, here, &memory);
        }
        for (value, condition, term) in region.updates {
            if let Some(next) = self.next[value.0] {
                let here = self.pool.and(here, condition);
                self.next[value.0] = Some(self.pool.ite(here, term, next));
            }
        }
    }

    /// The symbol of an input.
    fn input(&mut self, value: ValueId) -> TermId {
        if let Some(symbol) = self.input_of.get(&value) {
            return self.pool.symbol(*symbol);
        }
        let (name, width) = (self.program.names[value.0].clone(), self.program.widths[value.0]);
        let symbol = self.pool.new_symbol(&name, width);
        self.inputs.push(Input { name, symbol, width });
        self.input_of.insert(value, symbol);
        self.pool.symbol(symbol)
    }

    /// All regions together, the initial location, what always holds, and the goals.
    fn finish(mut self, codes: Codes) -> Encoding {
        let entry = codes.of_block(BlockId(0)).map(|code| codes.word(code));
        let location = self.pool.symbol(self.location);
        let mut universal = codes.in_range(&mut self.pool, location);
        let (mut error, mut error_or_unmodelled) = codes.goals(&mut self.pool, location);
        let (name, width) = ("location".to_owned(), codes.width());
        let mut states = vec![State { name, symbol: self.location, width, initial: entry, next: self.next_location }];
        for (index, symbol) in self.remembered.iter().enumerate() {
            if let (Some(symbol), Some(next)) = (*symbol, self.next[index]) {
                let (name, width) = (self.program.names[index].clone(), self.program.widths[index]);
                states.push(State { name, symbol, width, initial: None, next });
            }
        }
        let mut crumbs: Vec<(SymbolId, TermId)> = self.crumbs.into_values().collect();
        crumbs.sort_unstable_by_key(|(symbol, _)| *symbol);
        for (symbol, next) in crumbs {
            let name = self.pool.symbol_name(symbol).to_owned();
            states.push(State { name, symbol, width: 1, initial: Some(crate::bv::BitVec::bit(false)), next });
        }
        states.extend(self.cells.states(self.program));
        // What passes the entry without a value is read by nobody before it is given one: values are in SSA form.
        if let [location, words @ ..] = &mut states[..] {
            let mut roots: Vec<&mut TermId> = universal.iter_mut().collect();
            roots.extend([&mut location.next, &mut error, &mut error_or_unmodelled]);
            narrow(&mut self.pool, words, &mut roots);
        }
        let system = TransitionSystem {
            pool: self.pool,
            states,
            locations: vec![self.location],
            inputs: self.inputs,
            universal,
            predicates: Vec::new(),
            later: Vec::new(),
            candidates: Vec::new(),
            error,
            error_or_unmodelled,
        };
        Encoding { system, codes, location: self.location, inputs: self.input_of }
    }
}

impl Region {
    /// One block that the step comes through under a condition. The φs of the cut point itself are states.
    fn block(&mut self, encoder: &mut Encoder, id: BlockId, reached: TermId) {
        let block = &encoder.program.blocks[id.0];
        if encoder.crumbs.contains_key(&id) {
            self.passed.push((id, reached));
        }
        for phi in &block.phis {
            // The cut point of the region has no edges inside it.
            if let Some(edges) = self.edges.get(&id).cloned() {
                let term = self.choose(encoder, &edges, &phi.incoming);
                self.define(encoder, phi.result, reached, term);
            }
        }
        let mut memory = self.entered(encoder, id);
        for instruction in &block.instructions {
            match instruction {
                Instruction::Define { result, operation, .. } => {
                    let term = self.operation(encoder, *result, operation, &memory);
                    self.define(encoder, *result, reached, term);
                }
                Instruction::Store(store) => {
                    let [offset, value, condition] =
                        [store.offset, store.value, store.condition].map(|operand| self.operand(encoder, &operand));
                    let cells = (encoder.program, &encoder.cells);
                    memory.store(&mut encoder.pool, cells, store.access, (offset, value, condition));
                }
                Instruction::Assign(_) => {}
            }
        }
        self.memory.insert(id, memory);
        match &block.terminator {
            Terminator::Exit(exit) => self.ends.push((reached, Codes::sink(*exit))),
            Terminator::Jump(target) => self.leave(encoder, id, *target, reached),
            Terminator::Branch { condition, then, otherwise } => {
                let condition = self.operand(encoder, condition);
                let taken = encoder.pool.and(reached, condition);
                let not = encoder.pool.not(condition);
                let fallen = encoder.pool.and(reached, not);
                self.leave(encoder, id, *then, taken);
                self.leave(encoder, id, *otherwise, fallen);
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.operand(encoder, value);
                let mut rest = reached;
                for (constant, target) in cases {
                    let constant = encoder.pool.constant(*constant);
                    let equal = encoder.pool.compare(Predicate::Eq, value, constant);
                    let taken = encoder.pool.and(reached, equal);
                    self.leave(encoder, id, *target, taken);
                    let not = encoder.pool.not(equal);
                    rest = encoder.pool.and(rest, not);
                }
                self.leave(encoder, id, *default, rest);
            }
        }
    }

    /// Control goes from a block to another under a condition: the step goes on there, or it ends.
    fn leave(&mut self, encoder: &mut Encoder, from: BlockId, to: BlockId, condition: TermId) {
        match encoder.codes.of_block(to) {
            Some(code) => self.enter(encoder, from, to, condition, code),
            None => self.edges.entry(to).or_default().push((from, condition)),
        }
    }

    /// The step ends at a cut point or a sink.
    fn enter(&mut self, encoder: &mut Encoder, from: BlockId, to: BlockId, condition: TermId, code: usize) {
        self.ends.push((condition, code));
        if encoder.codes.is_location(to) {
            self.writes.push((condition, self.memory[&from].clone()));
        }
        for phi in &encoder.program.blocks[to.0].phis {
            if let Some((_, operand)) = phi.incoming.iter().find(|(block, _)| *block == from) {
                let term = self.operand(encoder, operand);
                self.updates.push((phi.result, condition, term));
            }
        }
    }

    /// What memory holds where a block is entered: what it holds where control came from, or as the step begins.
    fn entered(&self, encoder: &mut Encoder, id: BlockId) -> Memory {
        let mut edges = self.edges.get(&id).map(Vec::as_slice).unwrap_or_default().iter().rev();
        let Some((last, _)) = edges.next() else { return encoder.cells.start.clone() };
        let mut memory = self.memory[last].clone();
        for (from, condition) in edges {
            memory = self.memory[from].choose(&mut encoder.pool, *condition, &memory);
        }
        memory
    }

    fn define(&mut self, encoder: &Encoder, value: ValueId, reached: TermId, term: TermId) {
        self.local.insert(value, term);
        if encoder.remembered[value.0].is_some() {
            self.updates.push((value, reached, term));
        }
    }

    /// A φ inside the region: the operand of the edge that control came over. Edges of one block to another count once.
    fn choose(&self, encoder: &mut Encoder, edges: &[(BlockId, TermId)], incoming: &[(BlockId, Operand)]) -> TermId {
        let mut chosen = None;
        for (from, condition) in edges.iter().rev() {
            let (_, operand) =
                incoming.iter().find(|(block, _)| block == from).expect("a φ has an operand for each predecessor");
            let term = self.operand(encoder, operand);
            chosen = Some(match chosen {
                None => term,
                Some(other) => encoder.pool.ite(*condition, term, other),
            });
        }
        chosen.expect("a block inside a region has an edge into it")
    }

    /// What the region has computed, else what the step found.
    fn operand(&self, encoder: &mut Encoder, operand: &Operand) -> TermId {
        match *operand {
            Operand::Constant(constant) => encoder.pool.constant(constant),
            Operand::Value(value) => match self.local.get(&value) {
                Some(term) => *term,
                None => {
                    let symbol =
                        encoder.remembered[value.0].expect("a value that lives across a cut point is remembered");
                    encoder.pool.symbol(symbol)
                }
            },
        }
    }

    fn operation(&self, encoder: &mut Encoder, result: ValueId, operation: &Operation, memory: &Memory) -> TermId {
        if let Operation::Input(_) = operation {
            return encoder.input(result);
        }
        let operands: Vec<TermId> = operation.operands().iter().map(|operand| self.operand(encoder, operand)).collect();
        match operation {
            Operation::Load(access, _) => memory.load(&mut encoder.pool, encoder.program, *access, operands[0]),
            _ => operation.term(&mut encoder.pool, &operands, encoder.program.widths[result.0]),
        }
    }
}
