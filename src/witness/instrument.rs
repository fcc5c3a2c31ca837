//! The program with a witness in it: invariants become checks, waypoints become a counter that only goes on where each is passed. What
//! is asked about that program, the front end and the engines answer as about any other.

use crate::source::lines::{base_name, Lines};
use crate::source_text::expression::Expression;
use crate::witness::format::{
    Action, Content, Invariant, InvariantKind, Kind, Location, Segment, Waypoint, ACSL_EXPRESSION, C_EXPRESSION,
};
use crate::witness::given::{ancestors, is_statement, Given};
use std::collections::BTreeMap;
use std::fmt::Write;
use tree_sitter::Node;

/// What the error function is called where the check of an invariant fails; its number follows.
const FAILS: &str = "__witness_invariant_fails_";

/// What stands before the program with waypoints: where an execution does not pass what it must, it ends.
const PROLOGUE: &str =
    "void __witness_assume(int) __asm__(\"bitreach.assume\");\nstatic unsigned int __witness_waypoint;\n";

/// What makes the compiler refuse an expression that does something, whatever macros made of it: see [`only_looks`].
const REFUSES_EFFECTS: &str = "#pragma clang diagnostic error \"-Wassume\"\n";

/// The program's error functions under another name, where they are no errors: one that an execution ends at if the program does not
/// define it, as it does at them, and that is no error where it does.
const NO_ERRORS: &str = "#define reach_error __assert_rtn\n#define __VERIFIER_error __assert_func\n";

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The counter of waypoints.
pub const COUNTER: &str = "__witness_waypoint";

/// Functions whose call is the violation of `unreach-call`.
const ERRORS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// Why a witness cannot be put into a program: it is about places or in words that are not there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misfit {
    /// What it says cannot be.
    #[error("line {line}: {reason}")]
    Wrong {
        /// Where.
        line: u32,
        /// What is wrong.
        reason: String,
    },
    /// It is in words of the format that are not followed.
    #[error("line {line}: {reason}, which is not followed")]
    Unsupported {
        /// Where.
        line: u32,
        /// What is not.
        reason: String,
    },
    /// With it the program does not compile.
    #[error("with the witness in it, {0}")]
    Refused(String),
}

/// Never evaluated, but compiled: an assumption of the compiler's may not do anything, and it says so if one does. The parser sees no
/// macros.
fn only_looks(expression: &str) -> String {
    format!("(0 ? __builtin_assume({expression}) : (void)0)")
}

/// A program with numbers that depend on what stands before them is another one with a witness in it.
fn refuse_counted(given: &Given) -> Result<(), Misfit> {
    match given.text.lines().position(|line| line.contains("__COUNTER__")) {
        Some(row) => {
            let reason = "the program has `__COUNTER__`, which counts what is put in".to_owned();
            Err(Misfit::Unsupported { line: row as u32 + 1, reason })
        }
        None => Ok(()),
    }
}

fn wrong(location: &Location, reason: impl Into<String>) -> Misfit {
    Misfit::Wrong { line: location.line, reason: reason.into() }
}

fn unsupported(location: &Location, reason: impl Into<String>) -> Misfit {
    Misfit::Unsupported { line: location.line, reason: reason.into() }
}

/// A program with invariants as checks.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The text.
    pub text: String,
    /// Line and column, as the compiler calls them, of the call that each failing check is.
    places: Vec<(u32, u32)>,
}

impl Checked {
    /// The call that the check of an invariant is where it fails.
    pub fn call(number: usize) -> String {
        format!("{FAILS}{number}()")
    }

    /// The invariant whose check stands at a place.
    pub fn invariant_at(&self, line: u32, column: u32) -> Option<usize> {
        self.places.iter().position(|&place| place == (line, column))
    }
}

/// That a place is in the program's file, and in the function that it says. Folders do not matter.
fn is_here(given: &Given, location: &Location, files: &[String]) -> Result<(), Misfit> {
    let name = base_name(&location.file_name);
    if base_name(&given.name) != name && files.iter().all(|file| base_name(file) != name) {
        return Err(wrong(location, format!("the program has no file `{}`", location.file_name)));
    }
    let function = given.offset(location).and_then(|offset| given.location(offset).function);
    match (&location.function, function) {
        (Some(said), Some(is)) if *said != is => {
            Err(wrong(location, format!("the place is in the function `{is}`, not `{said}`")))
        }
        _ => Ok(()),
    }
}

/// That all places of a witness are in the program's file, which the witness may call by one of these names.
///
/// # Errors
/// If one is not.
pub fn fits(given: &Given, content: &Content, files: &[String]) -> Result<(), Misfit> {
    match content {
        Content::Violation(segments) => {
            let mut all = segments.iter().flat_map(|segment| &segment.waypoints);
            all.try_for_each(|waypoint| is_here(given, &waypoint.location, files))
        }
        Content::Correctness(invariants) => {
            invariants.iter().try_for_each(|invariant| is_here(given, &invariant.location, files))
        }
    }
}

/// Puts invariants into a program, each as a check whose failure is a call of an error function. The calls of the program's own error
/// functions stay errors only if they are asked about; else they are what they are for the property: functions.
///
/// # Errors
/// If the program has no such place.
pub fn with_invariants(given: &Given, invariants: &[Invariant], keeps_errors: bool) -> Result<Checked, Misfit> {
    let mut edits = Edits::default();
    let mut prologue = REFUSES_EFFECTS.to_owned();
    if !keeps_errors {
        prologue += NO_ERRORS;
    }
    refuse_counted(given)?;
    for (number, invariant) in invariants.iter().enumerate() {
        let place = &invariant.location;
        if invariant.format != C_EXPRESSION {
            return Err(unsupported(place, format!("an expression of the format `{}`", invariant.format)));
        }
        let _ = writeln!(prologue, "void {FAILS}{number}(void) __asm__(\"__VERIFIER_error\");");
        let value = expression(&invariant.value, place)?;
        let looks = only_looks(&value);
        let check = format!("({looks}, ({value}) ? (void)0 : {})", Checked::call(number));
        match invariant.kind {
            InvariantKind::LoopInvariant => {
                let of = given.loop_at(place).ok_or_else(|| wrong(place, "no loop begins here"))?;
                edits.before_condition(given, of.node, &check).ok_or_else(|| wrong(place, "the loop is not whole"))?;
            }
            InvariantKind::LocationInvariant => {
                let statement = statement(given, place)?;
                edits.before_statement(statement, &format!("{check};"));
            }
        }
    }
    let text = edits.text(given, &prologue);
    let lines = Lines::of(&text, "");
    // The lines of the program itself begin behind the marker.
    let first = prologue.lines().count() + 1;
    let place = |number: usize| {
        let call = Checked::call(number);
        let (row, line) = text.lines().enumerate().skip(first).find(|(_, line)| line.contains(&call))?;
        Some((lines.position(row, 0).line, line.find(&call)? as u32 + 1))
    };
    let places = (0..invariants.len()).map(|number| place(number).unwrap_or_default()).collect();
    Ok(Checked { places, text })
}

/// Puts the waypoints of a violation witness into a program: executions that do not pass them one after the other end. Where the
/// property is about calls of error functions, the only one that is still an error is the target's.
///
/// # Errors
/// If the program has no such place, or the witness has waypoints that are not followed.
pub fn with_waypoints(given: &Given, segments: &[Segment], is_about_calls: bool) -> Result<Guarded, Misfit> {
    let mut edits = Edits::default();
    let mut target = Default::default();
    let mut is_call = false;
    // By where, then by the number of the segment: what is done in one visit.
    let mut passed: BTreeMap<Point, BTreeMap<usize, String>> = BTreeMap::new();
    refuse_counted(given)?;
    for (number, segment) in segments.iter().enumerate() {
        for waypoint in &segment.waypoints {
            let point = match waypoint.kind {
                Kind::Target => {
                    let call = match is_about_calls {
                        true => edits.only_error(given, &waypoint.location, number)?,
                        false => None,
                    };
                    is_call = call.is_some();
                    target = match call {
                        Some(call) => given.compiler_lines(call),
                        None => lines_at(given, &waypoint.location)?,
                    };
                    continue;
                }
                _ => Point::of(given, waypoint)?,
            };
            let constraint = constraint(&point, waypoint)?;
            let looks = only_looks(&constraint);
            // What is avoided is looked at first: the one to follow is the last of its segment.
            let all = passed.entry(point).or_default().entry(number).or_default();
            let _ = match waypoint.action {
                Action::Follow => {
                    write!(all, "{looks}; __witness_assume(!!({constraint})); {COUNTER} = {}; ", number + 1)
                }
                Action::Avoid => write!(all, "{looks}; __witness_assume(!({constraint})); "),
            };
        }
    }
    for (point, segments) in passed {
        let visits: Vec<String> =
            segments.iter().map(|(number, code)| format!("if ({COUNTER} == {number}) {{ {code}}}")).collect();
        let code = visits.join(" else ");
        edits.at(given, &point, &format!("{code};")).ok_or_else(|| {
            let location = given.location(point.offset);
            unsupported(&location, "a waypoint at something that the parser cannot make out")
        })?;
    }
    let prologue = format!("{REFUSES_EFFECTS}{PROLOGUE}");
    let text = edits.text(given, &prologue);
    let lines = Lines::of(&text, "");
    let marked = || text.lines().enumerate().find_map(|(row, line)| Some((row, line.find(TARGET)? + TARGET.len())));
    let call = marked().filter(|_| is_call).map(|(row, before)| {
        let place = lines.position(row, before);
        (place.line, place.column)
    });
    Ok(Guarded { target, call, text })
}

/// A program with waypoints.
#[derive(Clone, Debug)]
pub struct Guarded {
    /// The text.
    pub text: String,
    /// Where alone a violation is the target: a file without its folder, and lines, as the compiler calls them.
    pub target: (String, (u32, u32)),
    /// Line and column of the call that is the target, if it is one of an error function by its name: control comes there behind all
    /// waypoints only.
    pub call: Option<(u32, u32)>,
}

/// The file and the lines of the statement or expression that a target names. Of a statement that others are parts of these are the lines
/// of what is evaluated for itself, up to its body; of a block, which evaluates nothing, that of its end, where lives end.
fn lines_at(given: &Given, location: &Location) -> Result<(String, (u32, u32)), Misfit> {
    let offset = given.offset(location).ok_or_else(|| wrong(location, "there is no such place"))?;
    let whole = given.statement_at(offset).or_else(|| given.full_expression(offset));
    let mut whole = whole.ok_or_else(|| wrong(location, "the target is no expression or statement"))?;
    while matches!(whole.kind(), "labeled_statement" | "case_statement") {
        let mut cursor = whole.walk();
        let inner = whole.named_children(&mut cursor).find(|part| is_statement(*part));
        whole = inner.ok_or_else(|| unsupported(location, "a label without a statement"))?;
    }
    let no_part = || unsupported(location, "a target at a statement that the parser cannot make out");
    match whole.kind() {
        "compound_statement" => {
            let last = (whole.child_count() as u32).checked_sub(1).and_then(|last| whole.child(last as _));
            Ok(given.compiler_lines(last.filter(|last| last.kind() == "}").ok_or_else(no_part)?))
        }
        "for_statement" => {
            let body = whole.child_by_field_name("body").ok_or_else(no_part)?;
            let (file, (first, last)) = given.compiler_lines(whole);
            let head = body.prev_sibling().ok_or_else(no_part)?;
            Ok((file, (first, given.compiler_lines(head).1 .1.min(last))))
        }
        "if_statement" | "while_statement" | "do_statement" | "switch_statement" => {
            let condition = whole.child_by_field_name("condition").ok_or_else(no_part)?;
            Ok(given.compiler_lines(condition))
        }
        _ => Ok(given.compiler_lines(whole)),
    }
}

/// Where a waypoint is passed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Point {
    /// Where its piece of text begins.
    offset: usize,
    /// What it is.
    kind: PointKind,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum PointKind {
    Statement,
    Branch,
    Switch,
    Enter,
    Return,
}

/// What stands before the call that is the target, so that it is found again.
const TARGET: &str = "/* __witness_target */ ";

/// What a waypoint's value is held in where it is looked at.
const VALUE: &str = "__witness_value";

impl Point {
    fn of(given: &Given, waypoint: &Waypoint) -> Result<Point, Misfit> {
        let place = &waypoint.location;
        let offset = given.offset(place).ok_or_else(|| wrong(place, "there is no such place"))?;
        let point = |node: Node, kind| Point { offset: node.start_byte(), kind };
        match waypoint.kind {
            Kind::Assumption => Ok(point(statement(given, place)?, PointKind::Statement)),
            Kind::Branching => {
                let is_branch = |node: &Node| {
                    matches!(
                        node.kind(),
                        "if_statement" | "while_statement" | "for_statement" | "do_statement" | "switch_statement"
                    )
                };
                let leaf = given.leaf(offset);
                let mut around = leaf.into_iter().flat_map(ancestors);
                match around.find(|node| node.start_byte() == offset && is_branch(node)) {
                    Some(node) if node.kind() == "switch_statement" => Ok(point(node, PointKind::Switch)),
                    Some(node) => Ok(point(node, PointKind::Branch)),
                    None => Err(wrong(place, "no branch begins here")),
                }
            }
            Kind::FunctionEnter | Kind::FunctionReturn => {
                let is_call = |node: &Node| node.kind() == "call_expression";
                let ends = |node: &Node| is_call(node) && node.end_byte() == offset + 1;
                let on_line = || given.all(|node| is_call(&node) && node.end_position().row + 1 == place.line as usize);
                let exact = given.leaf(offset).into_iter().flat_map(ancestors).find(ends);
                let call = exact.or_else(|| match (place.column, &on_line()[..]) {
                    (None, [only]) => Some(*only),
                    _ => None,
                });
                let kind = if waypoint.kind == Kind::FunctionEnter { PointKind::Enter } else { PointKind::Return };
                call.map(|call| point(call, kind)).ok_or_else(|| wrong(place, "no call ends here"))
            }
            Kind::Target => Err(wrong(place, "a target is not passed")),
        }
    }
}

/// The condition of a waypoint at a point.
fn constraint(point: &Point, waypoint: &Waypoint) -> Result<String, Misfit> {
    let place = &waypoint.location;
    let (value, format) = match &waypoint.constraint {
        Some(constraint) => (constraint.value.as_str(), constraint.format.as_deref()),
        None => return Ok("1".to_owned()),
    };
    match point.kind {
        PointKind::Branch => match value {
            "true" | "1" => Ok(VALUE.to_owned()),
            "false" | "0" => Ok(format!("!{VALUE}")),
            other => Err(wrong(place, format!("a branch goes `true` or `false`, not `{other}`"))),
        },
        PointKind::Switch => match value.trim().parse::<i128>() {
            Ok(number) => Ok(format!("{VALUE} == ({number})")),
            Err(_) => Err(unsupported(place, format!("a switch that goes to `{value}`"))),
        },
        PointKind::Return => {
            let known = [C_EXPRESSION, ACSL_EXPRESSION, "ext_c_expression"];
            if format.is_some_and(|format| !known.contains(&format)) {
                return Err(unsupported(
                    place,
                    format!("an expression of the format `{}`", format.unwrap_or_default()),
                ));
            }
            if value.contains(VALUE) {
                return Err(wrong(place, format!("`{VALUE}` is no name of the program")));
            }
            expression(&value.replace("\\result", VALUE), place)
        }
        PointKind::Statement | PointKind::Enter => match format {
            _ if value.contains(VALUE) => Err(wrong(place, format!("`{VALUE}` is no name of the program"))),
            None | Some(C_EXPRESSION) => expression(value, place),
            Some(other) => Err(unsupported(place, format!("an expression of the format `{other}`"))),
        },
    }
}

/// An expression of a witness as one of C in one line: it must end where it seems to, and do nothing.
fn expression(value: &str, place: &Location) -> Result<String, Misfit> {
    let text = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let parsed = Expression::new(&text);
    let parsed = parsed.ok_or_else(|| wrong(place, format!("`{text}` is no expression of C")))?;
    if parsed.does_something() {
        return Err(wrong(place, format!("`{text}` calls a function or assigns")));
    }
    if parsed.may_call() {
        return Err(unsupported(place, format!("`{text}`, of which a part may be a cast or a call")));
    }
    if parsed.has_comma() {
        return Err(unsupported(place, format!("the comma operator in `{text}`")));
    }
    // Names of the compiler's and of what is put in beside the expression.
    let is_strange = |name: &&str| {
        ["__witness_", "__builtin_", "__VERIFIER_"].iter().any(|begin| name.starts_with(begin)) && **name != *VALUE
            || name.starts_with("__") && name.ends_with("__")
    };
    match parsed.names().into_iter().find(is_strange) {
        Some(name) => Err(wrong(place, format!("`{name}` is no name of the program"))),
        None => Ok(text),
    }
}

/// The statement that begins at a place; behind a label, since a jump to that comes there, too.
fn statement<'a>(given: &'a Given, place: &Location) -> Result<Node<'a>, Misfit> {
    let offset = given.offset(place).ok_or_else(|| wrong(place, "there is no such place"))?;
    let mut statement = given.statement_at(offset).ok_or_else(|| wrong(place, "no statement begins here"))?;
    while matches!(statement.kind(), "labeled_statement" | "case_statement") {
        let mut cursor = statement.walk();
        let inner = statement.named_children(&mut cursor).find(|part| is_statement(*part));
        statement = inner.ok_or_else(|| unsupported(place, "a label without a statement"))?;
    }
    Ok(statement)
}

/// Texts that are put in, none of them with an end of line: what stands on each line stays there.
#[derive(Default)]
struct Edits {
    /// By where, then whether it belongs to what ends there, outer things first at a beginning, last at an end.
    all: Vec<Edit>,
}

struct Edit {
    at: usize,
    /// What begins or ends here is so long: at one place, ends come first, shorter ones before longer ones; then beginnings, longer ones
    /// first.
    order: (bool, i64),
    text: String,
}

impl Edits {
    fn around(&mut self, (start, end): (usize, usize), before: &str, behind: &str) {
        let length = (end - start) as i64;
        self.all.push(Edit { at: start, order: (true, -length), text: before.to_owned() });
        self.all.push(Edit { at: end, order: (false, length), text: behind.to_owned() });
    }

    /// Puts code before a statement, so that control comes to it whenever it comes to the statement.
    fn before_statement(&mut self, statement: Node, code: &str) {
        let is_block = |outer: Node| matches!(outer.kind(), "compound_statement" | "case_statement");
        let is_in_block = statement.parent().is_some_and(is_block);
        let (start, end) = (statement.start_byte(), statement.end_byte());
        match is_in_block {
            true => self.around((start, end), &format!("{code} "), ""),
            false => self.around((start, end), &format!("{{ {code} "), " }"),
        }
    }

    /// Puts an expression before the condition of a loop.
    fn before_condition(&mut self, given: &Given, node: Node, check: &str) -> Option<()> {
        match condition(given, node)? {
            Condition::Is(start, end) => self.around((start, end), &format!("{check}, ("), ")"),
            Condition::Missing(at) => self.around((at, at), &format!("{check}, 1"), ""),
        }
        Some(())
    }

    /// Puts what passes waypoints to a point.
    fn at(&mut self, given: &Given, point: &Point, code: &str) -> Option<()> {
        let leaf = given.leaf(point.offset)?;
        let same = || ancestors(leaf).take_while(|node| node.start_byte() == point.offset);
        match point.kind {
            PointKind::Statement => self.before_statement(given.statement_at(point.offset)?, code),
            PointKind::Branch | PointKind::Switch => {
                let is_branch = |node: &Node| {
                    is_statement(*node) && node.child_by_field_name("condition").is_some()
                        || node.kind() == "for_statement"
                };
                let node = same().find(is_branch)?;
                let (ty, not) = if point.kind == PointKind::Switch { ("long long", "") } else { ("int", "!!") };
                let before = format!("__extension__ ({{ {ty} {VALUE} = {not}(");
                let behind = format!("); {code} {VALUE}; }})");
                match condition(given, node)? {
                    Condition::Is(start, end) => self.around((start, end), &before, &behind),
                    Condition::Missing(at) => self.around((at, at), &format!("{before}1{behind}"), ""),
                }
            }
            PointKind::Enter => {
                let call = same().filter(|node| node.kind() == "call_expression").last()?;
                let ends = (call.start_byte(), call.end_byte());
                self.around(ends, &format!("__extension__ ({{ {code} "), "; })");
            }
            PointKind::Return => {
                let call = given.call_at(point.offset)?;
                let text = given.text(call).split_whitespace().collect::<Vec<_>>().join(" ");
                let before = format!("__extension__ ({{ __typeof__({text}) {VALUE} = ");
                self.around((call.start_byte(), call.end_byte()), &before, &format!("; {code} {VALUE}; }})"));
            }
        }
        Some(())
    }

    /// Leaves one call of an error function an error, if all waypoints before were passed; the others that can be seen end the
    /// execution. Gives the name of the target, if that is such a call: it may be one through a pointer.
    fn only_error<'a>(
        &mut self,
        given: &'a Given,
        place: &Location,
        number: usize,
    ) -> Result<Option<Node<'a>>, Misfit> {
        let calls = given.all(|node| is_error_call(given, node));
        let offset = given.offset(place).ok_or_else(|| wrong(place, "there is no such place"))?;
        let begins = |call: &&Node| {
            let around = ancestors(**call).take_while(|node| node.kind() != "compound_statement");
            around.into_iter().any(|node| node.start_byte() == offset)
        };
        let on_line = || calls.iter().find(|call| call.start_position().row + 1 == place.line as usize);
        let target = calls.iter().find(begins).or_else(|| on_line().filter(|_| place.column.is_none()));
        let Some(&target) = target else { return Ok(None) };
        for call in calls {
            let condition = if call == target { format!("{COUNTER} == {number}") } else { "0".to_owned() };
            let ends = (call.start_byte(), call.end_byte());
            let mark = if call == target { TARGET } else { "" };
            self.around(ends, &format!("(__witness_assume({condition}), {mark}"), ")");
        }
        Ok(Some(target))
    }

    /// The text, behind a prologue, with a marker that gives its lines their numbers.
    fn text(mut self, given: &Given, prologue: &str) -> String {
        self.all.sort_by_key(|edit| (edit.at, edit.order));
        let mut text = prologue.to_owned();
        let name = given.name.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "# 1 \"{name}\"");
        // A mark of the encoding may only stand at the beginning of a file.
        let mut at = if given.text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        for edit in &self.all {
            text += &given.text[at..edit.at];
            text += &edit.text;
            at = edit.at;
        }
        text + &given.text[at..]
    }
}

fn is_error_call(given: &Given, node: Node) -> bool {
    let function = || node.child_by_field_name("function").map(|name| given.text(name));
    node.kind() == "call_expression" && function().is_some_and(|name| ERRORS.contains(&name))
}

/// The condition of a branch or loop.
enum Condition {
    /// From here to there.
    Is(usize, usize),
    /// A `for` has none; where it would be.
    Missing(usize),
}

fn condition(given: &Given, node: Node) -> Option<Condition> {
    if let Some(condition) = node.child_by_field_name("condition") {
        let (start, end) = (condition.start_byte(), condition.end_byte());
        let is_bracketed = condition.kind() == "parenthesized_expression" && node.kind() != "for_statement";
        return Some(match is_bracketed {
            true => Condition::Is(start + 1, end - 1),
            false => Condition::Is(start, end),
        });
    }
    // Behind the first semicolon; that of a declaration is its own.
    let mut cursor = node.walk();
    let mut ends = node
        .children(&mut cursor)
        .filter(|child| child.kind() == ";" || child.kind() == "declaration" && given.text(*child).ends_with(';'));
    let first = ends.next().filter(|_| node.kind() == "for_statement")?;
    Some(Condition::Missing(first.end_byte()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::format::Constraint;

    const TEXT: &str = "int f(int n) {\n  int x = g(n);\n  for (;;) { if (x > n) break; x++; }\n  while (x) x--;\n  \
        if (n) reach_error(); else L: reach_error();\n  do x++; while (x < 9);\n}\n";

    fn given() -> Given {
        Given::new("a \"b.c", TEXT.as_bytes()).unwrap()
    }

    fn at(line: u32, column: u32) -> Location {
        Location { file_name: "a.c".into(), line, column: Some(column), function: None }
    }

    fn invariant(kind: InvariantKind, location: Location, value: &str) -> Invariant {
        Invariant { kind, location, value: value.into(), format: C_EXPRESSION.into() }
    }

    fn lines(text: &str) -> Vec<&str> {
        text.lines().skip_while(|line| !line.starts_with("# ")).skip(1).collect()
    }

    #[test]
    fn invariants_are_checked_where_they_are_to_hold() {
        use InvariantKind::{LocationInvariant, LoopInvariant};
        let all = [
            invariant(LoopInvariant, at(3, 3), "x > 0"),
            invariant(LoopInvariant, at(4, 3), "x\n>= 0"),
            invariant(LocationInvariant, at(4, 13), "1"),
            invariant(LoopInvariant, at(6, 3), "x < 9"),
            invariant(LocationInvariant, at(5, 30), "n"),
        ];
        let checked = with_invariants(&given(), &all, true).unwrap();
        let lines = lines(&checked.text);
        assert!(checked.text.contains("# 1 \"a \\\"b.c\"\n"));
        let check = |value: &str, number: usize| {
            format!("({}, ({value}) ? (void)0 : __witness_invariant_fails_{number}())", only_looks(value))
        };
        assert_eq!(lines[2], format!("  for (;{}, 1;) {{ if (x > n) break; x++; }}", check("x > 0", 0)));
        assert_eq!(
            lines[3],
            format!("  while ({}, (x)) {{ {}; x--; }}", check("x >= 0", 1), check("1", 2)),
            "in one line, and in a block"
        );
        assert!(lines[5].ends_with(&format!("while ({}, (x < 9));", check("x < 9", 3))));
        assert!(lines[4].ends_with(&format!("else L: {{ {}; reach_error(); }}", check("n", 4))), "{}", lines[4]);
        for (number, line) in [(0, 3), (1, 4), (2, 4), (3, 6), (4, 5)] {
            let column = lines[line - 1].find(&format!("{FAILS}{number}()")).unwrap() + 1;
            assert_eq!(checked.invariant_at(line as u32, column as u32), Some(number));
        }
        assert_eq!(checked.invariant_at(1, 1), None);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        use InvariantKind::{LocationInvariant, LoopInvariant};
        let fault = |one: Invariant| with_invariants(&given(), &[one], true).unwrap_err().to_string();
        assert_eq!(fault(invariant(LoopInvariant, at(2, 3), "1")), "line 2: no loop begins here");
        assert_eq!(fault(invariant(LocationInvariant, at(4, 14), "1")), "line 4: no statement begins here");
        assert_eq!(fault(invariant(LocationInvariant, at(99, 1), "1")), "line 99: there is no such place");
        for text in ["(f)(1)", "((f)(1), 1)", "(x, 1)", "(t)(x) == 1", "__COUNTER__ == 0", "__witness_waypoint == 0"] {
            let told = fault(invariant(LoopInvariant, at(4, 3), text));
            assert!(told.contains("which is not followed") || told.contains("is no name of the program"), "{told}");
        }
        for text in ["(size_t)(x) == 1", "(unsigned long)(x) == 1", "__cil_tmp1 == sizeof(x)"] {
            with_invariants(&given(), &[invariant(LoopInvariant, at(4, 3), text)], true).unwrap();
        }
        let counts = Given::new("a.c", b"int f(int x) { while (x) x--; return __COUNTER__; }").unwrap();
        with_invariants(&counts, &[invariant(LoopInvariant, at(1, 16), "1")], true).unwrap_err();
        for text in ["f(1)", "x = 1", "x++", "1) || (1", "1; x"] {
            let told = fault(invariant(LoopInvariant, at(4, 3), text));
            assert!(told.contains("is no expression of C") || told.contains("calls a function or assigns"), "{told}");
        }
    }

    #[test]
    fn targets_are_what_is_evaluated_for_itself() {
        let text =
            "int f(int n) {\n  if (n\n    > 2) {\n    g();\n  }\n  for (;;\n    n++)\n    g();\n  L:\n  g();\n  \
            do {\n    g();\n  } while (n);\n  {\n    g();\n  }\n}\n";
        let given = Given::new("a.c", text.as_bytes()).unwrap();
        let lines = |line, column| lines_at(&given, &at(line, column)).unwrap().1;
        assert_eq!((lines(2, 3), lines(6, 3), lines(9, 3)), ((2, 3), (6, 7), (10, 10)));
        assert_eq!((lines(11, 3), lines(14, 3), lines(15, 5)), ((13, 13), (16, 16), (15, 15)));
    }

    #[test]
    fn places_of_other_files_and_functions_do_not_fit() {
        let fault = |location: Location, files: &[String]| {
            let all = Content::Correctness(vec![invariant(InvariantKind::LoopInvariant, location, "1")]);
            fits(&given(), &all, files).err().map(|misfit| misfit.to_string())
        };
        let here = Location { file_name: "x/a \"b.c".into(), function: Some("f".into()), ..at(4, 3) };
        assert_eq!(fault(here.clone(), &[]), None);
        assert_eq!(fault(at(4, 3), &["y/a.c".into()]), None);
        assert_eq!(fault(at(4, 3), &[]).as_deref(), Some("line 4: the program has no file `a.c`"));
        let there = Location { function: Some("g".into()), ..here };
        assert_eq!(fault(there, &[]).as_deref(), Some("line 4: the place is in the function `f`, not `g`"));
    }

    #[test]
    fn what_one_segment_does_is_one_visit() {
        let waypoint = |action, value: &str| Waypoint {
            kind: Kind::Assumption,
            action,
            location: at(3, 3),
            constraint: Some(Constraint { value: value.into(), format: None }),
        };
        let target = Waypoint { kind: Kind::Target, constraint: None, ..waypoint(Action::Follow, "1") };
        let segments = [
            vec![waypoint(Action::Follow, "x > 1")],
            vec![waypoint(Action::Avoid, "x > 2"), waypoint(Action::Follow, "x > 3")],
            vec![target],
        ];
        let segments = segments.map(|waypoints| Segment { waypoints });
        let text = with_waypoints(&given(), &segments, false).unwrap().text;
        let line = lines(&text)[2].replace(&only_looks("x > 1"), "A").replace(&only_looks("x > 2"), "B");
        assert!(
            line.replace(&only_looks("x > 3"), "C").contains(
                "if (__witness_waypoint == 0) { A; __witness_assume(!!(x > 1)); __witness_waypoint = 1; } else \
                 if (__witness_waypoint == 1) { B; __witness_assume(!(x > 2)); C; __witness_assume(!!(x > 3)); \
                 __witness_waypoint = 2; }"
            ),
            "{line}"
        );
    }

    #[test]
    fn a_mark_of_the_encoding_is_dropped() {
        let given = Given::new("a.c", "\u{feff}int f(int x) { while (x) x--; return x; }".as_bytes()).unwrap();
        let checked = with_invariants(&given, &[invariant(InvariantKind::LoopInvariant, at(1, 19), "1")], true);
        assert!(!checked.unwrap().text.contains(BYTE_ORDER_MARK));
    }

    #[test]
    fn waypoints_are_passed_one_after_the_other() {
        let follow = |kind, location, value: Option<&str>, format: Option<&str>| Segment {
            waypoints: vec![Waypoint {
                kind,
                action: Action::Follow,
                location,
                constraint: value.map(|value| Constraint { value: value.into(), format: format.map(str::to_owned) }),
            }],
        };
        let segments = [
            follow(Kind::FunctionReturn, at(2, 14), Some("\\result == 4"), Some(ACSL_EXPRESSION)),
            follow(Kind::Assumption, at(3, 3), Some("x == 4"), Some(C_EXPRESSION)),
            follow(Kind::Branching, at(5, 3), Some("false"), None),
            follow(Kind::Target, at(5, 33), None, None),
        ];
        const GUARD: &str = "if (__witness_waypoint == 1) { (0 ? __builtin_assume(x == 4) : (void)0); ";
        let guarded = with_waypoints(&given(), &segments, true).unwrap();
        let column = "  if (n) reach_error(); else L: ".len();
        assert!(guarded.call.is_some_and(|(line, at)| line == 5 && at as usize > column));
        assert_eq!(guarded.target, ("a \"b.c".to_owned(), (5, 5)));
        let text = guarded.text;
        let lines = lines(&text);
        assert!(lines[1].contains("__typeof__(g(n)) __witness_value = g(n); if (__witness_waypoint == 0)"), "{text}");
        assert!(
            lines[2].contains("__witness_assume(!!(x == 4)); __witness_waypoint = 2; }") && lines[2].contains(GUARD),
            "{text}"
        );
        assert!(lines[4].contains("if (__extension__ ({ int __witness_value = !!(n); if (__witness_waypoint == 2)"));
        assert!(lines[4].contains("(__witness_assume(0), reach_error());"), "the other call is no error");
        assert!(
            lines[4].ends_with("L: (__witness_assume(__witness_waypoint == 3), /* __witness_target */ reach_error());"),
            "{}",
            lines[4]
        );
        let misplaced = follow(Kind::Target, at(4, 3), None, None);
        let guarded = with_waypoints(&given(), &[misplaced], true).unwrap();
        assert_eq!(guarded.target, ("a \"b.c".to_owned(), (4, 4)), "an error there would be a call through a pointer");
    }
}
