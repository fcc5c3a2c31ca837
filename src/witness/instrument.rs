//! A witness in a program: what it says of places and in expressions, as far as that can be put into the program's text. What is asked
//! about the program that comes out, the front end and the engines answer as about any other.
//!
//! | module | what |
//! |---|---|
//! | [`super::checks`] | invariants become checks |
//! | [`super::waypoints`] | waypoints become a counter that only goes on where each is passed |
//! | [`super::edits`] | how texts are put in |

use crate::source::lines::base_name;
use crate::source_text::expression::Expression;
use crate::witness::format::{Content, Location};
use crate::witness::given::{is_statement, Given};
use tree_sitter::Node;

/// What makes the compiler refuse an expression that does something, whatever macros made of it: see [`only_looks`].
pub(super) const REFUSES_EFFECTS: &str = "#pragma clang diagnostic error \"-Wassume\"\n";

/// The counter of waypoints.
pub const COUNTER: &str = "__witness_waypoint";

/// What a waypoint's value is held in where it is looked at.
pub(super) const VALUE: &str = "__witness_value";

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
    /// It is of a form that is not followed.
    #[error("{0}, which is not followed")]
    Graph(String),
    /// With it the program does not compile.
    #[error("with the witness in it, {0}")]
    Refused(String),
}

/// Never evaluated, but compiled: an assumption of the compiler's may not do anything, and it says so if one does. The parser sees no
/// macros.
pub(super) fn only_looks(expression: &str) -> String {
    format!("(0 ? __builtin_assume({expression}) : (void)0)")
}

/// A program with numbers that depend on what stands before them is another one with a witness in it.
pub(super) fn refuse_counted(given: &Given) -> Result<(), Misfit> {
    match given.text.lines().position(|line| line.contains("__COUNTER__")) {
        Some(row) => {
            let reason = "the program has `__COUNTER__`, which counts what is put in".to_owned();
            Err(Misfit::Unsupported { line: row as u32 + 1, reason })
        }
        None => Ok(()),
    }
}

pub(super) fn wrong(location: &Location, reason: impl Into<String>) -> Misfit {
    Misfit::Wrong { line: location.line, reason: reason.into() }
}

pub(super) fn unsupported(location: &Location, reason: impl Into<String>) -> Misfit {
    Misfit::Unsupported { line: location.line, reason: reason.into() }
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

/// An expression of a witness as one of C in one line: it must end where it seems to, and do nothing.
pub(super) fn expression(value: &str, place: &Location) -> Result<String, Misfit> {
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
pub(super) fn statement<'a>(given: &'a Given, place: &Location) -> Result<Node<'a>, Misfit> {
    let offset = given.offset(place).ok_or_else(|| wrong(place, "there is no such place"))?;
    let mut statement = given.statement_at(offset).ok_or_else(|| wrong(place, "no statement begins here"))?;
    while matches!(statement.kind(), "labeled_statement" | "case_statement") {
        let mut cursor = statement.walk();
        let inner = statement.named_children(&mut cursor).find(|part| is_statement(*part));
        statement = inner.ok_or_else(|| unsupported(place, "a label without a statement"))?;
    }
    Ok(statement)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::witness::checks::with_invariants;
    use crate::witness::format::{Invariant, InvariantKind, C_EXPRESSION};

    /// What the tests put witnesses into.
    const TEXT: &str = "int f(int n) {\n  int x = g(n);\n  for (;;) { if (x > n) break; x++; }\n  while (x) x--;\n  \
        if (n) reach_error(); else L: reach_error();\n  do x++; while (x < 9);\n}\n";

    pub fn given() -> Given {
        Given::new("a \"b.c", TEXT.as_bytes()).unwrap()
    }

    pub fn at(line: u32, column: u32) -> Location {
        Location { file_name: "a.c".into(), line, column: Some(column), function: None }
    }

    pub fn invariant(kind: InvariantKind, location: Location, value: &str) -> Invariant {
        Invariant { kind, location, value: value.into(), format: C_EXPRESSION.into() }
    }

    pub fn lines(text: &str) -> Vec<&str> {
        text.lines().skip_while(|line| !line.starts_with("# ")).skip(1).collect()
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
}
