//! What expressions give, as far as they are constants.

use super::number::{self, binary, unary, Integer, Range, Undefined, ANY};
use super::types::{all, changes, is_plain_char, Class};
use super::{Open, Reader};
use crate::source::constants::number::Fault;
use crate::source::tree::Node;

/// What an expression gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A constant between two bounds, or anything that is no number.
    Constant(Range),
    /// Something that only an execution gives.
    Runtime,
}

/// A constant of which nothing is known.
pub const SOMETHING: Value = Value::Constant(ANY);

impl Value {
    /// The number, if it is known.
    pub fn number(self) -> Option<i128> {
        match self {
            Value::Constant(range) => range.only(),
            _ => None,
        }
    }

    /// Whether it is zero or not, if that is known.
    pub fn truth(self) -> Option<bool> {
        match self {
            Value::Constant(range) => range.truth(),
            _ => None,
        }
    }
}

const COMPARISONS: [&str; 6] = ["==", "!=", "<", ">", "<=", ">="];

/// What may go wrong with operands that are not computed here.
fn unknown(operator: &str) -> Option<Undefined> {
    let fault = match operator {
        "+" => Fault::Add,
        "-" => Fault::Subtract,
        "*" => Fault::Multiply,
        "/" | "%" => Fault::Divide,
        "<<" | ">>" => Fault::ShiftCount,
        _ => return None,
    };
    Some(Undefined { fault, is_certain: false })
}

impl Reader {
    /// What an expression gives, and what is undefined about it itself.
    pub fn value(&self, node: &Node, open: &Open) -> (Value, Option<Undefined>) {
        let ty = Integer::named(&node.ty, self.long);
        let all = Value::Constant(all(&node.ty, ty));
        let part = |index: usize| open.parts.get(index).map_or(SOMETHING, |part| part.value);
        let told = |(range, undefined)| (Value::Constant(range), undefined);
        let is_other = || open.parts.iter().any(|part| part.class == Class::Other);
        let of_parts = if open.has_runtime { Value::Runtime } else { all };
        let value = match &*node.kind {
            "IntegerLiteral" | "CharacterLiteral" => match (node.value.parse(), ty) {
                (Ok(number), Some(ty)) => Value::Constant(ty.converted(Range::of(number))),
                _ => all,
            },
            "ImplicitValueInitExpr" => Value::Constant(Range::of(0)),
            "ConstantExpr" => match node.value.parse() {
                Ok(number) => Value::Constant(Range::of(number)),
                _ => part(0),
            },
            // Of a number below 1, nobody asks here what it is as an integer.
            "FloatingLiteral" => match node.value.parse::<f64>() {
                Ok(number) if (1.0..1e18).contains(&number) => Value::Constant(Range::of(number as i128)),
                _ => all,
            },
            "ParenExpr" | "OpaqueValueExpr" => part(0),
            "ImplicitCastExpr" | "CStyleCastExpr" if node.cast == "FloatingToIntegral" => match (part(0), ty) {
                (Value::Constant(range), Some(ty)) if ty.converted(range) == range => part(0),
                (Value::Constant(_), _) => return (all, Some(Undefined { fault: Fault::Convert, is_certain: false })),
                (other, _) => other,
            },
            "ImplicitCastExpr" | "CStyleCastExpr" => self.cast(node, ty, part(0), all),
            "DeclRefExpr" => self.named(node),
            "UnaryOperator" => match (&*node.opcode, part(0)) {
                ("++" | "--", _) => Value::Runtime,
                ("&", _) => all,
                ("*", Value::Constant(_)) => all,
                ("-", Value::Constant(_)) if is_other() => {
                    return (all, Some(Undefined { fault: Fault::Negate, is_certain: false }));
                }
                (operator, Value::Constant(operand)) => return told(unary(operator, ty, operand)),
                (_, other) => other,
            },
            "BinaryOperator" => match &*node.opcode {
                "=" => Value::Runtime,
                "," => part(1),
                "&&" | "||" => logical(&node.opcode, part(0), part(1)),
                // Differences of pointers are in no place too large.
                operator => match (part(0), part(1)) {
                    (Value::Constant(_), Value::Constant(_)) if is_other() => return (all, unknown(operator)),
                    (Value::Constant(_), Value::Constant(_))
                        if open.parts.iter().any(|part| part.class != Class::Integer) =>
                    {
                        if COMPARISONS.contains(&operator) {
                            Value::Constant(number::TRUTH)
                        } else {
                            all
                        }
                    }
                    (Value::Constant(left), Value::Constant(right)) => {
                        return told(binary(operator, ty, left, right));
                    }
                    _ => Value::Runtime,
                },
            },
            "ConditionalOperator" => chosen(part(0).truth(), part(1), part(2), all),
            "BinaryConditionalOperator" => chosen(part(0).truth(), part(2), part(3), all),
            "ChooseExpr" => chosen(part(0).truth(), part(1), part(2), all),
            "GenericSelectionExpr" => open.parts.iter().find(|part| part.is_selected).map_or(all, |part| part.value),
            // An arm of it: type and expression.
            "" => open.parts.last().map_or(SOMETHING, |part| part.value),
            "UnaryExprOrTypeTraitExpr" => match self.size(node).filter(|_| node.name == "sizeof") {
                Some(size) => Value::Constant(Range::of(size)),
                None => all,
            },
            "CallExpr" if open.parts.first().is_some_and(|callee| callee.is_built_in) => all,
            "CallExpr" | "CompoundAssignOperator" | "VAArgExpr" | "AtomicExpr" => Value::Runtime,
            "ArraySubscriptExpr" | "MemberExpr" | "InitListExpr" | "CompoundLiteralExpr" => of_parts,
            _ => all,
        };
        (value, None)
    }

    fn cast(&self, node: &Node, ty: Option<Integer>, operand: Value, all: Value) -> Value {
        match (&*node.cast, operand) {
            // An address is a constant, what stands there is not.
            ("PointerToIntegral", _) => all,
            (_, Value::Constant(range)) => match ty {
                // Which integers these types are is not told, but all of them have the small numbers.
                _ if node.ty.contains("enum ") || is_plain_char(&node.ty) => {
                    let is_small = range.low >= 0 && range.high <= 127;
                    if is_small {
                        operand
                    } else {
                        all
                    }
                }
                Some(ty) => Value::Constant(ty.converted(range)),
                None => all,
            },
            (_, other) => other,
        }
    }

    /// What a name stands for.
    fn named(&self, node: &Node) -> Value {
        let Some((id, kind)) = &node.referenced else { return SOMETHING };
        match &**kind {
            "EnumConstantDecl" => self.constants.get(id).copied().unwrap_or(SOMETHING),
            "FunctionDecl" => SOMETHING,
            "ParmVarDecl" => Value::Runtime,
            _ if changes(&node.ty, self.long) => Value::Runtime,
            _ => self.constants.get(id).copied().unwrap_or(SOMETHING),
        }
    }

    /// The bytes of a type of integers, or of an array of them.
    fn size(&self, node: &Node) -> Option<i128> {
        let (element, sizes) = node.argument.split_once('[').unwrap_or((&node.argument, ""));
        // Names that are defined for types stand in arrays as they are, and this one may be defined.
        if element.contains("bool") {
            return None;
        }
        let bytes =
            Integer::named(element, self.long).filter(|ty| [1, 8, 16, 32, 64].contains(&ty.width))?.width.div_ceil(8);
        let lengths = sizes.split_terminator(']').map(|size| size.trim_start_matches('[').parse::<u32>().ok());
        lengths
            .map(|length| length.map(i128::from))
            .try_fold(i128::from(bytes), |size, length| size.checked_mul(length?))
    }
}

/// The meaning of `&&` and `||`. Clang knows it from one operand, if that decides it.
fn logical(operator: &str, left: Value, right: Value) -> Value {
    let decides = operator == "||";
    match (left.truth(), right.truth()) {
        (Some(truth), _) if truth == decides => Value::Constant(Range::of(i128::from(decides))),
        (Some(_), Some(truth)) => Value::Constant(Range::of(i128::from(truth))),
        (Some(_), None) if right == Value::Runtime => right,
        (None, None) if left == Value::Runtime && right == Value::Runtime => Value::Runtime,
        _ => Value::Constant(number::TRUTH),
    }
}

/// The meaning of a choice.
fn chosen(truth: Option<bool>, yes: Value, no: Value, all: Value) -> Value {
    match (truth, yes, no) {
        (Some(true), value, _) | (Some(false), _, value) => value,
        (_, Value::Constant(yes), Value::Constant(no)) => Value::Constant(yes.or(no)),
        (_, Value::Runtime, Value::Runtime) => Value::Runtime,
        _ => all,
    }
}
