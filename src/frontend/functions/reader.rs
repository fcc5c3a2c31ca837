//! Control flow: blocks in reverse postorder, so that definitions come before their uses, and a block for each way out of
//! a branch. φs are filled in last.

use super::layout::{fp_bits, Layout};
use super::{Body, Location, LocationKind, Taken};
use crate::bv::{BitVec, Predicate};
use crate::frontend::llvm::functions::{Choice, Decision};
use crate::program::{
    Assignment, Block, BlockId, CheckKind, Exit, InputId, InputKind, InputSite, Instruction, Operand, Operation,
    Origin, OriginId, Phi, Program, Site, SiteId, Terminator, Unmodelled, UnmodelledId, ValueId,
};
use llvm_ir::{BasicBlock, Constant, Function, HasDebugLoc, Module, Name, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::Path;
use std::sync::Arc;

/// What is known about where a pointer points.
#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    /// Into a local or global object, which begins at this address; its size in bytes where that is known.
    Object(BitVec, Option<u64>),
    /// Wherever this value points, plus some offset.
    Value(Operand),
}

/// The state of reading one function.
pub struct Reader<'m> {
    pub(super) module: &'m Module,
    pub(super) layout: Layout<'m>,
    function: &'m Function,
    choices: &'m [Choice],
    pub(super) program: Program,
    pub(super) values: FxHashMap<&'m Name, Operand>,
    /// The parts of those structures that instructions give.
    pub(super) parts: FxHashMap<&'m Name, Vec<Operand>>,
    pub(super) roots: FxHashMap<&'m Name, Root>,
    /// The addresses of objects, by name.
    objects: FxHashMap<Name, (BitVec, Option<u64>)>,
    next_address: u128,
    /// The block that instructions are added to.
    pub(super) current: BlockId,
    /// Where the instruction being read comes from.
    pub(super) origin: Option<OriginId>,
    origin_rows: FxHashMap<Origin, OriginId>,
    files: FxHashMap<(Option<String>, String), Arc<str>>,
    /// The block that each LLVM block begins with.
    heads: FxHashMap<&'m Name, BlockId>,
    /// The LLVM block whose end leads on from a block, for φs.
    source: FxHashMap<BlockId, &'m Name>,
    phis: Vec<(BlockId, ValueId, &'m llvm_ir::instruction::Phi)>,
    locations: Vec<Location>,
    /// Whether inequalities have locations at their boundaries.
    pub(super) boundary: bool,
    /// The inequalities: whether both sides may be equal where it holds, and the sides.
    pub(super) inequalities: FxHashMap<&'m Name, (bool, Operand, Operand)>,
    /// The functions of the module that never come back.
    pub(super) ends: &'m FxHashSet<String>,
    /// The exits for calls that may not come back.
    may_stop: Vec<UnmodelledId>,
    /// The block that leaves the function, once something returns.
    exit: Option<BlockId>,
    /// The pointers that have been checked in the LLVM block being read, by what is checked.
    pub(super) checked: FxHashSet<(Operand, u8)>,
}

/// Calls that come back twice: then values in registers are not what the source says.
const RETURNS_TWICE: [&str; 7] =
    ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork", "getcontext", "llvm.eh.sjlj.setjmp"];

/// Where objects begin: far from zero and from each other.
const FIRST_ADDRESS: u128 = 0x1000_0000;
const SPACING: u128 = 0x10_0000;

impl<'m> Reader<'m> {
    /// A reader of one function.
    pub fn new(
        module: &'m Module,
        function: &'m Function,
        choices: &'m [Choice],
        ends: &'m FxHashSet<String>,
    ) -> Reader<'m> {
        Reader {
            module,
            layout: Layout::new(module),
            function,
            choices,
            program: Program::default(),
            values: FxHashMap::default(),
            parts: FxHashMap::default(),
            roots: FxHashMap::default(),
            objects: FxHashMap::default(),
            next_address: FIRST_ADDRESS,
            current: BlockId(0),
            origin: None,
            origin_rows: FxHashMap::default(),
            files: FxHashMap::default(),
            heads: FxHashMap::default(),
            source: FxHashMap::default(),
            phis: Vec::new(),
            locations: Vec::new(),
            boundary: false,
            inequalities: FxHashMap::default(),
            ends,
            may_stop: Vec::new(),
            exit: None,
            checked: FxHashSet::default(),
        }
    }

    /// Reads everything that the entry leads to.
    ///
    /// # Errors
    /// The construct because of which the function is not analysed.
    pub fn run(mut self) -> Result<Body, String> {
        let order = self.order()?;
        for (index, block) in &order {
            let head = self.add_block(block.name.to_string().trim_start_matches('%').to_owned());
            self.heads.insert(&block.name, head);
            self.source.insert(head, &block.name);
            let _ = index;
        }
        self.current = BlockId(0);
        for parameter in &self.function.parameters {
            if let Some(width) = self.width_of(&parameter.ty) {
                let name = parameter.name.to_string().trim_start_matches('%').to_owned();
                let value = self.input(width, &name, InputKind::Parameter(name.as_str().into()));
                self.values.insert(&parameter.name, value);
            }
        }
        for (index, block) in order {
            self.block(index, block)?;
        }
        self.fill_phis();
        Ok(Body { program: self.program, locations: self.locations, may_stop: self.may_stop })
    }

    /// The blocks in reverse postorder, each with its index in the function.
    fn order(&self) -> Result<Vec<(usize, &'m BasicBlock)>, String> {
        let index: FxHashMap<&Name, usize> =
            self.function.basic_blocks.iter().enumerate().map(|(index, block)| (&block.name, index)).collect();
        let successors = |block: usize| -> Result<Vec<usize>, String> {
            let names = successors(&self.function.basic_blocks[block].term)?;
            Ok(names.into_iter().filter_map(|name| index.get(name).copied()).collect())
        };
        let mut seen = vec![false; index.len()];
        let mut finished = Vec::new();
        let mut stack = Vec::new();
        if !seen.is_empty() {
            seen[0] = true;
            stack.push((0, successors(0)?));
        }
        while let Some((block, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(next) if !seen[next] => {
                    seen[next] = true;
                    stack.push((next, successors(next)?));
                }
                Some(_) => {}
                None => {
                    finished.push((*block, &self.function.basic_blocks[*block]));
                    stack.pop();
                }
            }
        }
        finished.reverse();
        Ok(finished)
    }

    fn block(&mut self, index: usize, block: &'m BasicBlock) -> Result<(), String> {
        self.current = self.heads[&block.name];
        let head = self.current;
        self.checked.clear();
        let mut begins = None;
        for instruction in &block.instrs {
            // A marker stands for no place of the source.
            if self.holds(instruction) {
                continue;
            }
            self.origin = self.origin_of(instruction);
            let is_phi = matches!(instruction, llvm_ir::Instruction::Phi(_));
            begins = begins.or(self.origin.filter(|_| !is_phi));
            if !self.instruction(instruction)? {
                self.locations.push(Location { block: head, kind: LocationKind::Block, origin: begins });
                return Ok(());
            }
        }
        self.origin = self.origin_of(&block.term).or(self.origin);
        self.source.insert(self.current, &block.name);
        let begins = begins.or(self.origin);
        self.locations.push(Location { block: head, kind: LocationKind::Block, origin: begins });
        let choice = self.choices.get(index).copied().unwrap_or(Choice { decision: Decision::Open, condition: None });
        let condition = choice.condition.and_then(|place| self.beside(place));
        self.terminator((choice.decision, condition), &block.term)
    }

    fn terminator(
        &mut self,
        choice: (Decision, Option<OriginId>),
        terminator: &'m llvm_ir::Terminator,
    ) -> Result<(), String> {
        use llvm_ir::Terminator as T;
        let source = self.source[&self.current];
        match terminator {
            T::Ret(_) => {
                let exit = match self.exit {
                    Some(exit) => exit,
                    None => self.add_block("return".to_owned()),
                };
                self.exit = Some(exit);
                self.end(Terminator::Jump(exit));
            }
            T::Br(branch) => self.end(Terminator::Jump(self.heads[&branch.dest])),
            T::CondBr(branch) => {
                let condition = self.operand(&branch.condition).unwrap_or_else(|| self.anything(1));
                let then = self.edge(source, &branch.true_dest, Taken::True, choice);
                let otherwise = self.edge(source, &branch.false_dest, Taken::False, choice);
                self.end(match condition {
                    Operand::Constant(value) => Terminator::Jump(if value.is_nonzero() { then } else { otherwise }),
                    Operand::Value(_) => Terminator::Branch { condition, then, otherwise },
                });
                if let (true, llvm_ir::Operand::LocalOperand { name, .. }) = (self.boundary, &branch.condition) {
                    match self.inequalities.get(name) {
                        Some(&(true, a, b)) => self.wedge(source, then, Taken::True, (a, b), choice.1),
                        Some(&(false, a, b)) => self.wedge(source, otherwise, Taken::False, (a, b), choice.1),
                        None => {}
                    }
                }
            }
            T::Switch(switch) => {
                let value = self.operand(&switch.operand);
                let mut cases = Vec::new();
                for (constant, target) in &switch.dests {
                    let Constant::Int { bits, value } = constant.as_ref() else { continue };
                    if *bits > 64 {
                        return Err("`switch` on an integer of more than 64 bits".into());
                    }
                    let case = BitVec::new(*bits, u128::from(*value));
                    cases.push((case, self.edge(source, target, Taken::Case(case), choice)));
                }
                let default = self.edge(source, &switch.default_dest, Taken::Default, choice);
                let value = value.unwrap_or_else(|| {
                    let width = cases.first().map_or(32, |(case, _)| case.width());
                    self.anything(width)
                });
                self.end(match value {
                    Operand::Constant(constant) => Terminator::Jump(
                        cases.iter().find(|(case, _)| *case == constant).map_or(default, |case| case.1),
                    ),
                    Operand::Value(_) => Terminator::Switch { value, cases, default },
                });
            }
            T::IndirectBr(jump) => {
                let value = self.anything(32);
                let targets: Vec<BlockId> =
                    jump.possible_dests.iter().filter_map(|name| self.heads.get(name).copied()).collect();
                let Some((&default, rest)) = targets.split_first() else { return Err("computed `goto`".into()) };
                let numbers = (0u128..).map(|number| BitVec::new(32, number));
                let cases = numbers.zip(rest.iter().copied()).collect();
                self.end(Terminator::Switch { value, cases, default });
            }
            T::Unreachable(_) => self.stop("a call that does not come back"),
            _ => return Err("exception handling, or inline assembly that jumps".into()),
        }
        Ok(())
    }

    /// A block for one way out of a branch.
    fn edge(&mut self, from: &'m Name, to: &Name, taken: Taken, choice: (Decision, Option<OriginId>)) -> BlockId {
        let block = self.add_block(String::new());
        self.source.insert(block, from);
        self.program.blocks[block.0].terminator = Terminator::Jump(self.heads[to]);
        self.program.blocks[block.0].origin = self.origin;
        let kind = LocationKind::Edge { from: self.current, taken, decision: choice.0, condition: choice.1 };
        self.locations.push(Location { block, kind, origin: self.origin });
        block
    }

    /// Splits a way out of a branch: where both sides are equal it goes through a block of its own.
    fn wedge(
        &mut self,
        from: &'m Name,
        edge: BlockId,
        taken: Taken,
        sides: (Operand, Operand),
        place: Option<OriginId>,
    ) {
        let Terminator::Jump(target) = self.program.blocks[edge.0].terminator else { return };
        self.current = edge;
        let equal = self.compare(Predicate::Eq, sides.0, sides.1);
        let wedge = self.add_block(String::new());
        self.source.insert(wedge, from);
        self.program.blocks[wedge.0].terminator = Terminator::Jump(target);
        self.program.blocks[wedge.0].origin = self.origin;
        self.end(Terminator::Branch { condition: equal, then: wedge, otherwise: target });
        let kind = LocationKind::Boundary { taken, condition: place };
        self.locations.push(Location { block: wedge, kind, origin: self.origin });
    }

    /// The path ends here without coming to the function's return.
    pub(super) fn stop(&mut self, reason: &str) {
        let rows = &mut self.program.map.unmodelled;
        rows.push(Unmodelled { reason: reason.to_owned(), origin: self.origin });
        let row = UnmodelledId(rows.len() - 1);
        self.end(Terminator::Exit(Exit::Unmodelled(row)));
    }

    /// The path ends here because a check fails.
    pub(super) fn fail(&mut self, kind: CheckKind, detail: String) {
        let site = self.add_site(kind, detail);
        self.end(Terminator::Exit(Exit::Error(site)));
    }

    fn add_site(&mut self, kind: CheckKind, detail: String) -> SiteId {
        self.program.map.sites.push(Site { kind, detail, origin: self.origin });
        SiteId(self.program.map.sites.len() - 1)
    }

    /// Where `bad` is 1 a check fails; elsewhere the block goes on.
    pub(super) fn check(&mut self, bad: Operand, kind: CheckKind) {
        if matches!(bad, Operand::Constant(constant) if !constant.is_nonzero()) {
            return;
        }
        let site = self.add_site(kind, String::new());
        self.leave(bad, Exit::Error(site));
    }

    /// The function that is called may not come back.
    pub(super) fn may_stop(&mut self, callee: &str) {
        let reason = format!("call of `{callee}`, which may not come back");
        let rows = &mut self.program.map.unmodelled;
        rows.push(Unmodelled { reason, origin: self.origin });
        let row = UnmodelledId(rows.len() - 1);
        self.may_stop.push(row);
        let stops = self.anything(1);
        self.leave(stops, Exit::Unmodelled(row));
    }

    /// Splits the block: where the condition is 1 the path ends.
    fn leave(&mut self, condition: Operand, exit: Exit) {
        let name = self.program.blocks[self.current.0].name.clone();
        let (end, rest) = (self.add_block(format!("{name}.end")), self.add_block(name));
        self.program.blocks[end.0].terminator = Terminator::Exit(exit);
        self.program.blocks[end.0].origin = self.origin;
        let source = self.source[&self.current];
        self.source.insert(rest, source);
        self.end(match condition {
            Operand::Constant(_) => Terminator::Jump(end),
            Operand::Value(_) => Terminator::Branch { condition, then: end, otherwise: rest },
        });
        self.current = rest;
    }

    fn add_block(&mut self, name: String) -> BlockId {
        let (phis, instructions, terminator) = (Vec::new(), Vec::new(), Terminator::Exit(Exit::Ok));
        self.program.blocks.push(Block { name, phis, instructions, terminator, origin: None });
        BlockId(self.program.blocks.len() - 1)
    }

    fn end(&mut self, terminator: Terminator) {
        let block = &mut self.program.blocks[self.current.0];
        block.terminator = terminator;
        block.origin = self.origin;
    }

    /// The row of an instruction's place.
    pub(super) fn origin_of(&mut self, instruction: &impl HasDebugLoc) -> Option<OriginId> {
        let location = instruction.get_debug_loc().as_ref().filter(|location| location.line > 0)?;
        let key = (location.directory.clone(), location.filename.clone());
        let file = self.files.entry(key).or_insert_with_key(|(folder, name)| openable(folder.as_deref(), name)).clone();
        let function: Arc<str> = self.function.name.as_str().into();
        let origin =
            Origin { file, line: location.line, column: location.col.unwrap_or(0), function, inlined_at: None };
        Some(self.row(origin))
    }

    fn row(&mut self, origin: Origin) -> OriginId {
        let rows = &mut self.program.map.origins;
        *self.origin_rows.entry(origin).or_insert_with_key(|origin| {
            rows.push(origin.clone());
            OriginId(rows.len() - 1)
        })
    }

    /// The row of a place in the same file as the instruction being read.
    fn beside(&mut self, (line, column): (u32, u32)) -> Option<OriginId> {
        let beside = self.program.map.origins.get(self.origin?.0)?.clone();
        Some(self.row(Origin { line, column, ..beside })).filter(|_| line > 0)
    }

    /// Bits of a value that can be a bit-vector.
    pub(super) fn width_of(&self, ty: &Type) -> Option<u32> {
        match ty {
            Type::IntegerType { bits } => Some(*bits).filter(|bits| *bits <= BitVec::MAX_WIDTH),
            Type::PointerType { .. } => Some(self.layout.pointer_width()),
            Type::FPType(kind) => Some(fp_bits(*kind)),
            _ => None,
        }
    }

    /// The operand as a bit-vector; `None` if it is none, or any value.
    pub(super) fn operand(&mut self, operand: &llvm_ir::Operand) -> Option<Operand> {
        match operand {
            llvm_ir::Operand::LocalOperand { name, .. } => self.values.get(name).copied(),
            llvm_ir::Operand::ConstantOperand(constant) => self.constant(constant),
            llvm_ir::Operand::MetadataOperand => None,
        }
    }

    fn constant(&mut self, constant: &Constant) -> Option<Operand> {
        match constant {
            Constant::Int { bits, value } if *bits <= 64 => {
                Some(Operand::Constant(BitVec::new(*bits, u128::from(*value))))
            }
            Constant::Null(_) => Some(Operand::Constant(BitVec::new(self.layout.pointer_width(), 0))),
            Constant::AggregateZero(ty) => Some(Operand::Constant(BitVec::new(self.width_of(ty)?, 0))),
            Constant::GlobalReference { name, .. } => self.global(name).map(|(address, _)| Operand::Constant(address)),
            _ => None,
        }
    }

    /// Where a pointer operand points.
    pub(super) fn root(&mut self, operand: &llvm_ir::Operand) -> Option<Root> {
        match operand {
            llvm_ir::Operand::LocalOperand { name, .. } => {
                self.roots.get(name).copied().or_else(|| self.values.get(name).copied().map(Root::Value))
            }
            llvm_ir::Operand::ConstantOperand(constant) => self.constant_root(constant),
            llvm_ir::Operand::MetadataOperand => None,
        }
    }

    fn constant_root(&mut self, constant: &Constant) -> Option<Root> {
        match constant {
            Constant::GlobalReference { name, .. } => self.global(name).map(|(at, size)| Root::Object(at, size)),
            Constant::GetElementPtr(step) => match self.constant_root(&step.address)? {
                Root::Object(at, _) => Some(Root::Object(at, None)),
                root => Some(root),
            },
            Constant::Null(_) => self.constant(constant).map(Root::Value),
            _ => None,
        }
    }

    /// The address and the size of a global; `None` if it may be missing.
    fn global(&mut self, name: &Name) -> Option<(BitVec, Option<u64>)> {
        use llvm_ir::module::Linkage;
        if let Some(object) = self.objects.get(name) {
            return Some(*object);
        }
        let variable = self.module.get_global_var_by_name(name);
        let linkage = match (variable, name) {
            (Some(variable), _) => variable.linkage,
            (None, Name::Name(text)) => match self.module.get_func_by_name(text) {
                Some(function) => function.linkage,
                None => self.module.get_func_decl_by_name(text)?.linkage,
            },
            _ => return None,
        };
        if matches!(linkage, Linkage::ExternalWeak | Linkage::WeakAny | Linkage::LinkOnceAny) {
            return None;
        }
        // The initialiser has the variable's own type.
        let initial =
            variable.filter(|_| linkage != Linkage::Common).and_then(|variable| variable.initializer.as_ref());
        let ty = initial.map(|initial| self.module.type_of(initial));
        let size = ty.and_then(|ty| self.size_of_object(&ty));
        Some(self.new_object(name.clone(), size))
    }

    /// The size of an object, where it bounds accesses.
    pub(super) fn size_of_object(&self, ty: &Type) -> Option<u64> {
        self.layout.extent(ty).map(|extent| extent.size).filter(|_| !self.layout.is_open_ended(ty))
    }

    /// An address for a new object.
    pub(super) fn new_object(&mut self, name: Name, size: Option<u64>) -> (BitVec, Option<u64>) {
        let address = BitVec::new(self.layout.pointer_width(), self.next_address);
        self.next_address += SPACING + u128::from(size.unwrap_or(0)).next_multiple_of(SPACING);
        self.objects.insert(name, (address, size));
        (address, size)
    }

    /// A value that can be anything.
    pub(super) fn anything(&mut self, width: u32) -> Operand {
        self.input(width, "any", InputKind::Undefined)
    }

    pub(super) fn input(&mut self, width: u32, name: &str, kind: InputKind) -> Operand {
        let inputs = &mut self.program.map.inputs;
        inputs.push(InputSite { kind, width, signed: false, origin: self.origin });
        let input = InputId(inputs.len() - 1);
        self.define(width, name, Operation::Input(input))
    }

    /// Adds what a variable holds from here on.
    pub(super) fn assign(&mut self, assignment: Assignment) {
        self.program.blocks[self.current.0].instructions.push(Instruction::Assign(assignment));
    }

    /// Adds an instruction that defines a new value.
    pub(super) fn define(&mut self, width: u32, name: &str, operation: Operation) -> Operand {
        let result = self.add_value(width, name);
        let instruction = Instruction::Define { result, operation, origin: self.origin };
        self.program.blocks[self.current.0].instructions.push(instruction);
        Operand::Value(result)
    }

    fn add_value(&mut self, width: u32, name: &str) -> ValueId {
        self.program.widths.push(width);
        self.program.names.push(name.to_owned());
        ValueId(self.program.widths.len() - 1)
    }

    /// A comparison; of constants at once, so that what is plain stays plain.
    pub(super) fn compare(&mut self, predicate: Predicate, a: Operand, b: Operand) -> Operand {
        if let (Operand::Constant(a), Operand::Constant(b)) = (a, b) {
            let holds = match predicate {
                Predicate::Eq => a == b,
                Predicate::Ne => a != b,
                Predicate::Ult => a.unsigned() < b.unsigned(),
                Predicate::Ule => a.unsigned() <= b.unsigned(),
                Predicate::Slt => a.signed() < b.signed(),
                Predicate::Sle => a.signed() <= b.signed(),
            };
            return Operand::Constant(BitVec::bit(holds));
        }
        self.define(1, "compare", Operation::Compare(predicate, a, b))
    }

    /// A φ whose operands follow in [`Reader::fill_phis`].
    pub(super) fn open_phi(&mut self, phi: &'m llvm_ir::instruction::Phi) {
        if let Some(width) = self.width_of(&phi.to_type) {
            let result = self.add_value(width, phi.dest.to_string().trim_start_matches('%'));
            self.phis.push((self.current, result, phi));
            self.values.insert(&phi.dest, Operand::Value(result));
        }
    }

    fn fill_phis(&mut self) {
        let predecessors = self.program.predecessors();
        for (block, result, phi) in std::mem::take(&mut self.phis) {
            let mut incoming = Vec::new();
            for &from in &predecessors[block.0] {
                let source = self.source.get(&from).copied();
                let value = phi.incoming_values.iter().find(|(_, name)| Some(name) == source).map(|(value, _)| value);
                self.current = from;
                self.origin = self.program.blocks[from.0].origin;
                let operand = value.and_then(|value| self.operand(value));
                let operand = operand.unwrap_or_else(|| self.anything(self.program.widths[result.0]));
                incoming.push((from, operand));
            }
            self.program.blocks[block.0].phis.push(Phi { result, incoming });
        }
    }

    /// Whether a call of this function comes back twice.
    pub(super) fn returns_twice(name: &str) -> bool {
        RETURNS_TWICE.contains(&name)
    }
}

/// The blocks that control may go to, in order.
pub(super) fn successors(terminator: &llvm_ir::Terminator) -> Result<Vec<&Name>, String> {
    use llvm_ir::Terminator as T;
    Ok(match terminator {
        T::Br(branch) => vec![&branch.dest],
        T::CondBr(branch) => vec![&branch.true_dest, &branch.false_dest],
        T::Switch(switch) => switch.dests.iter().map(|(_, name)| name).chain([&switch.default_dest]).collect(),
        T::IndirectBr(jump) => jump.possible_dests.iter().collect(),
        T::Ret(_) | T::Unreachable(_) => Vec::new(),
        _ => return Err("exception handling, or inline assembly that jumps".into()),
    })
}

/// The name of a file as it can be opened from here: clang's names are relative to the folder that it ran in.
fn openable(folder: Option<&str>, name: &str) -> Arc<str> {
    let Some(folder) = folder.map(Path::new) else { return name.into() };
    let whole = folder.join(name);
    let is_here = std::env::current_dir().is_ok_and(|here| here == folder);
    if is_here || !whole.exists() {
        return name.into();
    }
    whole.to_string_lossy().as_ref().into()
}
