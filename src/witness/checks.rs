//! Invariants become checks in the program.

use crate::source::lines::Lines;
use crate::witness::edits::Edits;
use crate::witness::format::{Invariant, InvariantKind, C_EXPRESSION};
use crate::witness::given::Given;
use crate::witness::instrument::{
    expression, only_looks, refuse_counted, statement, unsupported, wrong, Misfit, REFUSES_EFFECTS,
};
use std::fmt::Write;

/// What the error function is called where the check of an invariant fails; its number follows.
const FAILS: &str = "__witness_invariant_fails_";

/// The program's error functions under another name, where they are no errors: one that an execution ends at if the program does not
/// define it, as it does at them, and that is no error where it does.
const NO_ERRORS: &str = "#define reach_error __assert_rtn\n#define __VERIFIER_error __assert_func\n";

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::instrument::tests::{at, given, invariant, lines};

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
    fn a_mark_of_the_encoding_is_dropped() {
        let given = Given::new("a.c", "\u{feff}int f(int x) { while (x) x--; return x; }".as_bytes()).unwrap();
        let checked = with_invariants(&given, &[invariant(InvariantKind::LoopInvariant, at(1, 19), "1")], true);
        assert!(!checked.unwrap().text.contains('\u{feff}'));
    }
}
