//! Values and blocks: instructions, parameters, functions, and what they consist of.

use super::*;

impl Value {
    pub(super) fn some(value: LLVMValueRef) -> Option<Value> {
        (!value.is_null()).then_some(Value(value))
    }

    /// The name; empty for values without one.
    pub fn name(self) -> String {
        let mut length = 0;
        // SAFETY: The length is set before it is read.
        unsafe { borrowed(LLVMGetValueName2(self.0, &mut length), length) }
    }

    /// Sets the name; LLVM adds a number where it is taken.
    pub fn set_name(self, name: &str) {
        // SAFETY: The name is passed with its length.
        unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) }
    }

    pub(super) fn context(self) -> LLVMContextRef {
        // SAFETY: Every value has a type, which lives in its context.
        unsafe { LLVMGetTypeContext(LLVMTypeOf(self.0)) }
    }

    /// The type.
    pub fn ty(self) -> Type {
        // SAFETY: Every value has a type.
        Type(unsafe { LLVMTypeOf(self.0) })
    }

    /// As text, as in the module's text.
    pub fn text(self) -> String {
        // SAFETY: The message is ours.
        take_message(unsafe { LLVMPrintValueToString(self.0) })
    }

    /// Whether this is a function or global without a body or initialiser.
    pub fn is_declaration(self) -> bool {
        // SAFETY: Tested to be a global.
        unsafe { !LLVMIsAGlobalValue(self.0).is_null() && LLVMIsDeclaration(self.0) != 0 }
    }

    /// Whether this is a function.
    pub fn is_function(self) -> bool {
        // SAFETY: The test takes any value.
        unsafe { !LLVMIsAFunction(self.0).is_null() }
    }

    /// The blocks of a function.
    pub fn blocks(self) -> Vec<Block> {
        if !self.is_function() {
            return Vec::new();
        }
        let mut blocks = Vec::new();
        // SAFETY: The value is a function; the list ends with null.
        unsafe {
            let mut block = LLVMGetFirstBasicBlock(self.0);
            while !block.is_null() {
                blocks.push(Block(block));
                block = LLVMGetNextBasicBlock(block);
            }
        }
        blocks
    }

    /// The instructions of a function, block by block.
    pub fn instructions(self) -> Vec<Value> {
        self.blocks().into_iter().flat_map(Block::instructions).collect()
    }

    /// The parameters of a function.
    pub fn parameters(self) -> Vec<Value> {
        if !self.is_function() {
            return Vec::new();
        }
        // SAFETY: The value is a function.
        chain(unsafe { LLVMGetFirstParam(self.0) }, |value| unsafe { LLVMGetNextParam(value) })
    }

    /// The linkage of a global.
    pub fn set_linkage(self, linkage: LLVMLinkage) {
        // SAFETY: Called for globals.
        unsafe { LLVMSetLinkage(self.0, linkage) }
    }

    /// The opcode of an instruction.
    pub fn opcode(self) -> Option<LLVMOpcode> {
        // SAFETY: Tested to be an instruction.
        unsafe { (!LLVMIsAInstruction(self.0).is_null()).then(|| LLVMGetInstructionOpcode(self.0)) }
    }

    /// Whether this is an instruction with the given opcode.
    pub fn is(self, opcode: LLVMOpcode) -> bool {
        self.opcode() == Some(opcode)
    }

    /// The opcode of a constant expression.
    pub fn constant_opcode(self) -> Option<LLVMOpcode> {
        // SAFETY: Tested to be a constant expression.
        unsafe { (!LLVMIsAConstantExpr(self.0).is_null()).then(|| LLVMGetConstOpcode(self.0)) }
    }

    /// Whether this is an instruction that compares for equality, or for the opposite.
    pub fn is_equality(self) -> bool {
        use LLVMIntPredicate::{LLVMIntEQ, LLVMIntNE};
        // SAFETY: Tested to be a comparison.
        self.is(LLVMOpcode::LLVMICmp) && matches!(unsafe { LLVMGetICmpPredicate(self.0) }, LLVMIntEQ | LLVMIntNE)
    }

    /// How a comparison of integers or addresses compares.
    pub fn predicate(self) -> Option<LLVMIntPredicate> {
        // SAFETY: Tested to be a comparison.
        self.is(LLVMOpcode::LLVMICmp).then(|| unsafe { LLVMGetICmpPredicate(self.0) })
    }

    /// The operands of an instruction or constant expression.
    pub fn operands(self) -> Vec<Value> {
        // SAFETY: The number of operands is 0 for values that are no users.
        unsafe {
            if LLVMIsAUser(self.0).is_null() {
                return Vec::new();
            }
            (0..LLVMGetNumOperands(self.0)).map(|index| Value(LLVMGetOperand(self.0, index as u32))).collect()
        }
    }

    /// Sets an operand.
    pub fn set_operand(self, index: usize, value: Value) {
        // SAFETY: The caller got the index from `operands`, and the types agree.
        unsafe { LLVMSetOperand(self.0, index as u32, value.0) }
    }

    /// The arguments of a call.
    pub fn arguments(self) -> Vec<Value> {
        if !self.is(LLVMOpcode::LLVMCall) {
            return Vec::new();
        }
        // SAFETY: The value is a call.
        let count = unsafe { LLVMGetNumArgOperands(self.0) } as usize;
        self.operands().into_iter().take(count).collect()
    }

    /// The function that a call calls directly.
    pub fn callee(self) -> Option<Value> {
        if !self.is(LLVMOpcode::LLVMCall) {
            return None;
        }
        // SAFETY: The value is a call.
        Value::some(unsafe { LLVMGetCalledValue(self.0) }).filter(|callee| callee.is_function())
    }

    /// Whether a call passes and expects what the function that it calls takes and gives.
    pub fn fits_callee(self) -> bool {
        let Some(callee) = self.callee() else { return true };
        // SAFETY: The value is a call of a function.
        unsafe { LLVMGetCalledFunctionType(self.0) == LLVMGlobalGetValueType(callee.0) }
    }

    /// Whether a call, perhaps through a pointer, passes and expects what a function takes and gives.
    pub fn calls_type_of(self, function: Value) -> bool {
        // SAFETY: The values are a call and a function.
        unsafe { LLVMGetCalledFunctionType(self.0) == LLVMGlobalGetValueType(function.0) }
    }

    /// Of a function that takes any number of arguments, or a call of one, how many of them it names.
    pub fn named_before_others(self) -> Option<usize> {
        // SAFETY: Tested to be a function or a call.
        unsafe {
            let ty = match (self.is_function(), self.is(LLVMOpcode::LLVMCall)) {
                (true, _) => LLVMGlobalGetValueType(self.0),
                (_, true) => LLVMGetCalledFunctionType(self.0),
                _ => return None,
            };
            (LLVMIsFunctionVarArg(ty) != 0).then(|| LLVMCountParamTypes(ty) as usize)
        }
    }

    /// Whether a function, or a call, passes what it passes as C does.
    pub fn passes_as_c(self) -> bool {
        let convention = match (self.is_function(), self.is(LLVMOpcode::LLVMCall)) {
            // SAFETY: Tested to be a function.
            (true, _) => unsafe { LLVMGetFunctionCallConv(self.0) },
            // SAFETY: Tested to be a call.
            (_, true) => unsafe { LLVMGetInstructionCallConv(self.0) },
            _ => return false,
        };
        convention == llvm_sys::LLVMCallConv::LLVMCCallConv as u32
    }

    /// Whether an access of memory is volatile.
    pub fn is_volatile(self) -> bool {
        use LLVMOpcode::{LLVMAtomicCmpXchg, LLVMAtomicRMW, LLVMLoad, LLVMStore};
        let accesses = matches!(self.opcode(), Some(LLVMLoad | LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg));
        // SAFETY: Asked only of these four.
        accesses && unsafe { LLVMGetVolatile(self.0) != 0 }
    }

    /// Whether an atomic exchange may fail although it finds what it expects.
    pub fn may_fail_for_nothing(self) -> bool {
        // SAFETY: Asked only of these.
        self.is(LLVMOpcode::LLVMAtomicCmpXchg) && unsafe { LLVMGetWeak(self.0) != 0 }
    }

    /// Whether a load or store is atomic.
    pub fn is_atomic(self) -> bool {
        // SAFETY: Asked only of loads and stores.
        (self.is(LLVMOpcode::LLVMLoad) || self.is(LLVMOpcode::LLVMStore))
            && unsafe { LLVMGetOrdering(self.0) != LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic }
    }

    /// What an atomic access adds or subtracts, if it does.
    pub fn atomic_sum(self) -> Option<LLVMOpcode> {
        use llvm_sys::LLVMAtomicRMWBinOp::*;
        // SAFETY: Asked only of such accesses.
        match self.is(LLVMOpcode::LLVMAtomicRMW).then(|| unsafe { LLVMGetAtomicRMWBinOp(self.0) })? {
            LLVMAtomicRMWBinOpAdd => Some(LLVMOpcode::LLVMAdd),
            LLVMAtomicRMWBinOpSub => Some(LLVMOpcode::LLVMSub),
            _ => None,
        }
    }

    /// Whether this is a parameter of a function.
    pub fn is_parameter(self) -> bool {
        // SAFETY: Asked of any value.
        unsafe { !LLVMIsAArgument(self.0).is_null() }
    }

    /// The function that a parameter belongs to.
    pub fn function_of_parameter(self) -> Option<Value> {
        // SAFETY: Tested to be a parameter.
        self.is_parameter().then(|| Value(unsafe { LLVMGetParamParent(self.0) }))
    }

    /// Makes a volatile load or store a plain one.
    pub fn clear_volatile(self) {
        if self.is_volatile() {
            // SAFETY: It is a load or store.
            unsafe { LLVMSetVolatile(self.0, 0) }
        }
    }

    /// Makes an access of memory volatile.
    pub fn set_volatile(self) {
        // SAFETY: The callers give a load or store.
        unsafe { LLVMSetVolatile(self.0, 1) }
    }

    /// Whether a call is assembly.
    pub fn is_assembly(self) -> bool {
        // SAFETY: The value is a call.
        unsafe { !LLVMIsAInlineAsm(LLVMGetCalledValue(self.0)).is_null() }
    }

    /// The text and the constraints of a call of assembly, in the order that AT&T's has.
    pub fn assembly(self) -> Option<(String, String)> {
        if !self.is(LLVMOpcode::LLVMCall) || !self.is_assembly() {
            return None;
        }
        // SAFETY: Tested to be such a call; both texts are copied at once.
        unsafe {
            let (assembly, mut length) = (LLVMGetCalledValue(self.0), 0);
            if !matches!(LLVMGetInlineAsmDialect(assembly), llvm_sys::LLVMInlineAsmDialect::LLVMInlineAsmDialectATT) {
                return None;
            }
            let text = LLVMGetInlineAsmAsmString(assembly, &mut length);
            let text = borrowed(text, length);
            let constraints = LLVMGetInlineAsmConstraintString(assembly, &mut length);
            Some((text, borrowed(constraints, length)))
        }
    }

    /// The instructions and constants that use the value, each as often as it does.
    pub fn users(self) -> Vec<Value> {
        let mut users = Vec::new();
        // SAFETY: The list of uses ends with null.
        unsafe {
            let mut current = LLVMGetFirstUse(self.0);
            while !current.is_null() {
                users.push(Value(LLVMGetUser(current)));
                current = LLVMGetNextUse(current);
            }
        }
        users
    }

    /// Whether something other than calls of a function knows it.
    pub fn has_address_taken(self) -> bool {
        self.users().into_iter().any(|user| user.callee() != Some(self) || user.arguments().contains(&self))
    }

    /// How many bundles of operands a call has: promises about its arguments.
    pub fn bundles(self) -> u32 {
        // SAFETY: Called for calls.
        unsafe { LLVMGetNumOperandBundles(self.0) }
    }

    /// The name of a function in the source, if its debug information tells it.
    pub fn source_name(self) -> Option<String> {
        // SAFETY: Tested to be a function.
        let found = unsafe {
            if !self.is_function() {
                return None;
            }
            Metadata::some(LLVMGetSubprogram(self.0), self.context())
        };
        found?.text_operand(2)
    }

    /// The name of the function that a call calls directly; empty otherwise.
    pub fn callee_name(self) -> String {
        self.callee().map(Value::name).unwrap_or_default()
    }

    /// The incoming values of a φ and the blocks they come from.
    pub fn incoming(self) -> Vec<(Value, Block)> {
        if !self.is(LLVMOpcode::LLVMPHI) {
            return Vec::new();
        }
        // SAFETY: The value is a φ; indices are below its count.
        unsafe {
            let entry =
                |index| (Value(LLVMGetIncomingValue(self.0, index)), Block(LLVMGetIncomingBlock(self.0, index)));
            (0..LLVMCountIncoming(self.0)).map(entry).collect()
        }
    }

    /// Puts other values in the place of operands. `new` gets an operand and the instruction before which its new value has to be
    /// computed: this one, or for a φ, which reads where control comes from, the end of that block. Two edges from one
    /// block to a φ carry one value, so `new` is asked once for them.
    pub fn replace_operands(self, mut new: impl FnMut(Value, Value) -> Option<Value>) {
        let incoming = self.incoming();
        let mut known: Vec<(Block, Value)> = Vec::new();
        for (index, operand) in self.operands().into_iter().enumerate() {
            let from = incoming.get(index).map(|(_, block)| *block);
            if let Some((_, value)) = known.iter().find(|(block, _)| Some(*block) == from) {
                self.set_operand(index, *value);
                continue;
            }
            let place = from.map_or(Some(self), Block::terminator);
            let Some(value) = place.and_then(|place| new(operand, place)) else { continue };
            self.set_operand(index, value);
            known.extend(from.map(|block| (block, value)));
        }
    }

    /// The instruction behind this one in its block.
    pub fn next(self) -> Option<Value> {
        // SAFETY: Called for instructions.
        Value::some(unsafe { LLVMGetNextInstruction(self.0) })
    }

    /// The instruction before this one in its block.
    pub fn previous(self) -> Option<Value> {
        // SAFETY: Called for instructions.
        Value::some(unsafe { LLVMGetPreviousInstruction(self.0) })
    }

    /// The block that an instruction is in.
    pub fn block(self) -> Option<Block> {
        // SAFETY: Called for instructions; one that is in no block gives null.
        let block = unsafe { LLVMGetInstructionParent(self.0) };
        (!block.is_null()).then_some(Block(block))
    }

    /// The blocks that a terminator leads to.
    pub fn successors(self) -> Vec<Block> {
        // SAFETY: Called for terminators, which have so many successors.
        unsafe { (0..LLVMGetNumSuccessors(self.0)).map(|index| Block(LLVMGetSuccessor(self.0, index))).collect() }
    }

    /// Lets one of the ways out of a block lead elsewhere.
    pub fn set_successor(self, way: usize, to: Block) {
        // SAFETY: The caller got the way from `successors`; both blocks are of one function.
        unsafe { LLVMSetSuccessor(self.0, way as u32, to.0) }
    }

    /// Removes an instruction without uses; its handles are dead.
    pub fn erase(self) {
        // SAFETY: Called for instructions that have no uses.
        unsafe { LLVMInstructionEraseFromParent(self.0) }
    }

    /// Lets all users use another value.
    pub fn replace_uses(self, other: Value) {
        if self != other {
            // SAFETY: The types agree; no value replaces itself.
            unsafe { LLVMReplaceAllUsesWith(self.0, other.0) }
        }
    }

    /// Whether anything uses the value.
    pub fn has_uses(self) -> bool {
        // SAFETY: The test takes any value.
        unsafe { !LLVMGetFirstUse(self.0).is_null() }
    }

    /// Whether anything but addresses of its blocks uses a function.
    pub fn is_named(self) -> bool {
        // SAFETY: Asked of any value.
        self.users().into_iter().any(|user| unsafe { LLVMIsABlockAddress(user.0) }.is_null())
    }

    /// The type that an `alloca` allocates, a global variable holds, or a `getelementptr` steps through.
    pub fn allocated(self) -> Option<Type> {
        // SAFETY: Tested for each kind.
        unsafe {
            if self.is(LLVMOpcode::LLVMAlloca) {
                Some(Type(LLVMGetAllocatedType(self.0)))
            } else if !LLVMIsAGlobalVariable(self.0).is_null() {
                Some(Type(LLVMGlobalGetValueType(self.0)))
            } else {
                None
            }
        }
    }

    /// The type that a `getelementptr` steps through.
    pub fn stepped(self) -> Option<Type> {
        // SAFETY: Tested to be a `getelementptr`, instruction or constant.
        unsafe {
            let is_expression =
                !LLVMIsAConstantExpr(self.0).is_null() && LLVMGetConstOpcode(self.0) == LLVMOpcode::LLVMGetElementPtr;
            (self.is(LLVMOpcode::LLVMGetElementPtr) || is_expression).then(|| Type(LLVMGetGEPSourceElementType(self.0)))
        }
    }

    /// The type of what a `getelementptr` leads to.
    pub fn led_to(self) -> Option<Type> {
        let mut ty = self.stepped()?;
        for index in self.operands().get(2..)? {
            let (parts, _) = ty.parts()?;
            let part = if ty.is_array() { 0 } else { usize::try_from(index.as_int()?).ok()? };
            ty = *parts.get(part)?;
        }
        Some(ty)
    }
}

impl Block {
    /// The instructions in order.
    pub fn instructions(self) -> Vec<Value> {
        // SAFETY: The list ends with null.
        chain(unsafe { LLVMGetFirstInstruction(self.0) }, |value| unsafe { LLVMGetNextInstruction(value) })
    }

    /// The φs, which stand in front.
    pub fn phis(self) -> impl Iterator<Item = Value> {
        self.instructions().into_iter().filter(|instruction| instruction.is(LLVMOpcode::LLVMPHI))
    }

    /// The last instruction.
    pub fn terminator(self) -> Option<Value> {
        // SAFETY: A block without one gives null.
        Value::some(unsafe { LLVMGetBasicBlockTerminator(self.0) })
    }
}
