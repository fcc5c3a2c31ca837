//! The text of the source around a place: conditions as they are written, macros, comments that silence a report. A parser reads it
//! (tree-sitter's C grammar), as it is written: macros are not expanded. What the parser cannot make out is not known.
//!
//! | module | what |
//! |---|---|
//! | [`condition`] | the condition of a branch, told the way round that the branch has it |
//! | [`expression`] | what is constant, cast or negated in an expression |

pub mod condition;
pub mod expression;

use crate::program::Origin;
use expression::parse;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use tree_sitter::{Node, Point, Tree};

/// A comment with this word, on a line of a report or above the line that it is about, silences it.
pub const SILENCE: &str = "bitreach: inconsistent-ok";

/// How many lines a condition may run over where the file as a whole cannot be parsed.
const MOST_LINES: usize = 12;

/// The files that have been read.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: FxHashMap<String, Arc<File>>,
    /// The macros that are defined at the end of the file that is compiled.
    macros: FxHashSet<String>,
}

/// A file and its syntax tree.
#[derive(Debug, Default)]
struct File {
    text: String,
    lines: Vec<String>,
    tree: Option<Tree>,
}

impl File {
    fn new(text: String) -> File {
        File { lines: text.lines().map(str::to_owned).collect(), tree: parse(&text), text }
    }

    /// The piece of text that begins at a place, or has it in it and no parts.
    fn leaf(&self, place: &Origin) -> Option<Node<'_>> {
        let point = Point::new((place.line as usize).checked_sub(1)?, (place.column as usize).checked_sub(1)?);
        let node = self.tree.as_ref()?.root_node().descendant_for_point_range(point, point)?;
        (node.start_position() == point || node.child_count() == 0).then_some(node)
    }

    /// A piece of text, if the parser could make it out.
    fn excerpt(&self, node: Node) -> Option<Excerpt> {
        let start = node.start_position();
        let text = self.text.get(node.byte_range()).filter(|text| !text.is_empty() && !node.has_error())?;
        Some(Excerpt { text: text.to_owned(), line: start.row as u32 + 1, column: start.column as u32 + 1 })
    }
}

impl Sources {
    /// No files yet, and the names of the macros.
    pub fn new(macros: impl IntoIterator<Item = String>) -> Sources {
        Sources { files: FxHashMap::default(), macros: macros.into_iter().collect() }
    }

    /// A file; an empty one if it cannot be read.
    fn file(&mut self, name: &str) -> Arc<File> {
        if let Some(file) = self.files.get(name) {
            return file.clone();
        }
        let bytes = std::fs::read(name).unwrap_or_default();
        let file = Arc::new(File::new(String::from_utf8_lossy(&bytes).into_owned()));
        self.files.insert(name.to_owned(), file.clone());
        file
    }

    /// A line, without its end; `None` where there is none.
    pub fn line(&mut self, file: &str, line: u32) -> Option<String> {
        self.file(file).lines.get((line as usize).checked_sub(1)?).cloned()
    }

    /// Whether the source of a place should be there, as that of a file that was just compiled, and is not: as with `#line` in
    /// generated code, which may also give the lines of this very file other numbers.
    pub fn is_missing(&mut self, place: &Origin) -> bool {
        !self.macros.is_empty() && (self.line(&place.file, place.line).is_none() || self.is_renumbered(&place.file))
    }

    /// Whether a `#line` in a file says of the lines behind it that they are others of the same file.
    fn is_renumbered(&mut self, file: &str) -> bool {
        let own = file.rsplit('/').next().unwrap_or_default().to_owned();
        let renumbers = |(index, line): (usize, &String)| {
            let rest = line.trim_start().strip_prefix('#')?.trim_start();
            let mut words = rest.strip_prefix("line").unwrap_or(rest).split_whitespace();
            let number: usize = words.next()?.parse().ok()?;
            let name = words.next()?.trim_matches('"').rsplit('/').next()?;
            // The directive is about the line behind it, and lines count from 1.
            Some(name == own && number != index + 2)
        };
        self.file(file).lines.iter().enumerate().any(|line| renumbers(line) == Some(true))
    }

    /// The text from a place on, over some lines.
    fn from(&mut self, place: &Origin) -> Option<String> {
        let line = (place.line as usize).checked_sub(1)?;
        let column = (place.column as usize).checked_sub(1)?;
        let file = self.file(&place.file);
        let first = file.lines.get(line)?.get(column..)?.to_owned();
        let rest = file.lines.iter().skip(line + 1).take(MOST_LINES);
        Some(rest.fold(first, |text, line| text + "\n" + line))
    }

    /// Whether what stands at a place comes from a macro: clang gives the place where the macro is used, or of the `||` or `&&`
    /// behind it.
    pub fn is_macro(&mut self, place: &Origin) -> bool {
        let word = self.from(place).map(|text| identifier(&text).to_owned());
        word.is_some_and(|word| self.macros.contains(&word)) || self.is_behind_macro(place)
    }

    /// Whether the word at a place is called, as a function or as a macro that takes arguments.
    pub fn is_called(&mut self, place: &Origin) -> bool {
        self.from(place).is_some_and(|text| text[identifier(&text).len()..].trim_start().starts_with('('))
    }

    /// Whether at a place there is an operator whose left side is the use of a macro, and nothing else.
    fn is_behind_macro(&mut self, place: &Origin) -> bool {
        let file = self.file(&place.file);
        file.leaf(place).and_then(left_of).is_some_and(|left| self.is_use_of_macro(&file, left))
    }

    fn is_use_of_macro(&self, file: &File, node: Node) -> bool {
        let name = if node.kind() == "call_expression" { node.child_by_field_name("function") } else { Some(node) };
        let name = name.filter(|name| name.kind() == "identifier").and_then(|name| file.text.get(name.byte_range()));
        name.is_some_and(|name| self.macros.contains(name))
    }

    /// The condition at a place: that of an `if`, `while`, `for`, `do` or `switch` that stands or ends there, or else what begins
    /// there.
    pub fn condition(&mut self, place: &Origin) -> Option<Excerpt> {
        let file = self.file(&place.file);
        let leaf = file.leaf(place)?;
        if !STATEMENTS.contains(&leaf.kind()) && leaf.kind() != "}" {
            return expression_from(leaf).and_then(|node| file.excerpt(node));
        }
        let in_file = condition_of(leaf).and_then(|node| file.excerpt(node));
        // Macros and `#if` far from here may keep the parser from making out what stands here.
        in_file.or_else(|| self.condition_by_itself(place))
    }

    /// The condition of a statement that begins at a place, or of the `do` that ends there, read without what stands in front of it.
    fn condition_by_itself(&mut self, place: &Origin) -> Option<Excerpt> {
        let text = self.from(place)?;
        let frame = if text.starts_with('}') { "void f(void) { do { " } else { "void f(void) { " };
        let file = File::new(format!("{frame}{text}"));
        let column = frame.len() as u32 + 1;
        let excerpt = file.leaf(&Origin { line: 1, column, ..place.clone() }).and_then(condition_of);
        let mut excerpt = excerpt.and_then(|node| file.excerpt(node))?;
        if excerpt.line == 1 {
            excerpt.column = excerpt.column - column + place.column;
        }
        excerpt.line += place.line - 1;
        Some(excerpt)
    }

    /// The keyword or name at a place; at the end of a `do`, its `while`.
    pub fn word(&mut self, place: &Origin) -> Option<String> {
        let text = self.from(place)?;
        Some(identifier(text.strip_prefix('}').map_or(text.as_str(), str::trim_start)).to_owned())
    }

    /// Whether a comment silences reports about a place: on its line or the one above.
    pub fn is_silenced(&mut self, place: &Origin) -> bool {
        self.has_silence(place) || self.says_silence(&place.file, place.line.saturating_sub(1))
    }

    /// Whether there is such a comment on the line of a place.
    pub fn has_silence(&mut self, place: &Origin) -> bool {
        self.says_silence(&place.file, place.line)
    }

    fn says_silence(&mut self, file: &str, line: u32) -> bool {
        self.line(file, line).is_some_and(|text| text.contains(SILENCE))
    }

    /// The part of a condition around an operator or operand, as `p != NULL`: without what is joined to it by `&&` or `||`, and no
    /// further than the brackets around it. At a `&&` or `||`, what stands on its left.
    pub fn operation(&mut self, place: &Origin) -> Option<Excerpt> {
        let file = self.file(&place.file);
        let leaf = file.leaf(place)?;
        let node = left_of(leaf).or_else(|| operation_around(leaf))?;
        file.excerpt(node)
    }

    /// What stands on the right of a `&&` or `||` at a place.
    pub fn right_operand(&mut self, place: &Origin) -> Option<Excerpt> {
        let file = self.file(&place.file);
        let right = junction(file.leaf(place)?)?.child_by_field_name("right")?;
        file.excerpt(right)
    }

    /// Whether what stands on the right of a `&&` or `||` at a place is the use of a macro.
    pub fn is_before_macro(&mut self, place: &Origin) -> bool {
        let file = self.file(&place.file);
        let right = file.leaf(place).and_then(junction).and_then(|junction| junction.child_by_field_name("right"));
        right.is_some_and(|right| self.is_use_of_macro(&file, right))
    }
}

/// Keywords of statements that have a condition.
const STATEMENTS: [&str; 5] = ["if", "while", "switch", "for", "do"];

/// The condition of the statement of a keyword; at the brace that ends a `do`, that of the `do`.
fn condition_of(leaf: Node) -> Option<Node> {
    let statement = match leaf.kind() {
        "do" => return None,
        "}" => leaf.parent()?.parent().filter(|outer| outer.kind() == "do_statement")?,
        _ => leaf.parent().filter(|statement| statement.kind().ends_with("_statement"))?,
    };
    let condition = statement.child_by_field_name("condition")?;
    if condition.kind() != "parenthesized_expression" || statement.kind() == "for_statement" {
        return Some(condition);
    }
    let mut cursor = condition.walk();
    let inner = condition.named_children(&mut cursor).find(|part| part.kind() != "comment");
    inner
}

/// The largest expression that begins where a piece of text does.
fn expression_from(leaf: Node) -> Option<Node> {
    let ancestors = std::iter::successors(Some(leaf), |node| node.parent());
    let same = ancestors.take_while(|node| node.start_position() == leaf.start_position());
    // What decides between two values is a condition of its own.
    same.take_while(|node| node.kind() != "conditional_expression").filter(|node| is_expression(*node)).last()
}

fn is_expression(node: Node) -> bool {
    const ATOMS: [&str; 7] =
        ["identifier", "number_literal", "string_literal", "char_literal", "true", "false", "null"];
    node.kind().ends_with("_expression") || ATOMS.contains(&node.kind())
}

/// Whether an expression is one of `&&` or `||`.
fn is_junction(node: &Node) -> bool {
    let operator = node.child_by_field_name("operator").map(|operator| operator.kind());
    matches!(operator, Some("&&" | "||"))
}

/// The expression of an `&&` or `||`.
fn junction(operator: Node) -> Option<Node> {
    operator.parent().filter(|node| matches!(operator.kind(), "&&" | "||") && is_junction(node))
}

/// What stands on the left of a `&&` or `||`, and is joined to it by no other of them.
fn left_of(leaf: Node) -> Option<Node> {
    let mut left = junction(leaf)?.child_by_field_name("left")?;
    while is_junction(&left) {
        left = left.child_by_field_name("right")?;
    }
    Some(left)
}

/// The largest operation that a piece of text takes part in.
fn operation_around(leaf: Node) -> Option<Node> {
    let mut node = leaf;
    while let Some(outer) = node.parent().filter(|outer| goes_on(*outer, node)) {
        node = outer;
    }
    (node.is_named() && !node.kind().ends_with("statement")).then_some(node)
}

/// Whether an operation goes on in what is around it.
fn goes_on(outer: Node, part: Node) -> bool {
    let is = |field: &str| outer.child_by_field_name(field) == Some(part);
    match outer.kind() {
        "binary_expression" => {
            !outer.child_by_field_name("operator").is_some_and(|operator| matches!(operator.kind(), "&&" | "||"))
        }
        // Between brackets there are operations of their own.
        "parenthesized_expression" | "conditional_expression" | "comma_expression" => !part.is_named(),
        "subscript_expression" => !is("index"),
        "assignment_expression" => !is("right"),
        "string_literal" | "char_literal" | "concatenated_string" => true,
        kind => kind.ends_with("_expression"),
    }
}

/// A part of the source, without white space around it, and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// As it is written, over several lines perhaps.
    pub text: String,
    line: u32,
    column: u32,
}

impl Excerpt {
    /// The part between two offsets.
    pub fn part(&self, begin: usize, end: usize) -> Excerpt {
        let inner = &self.text[begin..end];
        let begin = begin + inner.len() - inner.trim_start().len();
        let before = &self.text[..begin];
        let (lines, column) = match before.rfind('\n') {
            Some(last) => (before.matches('\n').count() as u32, (begin - last) as u32),
            None => (0, self.column + begin as u32),
        };
        Excerpt { text: inner.trim().to_owned(), line: self.line + lines, column }
    }

    /// What stands behind so many bytes.
    pub fn behind(&self, bytes: usize) -> Excerpt {
        self.part(bytes, self.text.len())
    }

    /// Whether it begins at a place, of the same file.
    pub fn begins_at(&self, place: &Origin) -> bool {
        (self.line, self.column) == (place.line, place.column)
    }

    /// On one line.
    pub fn words(&self) -> String {
        self.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The identifier that a text begins with; empty if there is none.
fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(text: &str) -> (Sources, impl Fn(u32, u32) -> Origin) {
        let mut sources = Sources::default();
        sources.files.insert("a.c".to_owned(), Arc::new(File::new(text.to_owned())));
        let origin = |line, column| Origin { file: "a.c".into(), line, column, function: "f".into(), inlined_at: None };
        (sources, origin)
    }

    #[test]
    fn conditions_are_found() {
        let (mut sources, at) = sources("  if (a &&\n      f(b) > 1) x;\n for (i = 0; i < n; i++)\nwhile(x)y;\nx = 1;");
        assert_eq!(sources.condition(&at(1, 3)).map(|part| part.words()).as_deref(), Some("a && f(b) > 1"));
        assert_eq!(sources.condition(&at(3, 2)).map(|part| part.words()).as_deref(), Some("i < n"));
        assert_eq!(sources.condition(&at(4, 1)).map(|part| part.words()).as_deref(), Some("x"));
        assert_eq!(sources.condition(&at(1, 7)).map(|part| part.words()).as_deref(), Some("a && f(b) > 1"));
        assert_eq!(sources.condition(&at(5, 1)).map(|part| part.words()).as_deref(), Some("x = 1"));
        assert_eq!(sources.condition(&at(9, 1)), None);
        assert_eq!(sources.operation(&at(2, 12)).map(|part| part.words()).as_deref(), Some("f(b) > 1"));
    }

    #[test]
    fn parts_of_conditions_are_found() {
        let (mut sources, at) = sources("if (a == 1 && (b[i] < 2 || c))");
        assert_eq!(sources.operation(&at(1, 7)).map(|part| part.words()).as_deref(), Some("a == 1"));
        assert_eq!(sources.operation(&at(1, 21)).map(|part| part.words()).as_deref(), Some("b[i] < 2"));
    }

    #[test]
    fn what_is_returned_begins_behind_the_word() {
        let text = "int g(int x) {\nif (a) return x < 1;\nreturn(b) != 2;\nf(\"return \", y) > 4;\nreturned > 5;\n}";
        let (mut sources, at) = sources(text);
        let columns =
            [(2, 17, "x < 1"), (3, 11, "(b) != 2"), (4, 17, "f(\"return \", y) > 4"), (5, 10, "returned > 5")];
        for (line, column, told) in columns {
            assert_eq!(sources.operation(&at(line, column)).map(|part| part.words()).as_deref(), Some(told));
        }
    }

    #[test]
    fn what_stands_in_quotes_is_no_code() {
        let (mut sources, at) = sources("if (*p != '?' && f(\")\", '\\'') < 2)\n  } while (x > 1);");
        assert_eq!(sources.operation(&at(1, 8)).map(|part| part.words()).as_deref(), Some("*p != '?'"));
        assert_eq!(
            sources.condition(&at(1, 1)).map(|part| part.words()).as_deref(),
            Some("*p != '?' && f(\")\", '\\'') < 2")
        );
        assert_eq!(
            sources.condition(&at(1, 5)).map(|part| part.words()).as_deref(),
            Some("*p != '?' && f(\")\", '\\'') < 2")
        );
        assert_eq!(sources.condition(&at(2, 3)).map(|part| part.words()).as_deref(), Some("x > 1"));
    }

    #[test]
    fn files_whose_lines_have_other_numbers_are_known() {
        let (mut sources, at) = sources("int x;\n#line 3 \"a.c\"\nint y;\n# 1 \"b.h\"\nint z;");
        sources.macros.insert("CHECK".to_owned());
        assert!(!sources.is_missing(&at(3, 1)), "that is what it would be without the directive");
        let (mut sources, at) = self::sources("int x;\n#line 7 \"lib/a.c\"\nint y;");
        sources.macros.insert("CHECK".to_owned());
        assert!(sources.is_missing(&at(1, 1)));
    }

    #[test]
    fn macros_and_silence_are_seen() {
        let (mut sources, at) = sources("/* bitreach: inconsistent-ok */\nCHECK(x);\n\n y = 2;");
        sources.macros.insert("CHECK".to_owned());
        assert!(sources.is_macro(&at(2, 1)) && !sources.is_macro(&at(4, 2)));
        let (mut others, at) =
            self::sources("if (CHECK(f(x), 1) || y)\n  a = CHECK && b && CHECK(x) == 2 || CHECK (c)(d) || e;");
        others.macros.insert("CHECK".to_owned());
        assert!(others.is_macro(&at(1, 20)) && others.is_macro(&at(2, 13)));
        for column in [18, 35, 51] {
            assert!(!others.is_macro(&at(2, column)), "{column}");
        }
        assert!(sources.is_silenced(&at(2, 1)) && !sources.is_silenced(&at(4, 2)));
        assert!(sources.has_silence(&at(1, 1)) && !sources.has_silence(&at(2, 1)), "it is on the line itself");
    }
}
