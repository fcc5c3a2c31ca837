//! What a source declares: functions and their parameters, variables, records and names of types, by clang's syntax tree.

use crate::source::tree::{Node, Walk};
use std::collections::{BTreeMap, BTreeSet};

/// A member of a record, or a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its name; empty for members that are anonymous records, and parameters without a name.
    pub name: String,
    /// Its type as clang writes it.
    pub ty: String,
    /// Whether it is some bits of a word.
    pub is_bit_field: bool,
}

/// A structure or union.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Its members.
    pub members: Vec<Member>,
    /// Whether they share one place.
    pub is_union: bool,
}

/// A function with a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<Member>,
    /// Whether it takes more arguments than these.
    pub is_variadic: bool,
    /// Whether it stands in a file that is included.
    pub is_included: bool,
}

/// A variable that is there as long as the program runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type as clang writes it.
    pub ty: String,
    /// The function that it stands in, if it stands in one.
    pub function: Option<String>,
}

/// What one source declares.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Declarations {
    /// Records by what clang writes for their types: `struct list`, or a name that is defined for one that has no other.
    pub records: BTreeMap<String, Record>,
    /// The types of enumerations that have no constants here.
    pub open_enumerations: BTreeSet<String>,
    /// What the names mean that are defined for types.
    pub names: BTreeMap<String, String>,
    /// Functions with bodies.
    pub functions: Vec<Function>,
    /// Variables that are defined here.
    pub variables: Vec<Variable>,
    /// Whether something is used that no expression names: a function by `__attribute__((cleanup(f)))`, anything by a second name.
    pub has_hidden_uses: bool,
    /// Variables outside of functions whose first values have objects without names in them.
    pub with_unnamed_objects: BTreeSet<String>,
    /// The names of functions and variables that each function's body, or each variable's first value, has in it.
    pub uses: BTreeMap<String, BTreeSet<String>>,
}

/// Where the headers of the system are.
const SYSTEMS: &str = "/usr/";

/// A node that is open.
#[derive(Default)]
struct Open {
    kind: String,
    name: String,
    members: Vec<Member>,
    has_body: bool,
    is_systems: bool,
    /// The record without a name that came last in it.
    unnamed: Option<Record>,
}

/// Collects declarations from the nodes of a tree.
#[derive(Default)]
pub struct Collector {
    /// What was found.
    pub found: Declarations,
    open: Vec<Open>,
}

impl Collector {
    /// The function or variable that stands outermost here.
    fn outermost(&self) -> Option<&Open> {
        self.open.iter().find(|open| matches!(open.kind.as_str(), "FunctionDecl" | "VarDecl"))
    }

    /// Whether what is declared here is only known inside of a function.
    fn is_local(&self) -> bool {
        self.open.iter().any(|open| open.kind == "FunctionDecl")
    }

    /// Remembers a record that has no name under the type that names it.
    fn name_unnamed(&mut self, ty: &str) {
        let Some(key) = unnamed_key(ty) else { return };
        if let Some(record) = self.open.last_mut().and_then(|parent| parent.unnamed.take()) {
            self.found.records.insert(key.to_owned(), record);
        }
    }

    fn variable(&mut self, node: &Node) {
        self.name_unnamed(&node.written);
        let outermost = self.outermost().filter(|open| open.kind == "FunctionDecl").map(|open| open.name.clone());
        let is_elsewhere = node.storage == "extern" && !node.is_initialised;
        if is_elsewhere || outermost.is_some() && node.storage != "static" {
            return;
        }
        let variable = Variable { name: node.name.clone(), ty: node.written.clone(), function: outermost };
        // What is declared twice has its size in the type that comes last.
        self.found.variables.retain(|other| (&other.name, &other.function) != (&variable.name, &variable.function));
        self.found.variables.push(variable);
    }
}

/// The part of a type that stands for a record without a name, as in `struct (unnamed struct at a.c:1:9) *`.
pub fn unnamed_key(ty: &str) -> Option<&str> {
    let at = ty.find("(unnamed ").or_else(|| ty.find("(anonymous "))?;
    let begin = ["struct ", "union "].iter().filter_map(|tag| ty[..at].rfind(tag)).max()?;
    Some(&ty[begin..at + ty[at..].find(')')? + 1])
}

impl Walk for Collector {
    fn enter(&mut self, node: &Node) {
        if node.kind == "CompoundStmt" || node.kind == "EnumConstantDecl" {
            if let Some(parent) = self.open.last_mut() {
                parent.has_body = true;
            }
        }
        let is_systems = node.at.expanded.is_included && node.at.expanded.file.starts_with(SYSTEMS);
        self.open.push(Open { kind: node.kind.clone(), name: node.name.clone(), is_systems, ..Open::default() });
    }

    fn leave(&mut self, node: Node) {
        let Some(open) = self.open.pop() else { return };
        let member = || Member { name: node.name.clone(), ty: node.written.clone(), is_bit_field: node.is_bit_field };
        match node.kind.as_str() {
            // Another type or constant of the same name may be meant outside.
            "RecordDecl" | "EnumDecl" | "TypedefDecl" if self.is_local() => {}
            "RecordDecl" if node.is_complete => {
                let record = Record { members: open.members, is_union: node.tag == "union" };
                match (node.name.is_empty(), self.open.last_mut()) {
                    (true, Some(parent)) => parent.unnamed = Some(record),
                    _ => drop(self.found.records.insert(format!("{} {}", node.tag, node.name), record)),
                }
            }
            // One that has been declared before has its constants elsewhere, or here behind that.
            "EnumDecl" if !node.name.is_empty() => {
                let ty = format!("enum {}", node.name);
                match open.has_body {
                    true => drop(self.found.open_enumerations.remove(&ty)),
                    false => drop(self.found.open_enumerations.insert(ty)),
                }
            }
            "FieldDecl" => {
                self.name_unnamed(&node.written);
                if let Some(parent) = self.open.last_mut() {
                    parent.members.push(member());
                }
            }
            "ParmVarDecl" => {
                if let Some(parent) = self.open.last_mut() {
                    parent.members.push(member());
                }
            }
            "TypedefDecl" => {
                // `typedef struct { … } name;`: the type is written with the new name.
                let is_own = node.ty == node.name;
                if unnamed_key(&node.written).is_some() {
                    self.name_unnamed(&node.written);
                }
                let unnamed = self.open.last_mut().and_then(|parent| parent.unnamed.take()).filter(|_| is_own);
                match unnamed {
                    Some(record) => drop(self.found.records.insert(node.name, record)),
                    None => drop(self.found.names.insert(node.name, node.written)),
                }
            }
            "VarDecl" => self.variable(&node),
            "FunctionDecl" if open.has_body => {
                self.found.functions.retain(|other| other.name != node.name);
                self.found.functions.push(Function {
                    name: node.name,
                    parameters: open.members,
                    is_variadic: node.is_variadic,
                    is_included: node.at.expanded.is_included,
                });
            }
            "CleanupAttr" => self.found.has_hidden_uses = true,
            // The names that headers of the system give are their own functions'.
            "AliasAttr" | "AsmLabelAttr" | "WeakRefAttr" | "IFuncAttr"
                if !self.open.last().is_some_and(|parent| parent.is_systems) =>
            {
                self.found.has_hidden_uses = true;
            }
            "CompoundLiteralExpr" if !self.is_local() => {
                if let Some(variable) = self.outermost().map(|open| open.name.clone()) {
                    self.found.with_unnamed_objects.insert(variable);
                }
            }
            "DeclRefExpr" => {
                if let Some(user) = self.outermost().map(|open| open.name.clone()) {
                    self.found.uses.entry(user).or_default().insert(node.name);
                }
            }
            _ => {}
        }
    }
}
