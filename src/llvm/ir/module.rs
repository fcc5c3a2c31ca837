//! Modules: reading, writing, passes, declarations, layout.

use super::*;

impl Module {
    /// Reads bitcode or textual IR.
    ///
    /// # Errors
    /// If LLVM cannot read it; its message.
    pub fn parse(bytes: &[u8], name: &str) -> Result<Module, String> {
        set_options_once();
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

    /// The sizes and alignments of the machine that it is for, as LLVM writes them.
    pub fn layout(&self) -> String {
        // SAFETY: The text is the module's own, and copied at once.
        unsafe { CStr::from_ptr(LLVMGetDataLayoutStr(self.module)).to_string_lossy().into_owned() }
    }

    /// Adds another module of the same program.
    ///
    /// # Errors
    /// If LLVM cannot read the other module, or not link it, as where both define one function.
    pub fn join(&self, other: &[u8]) -> Result<(), String> {
        extern "C" fn keep(info: LLVMDiagnosticInfoRef, said: *mut c_void) {
            // SAFETY: LLVM passes what it says, and the pointer that it was given: to a text that outlives the handler.
            unsafe {
                if LLVMGetDiagInfoSeverity(info) == LLVMDiagnosticSeverity::LLVMDSError {
                    *said.cast::<String>() = take_message(LLVMGetDiagInfoDescription(info));
                }
            }
        }
        // SAFETY: As in `parse`, in this module's context; linking takes the other module. Without a handler LLVM would end the process.
        unsafe {
            let buffer =
                LLVMCreateMemoryBufferWithMemoryRangeCopy(other.as_ptr().cast(), other.len(), c"file".as_ptr());
            let (mut module, mut message) = (ptr::null_mut(), ptr::null_mut());
            if LLVMParseIRInContext(self.context, buffer, &mut module, &mut message) != 0 {
                return Err(take_message(message));
            }
            let mut said = String::new();
            LLVMContextSetDiagnosticHandler(self.context, Some(keep), (&raw mut said).cast());
            let failed = LLVMLinkModules2(self.module, module);
            LLVMContextSetDiagnosticHandler(self.context, None, ptr::null_mut());
            match failed {
                0 => Ok(()),
                _ => Err(format!("the files cannot be linked: {said}")),
            }
        }
    }

    /// Gives functions that are called and have no body the bodies of another module, and variables their values there. What they need
    /// comes with them, if it is local in that module.
    ///
    /// # Errors
    /// If LLVM cannot read the other module, or not link it.
    pub fn link(&self, other: &[u8]) -> Result<(), String> {
        // SAFETY: As in `parse`, in this module's context; linking takes the other module.
        unsafe {
            let name = c"library";
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(other.as_ptr().cast(), other.len(), name.as_ptr());
            let (mut module, mut message) = (ptr::null_mut(), ptr::null_mut());
            if LLVMParseIRInContext(self.context, buffer, &mut module, &mut message) != 0 {
                return Err(take_message(message));
            }
            let functions = chain(LLVMGetFirstFunction(module), |function| LLVMGetNextFunction(function));
            for function in functions {
                let own = self.function(&function.name());
                // What the bodies that stay declare they may call.
                let has_body = LLVMIsDeclaration(function.0) == 0;
                let is_local = LLVMGetLinkage(function.0) == LLVMLinkage::LLVMInternalLinkage;
                if has_body && !is_local && !own.is_some_and(|own| own.is_declaration() && own.has_uses()) {
                    LLVMSetLinkage(function.0, LLVMLinkage::LLVMInternalLinkage);
                }
            }
            for global in chain(LLVMGetFirstGlobal(module), |global| LLVMGetNextGlobal(global)) {
                let own = self.globals().into_iter().find(|own| own.name() == global.name());
                let is_weak = LLVMGetLinkage(global.0) == LLVMLinkage::LLVMWeakAnyLinkage;
                let is_local = |own: &Value| LLVMGetLinkage(own.0) == LLVMLinkage::LLVMInternalLinkage;
                if own.is_some_and(|own| own.is_declaration() && own.has_uses()) {
                    LLVMSetLinkage(global.0, LLVMLinkage::LLVMExternalLinkage);
                } else if !(is_weak && own.as_ref().is_some_and(|own| !own.is_declaration() && !is_local(own))) {
                    // What is local and nobody needs is not linked. What is weak is the module's own object if it has one.
                    LLVMSetLinkage(global.0, LLVMLinkage::LLVMInternalLinkage);
                }
            }
            match LLVMLinkModules2(self.module, module) {
                0 => Ok(()),
                _ => Err("the bodies of library functions cannot be linked".to_owned()),
            }
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

    /// All other names of functions and variables (`alias`).
    pub fn aliases(&self) -> Vec<Value> {
        // SAFETY: As for functions.
        chain(unsafe { LLVMGetFirstGlobalAlias(self.module) }, |value| unsafe { LLVMGetNextGlobalAlias(value) })
    }

    /// Whether there is assembly at file scope: it can define functions, and sections of pointers to them.
    pub fn has_assembly(&self) -> bool {
        let mut length = 0;
        // SAFETY: The module is alive; the length is set before it is read.
        let text = unsafe { borrowed(LLVMGetModuleInlineAsm(self.module, &mut length), length) };
        !text.trim().is_empty()
    }

    /// Whether there are functions that are chosen when the program is loaded (`ifunc`).
    pub fn has_resolvers(&self) -> bool {
        // SAFETY: The module is alive; an empty list gives null.
        unsafe { !LLVMGetFirstGlobalIFunc(self.module).is_null() }
    }

    /// As text.
    pub fn text(&self) -> String {
        // SAFETY: The module is alive; the message is ours.
        take_message(unsafe { LLVMPrintModuleToString(self.module) })
    }

    /// The function of a name.
    pub fn function(&self, name: &str) -> Option<Value> {
        let name = c_string(name);
        // SAFETY: The module is alive; an unknown name gives null.
        Value::some(unsafe { LLVMGetNamedFunction(self.module, name.as_ptr()) })
    }

    /// The function of a name, declared with the given type where there is none.
    pub fn declare(&self, name: &str, result: Type, parameters: &[Type]) -> Value {
        self.declare_as(name, result, parameters, false)
    }

    /// A function of a name that takes further arguments, declared where there is none.
    pub fn declare_open(&self, name: &str, result: Type, parameters: &[Type]) -> Value {
        self.declare_as(name, result, parameters, true)
    }

    fn declare_as(&self, name: &str, result: Type, parameters: &[Type], is_open: bool) -> Value {
        if let Some(function) = self.function(name) {
            return function;
        }
        let name = c_string(name);
        let mut parameters: Vec<LLVMTypeRef> = parameters.iter().map(|ty| ty.0).collect();
        // SAFETY: All types live in this module's context.
        unsafe {
            let ty = LLVMFunctionType(result.0, parameters.as_mut_ptr(), parameters.len() as u32, i32::from(is_open));
            Value(LLVMAddFunction(self.module, name.as_ptr(), ty))
        }
    }

    /// A function of a name, declared with the type of another function where there is none.
    pub fn declare_like(&self, name: &str, other: Value) -> Value {
        if let Some(function) = self.function(name) {
            return function;
        }
        let name = c_string(name);
        // SAFETY: The other function lives in this module, and so does its type.
        Value(unsafe { LLVMAddFunction(self.module, name.as_ptr(), LLVMGlobalGetValueType(other.0)) })
    }

    /// The declaration of an overloaded intrinsic for the types that it is overloaded by.
    pub fn intrinsic(&self, name: &str, types: &[Type]) -> Value {
        let mut types: Vec<LLVMTypeRef> = types.iter().map(|ty| ty.0).collect();
        // SAFETY: The name is passed with its length and is that of an intrinsic with so many types.
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            Value(LLVMGetIntrinsicDeclaration(self.module, id, types.as_mut_ptr(), types.len()))
        }
    }

    /// A new object of so many bytes, which is in no module. Others may have the same name; then it gets another one.
    pub fn anything(&self, name: &str, bytes: u64) -> Value {
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: The type belongs to this module's context.
        unsafe {
            let ty = LLVMArrayType2(LLVMInt8TypeInContext(self.context), bytes);
            Value(LLVMAddGlobal(self.module, ty, name.as_ptr()))
        }
    }

    /// How many bytes a load or store of a type reads or writes.
    pub fn stored_size(&self, ty: Type) -> u64 {
        // SAFETY: As below.
        unsafe {
            match LLVMTypeIsSized(ty.0) {
                0 => 0,
                _ => LLVMStoreSizeOfType(LLVMGetModuleDataLayout(self.module), ty.0),
            }
        }
    }

    /// How many bytes of an object a load or store of a type accesses: those that are not used of a `long double` too.
    pub fn accessed_size(&self, ty: Type) -> u64 {
        match ty.float_width() {
            Some(80) => self.size_of(ty),
            _ => self.stored_size(ty),
        }
    }

    /// The size of a type in bytes, with its padding: how far elements of an array stand apart.
    pub fn size_of(&self, ty: Type) -> u64 {
        // SAFETY: The layout is the module's own; types without a size have been excluded.
        unsafe {
            if LLVMTypeIsSized(ty.0) == 0 {
                return 0;
            }
            LLVMABISizeOfType(LLVMGetModuleDataLayout(self.module), ty.0)
        }
    }

    /// What a `getelementptr`, instruction or constant, adds to its base: each index with the bytes that it counts in, or no
    /// index for an offset in bytes. `None` for other values.
    pub fn steps(&self, address: Value) -> Option<Vec<(Option<Value>, u64)>> {
        let operands = address.operands();
        let mut ty = address.stepped()?;
        let mut steps = vec![(Some(*operands.get(1)?), self.size_of(ty))];
        for &index in operands.get(2..)? {
            let (parts, _) = ty.parts()?;
            if ty.is_array() {
                ty = *parts.first()?;
                steps.push((Some(index), self.size_of(ty)));
            } else {
                let index = index.as_int()?;
                // SAFETY: The type is a structure with that element.
                let element = unsafe {
                    LLVMOffsetOfElement(LLVMGetModuleDataLayout(self.module), ty.0, u32::try_from(index).ok()?)
                };
                steps.push((None, element));
                ty = *parts.get(index as usize)?;
            }
        }
        Some(steps)
    }

    /// The size of a local or global in bytes, if it is known: a local can have a number of elements that is computed.
    pub fn object_size(&self, object: Value) -> Option<u64> {
        let element = self.size_of(object.allocated().filter(|_| object.is_static_object())?);
        match object.is(LLVMOpcode::LLVMAlloca) {
            true => element.checked_mul(object.operands().first()?.as_int()?),
            false => Some(element),
        }
    }

    /// Where an element of a structure or array begins, in bytes, and its type.
    pub fn element(&self, ty: Type, index: u64) -> Option<(u64, Type)> {
        let (parts, count) = ty.parts()?;
        if ty.is_array() {
            let part = *parts.first()?;
            return (index < count).then(|| (index * self.size_of(part), part));
        }
        let part = *parts.get(usize::try_from(index).ok()?)?;
        // SAFETY: The type is a structure with that element.
        let offset = unsafe { LLVMOffsetOfElement(LLVMGetModuleDataLayout(self.module), ty.0, index as u32) };
        Some((offset, part))
    }

    /// The integer type as wide as a pointer.
    pub fn pointer_int(&self) -> Type {
        // SAFETY: The layout is the module's own.
        Type(unsafe { LLVMIntPtrTypeInContext(self.context, LLVMGetModuleDataLayout(self.module)) })
    }

    /// The pointer type.
    pub fn pointer(&self) -> Type {
        // SAFETY: The context is alive.
        Type(unsafe { LLVMPointerTypeInContext(self.context, 0) })
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

    /// Lets passes take nothing for granted about a function's calls from the names of what they call: `no-builtins`.
    pub fn forbid_builtins(&self, function: Value) {
        self.add_text_attribute(function, "no-builtins", c"");
    }

    /// Adds an attribute that has a text for its value to a function.
    pub fn add_text_attribute(&self, function: Value, name: &str, value: &CStr) {
        // SAFETY: Name and value are passed with their lengths; the function is one of this module's.
        unsafe {
            let (name, length) = (name.as_ptr().cast(), name.len() as u32);
            let (value, value_length) = (value.as_ptr(), value.count_bytes() as u32);
            let attribute = LLVMCreateStringAttribute(self.context, name, length, value, value_length);
            LLVMAddAttributeAtIndex(function.0, FUNCTION_INDEX, attribute);
        }
    }

    /// Adds a named attribute without a value to a call. Unknown names do nothing.
    pub fn add_call_attribute(&self, call: Value, name: &str) {
        // SAFETY: Called for calls; kind 0 is no attribute.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            if kind != 0 {
                let attribute = LLVMCreateEnumAttribute(self.context, kind, 0);
                LLVMAddCallSiteAttribute(call.0, FUNCTION_INDEX, attribute);
            }
        }
    }

    /// Adds a named attribute without a value to a parameter of a function.
    pub fn add_parameter_attribute(&self, function: Value, parameter: u32, name: &str) {
        // SAFETY: The name is passed with its length; a kind of 0 is none.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            if kind != 0 {
                let attribute = LLVMCreateEnumAttribute(self.context, kind, 0);
                LLVMAddAttributeAtIndex(function.0, parameter + 1, attribute);
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

    /// Puts a block on one of the ways out of a block, and gives it: φs behind it see control come from there.
    pub fn split_edge(&self, function: Value, terminator: Value, way: usize) -> Option<Block> {
        let (from, target) = (terminator.block()?, *terminator.successors().get(way)?);
        let middle = self.append_block(function, "edge");
        // SAFETY: All three blocks are of one function, and the terminator has that many successors.
        unsafe {
            let jump = LLVMBuildBr(self.at_end(middle).0, target.0);
            LLVMInstructionSetDebugLoc(jump, LLVMInstructionGetDebugLoc(terminator.0));
            LLVMSetSuccessor(terminator.0, way as u32, middle.0);
        }
        for phi in target.phis() {
            let mut incoming = phi.incoming();
            // Several ways may lead from one block to another; each has an operand.
            let Some(edge) = incoming.iter_mut().find(|(_, block)| *block == from) else { continue };
            edge.1 = middle;
            self.replace_incoming(phi, incoming);
        }
        Some(middle)
    }

    /// Cuts a block in two: an instruction that is no φ, and all behind it, get a new block. The old one is left without an end.
    pub fn split_before(&self, function: Value, instruction: Value) -> Option<Block> {
        let from = instruction.block()?;
        let rest: Vec<Value> = from.instructions().into_iter().skip_while(|other| *other != instruction).collect();
        let behind = self.append_block(function, "behind");
        let builder = self.at_end(behind);
        for instruction in rest {
            // SAFETY: The instruction is in a block, and is put into another one of its function at once, in the same order.
            unsafe {
                LLVMInstructionRemoveFromParent(instruction.0);
                LLVMInsertIntoBuilder(builder.0, instruction.0);
            }
        }
        for next in behind.terminator().map(Value::successors).unwrap_or_default() {
            for phi in next.phis() {
                let mut incoming = phi.incoming();
                if incoming.iter().any(|(_, block)| *block == from) {
                    incoming.iter_mut().filter(|(_, block)| *block == from).for_each(|edge| edge.1 = behind);
                    self.replace_incoming(phi, incoming);
                }
            }
        }
        Some(behind)
    }

    /// Puts a φ with other operands in the place of one.
    fn replace_incoming(&self, phi: Value, incoming: Vec<(Value, Block)>) {
        let (mut values, mut blocks): (Vec<_>, Vec<_>) =
            incoming.into_iter().map(|(value, block)| (value.0, block.0)).unzip();
        // SAFETY: The new φ stands beside the old one, with its type; values and blocks are as many.
        let new = unsafe {
            let new = LLVMBuildPhi(self.before(phi).0, phi.ty().0, c"".as_ptr());
            LLVMAddIncoming(new, values.as_mut_ptr(), blocks.as_mut_ptr(), values.len() as u32);
            Value(new)
        };
        phi.replace_uses(new);
        phi.erase();
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

    /// How many bytes a wide character of C has, if the module says so.
    pub fn wide_character(&self) -> Option<u64> {
        let name = "wchar_size";
        // SAFETY: The flag, if it is there, is a constant wrapped into metadata of this module's context.
        let flag = unsafe {
            let flag = LLVMGetModuleFlag(self.module, name.as_ptr().cast(), name.len());
            (!flag.is_null()).then(|| Value(LLVMMetadataAsValue(LLVMGetModuleContext(self.module), flag)))?
        };
        flag.described()?.as_int()
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
