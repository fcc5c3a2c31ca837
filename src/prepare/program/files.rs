//! The files of a program: each is a module of its own, then all are linked into one. Every function keeps a mark of the file that it
//! comes from, since names change where two files have one of them for themselves.

use crate::llvm::ir::{CrashesReported, LLVMLinkage, Module, Value};
use crate::prepare::{parse, PrepareError};
use crate::source::account::Account;
use crate::source::clang::Unit;
use crate::source::property::DataModel;
use crate::source::syntax::Sources;
use crate::source::text::SourceText;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ffi::CString;

/// The attribute of functions that has the number of their file.
const FILE: &str = "bitreach-file";

/// A file of a program.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its module.
    pub bitcode: Vec<u8>,
    /// What is known of its source, if our run of clang compiled it: then overflow checks are in the module as traps, but for what clang
    /// accounts for. In modules from elsewhere they are made from `nsw` flags.
    pub source: Option<CSource>,
}

/// C source that was compiled here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CSource {
    /// What clang says of it beside the module.
    pub account: Account,
    /// Its text.
    pub text: SourceText,
    /// How it was compiled.
    pub unit: Unit,
}

/// The files of a program, in the order in which they were given.
#[derive(Clone, Debug)]
pub struct Files {
    /// Each of them.
    pub files: Vec<File>,
    /// How wide C's types are in those that were compiled here.
    pub data_model: DataModel,
}

impl Files {
    /// All files as one module.
    ///
    /// # Errors
    /// If LLVM cannot read or link them, or two of them define the same.
    pub fn linked(&self) -> Result<Module, PrepareError> {
        let (first, rest) = self.files.split_first().ok_or(PrepareError::NoMain)?;
        let module = self.marked(0, first)?;
        let mut defined: FxHashMap<String, usize> = definitions(&module).map(|name| (name, 0)).collect();
        for (number, file) in (1..).zip(rest) {
            let other = self.marked(number, file)?;
            if other.layout() != module.layout() {
                return Err(PrepareError::OtherMachine { file: file.name.clone(), first: first.name.clone() });
            }
            for name in definitions(&other) {
                if let Some(earlier) = defined.insert(name.clone(), number) {
                    let files = [earlier, number].map(|number| self.files[number].name.clone());
                    return Err(PrepareError::Twice { name, files });
                }
            }
            module.join(&other.bitcode()).map_err(PrepareError::Read)?;
        }
        Ok(module)
    }

    /// The module of a file, its functions marked.
    fn marked(&self, number: usize, file: &File) -> Result<Module, PrepareError> {
        let module = parse(&file.bitcode, &file.name).map_err(|error| match (error, self.files.len()) {
            (PrepareError::Read(message), 2..) => PrepareError::Read(format!("{}: {message}", file.name)),
            (error, _) => error,
        })?;
        let mark = CString::new(number.to_string()).unwrap_or_default();
        for function in module.functions().into_iter().filter(|function| !function.is_declaration()) {
            module.add_text_attribute(function, FILE, &mark);
            if file.source.is_some() {
                // Clang wrote the body for that ([`clang::INLINE_BODIES`](crate::source::clang::INLINE_BODIES)); the function is one as others.
                function.remove_attribute("alwaysinline");
            }
            if function.is_available_elsewhere() {
                // A definition for all files comes before it.
                function.set_linkage(LLVMLinkage::LLVMLinkOnceODRLinkage);
            }
        }
        Ok(module)
    }

    /// The number of the file that a function comes from; none for the models of library functions.
    pub fn number(&self, function: Value) -> Option<usize> {
        function.text_attribute(FILE).parse().ok().filter(|number| *number < self.files.len())
    }

    /// Whether signed arithmetic that overflows wraps in a function, for the compiler of its file.
    pub fn wraps(&self, function: Value) -> bool {
        self.number(function).is_some_and(|number| self.unit_wraps(number))
    }

    /// The same of the file with a number.
    pub fn unit_wraps(&self, number: usize) -> bool {
        self.files[number].source.as_ref().is_some_and(|source| source.unit.wraps)
    }

    /// Whether a function was compiled elsewhere. The models of library functions are taken for what the program is, where all of it is.
    pub fn is_foreign(&self, function: Value) -> bool {
        match self.number(function) {
            Some(number) => self.files[number].source.is_none(),
            None => self.sources().next().is_none(),
        }
    }

    /// Whether a file was compiled elsewhere.
    pub fn has_foreign(&self) -> bool {
        self.files.iter().any(|file| file.source.is_none())
    }

    /// Crashes of LLVM's are told from now on, where it reads modules from elsewhere.
    pub fn crashes_reported(&self) -> Option<CrashesReported> {
        self.has_foreign().then(CrashesReported::begin)
    }

    /// The source of a function that was compiled here, if it is one of the files.
    pub fn source(&self, function: Value) -> Option<&CSource> {
        self.files[self.number(function)?].source.as_ref()
    }

    /// What was compiled here, each with its number.
    pub fn sources(&self) -> impl Iterator<Item = (usize, &CSource)> {
        self.files.iter().enumerate().filter_map(|(number, file)| Some((number, file.source.as_ref()?)))
    }

    /// What clang says of the sources, each with its number.
    pub fn accounts(&self) -> impl Iterator<Item = (usize, &Account)> {
        self.sources().map(|(number, source)| (number, &source.account))
    }

    /// What compilers decide differently in the sources, and how it is taken; each once.
    pub fn assumptions(&self) -> Vec<String> {
        let all: BTreeSet<_> = self.accounts().flat_map(|(_, account)| &account.decided).collect();
        all.into_iter().map(|decided| (*decided).to_owned()).collect()
    }

    /// The texts of the sources, to be parsed.
    pub fn parsed(&self) -> Sources {
        Sources::new(self.sources().map(|(_, source)| source.unit.clone()).collect(), self.data_model)
    }
}

/// What a module defines for all files, so that no other one may.
fn definitions(module: &Module) -> impl Iterator<Item = String> {
    let values = module.functions().into_iter().chain(module.globals());
    values.filter(|value| value.is_defined_for_good() && !value.is_local_global()).map(Value::name)
}
