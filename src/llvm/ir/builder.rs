//! Building instructions.

use super::*;
use llvm_sys::LLVMRealPredicate;

/// Builds instructions at one place.
pub struct Builder(pub(super) LLVMBuilderRef);

/// The name of built values: none.
pub(super) const UNNAMED: *const c_char = c"".as_ptr();

impl Builder {
    /// The builder, which from now on gives instructions no debug location.
    pub fn without_place(self) -> Builder {
        // SAFETY: A null location is none.
        unsafe { LLVMSetCurrentDebugLocation2(self.0, ptr::null_mut()) };
        self
    }

    /// A call.
    pub fn call(&self, function: Value, arguments: &[Value]) -> Value {
        let mut arguments: Vec<LLVMValueRef> = arguments.iter().map(|argument| argument.0).collect();
        // SAFETY: The function's own type is used; arguments agree with it.
        unsafe {
            let ty = LLVMGlobalGetValueType(function.0);
            Value(LLVMBuildCall2(self.0, ty, function.0, arguments.as_mut_ptr(), arguments.len() as u32, UNNAMED))
        }
    }

    /// So many elements of a type on the stack.
    pub fn array(&self, ty: Type, count: Value) -> Value {
        // SAFETY: The type has a size; the count is an integer.
        Value(unsafe { LLVMBuildArrayAlloca(self.0, ty.0, count.0, UNNAMED) })
    }

    /// A copy of an instruction.
    pub fn copy_of(&self, instruction: Value) -> Value {
        // SAFETY: The copy of an instruction is in no block until it is inserted.
        unsafe {
            let copy = LLVMInstructionClone(instruction.0);
            LLVMInsertIntoBuilder(self.0, copy);
            Value(copy)
        }
    }

    /// A store.
    pub fn store(&self, value: Value, address: Value) -> Value {
        // SAFETY: The address is a pointer.
        Value(unsafe { LLVMBuildStore(self.0, value.0, address.0) })
    }

    /// A copy of so many bytes between objects of their own, which stands for no place of the source.
    pub fn copy(&self, to: Value, from: Value, bytes: u64) {
        // SAFETY: Both are pointers; nothing is said of their alignment. No location is null.
        unsafe {
            let ty = LLVMInt64TypeInContext(to.context());
            LLVMSetCurrentDebugLocation2(self.0, ptr::null_mut());
            LLVMBuildMemCpy(self.0, to.0, 1, from.0, 1, LLVMConstInt(ty, bytes, 0));
        }
    }

    /// A load of a value of a type.
    pub fn load(&self, ty: Type, address: Value) -> Value {
        // SAFETY: The address is a pointer, the type one of values.
        Value(unsafe { LLVMBuildLoad2(self.0, ty.0, address.0, UNNAMED) })
    }

    /// The address of a part of an aggregate, by constant indices.
    pub fn part(&self, ty: Type, address: Value, indices: &[Value]) -> Value {
        let mut indices: Vec<LLVMValueRef> = indices.iter().map(|index| index.0).collect();
        // SAFETY: The indices are those of the type's parts.
        Value(unsafe { LLVMBuildGEP2(self.0, ty.0, address.0, indices.as_mut_ptr(), indices.len() as u32, UNNAMED) })
    }

    /// A comparison.
    pub fn compare(&self, predicate: LLVMIntPredicate, a: Value, b: Value) -> Value {
        // SAFETY: Both have one integer type.
        Value(unsafe { LLVMBuildICmp(self.0, predicate, a.0, b.0, UNNAMED) })
    }

    /// Whether a floating-point number is none (NaN).
    pub fn is_no_number(&self, number: Value) -> Value {
        // SAFETY: Called for floating-point numbers.
        Value(unsafe { LLVMBuildFCmp(self.0, LLVMRealPredicate::LLVMRealUNO, number.0, number.0, UNNAMED) })
    }

    /// A comparison of floating-point numbers.
    pub fn compare_floats(&self, predicate: LLVMRealPredicate, a: Value, b: Value) -> Value {
        // SAFETY: Both have one floating-point type.
        Value(unsafe { LLVMBuildFCmp(self.0, predicate, a.0, b.0, UNNAMED) })
    }

    /// The same bits in a type of the same width.
    pub fn bitcast(&self, value: Value, ty: Type) -> Value {
        // SAFETY: Called for types of one width, none of them a pointer.
        Value(unsafe { LLVMBuildBitCast(self.0, value.0, ty.0, UNNAMED) })
    }

    /// Bitwise and.
    pub fn and(&self, a: Value, b: Value) -> Value {
        // SAFETY: Both have one integer type.
        Value(unsafe { LLVMBuildAnd(self.0, a.0, b.0, UNNAMED) })
    }

    /// Bitwise or.
    pub fn or(&self, a: Value, b: Value) -> Value {
        // SAFETY: Both have one integer type.
        Value(unsafe { LLVMBuildOr(self.0, a.0, b.0, UNNAMED) })
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, a: Value, b: Value) -> Value {
        // SAFETY: Both have one integer type.
        Value(unsafe { LLVMBuildXor(self.0, a.0, b.0, UNNAMED) })
    }

    /// Sum, wrapping.
    pub fn add(&self, a: Value, b: Value) -> Value {
        // SAFETY: Both have one integer type.
        Value(unsafe { LLVMBuildAdd(self.0, a.0, b.0, UNNAMED) })
    }

    /// Difference, wrapping.
    pub fn sub(&self, a: Value, b: Value) -> Value {
        // SAFETY: Both have one integer type.
        Value(unsafe { LLVMBuildSub(self.0, a.0, b.0, UNNAMED) })
    }

    /// An address as a number.
    pub fn number(&self, address: Value, ty: Type) -> Value {
        // SAFETY: The address is a pointer, the type an integer type.
        Value(unsafe { LLVMBuildPtrToInt(self.0, address.0, ty.0, UNNAMED) })
    }

    /// Product, wrapping.
    pub fn mul(&self, a: Value, b: Value) -> Value {
        // SAFETY: Both have one integer type.
        Value(unsafe { LLVMBuildMul(self.0, a.0, b.0, UNNAMED) })
    }

    /// An integer in another integer type, its sign extended or its high bits cut off.
    pub fn resized(&self, a: Value, ty: Type) -> Value {
        // SAFETY: Both types are integer types.
        Value(unsafe { LLVMBuildIntCast2(self.0, a.0, ty.0, 1, UNNAMED) })
    }

    /// A binary operation.
    pub fn arithmetic(&self, opcode: LLVMOpcode, a: Value, b: Value) -> Value {
        // SAFETY: The opcode is that of a binary operation on the type that both have.
        Value(unsafe { LLVMBuildBinOp(self.0, opcode, a.0, b.0, UNNAMED) })
    }

    /// A lane of a vector.
    pub fn lane(&self, vector: Value, number: Value) -> Value {
        // SAFETY: The callers give a vector and an integer.
        Value(unsafe { LLVMBuildExtractElement(self.0, vector.0, number.0, UNNAMED) })
    }

    /// The value, of which LLVM's builder knows nothing.
    pub fn freeze(&self, a: Value) -> Value {
        // SAFETY: Any value can be frozen.
        Value(unsafe { LLVMBuildFreeze(self.0, a.0, UNNAMED) })
    }

    /// A conversion.
    pub fn cast(&self, opcode: LLVMOpcode, a: Value, ty: Type) -> Value {
        // SAFETY: The opcode is that of a conversion between these types.
        Value(unsafe { LLVMBuildCast(self.0, opcode, a.0, ty.0, UNNAMED) })
    }

    /// Shift to the left.
    pub fn shl(&self, a: Value, b: Value) -> Value {
        // SAFETY: Both have one integer type.
        Value(unsafe { LLVMBuildShl(self.0, a.0, b.0, UNNAMED) })
    }

    /// Arithmetic shift to the right.
    pub fn ashr(&self, a: Value, b: Value) -> Value {
        // SAFETY: Both have one integer type.
        Value(unsafe { LLVMBuildAShr(self.0, a.0, b.0, UNNAMED) })
    }

    /// Zero-extension.
    pub fn zext(&self, a: Value, ty: Type) -> Value {
        // SAFETY: The type is wider.
        Value(unsafe { LLVMBuildZExt(self.0, a.0, ty.0, UNNAMED) })
    }

    /// A member of an aggregate value.
    pub fn member(&self, aggregate: Value, index: u32) -> Value {
        // SAFETY: The aggregate has the member.
        Value(unsafe { LLVMBuildExtractValue(self.0, aggregate.0, index, UNNAMED) })
    }

    /// An aggregate value with one member replaced.
    pub fn with_member(&self, aggregate: Value, member: Value, index: u32) -> Value {
        // SAFETY: The aggregate has a member of that type.
        Value(unsafe { LLVMBuildInsertValue(self.0, aggregate.0, member.0, index, UNNAMED) })
    }

    /// One of two values by a condition.
    pub fn select(&self, condition: Value, then: Value, otherwise: Value) -> Value {
        // SAFETY: The condition is a bit; the values have one type.
        Value(unsafe { LLVMBuildSelect(self.0, condition.0, then.0, otherwise.0, UNNAMED) })
    }

    /// A jump.
    pub fn jump(&self, to: Block) -> Value {
        // SAFETY: The builder is at the end of a block of the same function, or before its terminator, which goes.
        Value(unsafe { LLVMBuildBr(self.0, to.0) })
    }

    /// A branch by a condition.
    pub fn branch(&self, condition: Value, then: Block, otherwise: Block) -> Value {
        // SAFETY: The builder is at the end of a block of the same function.
        Value(unsafe { LLVMBuildCondBr(self.0, condition.0, then.0, otherwise.0) })
    }

    /// The end of a path.
    pub fn unreachable(&self) -> Value {
        // SAFETY: The builder is at the end of a block.
        Value(unsafe { LLVMBuildUnreachable(self.0) })
    }

    /// Return with a value.
    pub fn return_value(&self, value: Value) -> Value {
        // SAFETY: The function gives values of this type.
        Value(unsafe { LLVMBuildRet(self.0, value.0) })
    }

    /// Return without a value.
    pub fn return_void(&self) -> Value {
        // SAFETY: The builder is at the end of a block of a function without a result.
        Value(unsafe { LLVMBuildRetVoid(self.0) })
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        // SAFETY: The builder is ours.
        unsafe { LLVMDisposeBuilder(self.0) }
    }
}
