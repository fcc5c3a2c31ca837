//! The waypoints of a violation witness become a counter in the program that only goes on where each is passed.

use crate::source::lines::Lines;
use crate::source::property::ERROR_FUNCTIONS;
use crate::witness::edits::{condition, Condition, Edits};
use crate::witness::format::{Action, Kind, Location, Segment, Waypoint, ACSL_EXPRESSION, C_EXPRESSION};
use crate::witness::given::{ancestors, is_statement, Given};
use crate::witness::instrument::{
    expression, only_looks, refuse_counted, statement, unsupported, wrong, Misfit, COUNTER, REFUSES_EFFECTS, VALUE,
};
use std::collections::BTreeMap;
use std::fmt::Write;
use tree_sitter::Node;

/// What becomes of executions that do not pass what they must.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Astray {
    /// They end at once.
    Ends,
    /// The counter is none of the waypoints' from there on, and they end where they come to the target. So compilers do not know behind
    /// a waypoint what it says, and take the program for what it is without.
    EndsAtTarget,
    /// Only the counter tells.
    GoesOn,
}

/// The bit of the counter that says that a waypoint was not passed.
const ASTRAY: &str = "31";

/// What stands before the program with waypoints.
const PROLOGUE: &str =
    "void __witness_assume(int) __asm__(\"bitreach.assume\");\nstatic unsigned int __witness_waypoint;\n";

/// Puts the waypoints of a violation witness into a program: a counter says which have been passed, one after the other. Where the
/// property is about calls of error functions, the only one that is still an error is the target's, behind all waypoints.
///
/// # Errors
/// If the program has no such place, or the witness has waypoints that are not followed.
pub fn with_waypoints(
    given: &Given,
    segments: &[Segment],
    is_about_calls: bool,
    astray: Astray,
) -> Result<Guarded, Misfit> {
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
                        true => only_error(&mut edits, given, &waypoint.location, number)?,
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
            let _ = match (waypoint.action, astray) {
                (Action::Follow, Astray::Ends) => {
                    write!(all, "{looks}; __witness_assume(!!({constraint})); {COUNTER}++; ")
                }
                (Action::Avoid, Astray::Ends) => write!(all, "{looks}; __witness_assume(!({constraint})); "),
                (Action::Follow, _) => {
                    write!(all, "{looks}; {COUNTER} = ({COUNTER} + 1u) | (unsigned)!({constraint}) << {ASTRAY}; ")
                }
                (Action::Avoid, _) => {
                    write!(all, "{looks}; {COUNTER} |= (unsigned)!!({constraint}) << {ASTRAY}; ")
                }
            };
        }
    }
    for (point, segments) in passed {
        let code = format!("switch ({COUNTER}) {{ {}}}", visits(&segments));
        pass(&mut edits, given, &point, &format!("{code};")).ok_or_else(|| {
            let location = given.location(point.offset);
            unsupported(&location, "a waypoint at something that the parser cannot make out")
        })?;
    }
    if let (Astray::EndsAtTarget, false, Some(Segment { waypoints })) = (astray, is_call, segments.last()) {
        let offset = waypoints.last().and_then(|target| given.offset(&target.location));
        if let Some(statement) = offset.and_then(|offset| given.statement_at(offset)) {
            let before = segments.len() - 1;
            edits.before_statement(statement, &format!("__witness_assume({COUNTER} == {before});"));
        }
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

/// What is done in the visits of a point, by the segment whose turn it is: flat, since clang refuses what is nested deeply, and once for
/// segments behind each other that do the same, as in the rounds of a loop.
fn visits(segments: &BTreeMap<usize, String>) -> String {
    let mut ranges: Vec<(usize, usize, &str)> = Vec::new();
    for (&number, code) in segments {
        match ranges.last_mut() {
            Some((_, last, same)) if *last + 1 == number && same == code => *last = number,
            _ => ranges.push((number, number, code)),
        }
    }
    let visit = |(first, last, code): (usize, usize, &str)| match first == last {
        true => format!("case {first}: {{ {code}}} break; "),
        false => format!("case {first} ... {last}: {{ {code}}} break; "),
    };
    ranges.into_iter().map(visit).collect()
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

/// Puts what passes waypoints to a point.
fn pass(edits: &mut Edits, given: &Given, point: &Point, code: &str) -> Option<()> {
    let leaf = given.leaf(point.offset)?;
    let same = || ancestors(leaf).take_while(|node| node.start_byte() == point.offset);
    match point.kind {
        PointKind::Statement => edits.before_statement(given.statement_at(point.offset)?, code),
        PointKind::Branch | PointKind::Switch => {
            let is_branch = |node: &Node| {
                is_statement(*node) && node.child_by_field_name("condition").is_some() || node.kind() == "for_statement"
            };
            let node = same().find(is_branch)?;
            let (ty, not) = if point.kind == PointKind::Switch { ("long long", "") } else { ("int", "!!") };
            let before = format!("__extension__ ({{ {ty} {VALUE} = {not}(");
            let behind = format!("); {code} {VALUE}; }})");
            match condition(given, node)? {
                Condition::Is(start, end) => edits.around((start, end), &before, &behind),
                Condition::Missing(at) => edits.around((at, at), &format!("{before}1{behind}"), ""),
            }
        }
        PointKind::Enter => {
            let call = same().filter(|node| node.kind() == "call_expression").last()?;
            let ends = (call.start_byte(), call.end_byte());
            edits.around(ends, &format!("__extension__ ({{ {code} "), "; })");
        }
        PointKind::Return => {
            let call = given.call_at(point.offset)?;
            let text = given.text(call).split_whitespace().collect::<Vec<_>>().join(" ");
            let before = format!("__extension__ ({{ __typeof__({text}) {VALUE} = ");
            edits.around((call.start_byte(), call.end_byte()), &before, &format!("; {code} {VALUE}; }})"));
        }
    }
    Some(())
}

/// Leaves one call of an error function an error, if all waypoints before were passed; the others that can be seen end the
/// execution. Gives the name of the target, if that is such a call: it may be one through a pointer.
fn only_error<'a>(
    edits: &mut Edits,
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
        edits.around(ends, &format!("(__witness_assume({condition}), {mark}"), ")");
    }
    Ok(Some(target))
}

fn is_error_call(given: &Given, node: Node) -> bool {
    let function = || node.child_by_field_name("function").map(|name| given.text(name));
    node.kind() == "call_expression" && function().is_some_and(|name| ERROR_FUNCTIONS.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::format::Constraint;
    use crate::witness::instrument::tests::{at, given, lines};

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
        let text = with_waypoints(&given(), &segments, false, Astray::Ends).unwrap().text;
        let line = lines(&text)[2].replace(&only_looks("x > 1"), "A").replace(&only_looks("x > 2"), "B");
        let text = with_waypoints(&given(), &segments, false, Astray::EndsAtTarget).unwrap().text;
        let counted = lines(&text)[2].replace(&only_looks("x > 1"), "A").replace(&only_looks("x > 2"), "B");
        let counted = counted.replace(&only_looks("x > 3"), "C");
        let passed = |condition: &str| {
            format!("__witness_waypoint = (__witness_waypoint + 1u) | (unsigned)!({condition}) << 31; ")
        };
        let first = format!("case 0: {{ A; {}}} break;", passed("x > 1"));
        let second = format!("{{ B; __witness_waypoint |= (unsigned)!!(x > 2) << 31; C; {}}}", passed("x > 3"));
        assert!(counted.contains(&first) && counted.contains(&second), "{counted}");
        let end = counted.find("__witness_assume(__witness_waypoint == 2);").expect("it ends at the target");
        assert!(end > counted.find(&second).expect("it is there"), "waypoints at the target come before it: {counted}");
        assert!(
            line.replace(&only_looks("x > 3"), "C").contains(
                "switch (__witness_waypoint) { case 0: { A; __witness_assume(!!(x > 1)); __witness_waypoint++; } break; \
                 case 1: { B; __witness_assume(!(x > 2)); C; __witness_assume(!!(x > 3)); __witness_waypoint++; } break; }"
            ),
            "{line}"
        );
    }

    #[test]
    fn what_is_done_again_and_again_is_written_once() {
        let segments =
            [(0, "A"), (1, "A"), (2, "A"), (4, "A"), (5, "B")].map(|(number, code)| (number, code.to_owned()));
        let visits = visits(&BTreeMap::from(segments));
        assert_eq!(visits, "case 0 ... 2: { A} break; case 4: { A} break; case 5: { B} break; ");
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
        const GUARD: &str = "switch (__witness_waypoint) { case 1: { (0 ? __builtin_assume(x == 4) : (void)0); ";
        let guarded = with_waypoints(&given(), &segments, true, Astray::Ends).unwrap();
        let column = "  if (n) reach_error(); else L: ".len();
        assert!(guarded.call.is_some_and(|(line, at)| line == 5 && at as usize > column));
        assert_eq!(guarded.target, ("a \"b.c".to_owned(), (5, 5)));
        let text = guarded.text;
        let lines = lines(&text);
        assert!(
            lines[1].contains("__typeof__(g(n)) __witness_value = g(n); switch (__witness_waypoint) { case 0: "),
            "{text}"
        );
        assert!(
            lines[2].contains("__witness_assume(!!(x == 4)); __witness_waypoint++; }") && lines[2].contains(GUARD),
            "{text}"
        );
        assert!(lines[4]
            .contains("if (__extension__ ({ int __witness_value = !!(n); switch (__witness_waypoint) { case 2: "));
        assert!(lines[4].contains("(__witness_assume(0), reach_error());"), "the other call is no error");
        assert!(
            lines[4].ends_with("L: (__witness_assume(__witness_waypoint == 3), /* __witness_target */ reach_error());"),
            "{}",
            lines[4]
        );
        let misplaced = follow(Kind::Target, at(4, 3), None, None);
        let guarded = with_waypoints(&given(), &[misplaced], true, Astray::Ends).unwrap();
        assert_eq!(guarded.target, ("a \"b.c".to_owned(), (4, 4)), "an error there would be a call through a pointer");
    }
}
