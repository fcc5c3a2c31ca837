//! Pieces of text that are put into a file, none of which moves a line of it.

use crate::witness::given::Given;
use std::fmt::Write;
use tree_sitter::Node;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Texts that are put in, none of them with an end of line: what stands on each line stays there.
#[derive(Default)]
pub(super) struct Edits {
    /// By where, then whether it belongs to what ends there, outer things first at a beginning, last at an end.
    all: Vec<Edit>,
}

struct Edit {
    at: usize,
    /// What begins or ends here is so long: at one place, ends come first, shorter ones before longer ones; then beginnings, longer ones
    /// first. Of what is put around the same piece, the first is outside.
    order: (bool, i64, i64),
    text: String,
}

impl Edits {
    pub(super) fn around(&mut self, (start, end): (usize, usize), before: &str, behind: &str) {
        let (length, number) = ((end - start) as i64, self.all.len() as i64);
        self.all.push(Edit { at: start, order: (true, -length, number), text: before.to_owned() });
        self.all.push(Edit { at: end, order: (false, length, -number), text: behind.to_owned() });
    }

    /// Puts code before a statement, so that control comes to it whenever it comes to the statement.
    pub(super) fn before_statement(&mut self, statement: Node, code: &str) {
        let is_block = |outer: Node| matches!(outer.kind(), "compound_statement" | "case_statement");
        let is_in_block = statement.parent().is_some_and(is_block);
        let (start, end) = (statement.start_byte(), statement.end_byte());
        match is_in_block {
            true => self.around((start, end), &format!("{code} "), ""),
            false => self.around((start, end), &format!("{{ {code} "), " }"),
        }
    }

    /// Puts an expression before the condition of a loop.
    pub(super) fn before_condition(&mut self, given: &Given, node: Node, check: &str) -> Option<()> {
        match condition(given, node)? {
            Condition::Is(start, end) => self.around((start, end), &format!("{check}, ("), ")"),
            Condition::Missing(at) => self.around((at, at), &format!("{check}, 1"), ""),
        }
        Some(())
    }

    /// The text, behind a prologue, with a marker that gives its lines their numbers.
    pub(super) fn text(mut self, given: &Given, prologue: &str) -> String {
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

/// The condition of a branch or loop.
pub(super) enum Condition {
    /// From here to there.
    Is(usize, usize),
    /// A `for` has none; where it would be.
    Missing(usize),
}

pub(super) fn condition(given: &Given, node: Node) -> Option<Condition> {
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

    #[test]
    fn what_is_put_around_one_piece_is_nested() {
        let given = Given::new("a.c", b"f(x);").expect("it is text");
        let mut edits = Edits::default();
        edits.around((0, 4), "(", ")");
        edits.around((0, 4), "[", "]");
        edits.around((2, 3), "{", "}");
        assert_eq!(edits.text(&given, ""), "# 1 \"a.c\"\n([f({x})]);");
    }
}
