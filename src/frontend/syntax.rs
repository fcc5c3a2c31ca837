//! What a C file's text says of places in it: which block declares a variable, which statement or whole expression stands
//! there. A parser reads the text as it is written (tree-sitter's C grammar), macros are not expanded: what a macro hides is
//! not known, and said to be so.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use tree_sitter::{Node, Parser, Point, Tree};

/// A place in a file: line and column, both from 1; columns count bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// The places from one on and before another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The first.
    pub begin: Position,
    /// The first behind.
    pub end: Position,
}

impl Span {
    /// Whether a place lies there.
    pub fn contains(&self, place: Position) -> bool {
        self.begin <= place && place < self.end
    }
}

/// Which block of C something belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Home {
    /// The outermost block of a function.
    Function,
    /// A block in braces, or a `for` loop, that begins here.
    Block(Position),
    /// A statement that is a block without braces, as the body of a loop can be.
    Statement(Span),
}

/// The files that a program was compiled from, each read when it is first asked for.
#[derive(Debug, Default)]
pub struct Sources {
    inputs: Vec<PathBuf>,
    files: RefCell<HashMap<PathBuf, Option<Rc<File>>>>,
}

impl Sources {
    /// With these files as they were given to the compiler: in preprocessed ones stands the text of others.
    pub fn new(inputs: Vec<PathBuf>) -> Sources {
        Sources { inputs, files: RefCell::default() }
    }

    /// The block that declares the variable that an expression names of which something stands at a place. If that is a call, of the
    /// function `callee`; what looks like a call of another one is a macro.
    pub fn declaring_block(
        &self,
        file: &str,
        place: Position,
        callee: &str,
        is_name: impl Fn(&str) -> bool,
    ) -> Option<Home> {
        let (file, place) = self.find(file, place)?;
        let leaf = file.leaf(place)?;
        let is_called = leaf.parent().is_some_and(|call| call.child_by_field_name("function") == Some(leaf));
        if is_called && file.text(leaf) != Some(callee) {
            return None;
        }
        let expressions = std::iter::successors(Some(leaf), |node| node.parent());
        let mut expressions =
            expressions.take_while(|node| !node.kind().ends_with("statement") && node.kind() != "ERROR");
        let name = expressions.find_map(|expression| file.identifier(expression, &is_name))?;
        let text = file.text(name)?;
        let mut current = name;
        while let Some(outer) = current.parent() {
            let declares = match outer.kind() {
                "compound_statement" => file.declares_before(outer, name.start_byte(), text),
                "for_statement" => {
                    outer.child_by_field_name("initializer").is_some_and(|first| file.declares(first, text))
                }
                "function_definition" | "ERROR" => return None,
                _ => false,
            };
            if declares {
                return file.home(outer);
            }
            current = outer;
        }
        None
    }

    /// The block that a compound literal belongs to of which something stands at a place.
    pub fn block_of_literal(&self, file: &str, place: Position) -> Option<Home> {
        let (file, place) = self.find(file, place)?;
        let mut current = file.leaf(place)?;
        let mut is_in_literal = false;
        while let Some(outer) = current.parent() {
            is_in_literal |= current.kind() == "compound_literal_expression";
            match outer.kind() {
                "ERROR" => return None,
                "compound_statement" => return file.home(outer).filter(|_| is_in_literal),
                kind if is_block(kind) => {
                    // A part that is a statement is a block of its own, other parts belong to the whole statement.
                    let is_statement =
                        outer.children_by_field_name("body", &mut outer.walk()).any(|part| part == current)
                            || outer.child_by_field_name("consequence") == Some(current);
                    let block = if is_statement { current } else { outer };
                    return Some(Home::Statement(file.presumed(block)?)).filter(|_| is_in_literal);
                }
                "else_clause" => return Some(Home::Statement(file.presumed(current)?)).filter(|_| is_in_literal),
                _ => current = outer,
            }
        }
        None
    }

    /// The full expression (C11 6.8) in which a function is called at a place.
    pub fn full_expression(&self, file: &str, place: Position, callee: &str) -> Option<Span> {
        let (file, place) = self.find(file, place)?;
        let mut current = file.leaf(place)?;
        if file.text(current) != Some(callee) || current.parent().is_none_or(|call| call.kind() != "call_expression") {
            return None;
        }
        while let Some(outer) = current.parent() {
            let is_whole = match outer.kind() {
                "ERROR" => return None,
                "expression_statement" | "return_statement" | "init_declarator" | "for_statement" => true,
                "parenthesized_expression" => outer.parent().is_some_and(|statement| is_block(statement.kind())),
                _ => false,
            };
            if is_whole {
                return file.presumed(current);
            }
            current = outer;
        }
        None
    }

    /// The file that holds a place, and where the place is in it, if that is certain.
    fn find(&self, name: &str, place: Position) -> Option<(Rc<File>, Point)> {
        let mut found: Option<(Rc<File>, Point)> = None;
        for input in &self.inputs {
            let Some(file) = self.file(input) else { continue };
            for row in file.rows(name, place.line) {
                if found.is_some() {
                    return None;
                }
                found = Some((file.clone(), Point::new(row, place.column.checked_sub(1)? as usize)));
            }
        }
        found.or_else(|| {
            let file = self.file(Path::new(name))?;
            let row = file.rows(name, place.line).next()?;
            Some((file, Point::new(row, place.column.checked_sub(1)? as usize)))
        })
    }

    fn file(&self, path: &Path) -> Option<Rc<File>> {
        let mut files = self.files.borrow_mut();
        files.entry(path.to_owned()).or_insert_with(|| File::read(path).map(Rc::new)).clone()
    }
}

/// Statements that are blocks, and whose parts are.
fn is_block(kind: &str) -> bool {
    ["if_statement", "while_statement", "do_statement", "for_statement", "switch_statement"].contains(&kind)
}

/// Lines that the text says are of a file, from a row on.
#[derive(Debug)]
struct Stretch {
    /// The first row, from 0.
    row: usize,
    /// The number of the line that stands there.
    line: u32,
    /// The file's name without its folder.
    file: String,
}

/// A file that has been parsed.
#[derive(Debug)]
struct File {
    text: String,
    tree: Tree,
    stretches: Vec<Stretch>,
    rows: usize,
}

impl File {
    fn read(path: &Path) -> Option<File> {
        let text = String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned();
        let mut parser = Parser::new();
        parser.set_language(&tree_sitter_c::LANGUAGE.into()).ok()?;
        let tree = parser.parse(&text, None)?;
        let mut stretches = vec![Stretch { row: 0, line: 1, file: base(&path.to_string_lossy()).to_owned() }];
        let rows = text.lines().count();
        for (row, line) in text.lines().enumerate() {
            if let Some((line, name)) = line_marker(line) {
                let file = name.or(stretches.last().map(|last| last.file.clone())).unwrap_or_default();
                stretches.push(Stretch { row: row + 1, line, file });
            }
        }
        Some(File { text, tree, stretches, rows })
    }

    /// The rows that are a line of a file.
    fn rows<'a>(&'a self, name: &'a str, line: u32) -> impl Iterator<Item = usize> + 'a {
        let ends = self.stretches.iter().skip(1).map(|next| next.row - 1).chain([self.rows]);
        let is_there = move |(stretch, end): (&Stretch, usize)| {
            let row = stretch.row + line.checked_sub(stretch.line)? as usize;
            (stretch.file == base(name) && row < end).then_some(row)
        };
        self.stretches.iter().zip(ends).filter_map(is_there)
    }

    /// What the compiler takes a place for.
    fn position(&self, point: Point) -> Option<Position> {
        let stretch = self.stretches.iter().rev().find(|stretch| stretch.row <= point.row)?;
        let line = stretch.line + (point.row - stretch.row) as u32;
        Some(Position { line, column: point.column as u32 + 1 })
    }

    fn presumed(&self, node: Node) -> Option<Span> {
        Some(Span { begin: self.position(node.start_position())?, end: self.position(node.end_position())? })
    }

    fn leaf(&self, point: Point) -> Option<Node<'_>> {
        let node = self.tree.root_node().descendant_for_point_range(point, point)?;
        (node.start_position() == point || node.child_count() == 0).then_some(node)
    }

    /// The first identifier in a piece of text that has a name.
    fn identifier<'a>(&self, node: Node<'a>, is_name: &impl Fn(&str) -> bool) -> Option<Node<'a>> {
        if node.kind() == "identifier" {
            return self.text(node).is_some_and(is_name).then_some(node);
        }
        let mut cursor = node.walk();
        let children: Vec<Node> = node.named_children(&mut cursor).collect();
        children.into_iter().find_map(|child| self.identifier(child, is_name))
    }

    fn text(&self, node: Node) -> Option<&str> {
        self.text.get(node.byte_range())
    }

    /// The block that a node is.
    fn home(&self, node: Node) -> Option<Home> {
        match node.parent().map(|outer| outer.kind()) {
            Some("function_definition") => Some(Home::Function),
            _ => Some(Home::Block(self.position(node.start_position())?)),
        }
    }

    /// Whether a block declares a name before a place. Labels and cases are no blocks.
    fn declares_before(&self, block: Node, until: usize, name: &str) -> bool {
        let mut cursor = block.walk();
        let found = block.named_children(&mut cursor).take_while(|part| part.start_byte() < until).any(|part| {
            let is_label = ["case_statement", "labeled_statement"].contains(&part.kind());
            self.declares(part, name) || is_label && self.declares_before(part, until, name)
        });
        found
    }

    /// Whether a declaration declares a name.
    fn declares(&self, declaration: Node, name: &str) -> bool {
        if declaration.kind() != "declaration" {
            return false;
        }
        let mut cursor = declaration.walk();
        let found = declaration.children_by_field_name("declarator", &mut cursor).any(|declarator| {
            let mut inner = Some(declarator);
            while let Some(node) = inner {
                if node.kind() == "identifier" {
                    return self.text(node) == Some(name);
                }
                let wrapped = || (node.kind() == "parenthesized_declarator").then(|| node.named_child(0)).flatten();
                inner = node.child_by_field_name("declarator").or_else(wrapped);
            }
            false
        });
        found
    }
}

/// The part of a path behind its last slash.
fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// `# 12 "name"` or `#line 12 "name"`: the number of the next line, and the file if it is named.
fn line_marker(line: &str) -> Option<(u32, Option<String>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..digits].parse().ok()?;
    let name = rest[digits..].trim_start().strip_prefix('"').and_then(|name| name.split('"').next());
    Some((number, name.map(|name| base(name).to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn sources(text: &str) -> (tempfile::NamedTempFile, Sources, String) {
        let mut file = tempfile::Builder::new().suffix(".c").tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let name = file.path().display().to_string();
        let sources = Sources::new(vec![file.path().to_owned()]);
        (file, sources, name)
    }

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    #[test]
    fn a_variable_belongs_to_the_innermost_block_that_declares_it_before() {
        let (_file, sources, name) = sources(
            "int x;\nint f(int c) {\n  int x = 1;\n  switch (c) { int x; case 1: x = 2; { x = 3; } }\n  { x = 4; int x = 5; x = 6; }\n  for (int x = 7; x; ) x = 8;\n  return x;\n}\n",
        );
        let block = |line, column| sources.declaring_block(&name, at(line, column), "", |text| text == "x");
        assert_eq!(block(4, 31), Some(Home::Block(at(4, 14))));
        assert_eq!(block(4, 40), Some(Home::Block(at(4, 14))));
        assert_eq!(block(5, 5), Some(Home::Function));
        assert_eq!(block(5, 23), Some(Home::Block(at(5, 3))));
        assert_eq!(block(6, 24), Some(Home::Block(at(6, 3))));
        assert_eq!(block(7, 10), Some(Home::Function));
        // The operator of an assignment stands for what it names.
        assert_eq!(block(4, 33), Some(Home::Block(at(4, 14))));
        assert_eq!(sources.declaring_block(&name, at(5, 5), "", |text| text == "y"), None);
    }

    #[test]
    fn a_macro_is_no_call() {
        let (_file, sources, name) = sources("void f(void) {\n  { int x; goto l; l: g(&x); }\n}\n");
        let block = |callee| sources.declaring_block(&name, at(2, 23), callee, |text| text == "x");
        assert_eq!(block("g"), Some(Home::Block(at(2, 3))));
        assert_eq!(block(""), None);
    }

    #[test]
    fn a_literal_belongs_to_the_statement_that_is_a_block() {
        let (_file, sources, name) = sources(
            "void f(int c) {\n  int *p = (int[]){1};\n  while (c) p = (int[]){2};\n  if (c) p = (int[]){3}; else p = (int[]){4};\n  for (; *(int[]){5}; ) { p = (int[]){6}; }\n  M(p);\n}\n",
        );
        let block = |line, column| sources.block_of_literal(&name, at(line, column));
        let statement = |begin, end| Some(Home::Statement(Span { begin, end }));
        assert_eq!(block(2, 19), Some(Home::Function));
        assert_eq!(block(3, 24), statement(at(3, 13), at(3, 28)));
        assert_eq!(block(4, 14), statement(at(4, 10), at(4, 25)));
        assert_eq!(block(4, 35), statement(at(4, 31), at(4, 46)));
        assert_eq!(block(5, 18), statement(at(5, 3), at(5, 44)));
        assert_eq!(block(5, 38), Some(Home::Block(at(5, 25))));
        assert_eq!(block(6, 3), None);
    }

    #[test]
    fn a_call_stands_in_a_full_expression() {
        let (_file, sources, name) = sources(
            "void g(void) {\n  int *p = f().a, q = *p;\n  h(f().a, 1);\n  while (f().b) q++;\n  return f().a[0] + f2();\n}\n",
        );
        let whole = |line, column, callee| sources.full_expression(&name, at(line, column), callee);
        let span = |begin, end| Some(Span { begin, end });
        assert_eq!(whole(2, 12, "f"), span(at(2, 12), at(2, 17)));
        assert_eq!(whole(3, 5, "f"), span(at(3, 3), at(3, 14)));
        assert_eq!(whole(4, 10, "f"), span(at(4, 10), at(4, 15)));
        assert_eq!(whole(5, 10, "f"), span(at(5, 10), at(5, 25)));
        assert_eq!(whole(5, 10, "macro"), None);
    }

    #[test]
    fn lines_of_preprocessed_files_are_those_of_the_files_before() {
        let text =
            "# 1 \"a.c\"\n# 1 \"b.h\" 1\nint h;\n# 2 \"a.c\" 2\nint f(void) {\n  { int x; goto l; l: x = 1; }\n}\n";
        let (_file, sources, _) = sources(text);
        let found = sources.declaring_block("folder/a.c", at(3, 23), "", |text| text == "x");
        assert_eq!(found, Some(Home::Block(at(3, 3))));
        assert_eq!(sources.declaring_block("b.h", at(3, 23), "", |text| text == "x"), None);
    }
}
