//! Variables that are called constant and that a jump into their scope passes by: `switch (n) { const int c = 0; case 1: if (c) … }`. The
//! variable has no value then (C11 6.2.4), but clang takes the constant for it wherever the name stands, and leaves out what it decides.

use crate::source::constants::values::Value;
use crate::source::tree::{Node, NodeId};
use rustc_hash::FxHashSet;

/// The statements of a function that is being read, each with a number in the order in which they begin.
#[derive(Default)]
pub struct Passed {
    count: usize,
    /// What is open: its number, and what it is.
    open: Vec<(usize, Kind)>,
    variables: Vec<Variable>,
    labels: Vec<Target>,
    /// The number of each `goto`, and its label; none if that is computed.
    jumps: Vec<(usize, Option<NodeId>)>,
}

/// What a node is, as far as that matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// What declares variables that end with it.
    Block,
    Switch,
    Other,
}

/// A variable that is called constant.
struct Variable {
    name: String,
    at: usize,
    /// The number of the block that declares it.
    block: usize,
    /// The last number in that block, once it is read.
    end: usize,
}

/// Where a jump leads to.
struct Target {
    at: usize,
    from: Origin,
}

enum Origin {
    Label(NodeId),
    /// The number of the `switch`.
    Switch(usize),
}

impl Passed {
    /// A node begins.
    pub fn enter(&mut self, node: &Node) {
        if self.open.is_empty() {
            *self = Passed::default();
        }
        self.count += 1;
        let at = self.count;
        match &*node.kind {
            "LabelStmt" => self.labels.push(Target { at, from: Origin::Label(node.label) }),
            "CaseStmt" | "DefaultStmt" => {
                let switch = self.innermost(Kind::Switch);
                self.labels.extend(switch.map(|switch| Target { at, from: Origin::Switch(switch) }));
            }
            "GotoStmt" => self.jumps.push((at, Some(node.label))),
            "IndirectGotoStmt" => self.jumps.push((at, None)),
            _ => {}
        }
        let kind = match &*node.kind {
            "CompoundStmt" | "ForStmt" => Kind::Block,
            "SwitchStmt" => Kind::Switch,
            _ => Kind::Other,
        };
        self.open.push((at, kind));
    }

    /// A node ends, of which the value is known that it gives to what it declares. The name of a variable that is passed by, once the function
    /// ends.
    pub fn leave(&mut self, node: &Node, value: Option<Value>) -> Option<String> {
        let (at, kind) = self.open.pop()?;
        if kind == Kind::Block {
            for variable in self.variables.iter_mut().filter(|variable| variable.block == at) {
                variable.end = self.count;
            }
        }
        let is_folded = value.is_some_and(|value| value != Value::Runtime);
        if node.kind == "VarDecl" && node.storage.is_empty() && is_folded && is_constant(&node.ty) {
            let block = self.innermost(Kind::Block)?;
            self.variables.push(Variable { name: node.name.clone(), at, block, end: at });
        }
        if !self.open.is_empty() {
            return None;
        }
        self.variables.iter().find(|variable| self.is_passed(variable)).map(|variable| variable.name.clone())
    }

    fn innermost(&self, wanted: Kind) -> Option<usize> {
        self.open.iter().rev().find(|(_, kind)| *kind == wanted).map(|(at, _)| *at)
    }

    /// Whether a jump leads from where a variable is not there yet, or not any more, to a label behind its declaration.
    fn is_passed(&self, variable: &Variable) -> bool {
        let is_there = |at: usize| variable.at < at && at <= variable.end;
        let from_outside = self.jumps.iter().filter(|(at, _)| !is_there(*at));
        let wanted: FxHashSet<Option<NodeId>> = from_outside.map(|(_, label)| *label).collect();
        self.labels.iter().filter(|label| is_there(label.at)).any(|label| match label.from {
            Origin::Switch(switch) => !is_there(switch),
            Origin::Label(label) => wanted.contains(&Some(label)) || wanted.contains(&None),
        })
    }
}

/// Whether what has a type is itself constant: `int *const`, and not `const int *`.
fn is_constant(ty: &str) -> bool {
    let itself = match ty.split_once("(*") {
        Some((_, function)) => function.split([')', '(']).next().unwrap_or_default(),
        None => ty.rsplit('*').next().unwrap_or_default(),
    };
    itself.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == "const")
}
