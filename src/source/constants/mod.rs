//! Constants whose value is undefined, wherever they stand, and what else clang's syntax tree says that its module does not.
//!
//! Clang checks what it emits. What it computes itself it does not check: initialisers that are constant as a whole, elements in braces,
//! labels, sizes of bit-fields, arguments of built-in functions; there it warns of some faults, and of none that a
//! pragma silences. Each constant is computed once more here, from the tree, as C has it (C11 6.6, 6.5): an
//! operation on constants that is undefined is found, whatever clang makes or says of it. Only sizes of arrays are not in the tree: clang tells
//! of undefined behaviour in them, or makes them variable (see [`clang`](crate::source::clang)).
//!
//! | function | what |
//! |---|---|
//! | [`Reader::value`] | what an expression gives, as far as it is a constant |
//! | [`Reader::pass_on`] | which faults of its parts an expression has |

mod number;
mod sizes;
#[cfg(test)]
mod tests;

pub use number::Fault;
pub use sizes::open_sizes;

use crate::source::lines::{base_name, Lines, Position};
use crate::source::property::{DataModel, Property};
use crate::source::tree::{self, Node, NodeId, Place, Spot, Walk};
use number::{binary, unary, Integer, Range, Undefined, ANY};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::{self, Read};

/// What the tree says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Constants whose value is undefined.
    pub undefined: Vec<UndefinedConstant>,
    /// Where indices end in the file itself: how many bytes stand before the bracket.
    pub indices: FxHashSet<u32>,
    /// The types of variables and expressions whose size only an execution gives.
    pub variable: FxHashSet<String>,
    /// Whether an attribute switches off clang's checks somewhere.
    pub switches_off: bool,
    /// Whether a member is taken of what a comma gives, `(0, s).a`: in C that is a temporary (C11 6.2.4, 6.5.17), for clang `s` itself.
    pub has_member_of_comma: bool,
    /// Whether an integer of fewer bits than `int` has (`_BitInt`) is counted up or down: clang checks that at its own width, where C computes
    /// with `int` (C23 6.5.3.1).
    pub counts_narrow: bool,
}

/// An operation on constants that is or may be undefined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndefinedConstant {
    /// What is undefined.
    pub fault: Fault,
    /// Whether it surely is, if it is computed; else something in it is not known here.
    pub is_known: bool,
    /// Whether it surely is, and is computed whenever what it initialises is.
    pub is_certain: bool,
    /// Whether it stands where clang may compute it itself.
    pub is_folded: bool,
    /// Whether other code may have the same place: it is made by a macro, or stands in a header, or in a line that exists twice.
    pub is_ambiguous: bool,
    /// The function that it stands in, as the module names it; empty outside of all.
    pub function: String,
    /// The file, without its folder.
    pub file: String,
    /// The operator stands there, from the first place to the last one.
    pub operator: (Position, Position),
    /// The same where it is written, if that is one place.
    pub spelled: Option<(Position, Position)>,
    /// Where code of the initialiser around it can stand, inside out: braces, compound literals, the variable's name.
    pub initialisers: Vec<Position>,
}

impl UndefinedConstant {
    /// Whether a program that comes there is undefined, as far as a property has to know that: sums wrap where nobody asks about them.
    pub fn concerns(&self, property: Property) -> bool {
        let is_never_a_number = matches!(self.fault, Fault::ShiftCount | Fault::Divide);
        property.asks_for_constants() && is_never_a_number || property.asks_for_overflow()
    }

    /// Whether its operator may stand at a place.
    pub fn is_at(&self, file: &str, place: Position) -> bool {
        let within = |(first, last): (Position, Position)| first <= place && place <= last;
        self.file == file && (within(self.operator) || self.spelled.is_some_and(within))
    }
}

/// Reads clang's tree of a file, as JSON. The text is that of the file that it is asked for, which `main` names as clang was told.
///
/// # Errors
/// If the tree cannot be read to its end.
pub fn facts(json: impl Read, main: &str, text: &[u8], data_model: DataModel) -> io::Result<Facts> {
    let mut reader = Reader {
        long: match data_model {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        },
        main: main.to_owned(),
        lines: Lines::of(&String::from_utf8_lossy(text), main),
        open: Vec::new(),
        function: String::new(),
        constants: FxHashMap::default(),
        known: FxHashSet::default(),
        facts: Facts::default(),
    };
    tree::walk(json, &mut reader)?;
    Ok(reader.facts)
}

/// What an expression gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    /// A constant between two bounds, or anything that is no number.
    Constant(Range),
    /// Something that only an execution gives.
    Runtime,
}

const SOMETHING: Value = Value::Constant(ANY);

impl Value {
    fn number(self) -> Option<i128> {
        match self {
            Value::Constant(range) => range.only(),
            _ => None,
        }
    }

    fn truth(self) -> Option<bool> {
        match self {
            Value::Constant(range) => range.truth(),
            _ => None,
        }
    }
}

/// A part of a node that has been read.
struct Part {
    kind: String,
    class: Class,
    has_variable_size: bool,
    /// Whether it is the name of a built-in function.
    is_built_in: bool,
    value: Value,
    first: Place,
    last: Place,
    is_selected: bool,
    is_comma: bool,
    has_label: bool,
}

/// A constant of which it is not told yet.
struct Found {
    id: NodeId,
    /// In which part of the open node it is.
    part: usize,
    constant: UndefinedConstant,
}

/// A node that is being read.
struct Open {
    kind: String,
    /// Whether an initial value of it is written by no code.
    is_static: bool,
    /// The first parts, and the last one: tables have many.
    parts: Vec<Part>,
    count: usize,
    has_runtime: bool,
    has_label: bool,
    /// The value of the next enumerator.
    enumerator: Option<i128>,
    found: Vec<Found>,
}

struct Reader {
    long: u32,
    main: String,
    lines: Lines,
    open: Vec<Open>,
    /// The function that is being read.
    function: String,
    /// The values of enumerators and of variables that are constant.
    constants: FxHashMap<NodeId, Value>,
    known: FxHashSet<NodeId>,
    facts: Facts,
}

impl Walk for Reader {
    fn enter(&mut self, node: &Node) {
        let is_outside = self.open.last().is_none_or(|open| open.kind == "TranslationUnitDecl");
        if is_outside {
            self.function = if node.kind == "FunctionDecl" { node.mangled.clone() } else { String::new() };
        }
        self.open.push(Open {
            kind: node.kind.clone(),
            is_static: is_outside || ["static", "extern"].contains(&&*node.storage),
            parts: Vec::new(),
            count: 0,
            has_runtime: false,
            has_label: ["LabelStmt", "CaseStmt", "DefaultStmt"].contains(&&*node.kind),
            enumerator: Some(0),
            found: Vec::new(),
        });
    }

    fn leave(&mut self, node: Node) {
        let Some(mut open) = self.open.pop() else { return };
        let (value, undefined) = self.value(&node, &open);
        self.declare(&node, &open);
        self.facts.switches_off |= SWITCHES_OFF.contains(&&*node.kind);
        let strips = TRANSPARENT.contains(&&*node.kind) || node.opcode == "__extension__";
        let is_comma = node.opcode == "," || strips && open.parts.iter().any(|part| part.is_comma);
        self.facts.has_member_of_comma |=
            node.kind == "MemberExpr" && !node.is_arrow && open.parts.first().is_some_and(|part| part.is_comma);
        self.facts.counts_narrow |= ["++", "--"].contains(&&*node.opcode) && node.ty.contains("_BitInt(");
        if node.kind == "ArraySubscriptExpr" && *node.last.expanded.file == *self.main {
            self.facts.indices.insert(node.last.expanded.offset);
        }
        if SIZED.contains(&&*node.kind) {
            let types = [&node.ty, &node.argument].into_iter().filter(|ty| has_variable_size(ty));
            self.facts.variable.extend(types.cloned());
        }
        let mut found = self.pass_on(&node, &mut open);
        if SIZED.contains(&&*node.kind) && (has_open_size(&node.ty) || has_open_size(&node.argument)) {
            let undefined = Undefined { fault: Fault::Add, is_certain: false };
            found.extend(self.found(&node, undefined, &node.first, &node.last));
        }
        // Vectors and complex numbers have no checks at all.
        let has_checks = open.parts.iter().all(|part| part.class != Class::Other);
        let counts = |undefined: &Undefined| undefined.is_certain || !has_checks || self.is_folded();
        if let Some(undefined) = undefined.filter(counts) {
            let (left, right) = match (open.parts.first(), open.parts.get(1)) {
                (Some(left), Some(right)) => (&left.last, &right.first),
                _ => (&node.first, &node.first),
            };
            found.extend(self.found(&node, undefined, left, right));
        }
        let Some(outer) = self.open.last_mut().filter(|outer| outer.kind != "TranslationUnitDecl") else {
            for Found { id, mut constant, .. } in found {
                if self.known.insert(id) {
                    constant.is_certain &= !constant.initialisers.is_empty();
                    self.facts.undefined.push(constant);
                }
            }
            return;
        };
        outer.has_label |= open.has_label;
        outer.has_runtime |= value == Value::Runtime;
        outer.found.extend(found.into_iter().map(|found| Found { part: outer.count, ..found }));
        let part = Part {
            class: class(&node.ty, self.long),
            has_variable_size: has_variable_size(&node.ty),
            kind: node.kind,
            is_built_in: node.cast == "BuiltinFnToFnPtr" || strips && open.parts.iter().any(|part| part.is_built_in),
            value,
            first: node.first,
            last: node.last,
            is_selected: node.is_selected,
            is_comma,
            has_label: open.has_label,
        };
        // An operator has three operands at most, `_Generic` any number of arms.
        if outer.count >= KEPT && outer.kind != "GenericSelectionExpr" {
            outer.parts.truncate(KEPT - 1);
        }
        outer.parts.push(part);
        outer.count += 1;
    }
}

/// How many parts of a node are kept.
const KEPT: usize = 5;

/// Attributes by which clang checks less.
const SWITCHES_OFF: [&str; 2] = ["NoSanitizeAttr", "DisableSanitizerInstrumentationAttr"];

/// Expressions that are what is in them; arms of `_Generic` have no kind.
const TRANSPARENT: [&str; 5] = ["ParenExpr", "GenericSelectionExpr", "ChooseExpr", "ImplicitCastExpr", ""];

/// Nodes in which clang computes what is constant by itself.
const FOLDED: [&str; 6] =
    ["InitListExpr", "CompoundLiteralExpr", "EnumConstantDecl", "FieldDecl", "ConstantExpr", "StaticAssertDecl"];

/// Nodes whose constants are computed before the program runs; labels are such expressions.
const BEFORE_ALL: [&str; 4] = ["EnumConstantDecl", "ConstantExpr", "FieldDecl", "StaticAssertDecl"];

const COMPARISONS: [&str; 6] = ["==", "!=", "<", ">", "<=", ">="];

/// What a type is for arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// Integers that are computed here.
    Integer,
    /// Pointers and floating-point numbers, whose sums are in no place undefined for what is asked.
    Harmless,
    /// Vectors, integers of more than 128 bits and the like.
    Other,
}

fn class(ty: &str, long: u32) -> Class {
    let words = ["*", "[", "float", "double", "_Float", "__bf16", "__fp16", "enum "];
    match Integer::named(ty, long) {
        Some(_) => Class::Integer,
        None if ty.contains("vector") => Class::Other,
        None if words.iter().any(|word| ty.contains(word)) => Class::Harmless,
        None => Class::Other,
    }
}

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

/// Nodes that say of which size an array is.
const SIZED: [&str; 6] =
    ["VarDecl", "TypedefDecl", "FieldDecl", "CStyleCastExpr", "UnaryExprOrTypeTraitExpr", "CompoundLiteralExpr"];

/// Whether a type has a size that only an execution gives.
fn has_variable_size(ty: &str) -> bool {
    ty.split('[').skip(1).any(|size| !size.starts_with(|letter: char| letter.is_ascii_digit() || letter == ']'))
}

/// Whether in such a size something stands that clang may compute without a check.
fn has_open_size(ty: &str) -> bool {
    has_variable_size(ty) && ["__", "{"].iter().any(|word| ty.contains(word))
}

impl Reader {
    /// What an expression gives, and what is undefined about it itself.
    fn value(&self, node: &Node, open: &Open) -> (Value, Option<Undefined>) {
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
            "ParenExpr" | "OpaqueValueExpr" => part(0),
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
                Some(ty) if node.cast != "FloatingToIntegral" => Value::Constant(ty.converted(range)),
                _ => all,
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

    /// Remembers what a declaration says of later constants.
    fn declare(&mut self, node: &Node, open: &Open) {
        let value = open.parts.iter().rev().find(|part| is_expression(&part.kind)).map(|part| part.value);
        match &*node.kind {
            "EnumConstantDecl" => {
                let Some(outer) = self.open.last_mut() else { return };
                let implicit = outer.enumerator.map_or(SOMETHING, |number| Value::Constant(Range::of(number)));
                let value = value.unwrap_or(implicit);
                outer.enumerator = value.number().and_then(|number| number.checked_add(1));
                self.constants.insert(node.id, value);
            }
            "VarDecl" if Integer::named(&node.ty, self.long).is_some() && !changes(&node.ty, self.long) => {
                // Without a value here it may have one elsewhere.
                self.constants.insert(node.id, value.unwrap_or(SOMETHING));
            }
            _ => {}
        }
    }

    /// The faults of the parts of a node that are faults of itself.
    fn pass_on(&self, node: &Node, open: &mut Open) -> Vec<Found> {
        let mut found = std::mem::take(&mut open.found);
        if found.is_empty() {
            return found;
        }
        let truth = open.parts.first().and_then(|part| part.value.truth());
        let has_label = |part: usize| open.parts.get(part).is_some_and(|part| part.has_label);
        // Which part is not computed, and whether parts may not be.
        let mut skip = |skipped: usize| found.retain(|found| found.part != skipped || has_label(skipped));
        let mut may_skip = 0..0;
        match (&*node.kind, truth) {
            ("ConditionalOperator" | "IfStmt" | "ChooseExpr", Some(truth)) => skip(if truth { 2 } else { 1 }),
            ("BinaryConditionalOperator", Some(true)) => skip(3),
            ("BinaryOperator", Some(truth)) if node.opcode == "&&" && !truth || node.opcode == "||" && truth => skip(1),
            ("BinaryOperator", None) if ["&&", "||"].contains(&&*node.opcode) => may_skip = 1..2,
            ("ConditionalOperator" | "ChooseExpr" | "BinaryConditionalOperator", None) => {
                may_skip = 1..usize::MAX;
            }
            ("GenericSelectionExpr", _) => {
                let selected = open.parts.iter().position(|part| part.is_selected);
                found.retain(|found| selected == Some(found.part));
            }
            // What `sizeof` is asked of is computed for its size only.
            ("UnaryExprOrTypeTraitExpr", _) => {
                found.retain(|_| open.parts.first().is_some_and(|part| part.has_variable_size));
                may_skip = 0..usize::MAX;
            }
            ("CallExpr" | "StmtExpr" | "OffsetOfExpr", _) => may_skip = 0..usize::MAX,
            (kind, _) if kind.ends_with("Attr") => may_skip = 0..usize::MAX,
            _ => {}
        }
        let initialiser = match &*node.kind {
            "InitListExpr" | "CompoundLiteralExpr" => Some(&node.first),
            "VarDecl" => Some(&node.at),
            _ => None,
        };
        let initialiser = initialiser.map(|place| (self.position(&place.expanded).1, self.is_ambiguous(place)));
        for found in &mut found {
            let constant = &mut found.constant;
            constant.is_certain &= !may_skip.contains(&found.part);
            match initialiser {
                // Code that is found there may be other code.
                Some((_, true)) => constant.is_certain = false,
                Some((position, false)) => constant.initialisers.push(position),
                None => {}
            }
            // What is computed before the program runs is so wherever it stands.
            if node.kind == "VarDecl" && open.is_static || BEFORE_ALL.contains(&&*node.kind) {
                constant.is_certain = false;
                constant.function.clear();
            }
            match &*node.kind {
                // What is initialised inside of a statement is not told by what is around it.
                kind if !is_expression(kind) => constant.is_certain &= !constant.initialisers.is_empty(),
                _ => {}
            }
        }
        found
    }

    /// Whether a node is in a place where clang computes what is constant.
    fn is_folded(&self) -> bool {
        self.open.iter().any(|open| {
            let is_call = || open.parts.first().is_some_and(|callee| callee.is_built_in);
            FOLDED.contains(&&*open.kind)
                || open.kind == "VarDecl" && open.is_static
                || open.kind == "CallExpr" && is_call()
                || open.kind.ends_with("Attr")
        })
    }

    fn found(&self, node: &Node, undefined: Undefined, left: &Place, right: &Place) -> Option<Found> {
        let Undefined { fault, is_certain } = undefined;
        let (file, first) = self.position(&left.expanded);
        let (_, last) = self.position(&right.expanded);
        let (at, behind) = (&left.spelled, &right.spelled);
        let is_one_place = left.in_macro == right.in_macro && at.file == behind.file && at.line == behind.line;
        let constant = UndefinedConstant {
            fault,
            is_known: is_certain,
            is_certain,
            is_folded: self.is_folded(),
            is_ambiguous: self.is_ambiguous(left) || self.is_ambiguous(right),
            function: self.function.clone(),
            file,
            operator: (first, last),
            spelled: is_one_place.then(|| (self.position(at).1, self.position(behind).1)),
            initialisers: Vec::new(),
        };
        Some(Found { id: node.id, part: 0, constant })
    }

    /// Whether other code may have the same place.
    fn is_ambiguous(&self, place: &Place) -> bool {
        let row = (place.expanded.line as usize).saturating_sub(1);
        let Spot { file, is_included, .. } = &place.expanded;
        place.in_macro || *is_included || **file != *self.main || self.lines.file(row).1
    }

    /// The file and place that a spot has for debug information: what `#line` and its like say.
    fn position(&self, spot: &Spot) -> (String, Position) {
        if *spot.file != *self.main || spot.line == 0 {
            return (base_name(&spot.file).to_owned(), Position { line: spot.line, column: spot.column });
        }
        let row = spot.line as usize - 1;
        (self.lines.file(row).0.to_owned(), self.lines.position(row, spot.column as usize - 1))
    }
}

/// Arms of `_Generic` have no kind.
fn is_expression(kind: &str) -> bool {
    kind.is_empty() || ["Expr", "Operator", "Literal"].iter().any(|end| kind.ends_with(end))
}

/// All numbers of a type. Whether `char` has negative ones, an option decides.
fn all(ty: &str, integer: Option<Integer>) -> Range {
    match integer {
        _ if is_plain_char(ty) => Range { low: -128, high: 255 },
        Some(ty) => ty.range(),
        None => ANY,
    }
}

fn is_plain_char(ty: &str) -> bool {
    words(ty).all(|word| ["char", "const", "volatile"].contains(&word)) && !ty.contains(['*', '[', '('])
}

fn words(ty: &str) -> impl Iterator<Item = &str> {
    ty.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').filter(|word| !word.is_empty())
}

/// Whether a variable of a type surely has values that only an execution gives. A name that is defined for a type may hide a `const`: clang
/// tells what stands below such names, but not inside of arrays.
fn changes(ty: &str, long: u32) -> bool {
    let whole = ty.split('[').next().unwrap_or(ty).trim_end();
    // Of a pointer, what stands behind the last star is about itself.
    let (pointee, own) = whole.rsplit_once('*').map_or((None, whole), |(pointee, own)| (Some(pointee), own));
    let has = |word: &str| words(own).any(|one| one == word);
    let is_built_in = ["struct", "union", "enum", "float", "double"].into_iter().any(has);
    has("volatile")
        || !has("const")
            && (pointee.is_some() || is_built_in || Integer::named(own, long).is_some_and(|_| !has("bool")))
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
