//! Locals without a first value become inputs.
//!
//! Clang marks each such declaration by stores of a pattern with the annotation `auto-init` (or `memset`, `memcpy` for
//! aggregates), at the declaration's place: these become stores of inputs. Declarations that control jumps over, and
//! modules from elsewhere, have no such mark: every local that its function does not write at once is given inputs on
//! entry too, so that no pass meets a value that is undefined and picks one.

use crate::llvm::ir::{Block, Builder, LLVMOpcode, Module, Type, Value};
use crate::llvm::marker::declare::{self, Markers};
use crate::llvm::marker::{Marker, PREFIX};
use crate::prepare::address::Address;
use crate::prepare::debug_info::{describe, VARIABLE_NAME, VARIABLE_TYPE};
use crate::prepare::program::scopes::homes::{Homes, Place as Home};
use crate::prepare::program::scopes::jumps::{self, Jumps};
use crate::prepare::program::scopes::lives::Lives;
use crate::prepare::program::{external, recursion};
use crate::prepare::tables::Tables;
use crate::program::{InputKind, OriginId, Reading, Role, Variable, VariableId};
use crate::source::syntax::Sources;
use rustc_hash::FxHashMap;

/// Aggregates with more scalars than this, or arrays of more elements, are given their inputs by one marker: they stay in
/// memory in any case.
const MOST_SCALARS: usize = 64;
const MOST_ELEMENTS: u64 = 4;

/// Replaces patterns by inputs and gives inputs on entry where needed. Also fills the table of variables.
/// `text_of` is what a function was compiled from here, if it was.
pub fn become_inputs<'a>(
    module: &Module,
    markers: &Markers,
    tables: &mut Tables,
    text_of: impl Fn(Value) -> Option<&'a Sources>,
) {
    let annotation = module.metadata_kind("annotation");
    for function in module.functions() {
        if function.is_declaration() || function.name().starts_with(PREFIX) {
            continue;
        }
        let locals = locals(function, tables);
        let instructions = function.instructions();
        let own = function.blocks().first().map(|block| block.instructions()).unwrap_or_default();
        let own: Vec<Value> = own.into_iter().filter(|local| local.is(LLVMOpcode::LLVMAlloca)).collect();
        let fills: Vec<Value> =
            instructions.iter().copied().filter(|call| call.callee_name() == external::FILL).collect();
        let mut pass = Pass { module, markers, tables, function, opened: FxHashMap::default() };
        for &instruction in instructions.iter().filter(|instruction| instruction.has_metadata(annotation)) {
            pass.pattern(instruction, &locals);
        }
        for fill in fills {
            pass.fill(fill);
        }
        let entry = function.blocks().first().map(|block| block.instructions()).unwrap_or_default();
        // Those that are allocated elsewhere become allocations, which are open.
        for &array in own.iter().filter(|local| local.is_static_object() && !is_one(**local)) {
            if let Some(place) = array.next() {
                pass.havoc(array, &module.before(place), locals.get(&array));
            }
        }
        for &alloca in own.iter().filter(|local| is_one(**local)) {
            if !written_at_once(module, alloca, &entry) {
                if let Some(place) = alloca.next() {
                    pass.open(alloca, &module.before(place), locals.get(&alloca));
                }
            }
        }
        if let Some(sources) = text_of(function) {
            pass.jumped_over(&own, sources, &locals);
        }
    }
}

/// A named local.
#[derive(Clone)]
pub struct Local {
    /// Its row.
    pub variable: VariableId,
    /// Where it is declared.
    pub origin: Option<OriginId>,
}

/// The allocas of a function that hold named variables.
pub fn locals(function: Value, tables: &mut Tables) -> FxHashMap<Value, Local> {
    let mut locals = FxHashMap::default();
    let calls: Vec<Value> =
        function.instructions().into_iter().filter(|call| call.callee_name() == "llvm.dbg.declare").collect();
    let node = |call: &Value| call.arguments().get(1)?.wrapped();
    tables.note_hiding(&calls.iter().filter_map(node).collect::<Vec<_>>());
    for call in calls {
        let alloca = call.arguments().first().and_then(|address| address.described());
        let (Some(alloca), Some(node)) = (alloca, node(&call)) else { continue };
        let origin = tables.origin_of(call);
        let name = node.text_operand(VARIABLE_NAME).unwrap_or_default();
        let function = Some(tables.text(&function_name(call, tables, origin)));
        let described = describe(node.operand(VARIABLE_TYPE));
        let width = alloca.allocated().and_then(|ty| ty.int_width()).unwrap_or(0);
        let variable = Variable {
            name: tables.text(&name),
            function,
            type_name: tables.text(&described.0),
            width,
            reading: described.1,
            is_pointer: alloca.allocated().is_some_and(|ty| ty.is_pointer()),
            declared: tables.declared(node),
            role: Role::Variable,
        };
        let row = VariableId(tables.map.variables.len());
        tables.map.variables.push(variable);
        locals.insert(alloca, Local { variable: row, origin });
    }
    locals
}

fn function_name(call: Value, tables: &Tables, origin: Option<OriginId>) -> String {
    let _ = call;
    origin.and_then(|row| tables.map.origins.get(row.0)).map(|origin| origin.function.to_string()).unwrap_or_default()
}

/// Whether the first thing that the entry block does with a local is to write it whole, or to give it any contents.
fn written_at_once(module: &Module, alloca: Value, entry: &[Value]) -> bool {
    // Where its scope begins, nothing is written.
    let is_scope = |instruction: &&Value| instruction.callee_name().starts_with("llvm.lifetime.");
    let first = entry.iter().filter(|instruction| !is_scope(instruction));
    let first = first.into_iter().find(|instruction| instruction.operands().contains(&alloca));
    first.is_some_and(|first| {
        let operands = first.operands();
        let whole = operands.first().map(|value| value.ty()) == alloca.allocated();
        let is_store = first.is(LLVMOpcode::LLVMStore) && operands.get(1) == Some(&alloca) && whole;
        let is_block = ["llvm.memcpy.", "llvm.memset."].iter().any(|name| first.callee_name().starts_with(name));
        let length = operands.get(2).and_then(|length| length.as_int());
        let size = alloca.allocated().map(|ty| module.size_of(ty));
        let is_havoc = first.callee_name() == Marker::Havoc.name() && operands.first() == Some(&alloca);
        is_store
            || is_havoc
            || is_block && operands.first() == Some(&alloca) && operands.get(1) != Some(&alloca) && length == size
    })
}

/// Whether a local is a single object, not an array of a length of its own.
fn is_one(alloca: Value) -> bool {
    alloca.operands().first().is_some_and(|count| count.as_int() == Some(1))
}

/// Whether an address is in an array of variable length: the loop that fills it steps through it by a φ.
fn is_in_array(address: Value) -> bool {
    let mut base = address;
    for _ in 0..10 {
        if base.is(LLVMOpcode::LLVMAlloca) {
            return !is_one(base);
        }
        let next = match base.opcode() {
            Some(LLVMOpcode::LLVMGetElementPtr) => base.operands().first().copied(),
            Some(LLVMOpcode::LLVMPHI) => base.incoming().first().map(|(value, _)| *value),
            _ => None,
        };
        let Some(next) = next else { return false };
        base = next;
    }
    false
}

/// The loop of one block that an instruction steps through an array in goes no second turn: clang makes it only to fill
/// the array.
fn leave_loop(module: &Module, instruction: Value) {
    let steps = instruction.operands().first().is_some_and(|address| address.is(LLVMOpcode::LLVMPHI));
    let Some(block) = instruction.block().filter(|_| steps) else { return };
    let Some(end) = block.terminator() else { return };
    if let [then, otherwise] = end.successors()[..] {
        if (then == block) != (otherwise == block) {
            end.set_operand(0, module.int(1).constant(u64::from(otherwise == block)));
        }
    }
}

struct Pass<'a> {
    module: &'a Module,
    markers: &'a Markers,
    tables: &'a mut Tables,
    function: Value,
    /// The locals that are inputs as a whole already, and the block where they became so.
    opened: FxHashMap<Value, Block>,
}

impl Pass<'_> {
    /// Locals whose declarations control can jump over are open wherever control enters their blocks.
    fn jumped_over(&mut self, own: &[Value], sources: &Sources, locals: &FxHashMap<Value, Local>) {
        let Some(jumps) = Jumps::of(self.function) else { return };
        let homes = Homes::of(self.function, sources);
        let places: Vec<(Value, Home)> = own
            .iter()
            .copied()
            .filter(|&local| jumps::uses(local).next().is_some() && homes.is_variable(local))
            .map(|local| (local, homes.place(local)))
            .filter(|(_, place)| *place != Home::Function)
            .collect();
        if places.is_empty() {
            return;
        }
        let mut lives = Lives::of(self.module, self.function, Some(homes));
        // All is asked before anything is changed.
        let skipped = |(local, place): &(Value, Home)| match place {
            Home::Function => false,
            Home::Region(region) => jumps.can_skip(*local, &lives.crossings(*region).entries),
            Home::Unknown => true,
        };
        let places: Vec<(Value, Home)> = places.into_iter().filter(skipped).collect();
        for (local, place) in places {
            match place {
                Home::Function => {}
                Home::Region(region) => {
                    for start in lives.in_region(region).starts {
                        // This stands for no place of the source.
                        let builder = self.module.before(start).without_place();
                        self.open(local, &builder, locals.get(&local));
                    }
                }
                Home::Unknown => {
                    let reason = "a local whose declaration is jumped over, in a block that a macro hides";
                    for user in local.users() {
                        // Nothing stands before a φ.
                        let place = std::iter::successors(Some(user), |next| next.next());
                        let place = place.into_iter().find(|place| !place.is(LLVMOpcode::LLVMPHI));
                        place.into_iter().for_each(|place| self.unmodelled(place, reason));
                    }
                }
            }
        }
    }

    /// A store or block write of clang's pattern.
    fn pattern(&mut self, instruction: Value, locals: &FxHashMap<Value, Local>) {
        let operands = instruction.operands();
        let address = match instruction.opcode() {
            Some(LLVMOpcode::LLVMStore) => operands[1],
            Some(LLVMOpcode::LLVMCall) => operands[0],
            _ => return,
        };
        match address.allocated() {
            Some(_) if address.is(LLVMOpcode::LLVMAlloca) && is_one(address) => {
                // Where the whole is written right after, as by `struct s y = x;`, nothing is open.
                let rest: Vec<Value> = std::iter::successors(instruction.next(), |next| next.next()).take(3).collect();
                if written_at_once(self.module, address, &rest) {
                    return instruction.erase();
                }
                self.open(address, &self.module.before(instruction), locals.get(&address));
                self.opened.extend(instruction.block().map(|block| (address, block)));
                instruction.erase();
            }
            // Of a large local clang sets all to zero first, then each part to its pattern: all of it is open already.
            _ if self.is_in_opened(address, instruction) => instruction.erase(),
            // Arrays of variable length are given their contents where they are allocated.
            _ if is_in_array(address) => {
                leave_loop(self.module, instruction);
                instruction.erase();
            }
            _ => {
                self.unmodelled(instruction, "a part of a local variable is not initialised");
                instruction.erase();
            }
        }
    }

    /// Whether an address is that of a part of a local that has become inputs as a whole earlier in the same block.
    fn is_in_opened(&self, address: Value, instruction: Value) -> bool {
        let place = Address::of(self.module, address);
        place.indices.is_empty()
            && self.opened.get(&place.base).is_some_and(|block| instruction.block() == Some(*block))
    }

    /// What an input for a local is, and how its value is read.
    fn kind_of(&self, local: Option<&Local>) -> (InputKind, Reading) {
        match local.and_then(|local| self.tables.map.variables.get(local.variable.0)) {
            Some(variable) => (InputKind::Uninitialised(variable.name.clone()), variable.reading),
            None => (InputKind::Undefined, Reading::Unsigned),
        }
    }

    /// Where the builder stands, every scalar of the local becomes an input.
    fn open(&mut self, alloca: Value, builder: &Builder, local: Option<&Local>) {
        let (kind, reading) = self.kind_of(local);
        self.give(alloca, builder, &kind, reading, local.and_then(|local| local.origin));
    }

    /// A variable that no file defines becomes inputs.
    fn fill(&mut self, call: Value) {
        let Some(&global) = call.arguments().first() else { return };
        let kind = InputKind::External(self.tables.text(&global.name()));
        // That is told where the program begins.
        let main = recursion::own_main(self.module).map(Value::instructions).unwrap_or_default();
        let origin = main.into_iter().find_map(|first| self.tables.origin_of(first));
        self.give(global, &self.module.before(call), &kind, Reading::Signed, origin);
        call.erase();
    }

    /// Every scalar of an object becomes an input, or all of it is anything from then on.
    fn give(&mut self, object: Value, builder: &Builder, kind: &InputKind, reading: Reading, origin: Option<OriginId>) {
        let Some(whole) = object.allocated() else { return };
        let mut leaves = Vec::new();
        if !scalars(whole, &mut Vec::new(), &mut leaves) {
            return self.anything(object, builder, kind.clone(), reading, origin);
        }
        let index_type = self.module.int(32);
        for (path, ty) in leaves {
            let width = ty.int_width().or(ty.float_width()).unwrap_or(1);
            let input = self.tables.input(kind.clone(), width, reading, origin);
            let row = index_type.constant(input.0 as u64);
            let drawn = |width: u32| builder.call(declare::nondet(self.module, self.module.int(width)), &[row]);
            let value = match (ty.int_width(), ty.float_width()) {
                (Some(width), _) => drawn(width),
                (_, Some(width)) => builder.bitcast(drawn(width), ty),
                _ => builder.call(declare::undefined(self.module, ty), &[]),
            };
            let address = match path.is_empty() {
                true => object,
                false => {
                    let indices: Vec<Value> =
                        [0].iter().chain(&path).map(|&index| index_type.constant(index)).collect();
                    builder.part(whole, object, &indices)
                }
            };
            builder.store(value, address);
        }
    }

    /// Where the builder stands, the local holds anything from then on.
    fn havoc(&mut self, alloca: Value, builder: &Builder, local: Option<&Local>) {
        let (kind, reading) = self.kind_of(local);
        self.anything(alloca, builder, kind, reading, local.and_then(|local| local.origin));
    }

    fn anything(
        &mut self,
        object: Value,
        builder: &Builder,
        kind: InputKind,
        reading: Reading,
        origin: Option<OriginId>,
    ) {
        // The width is that of each cell, which only the reader knows.
        let input = self.tables.input(kind, 8, reading, origin);
        let row = self.module.int(32).constant(input.0 as u64);
        builder.call(self.markers.havoc, &[object, row]);
    }

    fn unmodelled(&mut self, place: Value, reason: &str) {
        let origin = self.tables.origin_of(place);
        let row = self.tables.unmodelled(reason.to_owned(), origin);
        self.module.before(place).call(self.markers.unmodelled, &[self.module.int(32).constant(row.0 as u64)]);
    }
}

/// The scalars of a type with their paths. False if there are too many.
fn scalars(ty: Type, path: &mut Vec<u64>, leaves: &mut Vec<(Vec<u64>, Type)>) -> bool {
    if let Some((lanes, lane)) = ty.lanes().zip(ty.lane()).filter(|(_, lane)| lane.has_bytes()) {
        leaves.extend((0..u64::from(lanes)).map(|index| ([path.as_slice(), &[index]].concat(), lane)));
        return leaves.len() <= MOST_SCALARS;
    }
    if ty.is_scalar() {
        leaves.push((path.clone(), ty));
        return leaves.len() <= MOST_SCALARS;
    }
    let Some((parts, count)) = ty.parts() else { return true };
    if ty.is_array() && count > MOST_ELEMENTS {
        return false;
    }
    (0..count).all(|index| {
        let Some(part) = parts.get(index as usize).or(parts.first()) else { return true };
        path.push(index);
        let few = scalars(*part, path, leaves);
        path.pop();
        few
    })
}
