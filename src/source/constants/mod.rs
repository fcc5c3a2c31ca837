//! Constants whose value is undefined, wherever they stand, and what else clang's syntax tree says that its module does not.
//!
//! Clang checks what it emits. What it computes itself it does not check: initialisers that are constant as a whole, elements in braces,
//! labels, sizes of bit-fields, arguments of built-in functions; there it warns of some faults, and of none that a
//! pragma silences. Each constant is computed once more here, from the tree, as C has it (C11 6.6, 6.5): an
//! operation on constants that is undefined is found, whatever clang makes or says of it. Only sizes of arrays are not in the tree: clang tells
//! of undefined behaviour in them, or makes them variable (see [`account`](crate::source::account)).
//!
//! | function | what |
//! |---|---|
//! | [`Reader::value`] | what an expression gives, as far as it is a constant |
//! | [`Reader::pass_on`] | which faults of its parts an expression has |

mod number;
mod passed;
mod sizes;
#[cfg(test)]
mod tests;
mod types;
mod values;

pub use number::Fault;
pub use sizes::open_sizes;

use crate::source::lines::{base_name, Lines, Position};
use crate::source::property::{DataModel, Property};
use crate::source::tree::{self, Node, NodeId, Place, Spot, Walk};
use number::{Integer, Range, Undefined};
use passed::Passed;
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::{self, Read};
use types::{changes, class, has_open_size, has_variable_size, Class};
use values::{Value, SOMETHING};

/// What the tree says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Constants whose value is undefined.
    pub undefined: Vec<UndefinedConstant>,
    /// Where code stands that no execution comes to, as a number for the condition around it or a jump before it says: the file, the first place
    /// and the last one. Clang emits nothing for it, but warns.
    pub dead: Vec<(String, Position, Position)>,
    /// Whether another file that is included has the same name without its folder: then a place of one is not told from that of the other.
    pub has_namesake: bool,
    /// Where indices end in the file itself: how many bytes stand before the bracket.
    pub indices: FxHashSet<u32>,
    /// The types of variables and expressions whose size only an execution gives.
    pub variable: FxHashSet<String>,
    /// Whether an attribute switches off clang's checks somewhere.
    pub switches_off: bool,
    /// Whether a member is taken of what a comma gives, `(0, s).a`: in C that is a temporary (C11 6.2.4, 6.5.17), for clang `s` itself.
    pub has_member_of_comma: bool,
    /// Whether an integer of fewer bits than `int` has (`_BitInt`), or a bit-field that holds the largest `int` in another type, is counted up or
    /// down: clang checks that in its own type, where C computes with `int` (C11 6.3.1.1, C23 6.5.3.1).
    pub counts_narrow: bool,
    /// Whether an atomic object is computed with in another type than its own, as in `c += 1` for an atomic `char`: clang computes in the
    /// object's.
    pub computes_atomically: bool,
    /// Whether an operand that is not evaluated, as that of `__builtin_constant_p`, computes something that clang checks.
    pub computes_unevaluated: bool,
    /// Whether such an operand reads what a pointer or an index leads to.
    pub reads_unevaluated: bool,
    /// A variable that is called constant, and that a jump into its scope passes by.
    pub passed: Option<String>,
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
        let is_never_a_number = matches!(self.fault, Fault::ShiftCount | Fault::Divide | Fault::Convert);
        property.asks_for_constants() && is_never_a_number || property.asks_for_overflow()
    }

    /// Whether its operator may stand at a place.
    pub fn is_at(&self, file: &str, place: Position) -> bool {
        let within = |(first, last): (Position, Position)| first <= place && place <= last;
        self.file == file && (within(self.operator) || self.spelled.is_some_and(within))
    }
}

impl Facts {
    /// Whether no execution comes to what stands at a place.
    pub fn is_dead(&self, file: &str, place: Position) -> bool {
        let is_within =
            |(of, first, last): &(String, Position, Position)| of == file && *first <= place && place <= *last;
        !self.has_namesake && self.dead.iter().any(is_within)
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
        tight: FxHashSet::default(),
        passed: Passed::default(),
        facts: Facts::default(),
    };
    tree::walk(json, &mut reader)?;
    Ok(reader.facts)
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
    is_needed: bool,
    /// Whether its type is atomic.
    is_atomic: bool,
    /// Whether it is the name of a function whose operand is not evaluated.
    is_unevaluating: bool,
    /// Whether it is a variable's name.
    is_variable: bool,
    /// Whether it is a bit-field that becomes an `int` to be computed with, and holds the largest.
    is_tight: bool,
    /// Whether something is computed in it.
    computes: bool,
    /// Whether something is read in it that a pointer or an index leads to.
    reads: bool,
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
    /// Whether it is needed even where control does not come to its first statement: it has a label, or what is computed before all.
    is_needed: bool,
    /// Whether control does not go on behind the last part.
    has_ended: bool,
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
    /// Bit-fields that become an `int` to be computed with, and hold the largest, which their own types do not end with.
    tight: FxHashSet<NodeId>,
    passed: Passed,
    facts: Facts,
}

impl Walk for Reader {
    fn enter(&mut self, node: &Node) {
        let is_outside = self.open.last().is_none_or(|open| open.kind == "TranslationUnitDecl");
        if is_outside {
            self.function = if node.kind == "FunctionDecl" { node.mangled.clone() } else { String::new() };
        }
        if node.kind != "TranslationUnitDecl" {
            self.passed.enter(node);
        }
        let is_static = is_outside || ["static", "extern"].contains(&&*node.storage);
        self.open.push(Open {
            kind: node.kind.clone(),
            is_static,
            parts: Vec::new(),
            count: 0,
            has_runtime: false,
            is_needed: LABELS.contains(&&*node.kind) || BEFORE_ALL.contains(&&*node.kind) || is_static,
            has_ended: false,
            enumerator: Some(0),
            found: Vec::new(),
        });
    }

    fn leave(&mut self, node: Node) {
        let Some(mut open) = self.open.pop() else { return };
        let (value, undefined) = self.value(&node, &open);
        let initial = open.parts.iter().rev().find(|part| is_expression(&part.kind)).map(|part| part.value);
        self.declare(&node, &open, initial);
        let passed = self.passed.leave(&node, initial);
        self.facts.passed = self.facts.passed.take().or(passed);
        self.facts.switches_off |= SWITCHES_OFF.contains(&&*node.kind);
        let strips = TRANSPARENT.contains(&&*node.kind) || node.opcode == "__extension__";
        let is_comma = node.opcode == "," || strips && open.parts.iter().any(|part| part.is_comma);
        self.facts.has_member_of_comma |=
            node.kind == "MemberExpr" && !node.is_arrow && open.parts.first().is_some_and(|part| part.is_comma);
        let is_unevaluating =
            UNEVALUATING.contains(&&*node.name) || strips && open.parts.iter().any(|part| part.is_unevaluating);
        let is_variable = node.kind == "DeclRefExpr" || strips && open.parts.iter().any(|part| part.is_variable);
        let computes = CHECKED.contains(&&*node.opcode) && node.kind != "UnaryOperator"
            || ["-", "++", "--"].contains(&&*node.opcode)
            || open.parts.iter().any(|part| part.computes);
        let reads = node.cast == "LValueToRValue" && open.parts.iter().any(|part| !part.is_variable)
            || open.parts.iter().any(|part| part.reads);
        if node.kind == "CallExpr"
            && open.parts.first().is_some_and(|callee| callee.is_unevaluating && callee.is_built_in)
        {
            self.facts.computes_unevaluated |= computes;
            self.facts.reads_unevaluated |= reads;
        }
        self.facts.computes_atomically |= node.kind == "CompoundAssignOperator"
            && open.parts.first().is_some_and(|object| object.is_atomic)
            && (node.computed != node.ty || node.ty == "_Bool");
        let is_tight = self.tight.contains(&node.member) || strips && open.parts.iter().any(|part| part.is_tight);
        let is_narrow = || node.ty.contains("_BitInt(") || open.parts.iter().any(|part| part.is_tight);
        self.facts.counts_narrow |= ["++", "--"].contains(&&*node.opcode) && is_narrow();
        if node.kind == "ArraySubscriptExpr" && *node.last.expanded.file == *self.main {
            self.facts.indices.insert(node.last.expanded.offset);
        }
        if SIZED.contains(&&*node.kind) {
            let types = [&node.ty, &node.argument].into_iter().filter(|ty| has_variable_size(ty));
            self.facts.variable.extend(types.cloned());
        }
        let spot = &node.first.expanded;
        self.facts.has_namesake |= *spot.file != *self.main && base_name(&spot.file) == base_name(&self.main);
        let skipped = skipped(&node, &open);
        let condition = open.parts.get(if node.kind == "ForStmt" { 2 } else { 0 });
        let is_number = condition.is_some_and(|part| part.kind == "IntegerLiteral");
        let is_behind_end = !open.is_needed && self.open.last().is_some_and(|outer| outer.has_ended);
        // What an object holds that is called constant, another file or a jump may say.
        let dead = skipped.clone().filter(|_| is_number).filter_map(|part| open.parts.get(part));
        let dead = dead.filter(|part| !part.is_needed);
        let dead = dead.map(|part| (&part.first, &part.last)).chain(is_behind_end.then_some((&node.first, &node.last)));
        let dead: Vec<_> = dead.filter_map(|(first, last)| self.extent(first, last)).collect();
        self.facts.dead.extend(dead);
        let mut found = self.pass_on(&node, skipped, &mut open);
        if SIZED.contains(&&*node.kind) && (has_open_size(&node.ty) || has_open_size(&node.argument)) {
            let undefined = Undefined { fault: Fault::Add, is_certain: false };
            found.extend(self.found(&node, undefined, &node.first, &node.last));
        }
        // Vectors and complex numbers have no checks at all.
        let has_checks = open.parts.iter().all(|part| part.class != Class::Other);
        // Where the program converts numbers, that is guarded.
        let counts = |undefined: &Undefined| match undefined.fault {
            Fault::Convert => self.is_folded(),
            _ => undefined.is_certain || !has_checks || self.is_folded(),
        };
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
        outer.is_needed |= open.is_needed;
        outer.has_runtime |= value == Value::Runtime;
        if !is_behind_end {
            outer.has_ended = outer.kind == "CompoundStmt" && JUMPS.contains(&&*node.kind);
            outer.found.extend(found.into_iter().map(|found| Found { part: outer.count, ..found }));
        }
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
            is_needed: open.is_needed,
            is_atomic: node.ty.contains("_Atomic("),
            is_unevaluating,
            is_variable,
            is_tight,
            computes,
            reads,
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

/// Places that a jump leads to.
const LABELS: [&str; 3] = ["LabelStmt", "CaseStmt", "DefaultStmt"];

/// Statements behind which control does not go on.
const JUMPS: [&str; 5] = ["ReturnStmt", "BreakStmt", "ContinueStmt", "GotoStmt", "IndirectGotoStmt"];

/// Functions that only look at what their operand is: C computes nothing of it.
const UNEVALUATING: [&str; 4] =
    ["__builtin_constant_p", "__builtin_object_size", "__builtin_dynamic_object_size", "__builtin_assume"];

/// Operators that clang may check.
const CHECKED: [&str; 7] = ["+", "-", "*", "/", "%", "<<", ">>"];

/// Attributes by which clang checks less.
const SWITCHES_OFF: [&str; 2] = ["NoSanitizeAttr", "DisableSanitizerInstrumentationAttr"];

/// Expressions that are what is in them; arms of `_Generic` have no kind.
const TRANSPARENT: [&str; 5] = ["ParenExpr", "GenericSelectionExpr", "ChooseExpr", "ImplicitCastExpr", ""];

/// Nodes in which clang computes what is constant by itself.
const FOLDED: [&str; 6] =
    ["InitListExpr", "CompoundLiteralExpr", "EnumConstantDecl", "FieldDecl", "ConstantExpr", "StaticAssertDecl"];

/// Nodes whose constants are computed before the program runs; labels are such expressions.
const BEFORE_ALL: [&str; 4] = ["EnumConstantDecl", "ConstantExpr", "FieldDecl", "StaticAssertDecl"];

/// Nodes that say of which size an array is.
const SIZED: [&str; 6] =
    ["VarDecl", "TypedefDecl", "FieldDecl", "CStyleCastExpr", "UnaryExprOrTypeTraitExpr", "CompoundLiteralExpr"];

impl Reader {
    /// Remembers what a declaration says of later constants.
    fn declare(&mut self, node: &Node, open: &Open, value: Option<Value>) {
        match &*node.kind {
            "EnumConstantDecl" => {
                let Some(outer) = self.open.last_mut() else { return };
                let implicit = outer.enumerator.map_or(SOMETHING, |number| Value::Constant(Range::of(number)));
                let value = value.unwrap_or(implicit);
                outer.enumerator = value.number().and_then(|number| number.checked_add(1));
                self.constants.insert(node.id, value);
            }
            // Another file's may be in the place of this one.
            "VarDecl" if open.parts.iter().any(|part| part.kind == "WeakAttr") => {}
            "VarDecl" if Integer::named(&node.ty, self.long).is_some() && !changes(&node.ty, self.long) => {
                // Without a value here it may have one elsewhere.
                self.constants.insert(node.id, value.unwrap_or(SOMETHING));
            }
            "FieldDecl" if node.is_bit_field => {
                let is_tight = match (Integer::named(&node.ty, self.long), value.and_then(Value::number)) {
                    (_, None) => true,
                    (ty, Some(32)) => ty.is_none_or(|ty| ty.is_signed && ty.width > 32),
                    (ty, Some(31)) => ty.is_none_or(|ty| !ty.is_signed),
                    _ => false,
                };
                if is_tight {
                    self.tight.insert(node.id);
                }
            }
            _ => {}
        }
    }

    /// The faults of the parts of a node that are faults of itself.
    fn pass_on(&self, node: &Node, skipped: std::ops::Range<usize>, open: &mut Open) -> Vec<Found> {
        let mut found = std::mem::take(&mut open.found);
        if found.is_empty() {
            return found;
        }
        let is_needed = |part: usize| open.parts.get(part).is_some_and(|part| part.is_needed);
        found.retain(|found| !skipped.contains(&found.part) || is_needed(found.part));
        let truth = open.parts.first().and_then(|part| part.value.truth());
        // Which parts may not be computed.
        let mut may_skip = 0..0;
        match (&*node.kind, truth) {
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

    /// Between which places code stands, if no other code can stand there: each line has the name and number that the first one says.
    fn extent(&self, first: &Place, last: &Place) -> Option<(String, Position, Position)> {
        if self.is_ambiguous(first) || self.is_ambiguous(last) {
            return None;
        }
        let (file, from) = self.position(&first.expanded);
        let (_, to) = self.position(&last.expanded);
        let (top, bottom) = (first.expanded.line as usize - 1, last.expanded.line as usize - 1);
        let goes_on = |row: usize| {
            let (name, is_twice) = self.lines.file(row);
            name == file && !is_twice && self.lines.position(row, 0).line as usize == from.line as usize + (row - top)
        };
        (top <= bottom && (top..=bottom).all(goes_on)).then_some((file, from, to))
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

/// Which parts of a node are not computed, as its condition says.
fn skipped(node: &Node, open: &Open) -> std::ops::Range<usize> {
    let truth = |part: usize| open.parts.get(part).and_then(|part| part.value.truth());
    match (&*node.kind, truth(0)) {
        ("ConditionalOperator" | "IfStmt" | "ChooseExpr", Some(true)) => 2..3,
        ("ConditionalOperator" | "IfStmt" | "ChooseExpr" | "WhileStmt", Some(false)) => 1..2,
        ("BinaryConditionalOperator", Some(true)) => 3..4,
        ("BinaryOperator", Some(truth)) if node.opcode == "&&" && !truth || node.opcode == "||" && truth => 1..2,
        // Behind what is declared in it stand its condition, its step and its body.
        // A label in the body leads to the step.
        ("ForStmt", _) if truth(2) == Some(false) && open.parts.iter().all(|part| !part.is_needed) => 3..5,
        _ => 0..0,
    }
}

/// Arms of `_Generic` have no kind.
fn is_expression(kind: &str) -> bool {
    kind.is_empty() || ["Expr", "Operator", "Literal"].iter().any(|end| kind.ends_with(end))
}
