//! Types.

use super::*;

impl Type {
    /// Whether it is the type of pointers.
    pub fn is_pointer(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMPointerTypeKind
    }

    /// What kind of type.
    pub fn kind(self) -> LLVMTypeKind {
        // SAFETY: Every type has a kind.
        unsafe { LLVMGetTypeKind(self.0) }
    }

    /// As text, as in the module's text.
    pub fn text(self) -> String {
        // SAFETY: The message is ours.
        take_message(unsafe { LLVMPrintTypeToString(self.0) })
    }

    /// Whether values of this type are single: integers, pointers, floating-point numbers, vectors.
    pub fn is_scalar(self) -> bool {
        use LLVMTypeKind::*;
        let others =
            [LLVMVoidTypeKind, LLVMLabelTypeKind, LLVMMetadataTypeKind, LLVMFunctionTypeKind, LLVMTokenTypeKind];
        self.parts().is_none() && self.kind() != LLVMStructTypeKind && !others.contains(&self.kind())
    }

    /// Whether values of this type are floating-point numbers.
    pub fn is_float(self) -> bool {
        use LLVMTypeKind::*;
        let kinds = [
            LLVMHalfTypeKind,
            LLVMBFloatTypeKind,
            LLVMFloatTypeKind,
            LLVMDoubleTypeKind,
            LLVMX86_FP80TypeKind,
            LLVMFP128TypeKind,
            LLVMPPC_FP128TypeKind,
        ];
        kinds.contains(&self.kind())
    }

    /// The width of a floating-point type that is one number: not that of the two halves of a PowerPC's.
    pub fn float_width(self) -> Option<u32> {
        use LLVMTypeKind::*;
        match self.kind() {
            LLVMHalfTypeKind | LLVMBFloatTypeKind => Some(16),
            LLVMFloatTypeKind => Some(32),
            LLVMDoubleTypeKind => Some(64),
            LLVMX86_FP80TypeKind => Some(80),
            LLVMFP128TypeKind => Some(128),
            _ => None,
        }
    }

    /// A floating-point constant, from digits in decimal; to the nearest one that there is.
    pub fn float(self, digits: &str) -> Value {
        // SAFETY: Called for floating-point types; the text is read at once.
        Value(unsafe { LLVMConstRealOfStringAndSize(self.0, digits.as_ptr().cast(), digits.len() as u32) })
    }

    /// Whether this is an array type.
    pub fn is_array(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMArrayTypeKind
    }

    /// The type of arrays of so many of these.
    pub fn times(self, count: u64) -> Type {
        // SAFETY: Called for types that have a size.
        Type(unsafe { LLVMArrayType2(self.0, count) })
    }

    /// The name of a structure type; empty where it has none.
    pub fn structure_name(self) -> String {
        // SAFETY: Tested to be a structure type; the text ends with a zero, and is copied at once.
        unsafe {
            if self.kind() != LLVMTypeKind::LLVMStructTypeKind || LLVMIsLiteralStruct(self.0) != 0 {
                return String::new();
            }
            let name = LLVMGetStructName(self.0);
            if name.is_null() {
                return String::new();
            }
            CStr::from_ptr(name).to_string_lossy().into_owned()
        }
    }

    /// How many elements a vector type of fixed length has.
    pub fn lanes(self) -> Option<u32> {
        // SAFETY: Tested to be a vector type.
        (self.kind() == LLVMTypeKind::LLVMVectorTypeKind).then(|| unsafe { LLVMGetVectorSize(self.0) })
    }

    /// The type of a vector's elements.
    pub fn lane(self) -> Option<Type> {
        // SAFETY: Tested to be a vector type.
        self.lanes().map(|_| Type(unsafe { LLVMGetElementType(self.0) }))
    }

    /// Whether numbers of this type fill whole bytes.
    pub fn has_bytes(self) -> bool {
        self.int_width().or(self.float_width()).is_some_and(|width| width % 8 == 0)
    }

    /// The width of an integer type.
    pub fn int_width(self) -> Option<u32> {
        // SAFETY: Tested to be an integer type.
        (self.kind() == LLVMTypeKind::LLVMIntegerTypeKind).then(|| unsafe { LLVMGetIntTypeWidth(self.0) })
    }

    /// The types of the parts of a structure or array, with their count; `None` for other types.
    pub fn parts(self) -> Option<(Vec<Type>, u64)> {
        // SAFETY: Tested for each kind; opaque structures have no parts.
        unsafe {
            match self.kind() {
                LLVMTypeKind::LLVMStructTypeKind if LLVMIsOpaqueStruct(self.0) == 0 => {
                    let count = LLVMCountStructElementTypes(self.0);
                    let parts: Vec<Type> =
                        (0..count).map(|index| Type(LLVMStructGetTypeAtIndex(self.0, index))).collect();
                    Some((parts, count as u64))
                }
                LLVMTypeKind::LLVMArrayTypeKind => {
                    Some((vec![Type(LLVMGetElementType(self.0))], LLVMGetArrayLength2(self.0)))
                }
                _ => None,
            }
        }
    }

    /// An integer constant; for types above 64 bits the value is zero-extended.
    pub fn constant(self, value: u64) -> Value {
        // SAFETY: Called for integer types.
        Value(unsafe { LLVMConstInt(self.0, value, 0) })
    }

    /// A constant structure or array of these elements.
    pub fn aggregate(self, elements: &[Value]) -> Value {
        let mut elements: Vec<LLVMValueRef> = elements.iter().map(|element| element.0).collect();
        let (first, count) = (elements.as_mut_ptr(), elements.len());
        // SAFETY: Called for structures and arrays with constants of the types of their parts.
        Value(unsafe {
            match self.is_array() {
                true => LLVMConstArray2(LLVMGetElementType(self.0), first, count as u64),
                false => LLVMConstNamedStruct(self.0, first, count as u32),
            }
        })
    }

    /// The smallest signed integer of this type.
    pub fn smallest(self) -> Value {
        let width = self.int_width().unwrap_or(1);
        let mut words = vec![0u64; width.div_ceil(64) as usize];
        if let Some(word) = words.get_mut(((width - 1) / 64) as usize) {
            *word = 1 << ((width - 1) % 64);
        }
        // SAFETY: Called for integer types; the words are read at once.
        Value(unsafe { LLVMConstIntOfArbitraryPrecision(self.0, words.len() as u32, words.as_ptr()) })
    }

    /// The constant with all bits zero, or the null pointer.
    pub fn zero(self) -> Value {
        // SAFETY: Every first-class type has one.
        Value(unsafe { LLVMConstNull(self.0) })
    }

    /// The integer with all bits one.
    pub fn ones(self) -> Value {
        // SAFETY: Called for integer types.
        Value(unsafe { LLVMConstAllOnes(self.0) })
    }
}
