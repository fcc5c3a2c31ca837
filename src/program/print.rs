//! A program as text, for people: one line for each instruction, with the source line it comes from.

use std::fmt;

use crate::bv::BitVec;
use crate::program::{Access, Exit, Instruction, Operand, Operation, OriginId, Program, Store, Terminator, ValueId};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, block) in self.blocks.iter().enumerate() {
            writeln!(f, "b{index}: ; {}", block.name)?;
            for phi in &block.phis {
                write!(f, "  {} = phi", self.result(phi.result))?;
                for (place, (from, operand)) in phi.incoming.iter().enumerate() {
                    let comma = if place == 0 { "" } else { "," };
                    write!(f, "{comma} b{}: {}", from.0, self.operand(*operand))?;
                }
                writeln!(f)?;
            }
            for instruction in &block.instructions {
                let (text, origin) = match instruction {
                    Instruction::Define { result, operation, origin } => {
                        (format!("{} = {}", self.result(*result), self.operation(operation)), *origin)
                    }
                    Instruction::Store(store) => (self.store(store), store.origin),
                    Instruction::Assign(assignment) => {
                        let variable = self.map.variables.get(assignment.variable.0);
                        let name = variable.map_or("?", |variable| &variable.name);
                        (format!("{name} := {}", self.operand(assignment.value)), assignment.origin)
                    }
                };
                self.line(f, &text, origin)?;
            }
            self.line(f, &self.terminator(&block.terminator), block.origin)?;
        }
        Ok(())
    }
}

impl Program {
    /// One indented line, with its source line as a comment.
    fn line(&self, f: &mut fmt::Formatter<'_>, text: &str, origin: Option<OriginId>) -> fmt::Result {
        match origin.and_then(|origin| self.map.origins.get(origin.0)) {
            Some(origin) => writeln!(f, "  {text:<56} ; {}:{}", origin.file, origin.line),
            None => writeln!(f, "  {text}"),
        }
    }

    /// A value where it is defined: `%x.7:32` is value 7, named x, of 32 bits.
    fn result(&self, value: ValueId) -> String {
        format!("{}:{}", self.operand(Operand::Value(value)), self.widths.get(value.0).unwrap_or(&0))
    }

    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Value(value) => {
                let name = self.names.get(value.0).map_or("?", String::as_str);
                format!("%{}.{}", name.replace(' ', "_"), value.0)
            }
            Operand::Constant(constant) => constant_text(constant),
        }
    }

    fn operation(&self, operation: &Operation) -> String {
        let operator = match operation {
            Operation::Unary(op, _) => format!("{op:?}"),
            Operation::Binary(op, ..) => format!("{op:?}"),
            Operation::Ternary(op, ..) => format!("{op:?}"),
            Operation::Compare(op, ..) => format!("{op:?}"),
            Operation::Overflow(op, ..) => format!("overflow.{op:?}"),
            Operation::Float(op, ..) => format!("{op:?}"),
            Operation::Select(..) => "select".into(),
            Operation::ZeroExtend(_) => "zext".into(),
            Operation::SignExtend(_) => "sext".into(),
            Operation::Truncate(_) => "trunc".into(),
            Operation::Copy(_) => "copy".into(),
            Operation::Load(access, _) => format!("load.{}", self.access(*access)),
            Operation::Input(input) => format!("input {}", input.0),
        };
        let operands: Vec<String> = operation.operands().into_iter().map(|operand| self.operand(operand)).collect();
        format!("{} {}", operator.to_lowercase(), operands.join(", ")).trim_end().to_string()
    }

    fn store(&self, store: &Store) -> String {
        let [offset, value] = [store.offset, store.value].map(|operand| self.operand(operand));
        let condition = match store.condition {
            Operand::Constant(condition) if condition.is_nonzero() => String::new(),
            condition => format!(" if {}", self.operand(condition)),
        };
        format!("store.{} {offset}, {value}{condition}", self.access(store.access))
    }

    fn access(&self, access: Access) -> String {
        let name = self.objects.get(access.object.0).map_or("?", |object| &object.name);
        format!("{name}:{}", access.width)
    }

    fn terminator(&self, terminator: &Terminator) -> String {
        match terminator {
            Terminator::Jump(target) => format!("jump b{}", target.0),
            Terminator::Branch { condition, then, otherwise } => {
                format!("branch {} ? b{} : b{}", self.operand(*condition), then.0, otherwise.0)
            }
            Terminator::Switch { value, cases, default } => {
                let cases = cases.iter().map(|(case, target)| format!("{}: b{}, ", constant_text(*case), target.0));
                format!("switch {} [{}else: b{}]", self.operand(*value), cases.collect::<String>(), default.0)
            }
            Terminator::Exit(Exit::Ok) => "exit ok".into(),
            Terminator::Exit(Exit::Error(site)) => {
                let kind = self.map.sites.get(site.0).map(|site| site.kind.to_string());
                format!("exit error {}: {}", site.0, kind.unwrap_or_default())
            }
            Terminator::Exit(Exit::Unmodelled(row)) => {
                let reason = self.map.unmodelled.get(row.0).map_or("", |row| row.reason.as_str());
                format!("exit unmodelled {}: {reason}", row.0)
            }
        }
    }
}

/// A constant as a decimal number, negative where its sign bit is set and it has more than one bit.
fn constant_text(constant: BitVec) -> String {
    match constant.width() {
        1 => constant.unsigned().to_string(),
        _ => constant.signed().to_string(),
    }
}
