//! Values and blocks: constants, parameters, instructions, functions, globals.

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

    fn context(self) -> LLVMContextRef {
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
        // SAFETY: The list of uses ends with null.
        unsafe {
            let mut current = LLVMGetFirstUse(self.0);
            while !current.is_null() {
                if LLVMIsABlockAddress(LLVMGetUser(current)).is_null() {
                    return true;
                }
                current = LLVMGetNextUse(current);
            }
        }
        false
    }

    /// The section that a global is put in; empty for the usual ones.
    pub fn section(self) -> String {
        // SAFETY: Called for globals; the text is NUL-terminated, or null.
        unsafe {
            let text = LLVMGetSection(self.0);
            match text.is_null() {
                true => String::new(),
                false => CStr::from_ptr(text).to_string_lossy().into_owned(),
            }
        }
    }

    /// Whether a global variable is given its value by something else before the program begins.
    pub fn is_initialised_elsewhere(self) -> bool {
        // SAFETY: Tested to be a global variable.
        unsafe { !LLVMIsAGlobalVariable(self.0).is_null() && LLVMIsExternallyInitialized(self.0) != 0 }
    }

    /// Whether this is the constant `poison`.
    pub fn is_poison(self) -> bool {
        // SAFETY: The test takes any value.
        unsafe { LLVMIsPoison(self.0) != 0 }
    }

    /// Whether this is `undef` or `poison`.
    pub fn is_undefined(self) -> bool {
        // SAFETY: The test takes any value.
        unsafe { LLVMIsUndef(self.0) != 0 }
    }

    /// Whether this is the null pointer.
    pub fn is_null(self) -> bool {
        // SAFETY: The test takes any value.
        unsafe { LLVMIsNull(self.0) != 0 }
    }

    /// Whether this is a constant.
    pub fn is_constant(self) -> bool {
        // SAFETY: Asked of any value.
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    /// Whether this is a constant with all bits zero.
    pub fn is_zero(self) -> bool {
        // SAFETY: Asked of any value.
        unsafe { LLVMIsConstant(self.0) != 0 && LLVMIsNull(self.0) != 0 }
    }

    /// An element of a constant structure or array.
    pub fn aggregate_element(self, index: u64) -> Option<Value> {
        // SAFETY: Called for constants; an element that is not there gives null.
        Value::some(unsafe { LLVMGetAggregateElement(self.0, u32::try_from(index).ok()?) })
    }

    /// Whether this is an integer constant.
    pub fn is_int_constant(self) -> bool {
        // SAFETY: The test takes any value.
        unsafe { !LLVMIsAConstantInt(self.0).is_null() }
    }

    /// The low 64 bits of an integer constant of at most 64 bits.
    pub fn as_int(self) -> Option<u64> {
        if !self.is_int_constant() || self.ty().int_width()? > 64 {
            return None;
        }
        // SAFETY: Tested to be an integer constant of at most 64 bits.
        Some(unsafe { LLVMConstIntGetZExtValue(self.0) })
    }

    /// An integer constant of at most 64 bits, as two's complement.
    pub fn as_signed_int(self) -> Option<i64> {
        let width = self.ty().int_width()?;
        let bits = self.as_int()?;
        Some((bits << (64 - width)) as i64 >> (64 - width))
    }

    /// Whether this is a local with its place in its function's frame, or a global variable of this module: an object of
    /// known size.
    pub fn is_static_object(self) -> bool {
        match self.is(LLVMOpcode::LLVMAlloca) {
            true => self.operands().first().is_some_and(|count| count.as_int().is_some()),
            // SAFETY: Asked of any value.
            false => unsafe { !LLVMIsAGlobalVariable(self.0).is_null() && LLVMIsDeclaration(self.0) == 0 },
        }
    }

    /// The number of an integer constant of at most 128 bits. The C interface gives 64 bits; the text has all.
    pub fn as_wide_int(self) -> Option<u128> {
        if !self.is_int_constant() {
            return None;
        }
        let text = self.text();
        let number = text.rsplit(' ').next()?;
        match number.strip_prefix('-') {
            Some(digits) => Some(digits.parse::<u128>().ok()?.wrapping_neg()),
            None => number.parse().ok().or(match number {
                "true" => Some(1),
                "false" => Some(0),
                _ => None,
            }),
        }
    }

    /// The initial value of a global variable.
    pub fn initializer(self) -> Option<Value> {
        // SAFETY: Tested to be a global variable.
        unsafe {
            if LLVMIsAGlobalVariable(self.0).is_null() {
                return None;
            }
            Value::some(LLVMGetInitializer(self.0))
        }
    }

    /// Whether a global variable is constant.
    pub fn is_global_constant(self) -> bool {
        // SAFETY: Tested to be a global variable.
        unsafe { !LLVMIsAGlobalVariable(self.0).is_null() && LLVMIsGlobalConstant(self.0) != 0 }
    }

    /// Whether a global variable can only be seen in this module.
    pub fn is_local_global(self) -> bool {
        // SAFETY: Called for globals.
        let linkage = unsafe { LLVMGetLinkage(self.0) };
        matches!(linkage, LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage)
    }

    /// The text of a constant byte string, up to its final NUL.
    pub fn as_string(self) -> Option<String> {
        // SAFETY: Tested to be a data array of bytes, whose length is set before it is read.
        unsafe {
            if LLVMIsAConstantDataArray(self.0).is_null() || LLVMIsConstantString(self.0) == 0 {
                return None;
            }
            let mut length = 0;
            let text = borrowed(LLVMGetAsString(self.0, &mut length), length);
            Some(text.trim_end_matches('\0').to_owned())
        }
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

    /// The debug location.
    pub fn location(self) -> Option<Metadata> {
        // SAFETY: Called for instructions.
        unsafe { Metadata::some(LLVMInstructionGetDebugLoc(self.0), self.context()) }
    }

    /// Takes the debug location of another instruction.
    pub fn set_location_of(self, other: Value) {
        // SAFETY: Called for instructions; a location may be null.
        unsafe { LLVMInstructionSetDebugLoc(self.0, LLVMInstructionGetDebugLoc(other.0)) }
    }

    /// Whether an instruction has metadata of a kind.
    pub fn has_metadata(self, kind: u32) -> bool {
        // SAFETY: Called for instructions.
        unsafe { LLVMHasMetadata(self.0) != 0 && !LLVMGetMetadata(self.0, kind).is_null() }
    }

    /// Removes metadata of a kind.
    pub fn remove_metadata(self, kind: u32) {
        // SAFETY: Called for instructions; null removes.
        unsafe { LLVMSetMetadata(self.0, kind, ptr::null_mut()) }
    }

    /// The node behind a value that wraps one, such as an operand of `llvm.dbg.value`.
    pub fn wrapped(self) -> Option<Metadata> {
        // SAFETY: Tested to wrap a node.
        unsafe {
            if LLVMIsAMDNode(self.0).is_null() {
                return None;
            }
            Metadata::some(LLVMValueAsMetadata(self.0), self.context())
        }
    }

    /// The value inside an operand of `llvm.dbg.value` or `llvm.dbg.declare`, if it is one.
    pub fn described(self) -> Option<Value> {
        // SAFETY: For a value wrapped as metadata the node has that value as its only operand; others have none or many.
        unsafe {
            if LLVMIsAValueAsMetadata(self.0).is_null() {
                return None;
            }
            let mut operand = [ptr::null_mut()];
            if LLVMGetMDNodeNumOperands(self.0) != 1 {
                return None;
            }
            LLVMGetMDNodeOperands(self.0, operand.as_mut_ptr());
            Value::some(operand[0])
        }
    }

    /// The debug information of a global variable, as a value that wraps it.
    pub fn global_debug(self, module: &Module, kind: u32) -> Option<Value> {
        // SAFETY: Tested to be a global variable; the entries are ours and given back.
        unsafe {
            if LLVMIsAGlobalVariable(self.0).is_null() {
                return None;
            }
            let mut count = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.0, &mut count);
            let found = (0..count as u32).find(|&index| LLVMValueMetadataEntriesGetKind(entries, index) == kind);
            let node = found.map(|index| LLVMValueMetadataEntriesGetMetadata(entries, index));
            LLVMDisposeValueMetadataEntries(entries);
            Some(Metadata { node: node?, context: module.context }.as_value())
        }
    }

    /// The operands of a wrapped metadata node.
    pub fn node_operands(self) -> Vec<Option<Value>> {
        // SAFETY: Tested to be a node; the buffer has room for its operands.
        unsafe {
            if LLVMIsAMDNode(self.0).is_null() {
                return Vec::new();
            }
            let count = LLVMGetMDNodeNumOperands(self.0) as usize;
            let mut operands = vec![ptr::null_mut(); count];
            LLVMGetMDNodeOperands(self.0, operands.as_mut_ptr());
            operands.into_iter().map(Value::some).collect()
        }
    }

    /// The text of a wrapped metadata string.
    pub fn metadata_string(self) -> Option<String> {
        // SAFETY: Tested to be a string; the length is set before it is read.
        unsafe {
            if LLVMIsAMDString(self.0).is_null() {
                return None;
            }
            let mut length = 0;
            let text = LLVMGetMDString(self.0, &mut length);
            Some(borrowed(text, length as usize))
        }
    }

    /// Drops every flag that makes a result poison: wrapping, exactness, bounds, disjointness, signs.
    pub fn drop_flags(self) {
        // SAFETY: Each setter is called only for the opcodes that have the flag.
        unsafe {
            match self.opcode() {
                Some(LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMSub | LLVMOpcode::LLVMMul | LLVMOpcode::LLVMShl) => {
                    LLVMSetNSW(self.0, 0);
                    LLVMSetNUW(self.0, 0);
                }
                Some(LLVMOpcode::LLVMUDiv | LLVMOpcode::LLVMSDiv | LLVMOpcode::LLVMLShr | LLVMOpcode::LLVMAShr) => {
                    LLVMSetExact(self.0, 0)
                }
                Some(LLVMOpcode::LLVMZExt) => LLVMSetNNeg(self.0, 0),
                Some(LLVMOpcode::LLVMOr) => LLVMSetIsDisjoint(self.0, 0),
                Some(LLVMOpcode::LLVMGetElementPtr) => LLVMGEPSetNoWrapFlags(self.0, 0),
                _ => {}
            }
        }
    }

    /// Whether signed wrapping makes the result poison.
    pub fn no_signed_wrap(self) -> bool {
        use LLVMOpcode::{LLVMAdd, LLVMMul, LLVMShl, LLVMSub};
        // SAFETY: Asked only of opcodes that have the flag.
        matches!(self.opcode(), Some(LLVMAdd | LLVMSub | LLVMMul | LLVMShl)) && unsafe { LLVMGetNSW(self.0) != 0 }
    }

    /// Removes all attributes of a function, its result and its parameters, or of a call.
    pub fn clear_attributes(self, parameters: u32) {
        for index in (0..=parameters).chain([FUNCTION_INDEX]) {
            self.clear_attributes_at(index);
        }
    }

    fn clear_attributes_at(self, index: u32) {
        // SAFETY: Tested to be a function or a call; the buffer has room for all attributes.
        unsafe {
            let is_function = self.is_function();
            let count = match is_function {
                true => LLVMGetAttributeCountAtIndex(self.0, index),
                false => LLVMGetCallSiteAttributeCount(self.0, index),
            };
            let mut attributes = vec![ptr::null_mut(); count as usize];
            match is_function {
                true => LLVMGetAttributesAtIndex(self.0, index, attributes.as_mut_ptr()),
                false => LLVMGetCallSiteAttributes(self.0, index, attributes.as_mut_ptr()),
            }
            for attribute in attributes {
                if LLVMIsEnumAttribute(attribute) != 0 {
                    let kind = LLVMGetEnumAttributeKind(attribute);
                    match is_function {
                        true => LLVMRemoveEnumAttributeAtIndex(self.0, index, kind),
                        false => LLVMRemoveCallSiteEnumAttribute(self.0, index, kind),
                    }
                } else if LLVMIsStringAttribute(attribute) != 0 {
                    let mut length = 0;
                    let kind = LLVMGetStringAttributeKind(attribute, &mut length);
                    match is_function {
                        true => LLVMRemoveStringAttributeAtIndex(self.0, index, kind, length),
                        false => LLVMRemoveCallSiteStringAttribute(self.0, index, kind, length),
                    }
                }
            }
        }
    }
}

impl Block {
    /// The instructions in order.
    pub fn instructions(self) -> Vec<Value> {
        // SAFETY: The list ends with null.
        chain(unsafe { LLVMGetFirstInstruction(self.0) }, |value| unsafe { LLVMGetNextInstruction(value) })
    }

    /// The last instruction.
    pub fn terminator(self) -> Option<Value> {
        // SAFETY: A block without one gives null.
        Value::some(unsafe { LLVMGetBasicBlockTerminator(self.0) })
    }
}
