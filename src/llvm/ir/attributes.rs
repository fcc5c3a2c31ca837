//! Flags of instructions, and attributes of functions and calls.

use super::*;

impl Value {
    /// Drops every flag that makes a result poison: wrapping, exactness, bounds, disjointness, signs; and those that let floating-point
    /// numbers be computed otherwise than as IEEE 754 says.
    pub fn drop_flags(self) {
        // SAFETY: Each setter is called only for instructions that have the flag; of floating-point ones LLVM itself says so.
        unsafe {
            if self.opcode().is_some() && LLVMCanValueUseFastMathFlags(self.0) != 0 {
                LLVMSetFastMathFlags(self.0, llvm_sys::LLVMFastMathNone);
            }
            match self.opcode() {
                Some(LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMSub | LLVMOpcode::LLVMMul | LLVMOpcode::LLVMShl) => {
                    LLVMSetNSW(self.0, 0);
                    LLVMSetNUW(self.0, 0);
                }
                Some(LLVMOpcode::LLVMUDiv | LLVMOpcode::LLVMSDiv | LLVMOpcode::LLVMLShr | LLVMOpcode::LLVMAShr) => {
                    LLVMSetExact(self.0, 0)
                }
                Some(LLVMOpcode::LLVMZExt | LLVMOpcode::LLVMUIToFP) => LLVMSetNNeg(self.0, 0),
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

    /// Makes the result of a sum, a difference or a product poison where it wraps with sign.
    pub fn set_no_signed_wrap(self) {
        // SAFETY: The callers give one of these, which has the flag.
        unsafe { LLVMSetNSW(self.0, 1) }
    }

    /// Whether a negative operand makes the result poison.
    pub fn is_never_negative(self) -> bool {
        // SAFETY: Asked only of opcodes that have the flag.
        matches!(self.opcode(), Some(LLVMOpcode::LLVMZExt | LLVMOpcode::LLVMUIToFP))
            && unsafe { LLVMGetNNeg(self.0) != 0 }
    }

    /// Whether a product that wraps is poison.
    pub fn no_unsigned_wrap(self) -> bool {
        // SAFETY: Asked only of an opcode that has the flag.
        self.is(LLVMOpcode::LLVMMul) && unsafe { LLVMGetNUW(self.0) != 0 }
    }

    /// The type of the object that a parameter points to, if it has an attribute that says so: `sret` for where the function's result is
    /// written to, `byval` for a copy of what is passed.
    pub fn object_by(self, attribute: &str) -> Option<Type> {
        // SAFETY: Tested to be a parameter, and the attribute to be one that holds a type.
        unsafe {
            if LLVMIsAArgument(self.0).is_null() {
                return None;
            }
            let function = LLVMGetParamParent(self.0);
            let kind = LLVMGetEnumAttributeKindForName(attribute.as_ptr().cast(), attribute.len());
            let number = Value(function).parameters().iter().position(|&parameter| parameter == self)? as u32;
            let attribute = LLVMGetEnumAttributeAtIndex(function, number + 1, kind);
            (!attribute.is_null() && LLVMIsTypeAttribute(attribute) != 0)
                .then(|| Type(LLVMGetTypeAttributeValue(attribute)))
        }
    }

    /// Whether a call passes an argument with an attribute.
    pub fn passes_by(self, argument: usize, attribute: &str) -> bool {
        // SAFETY: Tested to be a call; the name is of the length that is said.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(attribute.as_ptr().cast(), attribute.len());
            self.is(LLVMOpcode::LLVMCall) && !LLVMGetCallSiteEnumAttribute(self.0, argument as u32 + 1, kind).is_null()
        }
    }

    /// Whether a function, or a call, has an attribute that holds no value.
    pub fn has_attribute(self, name: &str) -> bool {
        // SAFETY: Tested to be a function or a call; the name is of the length that is said.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = match (self.is_function(), self.is(LLVMOpcode::LLVMCall)) {
                (true, _) => LLVMGetEnumAttributeAtIndex(self.0, FUNCTION_INDEX, kind),
                (_, true) => LLVMGetCallSiteEnumAttribute(self.0, FUNCTION_INDEX, kind),
                _ => return false,
            };
            !attribute.is_null()
        }
    }

    /// Removes an attribute that holds no value from a function or a call.
    pub fn remove_attribute(self, name: &str) {
        // SAFETY: Tested to be a function or a call; the name is of the length that is said.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            match (self.is_function(), self.is(LLVMOpcode::LLVMCall)) {
                (true, _) => LLVMRemoveEnumAttributeAtIndex(self.0, FUNCTION_INDEX, kind),
                (_, true) => LLVMRemoveCallSiteEnumAttribute(self.0, FUNCTION_INDEX, kind),
                _ => {}
            }
        }
    }

    /// What a function's attribute of this name says, which is text; empty where there is none.
    pub fn text_attribute(self, name: &str) -> String {
        if !self.is_function() {
            return String::new();
        }
        // SAFETY: Tested to be a function; the name is of the length that is said, the text is copied at once.
        unsafe {
            let (text, length) = (name.as_ptr().cast(), name.len() as u32);
            let attribute = LLVMGetStringAttributeAtIndex(self.0, FUNCTION_INDEX, text, length);
            if attribute.is_null() {
                return String::new();
            }
            let mut length = 0;
            let text = LLVMGetStringAttributeValue(attribute, &mut length);
            borrowed(text, length as usize)
        }
    }

    /// Whether a floating-point instruction may be computed in another way than it is written.
    pub fn is_computed_freely(self) -> bool {
        // SAFETY: Asked only of instructions that have such flags.
        unsafe { LLVMCanValueUseFastMathFlags(self.0) != 0 && LLVMGetFastMathFlags(self.0) != 0 }
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
