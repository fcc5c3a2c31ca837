//! Metadata that is attached to values, and values that wrap metadata.

use super::*;

impl Value {
    /// The debug location of an instruction.
    pub fn location(self) -> Option<Metadata> {
        self.opcode()?;
        // SAFETY: Tested to be an instruction.
        unsafe { Metadata::some(LLVMInstructionGetDebugLoc(self.0), self.context()) }
    }

    /// The scope of a function, if it has debug information.
    pub fn own_scope(self) -> Option<Metadata> {
        // SAFETY: Called for functions.
        unsafe { Metadata::some(LLVMGetSubprogram(self.0), self.context()) }
    }

    /// Takes the debug location of another instruction.
    pub fn set_location_of(self, other: Value) {
        if self.opcode().is_some() && other.opcode().is_some() {
            // SAFETY: Tested to be instructions; a location may be null.
            unsafe { LLVMInstructionSetDebugLoc(self.0, LLVMInstructionGetDebugLoc(other.0)) }
        }
    }

    /// Moves an instruction of a function that has been inlined to the line of the call; whether it is one.
    pub fn move_to_call(self) -> bool {
        let call = self.location().and_then(Metadata::outermost_call);
        // SAFETY: Called for instructions; the location is one in the function.
        call.inspect(|call| unsafe { LLVMInstructionSetDebugLoc(self.0, call.node) }).is_some()
    }

    /// Whether an instruction has metadata of a kind.
    pub fn has_metadata(self, kind: u32) -> bool {
        // SAFETY: Called for instructions.
        unsafe { LLVMHasMetadata(self.0) != 0 && !LLVMGetMetadata(self.0, kind).is_null() }
    }

    /// The metadata of a kind that an instruction has.
    pub fn metadata(self, kind: u32) -> Option<Metadata> {
        // SAFETY: Called for instructions; what they have is a node, wrapped as a value.
        let node = unsafe { LLVMGetMetadata(self.0, kind) };
        Value::some(node)?.wrapped()
    }

    /// Gives an instruction metadata of a kind, which says nothing else.
    pub fn mark(self, kind: u32) {
        // SAFETY: Called for instructions; the node is empty and belongs to their context.
        unsafe {
            let node = LLVMMDNodeInContext2(self.context(), ptr::null_mut(), 0);
            LLVMSetMetadata(self.0, kind, LLVMMetadataAsValue(self.context(), node));
        }
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
}
