//! Values that are constants or globals.

use super::*;

impl Value {
    /// The block whose address this is.
    pub fn labelled(self) -> Option<Block> {
        // SAFETY: Tested to be the address of a block.
        unsafe { (!LLVMIsABlockAddress(self.0).is_null()).then(|| Block(LLVMGetBlockAddressBasicBlock(self.0))) }
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

    /// The number that a constant address is made from, if it is not null.
    pub fn as_numbered_address(self) -> Option<u64> {
        // SAFETY: The opcode is asked of a constant expression.
        let is_conversion =
            unsafe { !LLVMIsAConstantExpr(self.0).is_null() && LLVMGetConstOpcode(self.0) == LLVMOpcode::LLVMIntToPtr };
        is_conversion.then(|| self.operands()[0].as_int()).flatten().filter(|&number| number != 0)
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

    /// Whether this is a global variable of another module.
    pub fn is_external_object(self) -> bool {
        // SAFETY: Asked of any value.
        unsafe { !LLVMIsAGlobalVariable(self.0).is_null() && LLVMIsDeclaration(self.0) != 0 }
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

    /// The bits of a floating-point constant.
    pub fn as_float_bits(self, module: &Module) -> Option<u128> {
        // SAFETY: The test takes any value.
        if !self.ty().is_float() || unsafe { LLVMIsAConstantFP(self.0).is_null() } {
            return None;
        }
        let integer = module.int(self.ty().float_width()?);
        // SAFETY: A number of a type with as many bits.
        Value(unsafe { LLVMConstBitCast(self.0, integer.0) }).as_wide_int()
    }

    /// Whether this is a floating-point constant that is no number (NaN).
    pub fn is_no_number(self) -> bool {
        let mut loses_digits = 0;
        // SAFETY: Tested to be a floating-point constant.
        unsafe { !LLVMIsAConstantFP(self.0).is_null() && LLVMConstRealGetDouble(self.0, &mut loses_digits).is_nan() }
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

    /// Gives a global variable another initial value, of the same type.
    pub fn set_initializer(self, constant: Value) {
        // SAFETY: Tested to be a global variable, whose type the constant has.
        unsafe {
            if !LLVMIsAGlobalVariable(self.0).is_null() && LLVMTypeOf(constant.0) == LLVMGlobalGetValueType(self.0) {
                LLVMSetInitializer(self.0, constant.0);
            }
        }
    }

    /// Whether a global variable is constant.
    pub fn is_global_constant(self) -> bool {
        // SAFETY: Tested to be a global variable.
        unsafe { !LLVMIsAGlobalVariable(self.0).is_null() && LLVMIsGlobalConstant(self.0) != 0 }
    }

    /// Makes a global variable constant: what it holds at first is what it holds.
    pub fn make_constant(self) {
        // SAFETY: Called for global variables.
        unsafe { LLVMSetGlobalConstant(self.0, 1) }
    }

    /// Makes a constant one that may be written.
    pub fn make_variable(self) {
        // SAFETY: Called for global variables.
        unsafe { LLVMSetGlobalConstant(self.0, 0) }
    }

    /// Whether a global variable can only be seen in this module.
    pub fn is_local_global(self) -> bool {
        // SAFETY: Called for globals.
        let linkage = unsafe { LLVMGetLinkage(self.0) };
        matches!(linkage, LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage)
    }

    /// Makes a variable that each thread has for itself one that all have.
    pub fn clear_thread_local(self) {
        // SAFETY: Called for global variables.
        unsafe { LLVMSetThreadLocal(self.0, 0) }
    }

    /// Takes a global variable that nothing uses out of its module.
    pub fn erase_global(self) {
        // SAFETY: Called for global variables, whose handles the caller drops.
        unsafe { LLVMDeleteGlobal(self.0) }
    }

    /// What kind of value a function gives.
    pub fn result_kind(self) -> Option<LLVMTypeKind> {
        // SAFETY: Tested to be a function.
        self.is_function().then(|| unsafe { LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(self.0))) })
    }

    /// The type of what a function gives, which may be the one without values.
    pub fn result_type(self) -> Option<Type> {
        // SAFETY: Tested to be a function.
        self.is_function().then(|| Type(unsafe { LLVMGetReturnType(LLVMGlobalGetValueType(self.0)) }))
    }

    /// Whether this may be null: something weak that this module does not define.
    pub fn may_be_missing(self) -> bool {
        // SAFETY: Called for globals.
        unsafe { LLVMGetLinkage(self.0) == LLVMLinkage::LLVMExternalWeakLinkage }
    }

    /// Whether a global's definition here may be used, and another module has one for all.
    pub fn is_available_elsewhere(self) -> bool {
        // SAFETY: Called for globals.
        unsafe { LLVMGetLinkage(self.0) == LLVMLinkage::LLVMAvailableExternallyLinkage }
    }

    /// Whether this module defines a global, and no other module can put something else in its place.
    pub fn is_defined_for_good(self) -> bool {
        use LLVMLinkage as L;
        // SAFETY: Called for globals.
        let (is_declared, linkage) = unsafe { (LLVMIsDeclaration(self.0) != 0, LLVMGetLinkage(self.0)) };
        let is_for_good = [L::LLVMExternalLinkage, L::LLVMInternalLinkage, L::LLVMPrivateLinkage].contains(&linkage);
        !is_declared && is_for_good
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

    /// Whether a constant byte string has a NUL.
    pub fn is_terminated(self) -> bool {
        // SAFETY: Tested to be a data array of bytes, whose length is set before it is read.
        unsafe {
            if LLVMIsAConstantDataArray(self.0).is_null() || LLVMIsConstantString(self.0) == 0 {
                return self.is_zero();
            }
            let mut length = 0;
            borrowed(LLVMGetAsString(self.0, &mut length), length).contains('\0')
        }
    }

    /// The section that a global is put in; empty for the usual ones, and for what is no global.
    pub fn section(self) -> String {
        // SAFETY: Tested to be a global; the text is NUL-terminated, or null.
        unsafe {
            if LLVMIsAGlobalValue(self.0).is_null() {
                return String::new();
            }
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
}
