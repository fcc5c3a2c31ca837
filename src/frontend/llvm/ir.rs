//! A thin layer over LLVM's C interface: values, blocks and modules as small copyable handles with safe methods.
//!
//! All `unsafe` of bitreach's own code about LLVM is here. The rule that makes the methods sound: a handle is only made from
//! a [`Module`] that is alive, handles do not leave `frontend::llvm`, and whoever erases an instruction or a function drops its
//! handles. Kinds are checked where LLVM would not: a method that only makes sense for some values says so and returns
//! `None` or an empty list for others.

#![allow(unsafe_code)] // The interface is C.

use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::prelude::*;
use llvm_sys::target::{LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMOffsetOfElement};
use llvm_sys::transforms::pass_builder::*;
pub use llvm_sys::{LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMTypeKind};
use std::ffi::{c_char, CStr, CString};
use std::ptr;

/// Attributes are numbered: a function's own, its result's, its first parameter's.
pub const FUNCTION_INDEX: u32 = u32::MAX;

/// A module and the context that it lives in.
pub struct Module {
    context: LLVMContextRef,
    module: LLVMModuleRef,
}

/// A value: constant, parameter, instruction, function or global variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value(LLVMValueRef);

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block(LLVMBasicBlockRef);

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Type(LLVMTypeRef);

/// A metadata node, such as a debug location or a scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Metadata {
    node: LLVMMetadataRef,
    context: LLVMContextRef,
}

/// C's name of a Rust string. Bytes after a NUL are dropped: LLVM could not see them.
fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

/// A message that LLVM allocated, which is given back.
fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: LLVM's messages are NUL-terminated and owned by the caller, who gives them back by this function.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// A string of LLVM with its length.
fn borrowed(text: *const c_char, length: usize) -> String {
    if text.is_null() || length == 0 {
        return String::new();
    }
    // SAFETY: LLVM gives the address and the number of bytes; they are copied at once.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

impl Module {
    /// Reads bitcode or textual IR.
    ///
    /// # Errors
    /// If LLVM cannot read it; its message.
    pub fn parse(bytes: &[u8], name: &str) -> Result<Module, String> {
        let name = c_string(name);
        // SAFETY: The buffer copies the bytes; the parser takes the buffer, whatever the outcome. On failure the module
        // is not set and the message is ours.
        unsafe {
            let context = LLVMContextCreate();
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), name.as_ptr());
            let (mut module, mut message) = (ptr::null_mut(), ptr::null_mut());
            if LLVMParseIRInContext(context, buffer, &mut module, &mut message) != 0 {
                LLVMContextDispose(context);
                return Err(take_message(message));
            }
            Ok(Module { context, module })
        }
    }

    /// A copy with a context of its own.
    ///
    /// # Errors
    /// If LLVM cannot read what it wrote.
    pub fn copy(&self) -> Result<Module, String> {
        Module::parse(&self.bitcode(), "copy")
    }

    /// The module as bitcode.
    pub fn bitcode(&self) -> Vec<u8> {
        // SAFETY: The module is alive; the buffer is ours and given back after the copy.
        unsafe {
            let buffer = LLVMWriteBitcodeToMemoryBuffer(self.module);
            let start = LLVMGetBufferStart(buffer).cast::<u8>();
            let bytes = std::slice::from_raw_parts(start, LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            bytes
        }
    }

    /// Checks the module's invariants.
    ///
    /// # Errors
    /// What LLVM's verifier says.
    pub fn verify(&self) -> Result<(), String> {
        let mut message = ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        // SAFETY: The module is alive; the message is ours, set in either case.
        let broken = unsafe { LLVMVerifyModule(self.module, action, &mut message) } != 0;
        let message = take_message(message);
        if broken {
            Err(message)
        } else {
            Ok(())
        }
    }

    /// Runs passes in the syntax of `opt -passes=`.
    ///
    /// # Errors
    /// If LLVM does not know a pass.
    pub fn run_passes(&self, passes: &str) -> Result<(), String> {
        let passes = c_string(passes);
        // SAFETY: The module is alive; no target machine is needed for passes that do not ask for one. The options are
        // given back, and so is the message of an error.
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.module, passes.as_ptr(), ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let message = LLVMGetErrorMessage(error);
            let text = CStr::from_ptr(message).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(message);
            Err(text)
        }
    }

    /// Debug records become calls of `llvm.dbg.*`, which can be walked like other instructions, or back.
    pub fn set_debug_records(&self, records: bool) {
        // SAFETY: The module is alive.
        unsafe { LLVMSetIsNewDbgInfoFormat(self.module, records as LLVMBool) }
    }

    /// All functions.
    pub fn functions(&self) -> Vec<Value> {
        // SAFETY: The module is alive; the list ends with null.
        chain(unsafe { LLVMGetFirstFunction(self.module) }, |value| unsafe { LLVMGetNextFunction(value) })
    }

    /// All global variables.
    pub fn globals(&self) -> Vec<Value> {
        // SAFETY: As for functions.
        chain(unsafe { LLVMGetFirstGlobal(self.module) }, |value| unsafe { LLVMGetNextGlobal(value) })
    }

    /// The function of a name.
    pub fn function(&self, name: &str) -> Option<Value> {
        let name = c_string(name);
        // SAFETY: The module is alive; an unknown name gives null.
        Value::some(unsafe { LLVMGetNamedFunction(self.module, name.as_ptr()) })
    }

    /// The function of a name, declared with the given type where there is none.
    pub fn declare(&self, name: &str, result: Type, parameters: &[Type]) -> Value {
        if let Some(function) = self.function(name) {
            return function;
        }
        let name = c_string(name);
        let mut parameters: Vec<LLVMTypeRef> = parameters.iter().map(|ty| ty.0).collect();
        // SAFETY: All types live in this module's context.
        unsafe {
            let ty = LLVMFunctionType(result.0, parameters.as_mut_ptr(), parameters.len() as u32, 0);
            Value(LLVMAddFunction(self.module, name.as_ptr(), ty))
        }
    }

    /// The declaration of an overloaded intrinsic for a type.
    pub fn intrinsic(&self, name: &str, ty: Type) -> Value {
        let mut types = [ty.0];
        // SAFETY: The name is passed with its length and is that of an intrinsic with one type.
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            Value(LLVMGetIntrinsicDeclaration(self.module, id, types.as_mut_ptr(), types.len()))
        }
    }

    /// The size of a type in bytes, as it is stored.
    pub fn size_of(&self, ty: Type) -> u64 {
        // SAFETY: The layout is the module's own; types without a size have been excluded.
        unsafe {
            if LLVMTypeIsSized(ty.0) == 0 {
                return 0;
            }
            LLVMABISizeOfType(LLVMGetModuleDataLayout(self.module), ty.0)
        }
    }

    /// The bytes that a `getelementptr` with constant indices, none of them negative, adds to its base; `None` for others.
    pub fn constant_offset(&self, address: Value) -> Option<u64> {
        let operands = address.operands();
        let mut ty = address.stepped()?;
        let mut offset = operands.get(1)?.as_int()?.checked_mul(self.size_of(ty))?;
        for index in operands.get(2..)? {
            let index = index.as_int()?;
            let (parts, _) = ty.parts()?;
            if ty.is_array() {
                ty = *parts.first()?;
                offset = offset.checked_add(index.checked_mul(self.size_of(ty))?)?;
            } else {
                // SAFETY: The type is a structure with that element.
                let element = unsafe {
                    LLVMOffsetOfElement(LLVMGetModuleDataLayout(self.module), ty.0, u32::try_from(index).ok()?)
                };
                offset = offset.checked_add(element)?;
                ty = *parts.get(index as usize)?;
            }
        }
        Some(offset)
    }

    /// The integer type of a width in bits.
    pub fn int(&self, width: u32) -> Type {
        // SAFETY: The context is alive.
        Type(unsafe { LLVMIntTypeInContext(self.context, width) })
    }

    /// The type without values.
    pub fn void(&self) -> Type {
        // SAFETY: The context is alive.
        Type(unsafe { LLVMVoidTypeInContext(self.context) })
    }

    /// Adds a named attribute without a value to a function. Unknown names do nothing.
    pub fn add_attribute(&self, function: Value, name: &str, value: u64) {
        // SAFETY: Attributes are made in this module's context; kind 0 is no attribute.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            if kind != 0 {
                let attribute = LLVMCreateEnumAttribute(self.context, kind, value);
                LLVMAddAttributeAtIndex(function.0, FUNCTION_INDEX, attribute);
            }
        }
    }

    /// The number of a metadata kind, such as `annotation`.
    pub fn metadata_kind(&self, name: &str) -> u32 {
        // SAFETY: The context is alive; the name is passed with its length.
        unsafe { LLVMGetMDKindIDInContext(self.context, name.as_ptr().cast(), name.len() as u32) }
    }

    /// A builder that inserts before an instruction, with its debug location.
    pub fn before(&self, instruction: Value) -> Builder {
        // SAFETY: The builder is given back when it is dropped; the instruction is in a block.
        unsafe {
            let builder = LLVMCreateBuilderInContext(self.context);
            LLVMPositionBuilderBefore(builder, instruction.0);
            LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(instruction.0));
            Builder(builder)
        }
    }

    /// A builder at the end of a block.
    pub fn at_end(&self, block: Block) -> Builder {
        // SAFETY: As above.
        unsafe {
            let builder = LLVMCreateBuilderInContext(self.context);
            LLVMPositionBuilderAtEnd(builder, block.0);
            Builder(builder)
        }
    }

    /// Adds a block to a function.
    pub fn append_block(&self, function: Value, name: &str) -> Block {
        let name = c_string(name);
        // SAFETY: The function is one of this module's.
        Block(unsafe { LLVMAppendBasicBlockInContext(self.context, function.0, name.as_ptr()) })
    }

    /// The subprogram of a function, or a new one, so that its instructions can have debug locations.
    pub fn subprogram(&self, function: Value) -> Metadata {
        // SAFETY: A null subprogram is tested for. The new unit lives in this module and is finished before use.
        unsafe {
            let context = self.context;
            let found = LLVMGetSubprogram(function.0);
            if !found.is_null() {
                return Metadata { node: found, context };
            }
            let builder = LLVMCreateDIBuilder(self.module);
            let text = |text: &'static str| (text.as_ptr().cast::<c_char>(), text.len());
            let ((name, length), (empty, none)) = (text("main"), text(""));
            let file = LLVMDIBuilderCreateFile(builder, name, length, empty, none);
            let language = LLVMDWARFSourceLanguage::LLVMDWARFSourceLanguageC11;
            let kind = LLVMDWARFEmissionKind::LLVMDWARFEmissionKindFull;
            LLVMDIBuilderCreateCompileUnit(
                builder, language, file, empty, none, 0, empty, none, 0, empty, none, kind, 0, 0, 0, empty, none,
                empty, none,
            );
            let ty = LLVMDIBuilderCreateSubroutineType(builder, file, ptr::null_mut(), 0, 0);
            let made =
                LLVMDIBuilderCreateFunction(builder, file, name, length, name, length, file, 1, ty, 0, 1, 1, 0, 0);
            // Without its version LLVM drops all debug information when it reads the module again.
            let version = LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(context), 3, 0));
            let (flag, length) = text("Debug Info Version");
            let behaviour = llvm_sys::LLVMModuleFlagBehavior::LLVMModuleFlagBehaviorWarning;
            if LLVMGetModuleFlag(self.module, flag, length).is_null() {
                LLVMAddModuleFlag(self.module, behaviour, flag, length, version);
            }
            LLVMSetSubprogram(function.0, made);
            LLVMDIBuilderFinalize(builder);
            LLVMDisposeDIBuilder(builder);
            Metadata { node: made, context }
        }
    }

    /// Gives an instruction a debug line in a scope.
    pub fn set_line(&self, instruction: Value, scope: Metadata, line: u32) {
        // SAFETY: Scope and location live in this module's context.
        unsafe {
            let location = LLVMDIBuilderCreateDebugLocation(self.context, line, 0, scope.node, ptr::null_mut());
            LLVMInstructionSetDebugLoc(instruction.0, location);
        }
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: Both are ours; handles do not outlive the module by the rule above.
        unsafe {
            LLVMDisposeModule(self.module);
            LLVMContextDispose(self.context);
        }
    }
}

/// Collects a linked list that ends with null.
fn chain(first: LLVMValueRef, next: impl Fn(LLVMValueRef) -> LLVMValueRef) -> Vec<Value> {
    let mut values = Vec::new();
    let mut current = first;
    while !current.is_null() {
        values.push(Value(current));
        current = next(current);
    }
    values
}

impl Value {
    fn some(value: LLVMValueRef) -> Option<Value> {
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

    /// Whether this is a constant.
    pub fn is_constant(self) -> bool {
        // SAFETY: The test takes any value.
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    /// Whether this is the null pointer.
    pub fn is_null(self) -> bool {
        // SAFETY: The test takes any value.
        unsafe { LLVMIsNull(self.0) != 0 }
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

impl Type {
    /// What kind of type.
    pub fn kind(self) -> LLVMTypeKind {
        // SAFETY: Every type has a kind.
        unsafe { LLVMGetTypeKind(self.0) }
    }

    /// Whether this is an array type.
    pub fn is_array(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMArrayTypeKind
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

impl Metadata {
    fn some(node: LLVMMetadataRef, context: LLVMContextRef) -> Option<Metadata> {
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

    /// The file of a scope as the compiler was given it; empty where there is none.
    pub fn file(self) -> String {
        // SAFETY: Called for scopes; one without a file gives null, and lengths are set before they are read.
        unsafe {
            let file = LLVMDIScopeGetFile(self.node);
            if file.is_null() {
                return String::new();
            }
            let mut length = 0;
            let name = LLVMDIFileGetFilename(file, &mut length);
            borrowed(name, length as usize)
        }
    }

    /// Whether this is a subprogram: a function's scope.
    pub fn is_subprogram(self) -> bool {
        matches!(self.kind(), LLVMMetadataKind::LLVMDISubprogramMetadataKind)
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

/// Builds instructions at one place.
pub struct Builder(LLVMBuilderRef);

/// The name of built values: none.
const UNNAMED: *const c_char = c"".as_ptr();

impl Builder {
    /// A call.
    pub fn call(&self, function: Value, arguments: &[Value]) -> Value {
        let mut arguments: Vec<LLVMValueRef> = arguments.iter().map(|argument| argument.0).collect();
        // SAFETY: The function's own type is used; arguments agree with it.
        unsafe {
            let ty = LLVMGlobalGetValueType(function.0);
            Value(LLVMBuildCall2(self.0, ty, function.0, arguments.as_mut_ptr(), arguments.len() as u32, UNNAMED))
        }
    }

    /// A store.
    pub fn store(&self, value: Value, address: Value) -> Value {
        // SAFETY: The address is a pointer.
        Value(unsafe { LLVMBuildStore(self.0, value.0, address.0) })
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

    /// Bitwise and.
    pub fn and(&self, a: Value, b: Value) -> Value {
        // SAFETY: Both have one integer type.
        Value(unsafe { LLVMBuildAnd(self.0, a.0, b.0, UNNAMED) })
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

/// Lets LLVM's fatal errors, which end the process, say so in one line and with the exit code for input that cannot be
/// read, instead of aborting.
pub fn report_fatal_errors() {
    extern "C" fn report(reason: *const c_char) {
        let reason = match reason.is_null() {
            true => String::new(),
            // SAFETY: LLVM passes a NUL-terminated string.
            false => unsafe { CStr::from_ptr(reason) }.to_string_lossy().into_owned(),
        };
        eprintln!("bitreach: LLVM cannot go on with this input: {reason}");
        std::process::exit(2);
    }
    static ONCE: std::sync::Once = std::sync::Once::new();
    // SAFETY: The handler is installed once; LLVM aborts if it were twice.
    ONCE.call_once(|| unsafe { llvm_sys::error_handling::LLVMInstallFatalErrorHandler(Some(report)) });
}

/// Sets LLVM's command-line options, which hold for the whole process. Later calls do nothing.
pub fn set_options_once(options: &[&CStr]) {
    static ONCE: std::sync::Once = std::sync::Once::new();
    let options: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
    ONCE.call_once(|| {
        // SAFETY: The strings are NUL-terminated and live through the call.
        unsafe { llvm_sys::support::LLVMParseCommandLineOptions(options.len() as i32, options.as_ptr(), ptr::null()) }
    });
}
