//! The calls of recursive functions, each in a block of its own, and the functions, each inlined into `main` once.

use super::{first, Why};
use crate::llvm::ir::{Block, LLVMLinkage, LLVMOpcode, LLVMTypeKind, Module, Slot, Type, Value};
use crate::llvm::marker::PREFIX;
use crate::prepare::program::inlining::inline_calls;
use crate::prepare::program::recursion;
use rustc_hash::{FxHashMap, FxHashSet};

/// What stands for a call while functions are inlined; the function's name follows.
const CALL: &str = "call_";

/// What the metadata is called that locals of recursive functions have.
const LOCAL: &str = "bitreach.frame";

/// A function that comes to call itself.
pub struct Recursive {
    /// The row of the first reason why it may not be modelled.
    pub row: u64,
    /// Where it finds its arguments.
    pub parameters: Vec<Slot>,
    /// Where its callers find what it gives, if it gives anything.
    pub result: Option<Slot>,
    /// The block that begins it.
    pub enter: Block,
    /// Where it puts its arguments into registers.
    pub passed: Vec<Value>,
    /// The block that control comes to when it returns.
    pub leave: Block,
    /// What `call`s of it are named.
    name: String,
}

impl Recursive {
    /// The row that says why it is not modelled.
    pub fn row(&self, module: &Module, why: Why) -> Value {
        module.int(32).constant(self.row + why as u64)
    }
}

/// A call of a recursive function. Its block ends with it, and has two ways out: to what is behind the call, and to the function.
pub struct Site {
    /// The call.
    pub call: Value,
    /// The function, by its number.
    pub callee: usize,
    /// The function that it stands in, by its number; `None` for calls from outside of recursion.
    pub caller: Option<usize>,
}

impl Site {
    /// The end of its block.
    pub fn end(&self) -> Option<Value> {
        self.call.block()?.terminator()
    }

    /// The block behind it.
    pub fn behind(&self) -> Option<Block> {
        self.end()?.successors().first().copied()
    }
}

/// The recursive functions and their calls, in `main`.
pub struct Sites {
    /// The functions.
    pub functions: Vec<Recursive>,
    /// The calls.
    pub sites: Vec<Site>,
    /// The function that each block is of, if it is of one.
    pub function_of: FxHashMap<Block, usize>,
    /// The locals of functions that have a place.
    pub locals: Vec<Value>,
}

/// A function that is called, before it is inlined.
struct Called {
    stand_in: Value,
    function: Value,
    row: u64,
}

/// The recursive functions that are called. What cannot be in frames is told by the stand-ins of the others.
fn called(module: &Module) -> Vec<Called> {
    let mut called = Vec::new();
    for (stand_in, function) in recursion::stand_ins(module).into_iter().filter(|(stand_in, _)| stand_in.has_uses()) {
        let row = recursion::row(stand_in).unwrap_or(0);
        match is_simple(function) {
            true => called.push(Called { stand_in, function, row }),
            false => recursion::set_row(module, stand_in, row + Why::Structure as u64),
        }
    }
    called
}

impl Recursive {
    /// Calls a function from a block of its own in `main`, so that it can be inlined there. New locals come before `first`.
    fn begin(module: &Module, main: Value, first: Value, Called { function, row, .. }: &Called) -> Recursive {
        let slot = |ty: Type| module.before(first).without_place().slot(ty);
        let parameters: Vec<Slot> = function.parameters().iter().map(|parameter| slot(parameter.ty())).collect();
        let result = function.result_type().filter(|ty| is_storable(*ty)).map(slot);
        let [enter, leave] = ["enter", "leave"].map(|block| module.append_block(main, block));
        let builder = module.at_end(enter);
        let passed: Vec<Value> = parameters.iter().map(|slot| builder.read(*slot)).collect();
        let call = builder.call(*function, &passed);
        // It is called from many places: line 0 of `main` stands for those.
        main.own_scope().into_iter().for_each(|scope| module.set_line(call, scope, 0));
        result.into_iter().for_each(|slot| builder.write(slot, call));
        builder.jump(leave);
        module.at_end(leave).unreachable();
        function.set_linkage(LLVMLinkage::LLVMInternalLinkage);
        Recursive { row: *row, parameters, result, enter, passed, leave, name: function.name() }
    }
}

impl Sites {
    /// Inlines what is called of recursive functions into `main`, each once. `None` if nothing is.
    ///
    /// # Errors
    /// If a pass fails.
    pub fn inline(module: &Module, main: Value) -> Result<Option<Sites>, String> {
        let called = called(module);
        if called.is_empty() {
            return Ok(None);
        }
        let kind = module.metadata_kind(LOCAL);
        let locals = called.iter().flat_map(|called| called.function.instructions()).filter(is_local);
        locals.for_each(|local| local.mark(kind));
        for Called { stand_in, function, .. } in &called {
            recursion::redirect_all(*stand_in, in_block_of_its_own(module, *function));
        }
        inline_calls(module)?;
        let Some(first) = first(main) else { return Ok(None) };
        let functions = called.iter().map(|called| Recursive::begin(module, main, first, called)).collect();
        let outside: FxHashSet<Value> = calls(main).into_iter().map(|(call, _)| call).collect();
        inline_calls(module)?;
        let is_inlined = |local: &Value| is_local(local) && local.has_metadata(kind);
        let locals: Vec<Value> = main.instructions().into_iter().filter(is_inlined).collect();
        locals.iter().for_each(|local| local.remove_metadata(kind));
        let mut all = Sites { functions, sites: Vec::new(), function_of: FxHashMap::default(), locals };
        for (call, name) in calls(main) {
            all.add(module, call, &name);
        }
        all.find_functions();
        let of_block = |site: &Site| site.call.block().and_then(|block| all.function_of.get(&block).copied());
        let callers: Vec<Option<usize>> = all.sites.iter().map(of_block).collect();
        for (site, caller) in all.sites.iter_mut().zip(callers) {
            site.caller = caller.filter(|_| !outside.contains(&site.call));
        }
        Ok(Some(all))
    }

    /// Adds a call: it seems to lead to its function, and what it gives is read from where that puts it.
    fn add(&mut self, module: &Module, call: Value, name: &str) {
        let Some(callee) = self.functions.iter().position(|function| function.name == name) else { return };
        let Recursive { enter, result, .. } = &self.functions[callee];
        let site = Site { call, callee, caller: None };
        site.end().into_iter().for_each(|end| end.set_successor(1, *enter));
        let behind = site.behind().and_then(|block| block.instructions().first().copied());
        if let (Some(slot), Some(behind)) = (*result, behind) {
            call.replace_uses(module.before(behind).without_place().read(slot));
        }
        self.sites.push(site);
    }

    /// Finds which function each block is of, also after a pass has added blocks.
    pub fn find_functions(&mut self) {
        let ends = self.ends();
        self.function_of.clear();
        for (number, function) in self.functions.iter().enumerate() {
            let mut waiting = vec![function.enter];
            while let Some(block) = waiting.pop() {
                if self.function_of.insert(block, number).is_none() {
                    waiting.extend(ways(block, &ends));
                }
            }
        }
    }

    /// The ends of the blocks of calls.
    pub fn ends(&self) -> FxHashSet<Value> {
        self.sites.iter().filter_map(Site::end).collect()
    }

    /// Whether a function can come to call another one, or itself.
    pub fn reaches(&self, from: usize, to: usize) -> bool {
        let (mut seen, mut waiting) = (FxHashSet::default(), vec![from]);
        while let Some(function) = waiting.pop() {
            for site in self.sites.iter().filter(|site| site.caller == Some(function)) {
                if site.callee == to {
                    return true;
                }
                if seen.insert(site.callee) {
                    waiting.push(site.callee);
                }
            }
        }
        false
    }
}

/// Where control goes from a block, as if calls came back at once.
pub fn ways(block: Block, ends: &FxHashSet<Value>) -> Vec<Block> {
    let Some(end) = block.terminator() else { return Vec::new() };
    let count = if ends.contains(&end) { 1 } else { usize::MAX };
    end.successors().into_iter().take(count).collect()
}

fn is_local(instruction: &Value) -> bool {
    instruction.is(LLVMOpcode::LLVMAlloca)
}

/// Whether values of a type are stored as they are: numbers and pointers.
pub fn is_storable(ty: Type) -> bool {
    ty.is_scalar() && ty.lanes().is_none()
}

/// Whether a function takes and gives numbers and pointers only.
fn is_simple(function: Value) -> bool {
    let is_given = |ty: Type| is_storable(ty) || ty.kind() == LLVMTypeKind::LLVMVoidTypeKind;
    let is_passed = |parameter: &Value| is_storable(parameter.ty()) && parameter.object_by("byval").is_none();
    function.result_type().is_some_and(is_given)
        && function.named_before_others().is_none()
        && function.parameters().iter().all(is_passed)
}

/// A function like this one that only has a call in a block of its own. There seem to be other ways out of the blocks, or inlining
/// would join them.
fn in_block_of_its_own(module: &Module, function: Value) -> Value {
    let call = module.declare_like(&format!("{PREFIX}{CALL}{}", function.name()), function);
    let alone = module.declare_like(&format!("{PREFIX}alone_{}", function.name()), function);
    let whether = module.declare(&format!("{PREFIX}whether"), module.int(1), &[]);
    let [entry, block, back, never] = ["entry", "call", "back", "never"].map(|name| module.append_block(alone, name));
    module.at_end(never).unreachable();
    let builder = module.at_end(entry);
    builder.branch(builder.call(whether, &[]), block, never);
    let builder = module.at_end(block);
    let result = builder.call(call, &alone.parameters());
    builder.branch(builder.call(whether, &[]), back, never);
    let builder = module.at_end(back);
    match function.result_type().is_some_and(is_storable) {
        true => builder.return_value(result),
        false => builder.return_void(),
    };
    alone.set_linkage(LLVMLinkage::LLVMInternalLinkage);
    for name in ["alwaysinline", "null_pointer_is_valid"] {
        module.add_attribute(alone, name, 0);
    }
    alone
}

/// The calls of recursive functions in `main`, with the names of these.
fn calls(main: Value) -> Vec<(Value, String)> {
    let prefix = format!("{PREFIX}{CALL}");
    let named = |call: Value| Some((call, call.callee_name().strip_prefix(&prefix)?.to_owned()));
    main.instructions().into_iter().filter(|call| call.is(LLVMOpcode::LLVMCall)).filter_map(named).collect()
}

/// The conditions of ways that there seem to be.
pub fn conditions(main: Value) -> Vec<Value> {
    let name = format!("{PREFIX}whether");
    main.instructions().into_iter().filter(|call| call.is(LLVMOpcode::LLVMCall) && call.callee_name() == name).collect()
}
