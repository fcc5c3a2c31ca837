//! Debug locations, scopes, variables and types.

use super::*;
use crate::source::lines::{openable, Position};

/// Which operand of a lexical block the scope is that it lies in.
const PARENT_SCOPE: usize = 1;

impl Metadata {
    pub(super) fn some(node: LLVMMetadataRef, context: LLVMContextRef) -> Option<Metadata> {
        (!node.is_null()).then_some(Metadata { node, context })
    }

    fn kind(self) -> LLVMMetadataKind {
        // SAFETY: Every node has a kind.
        unsafe { LLVMGetMetadataKind(self.node) }
    }

    /// The node as a value, to look at its operands.
    pub fn as_value(self) -> Value {
        // SAFETY: The node lives in the context.
        Value(unsafe { LLVMMetadataAsValue(self.context, self.node) })
    }

    fn is_location(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDILocationMetadataKind)
    }

    /// The line of a location; 0 for other nodes.
    pub fn line(self) -> u32 {
        if self.is_location() {
            // SAFETY: Tested to be a location.
            unsafe { LLVMDILocationGetLine(self.node) }
        } else {
            0
        }
    }

    /// The column of a location; 0 for other nodes.
    pub fn column(self) -> u32 {
        if self.is_location() {
            // SAFETY: Tested to be a location.
            unsafe { LLVMDILocationGetColumn(self.node) }
        } else {
            0
        }
    }

    /// The line and the column of a location; 0 for what is not known.
    pub fn position(self) -> Position {
        Position { line: self.line(), column: self.column() }
    }

    /// The scope of a location.
    pub fn scope(self) -> Option<Metadata> {
        if !self.is_location() {
            return None;
        }
        // SAFETY: Tested to be a location.
        Metadata::some(unsafe { LLVMDILocationGetScope(self.node) }, self.context)
    }

    /// The call that a location's function was inlined at.
    pub fn inlined_at(self) -> Option<Metadata> {
        if !self.is_location() {
            return None;
        }
        // SAFETY: Tested to be a location.
        Metadata::some(unsafe { LLVMDILocationGetInlinedAt(self.node) }, self.context)
    }

    /// Where a location's function was called, through all functions that have been inlined; nothing if none has been.
    pub fn outermost_call(self) -> Option<Metadata> {
        std::iter::successors(self.inlined_at(), |location| location.inlined_at()).last()
    }

    /// The file of a scope, as it can be opened from here.
    pub fn file(self) -> String {
        // SAFETY: Called for scopes; one without a file gives null, and lengths are set before they are read.
        let (folder, name) = unsafe {
            let file = LLVMDIScopeGetFile(self.node);
            if file.is_null() {
                return String::new();
            }
            let (mut folder_length, mut name_length) = (0, 0);
            let folder = LLVMDIFileGetDirectory(file, &mut folder_length);
            let name = LLVMDIFileGetFilename(file, &mut name_length);
            (borrowed(folder, folder_length as usize), borrowed(name, name_length as usize))
        };
        openable(Some(&folder), &name)
    }

    /// Whether this is a subprogram: a function's scope.
    pub fn is_subprogram(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDISubprogramMetadataKind)
    }

    /// The line at which a subprogram begins; 0 for other nodes.
    pub fn begins_in_line(self) -> u32 {
        if !self.is_subprogram() {
            return 0;
        }
        // SAFETY: Tested to be a subprogram.
        unsafe { LLVMDISubprogramGetLine(self.node) }
    }

    /// The line in which a variable is declared; 0 for other nodes.
    pub fn declared_in_line(self) -> u32 {
        use LLVMMetadataKind::{LLVMDIGlobalVariableMetadataKind, LLVMDILocalVariableMetadataKind};
        if !matches!(self.kind(), LLVMDILocalVariableMetadataKind | LLVMDIGlobalVariableMetadataKind) {
            return 0;
        }
        // SAFETY: Tested to be a variable.
        unsafe { LLVMDIVariableGetLine(self.node) }
    }

    /// Which parameter of its function a local variable is, from 1.
    pub fn parameter_number(self) -> Option<usize> {
        // LLVM's interface in C does not give it.
        self.written_number("arg: ")
    }

    /// Whether this is a scope that only says that its lines are of another file.
    pub fn is_change_of_file(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind)
    }

    /// The line and the column where a block of the source begins.
    pub fn begins_at(self) -> Option<Position> {
        // LLVM's interface in C gives neither.
        Some(Position { line: self.written_number("line: ")?, column: self.written_number("column: ")? })
    }

    /// The number that stands behind a name where LLVM writes the node.
    fn written_number<T: std::str::FromStr>(self, name: &str) -> Option<T> {
        let text = self.as_value().text();
        // Strings in front of it could have the name in them, but are names of C's.
        let rest = text.split_once(name)?.1;
        rest[..rest.find(|letter: char| !letter.is_ascii_digit())?].parse().ok()
    }

    /// The scope that a block lies in.
    pub fn parent_scope(self) -> Option<Metadata> {
        self.operand(PARENT_SCOPE)
    }

    /// Whether this is a basic type, such as `int`.
    pub fn is_basic_type(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDIBasicTypeMetadataKind)
    }

    /// Whether this is a type made of another one: `typedef`, `const`, `volatile`, a pointer.
    pub fn is_derived_type(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDIDerivedTypeMetadataKind)
    }

    /// Operand number `index` of the node, if it is a node again.
    pub fn operand(self, index: usize) -> Option<Metadata> {
        self.as_value().node_operands().get(index).copied().flatten()?.wrapped()
    }

    /// Operand number `index` of the node, if it is a string.
    pub fn text_operand(self, index: usize) -> Option<String> {
        self.as_value().node_operands().get(index).copied().flatten()?.metadata_string()
    }

    /// The operands that are nodes.
    pub fn nodes(self) -> Vec<Metadata> {
        let operands = self.as_value().node_operands();
        operands.into_iter().filter_map(|operand| operand?.wrapped()).collect()
    }

    /// Operand number `index`, if it is an integer constant.
    pub fn int_operand(self, index: usize) -> Option<u64> {
        self.as_value().node_operands().get(index).copied().flatten()?.as_int()
    }

    /// What kind of thing a node describes, as DWARF numbers it; 0 for other nodes.
    pub fn tag(self) -> u16 {
        // SAFETY: Every node can be asked.
        unsafe { LLVMGetDINodeTag(self.node) }
    }

    fn is_type(self) -> bool {
        let composite = matches!(self.kind(), LLVMMetadataKind::LLVMDICompositeTypeMetadataKind);
        composite || self.is_basic_type() || self.is_derived_type()
    }

    /// The size of a type in bits.
    pub fn bit_size(self) -> u64 {
        if !self.is_type() {
            return 0;
        }
        // SAFETY: Tested to be a type.
        unsafe { LLVMDITypeGetSizeInBits(self.node) }
    }

    /// Where a member begins in its structure, in bits.
    pub fn bit_offset(self) -> u64 {
        if !self.is_type() {
            return 0;
        }
        // SAFETY: Tested to be a type.
        unsafe { LLVMDITypeGetOffsetInBits(self.node) }
    }

    /// Whether this is a member that is a bit-field.
    pub fn is_bit_field(self) -> bool {
        // SAFETY: Tested to be a type.
        self.is_type() && unsafe { LLVMDITypeGetFlags(self.node) } & LLVMDIFlagBitField != 0
    }

    /// The name of a type; empty for none, and for nodes that are no types.
    pub fn type_name(self) -> String {
        if !self.is_basic_type() && !self.is_derived_type() {
            return String::new();
        }
        let mut length = 0;
        // SAFETY: Tested to be a type; the length is set before it is read.
        unsafe { borrowed(LLVMDITypeGetName(self.node, &mut length), length) }
    }
}
