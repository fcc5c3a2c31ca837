//! Variables that are called constant and that a jump into their scope passes by: `switch (n) { const int c = 0; case 1: if (c) … }`. The
//! variable has no value then (C11 6.2.4), but clang takes the constant for it wherever the name stands, and leaves out what it decides.

use crate::source::constants::values::Value;
use crate::source::tree::{Node, NodeId};

/// The statements of a function that is being read, each with a number in the order in which they begin.
#[derive(Default)]
pub struct Passed {
    count: usize,
    /// What is open: its number and its kind.
    open: Vec<(usize, String)>,
    variables: Vec<Variable>,
    labels: Vec<Target>,
    /// The number of each `goto`, and its label; none if that is computed.
    jumps: Vec<(usize, Option<NodeId>)>,
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
                let switch = self.innermost(&["SwitchStmt"]);
                self.labels.extend(switch.map(|switch| Target { at, from: Origin::Switch(switch) }));
            }
            "GotoStmt" => self.jumps.push((at, Some(node.label))),
            "IndirectGotoStmt" => self.jumps.push((at, None)),
            _ => {}
        }
        self.open.push((at, node.kind.clone()));
    }

    /// A node ends, of which the value is known that it gives to what it declares. The name of a variable that is passed by, once the function
    /// ends.
    pub fn leave(&mut self, node: &Node, value: Option<Value>) -> Option<String> {
        let (at, _) = self.open.pop()?;
        for variable in self.variables.iter_mut().filter(|variable| variable.block == at) {
            variable.end = self.count;
        }
        let is_folded = value.is_some_and(|value| value != Value::Runtime);
        if node.kind == "VarDecl" && node.storage.is_empty() && is_folded && is_constant(&node.ty) {
            let block = self.innermost(&["CompoundStmt", "ForStmt"])?;
            self.variables.push(Variable { name: node.name.clone(), at, block, end: at });
        }
        if !self.open.is_empty() {
            return None;
        }
        let passed =
            self.variables.iter().find(|variable| self.labels.iter().any(|label| self.passes(variable, label)));
        passed.map(|variable| variable.name.clone())
    }

    fn innermost(&self, kinds: &[&str]) -> Option<usize> {
        self.open.iter().rev().find(|(_, kind)| kinds.contains(&&**kind)).map(|(at, _)| *at)
    }

    /// Whether a jump leads from where a variable is not there yet, or not any more, to a label behind its declaration.
    fn passes(&self, variable: &Variable, label: &Target) -> bool {
        let is_there = |at: usize| variable.at < at && at <= variable.end;
        let comes = |&(at, of): &(usize, Option<NodeId>), to: NodeId| of.is_none_or(|of| of == to) && !is_there(at);
        is_there(label.at)
            && match label.from {
                Origin::Switch(switch) => !is_there(switch),
                Origin::Label(to) => self.jumps.iter().any(|jump| comes(jump, to)),
            }
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
