//! The file as it is given, and what stands where in it: statements, loops, calls, names in scope. Macros are not expanded; what a
//! parser cannot make out is not found.

use crate::program::{Origin, OriginId, SourceMap};
use crate::source::lines::{base_name, Lines};
use crate::source_text::expression::parse;
use crate::witness::format::Location;
use tree_sitter::{Node, Tree};

/// The text of a file.
#[derive(Debug)]
pub struct Given {
    /// The name that it was given by.
    pub name: String,
    /// The text.
    pub text: String,
    tree: Tree,
    /// Where each line begins.
    starts: Vec<usize>,
    /// What the compiler calls each line.
    lines: Lines,
}

/// A loop of the source.
#[derive(Clone, Copy, Debug)]
pub struct Loop<'a> {
    /// The statement.
    pub node: Node<'a>,
}

impl Given {
    /// A file's text; `None` if it is no UTF-8.
    pub fn new(name: &str, bytes: &[u8]) -> Option<Given> {
        let text = std::str::from_utf8(bytes).ok()?.to_owned();
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1));
        let lines = Lines::of(&text, name);
        Some(Given { name: name.to_owned(), tree: parse(&text)?, starts, lines, text })
    }

    /// The text of a piece.
    pub fn text(&self, node: Node) -> &str {
        &self.text[node.byte_range()]
    }

    /// All pieces of a kind, in the order of the text.
    pub fn all(&self, is_wanted: impl Fn(Node) -> bool) -> Vec<Node<'_>> {
        let mut found = Vec::new();
        let mut open = vec![self.tree.root_node()];
        while let Some(node) = open.pop() {
            if is_wanted(node) {
                found.push(node);
            }
            let mut cursor = node.walk();
            let children: Vec<Node> = node.children(&mut cursor).collect();
            open.extend(children.into_iter().rev());
        }
        found
    }

    /// Where a place of a witness is; with no column, where the line's text begins.
    pub fn offset(&self, location: &Location) -> Option<usize> {
        let start = *self.starts.get((location.line as usize).checked_sub(1)?)?;
        let line = self.text[start..].split('\n').next()?;
        match location.column {
            Some(column) => Some(start + (column as usize).checked_sub(1).filter(|&column| column <= line.len())?),
            None => Some(start + line.find(|letter: char| !letter.is_whitespace())?),
        }
    }

    /// A place as witnesses name it.
    pub fn location(&self, offset: usize) -> Location {
        let line = self.starts.partition_point(|&start| start <= offset);
        let column = offset - self.starts[line - 1] + 1;
        let function = self.function(offset).map(str::to_owned);
        Location { file_name: self.name.clone(), line: line as u32, column: Some(column as u32), function }
    }

    /// The function that a place is in.
    fn function(&self, offset: usize) -> Option<&str> {
        let leaf = self.leaf(offset)?;
        let definition = ancestors(leaf).find(|node| node.kind() == "function_definition")?;
        Some(self.text(declared_name(definition.child_by_field_name("declarator")?)?))
    }

    /// Where a place of the compiler's is, or the innermost call in this file that it was inlined at.
    pub fn of_origin(&self, map: &SourceMap, id: OriginId) -> Option<usize> {
        map.chain(id).find_map(|origin| self.of_place(origin))
    }

    /// Where a place of the compiler's is; `None` if it is not in this file, or more than one line is called so.
    pub fn of_place(&self, origin: &Origin) -> Option<usize> {
        let name = base_name(&origin.file);
        let is_file = |index: usize| base_name(&self.lines.files()[index]) == name;
        let mut rows = self.lines.rows(origin.line, is_file);
        let row = rows.next().filter(|_| rows.next().is_none())?;
        let line = self.text[*self.starts.get(row)?..].split('\n').next()?;
        let column = (origin.column as usize).checked_sub(1).filter(|&column| column < line.len())?;
        Some(self.starts[row] + column).filter(|&offset| self.text.is_char_boundary(offset))
    }

    /// The file without its folder, the first and the last line of a piece, as the compiler calls them.
    pub fn compiler_lines(&self, node: Node) -> (String, (u32, u32)) {
        let (first, last) = (node.start_position().row, node.end_position().row);
        let line = |row| self.lines.position(row, 0).line;
        (self.lines.file(first).0.to_owned(), (line(first), line(last)))
    }

    /// The smallest piece of text at a place.
    pub fn leaf(&self, offset: usize) -> Option<Node<'_>> {
        let root = self.tree.root_node();
        root.descendant_for_byte_range(offset, (offset + 1).min(self.text.len()))
    }

    /// The loops around a place, the innermost first.
    pub fn loops(&self, offset: usize) -> impl Iterator<Item = Loop<'_>> {
        self.leaf(offset).into_iter().flat_map(ancestors).filter(|node| is_loop(*node)).map(|node| Loop { node })
    }

    /// The loop that a place of a witness names: one whose keyword stands there, else the only one that begins on the line.
    pub fn loop_at(&self, location: &Location) -> Option<Loop<'_>> {
        let begins = |node: &Node| is_loop(*node) && node.start_position().row + 1 == location.line as usize;
        let on_line = self.all(|node| begins(&node));
        let column = location.column.map(|column| column as usize);
        let exact = on_line.iter().find(|node| Some(node.start_position().column + 1) == column);
        match (exact, &on_line[..]) {
            (Some(node), _) => Some(Loop { node: *node }),
            (None, [node]) => Some(Loop { node: *node }),
            _ => None,
        }
    }

    /// The statement or declaration that begins at a place.
    pub fn statement_at(&self, offset: usize) -> Option<Node<'_>> {
        let leaf = self.leaf(offset)?;
        let begins = |node: &Node| node.start_byte() == offset && is_statement(*node) && is_in_function(*node);
        ancestors(leaf).take_while(|node| node.start_byte() == offset).filter(begins).last()
    }

    /// The statement that control comes to behind a statement or declaration, and from nowhere else: the next one of the same block,
    /// if that has no label.
    pub fn next_statement<'a>(&'a self, statement: Node<'a>) -> Option<Node<'a>> {
        let parent = statement.parent()?;
        if !matches!(parent.kind(), "compound_statement" | "case_statement") {
            return None;
        }
        let next = std::iter::successors(statement.next_named_sibling(), |node| node.next_named_sibling());
        let next = next.into_iter().find(|node| node.kind() != "comment")?;
        (is_statement(next) && !matches!(next.kind(), "labeled_statement" | "case_statement")).then_some(next)
    }

    /// The call whose text begins at a place.
    pub fn call_at(&self, offset: usize) -> Option<Node<'_>> {
        let leaf = self.leaf(offset)?;
        let same = ancestors(leaf).take_while(|node| node.start_byte() == offset);
        same.filter(|node| node.kind() == "call_expression").last()
    }

    /// The largest expression around a place, or where there is none the statement.
    pub fn full_expression(&self, offset: usize) -> Option<Node<'_>> {
        let leaf = self.leaf(offset)?;
        let is_part = |node: &Node| {
            is_expression(*node)
                || matches!(
                    node.kind(),
                    "argument_list" | "initializer_list" | "initializer_pair" | "parenthesized_expression"
                )
        };
        let of_statement = |node: &Node| {
            node.kind() == "parenthesized_expression" && node.parent().is_some_and(|outer| is_statement(outer))
        };
        let inner = ancestors(leaf).skip_while(|node| !is_part(node) && !is_statement(*node));
        let whole = inner.take_while(|node| is_part(node) && !of_statement(node)).last();
        whole.or_else(|| ancestors(leaf).find(|node| is_statement(*node)))
    }

    /// The names that can be used at the condition of a loop, each with the declaration that it is from. Of several of one name the
    /// innermost is meant.
    pub fn names_in_scope<'a>(&'a self, of: Loop<'a>) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        let mut hidden = Vec::new();
        let mut add = |declaration: Node<'a>| {
            for (name, is_scalar) in self.declared(declaration) {
                if !names.contains(&name) && !hidden.contains(&name) {
                    if is_scalar {
                        names.push(name);
                    } else {
                        hidden.push(name);
                    }
                }
            }
        };
        let mut inner = of.node;
        for outer in ancestors(of.node) {
            match outer.kind() {
                "for_statement" => outer.child_by_field_name("initializer").into_iter().for_each(&mut add),
                "compound_statement" | "case_statement" | "translation_unit" => {
                    let mut before: Vec<Node> = Vec::new();
                    let mut cursor = outer.walk();
                    for child in outer.children(&mut cursor) {
                        if child.start_byte() >= inner.start_byte() {
                            break;
                        }
                        before.push(child);
                    }
                    before.into_iter().rev().for_each(&mut add);
                }
                "function_definition" => {
                    let declarator = outer.child_by_field_name("declarator");
                    let parameters = declarator.and_then(|node| node.child_by_field_name("parameters"));
                    let mut cursor = outer.walk();
                    let parameters: Vec<Node> =
                        parameters.map(|node| node.named_children(&mut cursor).collect()).unwrap_or_default();
                    parameters.into_iter().for_each(&mut add);
                }
                _ => {}
            }
            inner = outer;
        }
        names
    }

    /// The names that a declaration declares, each with whether it may be a number by the form of its declarator.
    fn declared<'a>(&'a self, declaration: Node<'a>) -> Vec<(&'a str, bool)> {
        if !matches!(declaration.kind(), "declaration" | "parameter_declaration" | "type_definition") {
            return Vec::new();
        }
        let mut cursor = declaration.walk();
        let declarators: Vec<Node> = declaration.children_by_field_name("declarator", &mut cursor).collect();
        let name = |node: Node<'a>| {
            let plain = if node.kind() == "init_declarator" { node.child_by_field_name("declarator")? } else { node };
            let is_number = plain.kind() == "identifier" && declaration.kind() != "type_definition";
            Some((self.text(declared_name(plain)?), is_number))
        };
        declarators.into_iter().filter_map(name).collect()
    }
}

/// A piece of text and all around it.
pub fn ancestors(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(Some(node), |node| node.parent())
}

/// The name that a declarator declares.
fn declared_name(node: Node) -> Option<Node> {
    match node.kind() {
        "identifier" | "type_identifier" => Some(node),
        "parenthesized_declarator" => declared_name(node.named_child(0)?),
        _ => declared_name(node.child_by_field_name("declarator")?),
    }
}

fn is_loop(node: Node) -> bool {
    matches!(node.kind(), "while_statement" | "for_statement" | "do_statement")
}

/// Whether something is a statement, or a declaration in a block.
pub fn is_statement(node: Node) -> bool {
    node.kind().ends_with("_statement") || node.kind() == "declaration"
}

fn is_in_function(node: Node) -> bool {
    ancestors(node).any(|outer| outer.kind() == "function_definition")
}

fn is_expression(node: Node) -> bool {
    const ATOMS: [&str; 7] =
        ["identifier", "number_literal", "string_literal", "char_literal", "true", "false", "field_identifier"];
    node.kind().ends_with("_expression") || ATOMS.contains(&node.kind())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "int g, a[3], *p;\nint f(int n) {\n  int x = 1, n2;\n  for (int i = 0; i < n; i++) {\n    int late;\n    \
        x = input();\n    /* c */ x++;\n    L: x--;\n  }\n  while (x) x = g + (2 * x);\n  return x;\n}\n";

    fn given() -> Given {
        Given::new("a.c", TEXT.as_bytes()).unwrap()
    }

    fn at(line: u32, column: Option<u32>) -> Location {
        Location { file_name: "a.c".into(), line, column, function: None }
    }

    #[test]
    fn names_are_those_in_scope() {
        let given = given();
        let names = |line| given.names_in_scope(given.loop_at(&at(line, None)).unwrap());
        assert_eq!(names(4), ["i", "x", "n2", "n", "g"]);
        assert_eq!(names(10), ["x", "n2", "n", "g"]);
        assert!(given.loop_at(&at(5, None)).is_none());
    }

    #[test]
    fn the_next_statement_is_one_that_is_only_come_to_from_here() {
        let given = given();
        let statement = |line| given.statement_at(given.offset(&at(line, None)).unwrap()).unwrap();
        let next = |line| given.next_statement(statement(line)).map(|node| given.text(node));
        assert_eq!(next(6), Some("x++;"));
        assert_eq!(next(10), Some("return x;"));
        assert_eq!(given.next_statement(given.next_statement(statement(6)).unwrap()).map(|node| node.kind()), None);
    }

    #[test]
    fn places_are_lines_and_columns() {
        let given = given();
        let offset = TEXT.find("2 * x").unwrap();
        let expression = given.full_expression(offset).unwrap();
        assert_eq!(given.text(expression), "x = g + (2 * x)");
        let location = given.location(expression.start_byte());
        assert_eq!((location.line, location.column, location.function.as_deref()), (10, Some(13), Some("f")));
        assert_eq!(given.offset(&location), Some(expression.start_byte()));
        assert_eq!(given.text(given.call_at(TEXT.find("input").unwrap()).unwrap()), "input()");
        assert!(given.offset(&at(99, None)).is_none() && given.offset(&at(3, Some(900))).is_none());
    }

    #[test]
    fn lines_of_preprocessed_files_are_found_by_what_the_compiler_calls_them() {
        let given = Given::new("a.i", b"# 1 \"h.h\" 1\nint h;\n# 7 \"b.c\" 2\nint f(void) {\n return 1; }\n").unwrap();
        let origin =
            |file: &str, line| Origin { file: file.into(), line, column: 2, function: "f".into(), inlined_at: None };
        let location = given.of_place(&origin("b.c", 8)).map(|offset| given.location(offset));
        assert_eq!(location.map(|location| location.line), Some(5));
        assert_eq!(given.of_place(&origin("c.c", 8)), None);
    }
}
