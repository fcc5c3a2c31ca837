//! What a C file's text says of places in it: which block declares a variable, which statement or whole expression stands
//! there. A parser reads the text as it is written (tree-sitter's C grammar), macros are not expanded. So the text of a
//! function is believed only where it can be: not at a macro, not if a macro in it hides braces or parts of statements, and
//! not if parts of it may be left out. What is not known is said to be so.

mod order;

use crate::source::clang::{self, Unit};
use crate::source::lines::{Lines, Position};
use crate::source::property::DataModel;
use bitreach_limits::StopFlag;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use tree_sitter::{Node, Parser, Point, Tree};

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

/// A block inside of another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InnerBlock {
    /// There is none.
    None,
    /// It is here.
    Span(Span),
    /// There may be one that a macro hides.
    Hidden,
}

/// The files that a program was compiled from, each read when it is first asked for.
#[derive(Debug)]
pub struct Sources {
    units: Vec<Unit>,
    data_model: DataModel,
    files: RefCell<HashMap<PathBuf, Option<Rc<File>>>>,
    macros: OnceCell<Macros>,
}

impl Sources {
    /// With these files as they were given to the compiler: in preprocessed ones stands the text of others.
    pub fn new(units: Vec<Unit>, data_model: DataModel) -> Sources {
        Sources { units, data_model, files: RefCell::default(), macros: OnceCell::new() }
    }

    /// The macros of all files.
    fn macros(&self) -> &Macros {
        self.macros.get_or_init(|| {
            let definitions = |unit: &Unit| clang::macro_definitions(unit, self.data_model, &StopFlag::new());
            let found: Result<Vec<_>, _> = self.units.iter().map(definitions).collect();
            Macros { bodies: found.ok().map(|found| bodies(found.into_iter().flatten())) }
        })
    }

    /// The piece of text that begins at a place or has it in it, if the text of its function can be believed.
    fn leaf<'a>(&self, file: &'a File, place: Point) -> Option<Node<'a>> {
        let leaf = file.leaf(place)?;
        let function = std::iter::successors(Some(leaf), |node| node.parent());
        let function = function.into_iter().find(|node| node.kind() == "function_definition")?;
        let macros = self.macros();
        let is_hidden = macros.is_macro(file.text(leaf)?);
        let body = function.child_by_field_name("body")?;
        let words = file.words(body)?;
        (!is_hidden && !body.has_error() && !words.iter().any(|word| macros.hides_statements(word))).then_some(leaf)
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
        // To ask for macros takes a run of clang.
        if !parts(&file.text).any(&is_name) {
            return None;
        }
        let leaf = self.leaf(&file, place)?;
        let is_called = leaf.parent().is_some_and(|call| call.child_by_field_name("function") == Some(leaf));
        if is_called && file.text(leaf) != Some(callee) {
            return None;
        }
        let expressions = std::iter::successors(Some(leaf), |node| node.parent());
        let mut expressions =
            expressions.take_while(|node| !node.kind().ends_with("statement") && node.kind() != "ERROR");
        let names = expressions.find_map(|expression| {
            let mut names = Vec::new();
            file.identifiers(expression, &is_name, &mut names);
            (!names.is_empty()).then_some(names)
        })?;
        let homes: Vec<Option<Home>> = names.into_iter().map(|name| self.declaration(&file, name, &is_name)).collect();
        // Two variables with names of which one may be the other's with a number do not tell which is meant.
        let (first, rest) = homes.split_first()?;
        first.filter(|_| rest.iter().all(|other| other == first))
    }

    /// The block that declares the variable of a name.
    fn declaration(&self, file: &File, name: Node, is_name: &impl Fn(&str) -> bool) -> Option<Home> {
        let text = file.text(name)?;
        let mut current = name;
        while let Some(outer) = current.parent() {
            let declares = match outer.kind() {
                "compound_statement" => file.declares_before(outer, name.start_byte(), text),
                "for_statement" => {
                    outer.child_by_field_name("initializer").is_some_and(|first| file.declares(first, text))
                }
                "function_definition" => return None,
                _ => false,
            };
            // A macro could declare it, too.
            // Without a list of types `T (x);` looks like a call, and `T * x;` like a product.
            if outer.kind() == "compound_statement" && file.may_declare(outer, name.start_byte(), is_name) {
                return None;
            }
            if declares && file.words(outer)?.iter().any(|word| self.macros().names(word, is_name)) {
                return None;
            }
            if declares {
                return Some(file.home(outer));
            }
            current = outer;
        }
        None
    }

    /// The block in braces in which a variable is declared at a place, if that lies inside of the block that begins at `around`, or of the
    /// function's outermost block without it. A macro that has a `switch` may hide such a block.
    pub fn inner_block(&self, file: &str, place: Position, name: &str, around: Option<Position>) -> InnerBlock {
        let Some((file, point)) = self.find(file, place) else { return InnerBlock::None };
        let Some(leaf) = file.leaf(point) else { return InnerBlock::None };
        if file.text(leaf) != Some(name) {
            let is_hidden = file.text(leaf).is_some_and(|word| self.macros().expansion(word).contains("switch"));
            return if is_hidden { InnerBlock::Hidden } else { InnerBlock::None };
        }
        let outer = std::iter::successors(Some(leaf), |node| node.parent());
        let block = outer.into_iter().find(|node| node.kind() == "compound_statement");
        let is_inner = |block: &Node| {
            let is_outermost = file.home(*block) == Home::Function;
            !is_outermost && around.is_none_or(|around| around < file.position(block.start_position()))
        };
        block.filter(is_inner).map_or(InnerBlock::None, |block| InnerBlock::Span(file.presumed(block)))
    }

    /// The block that a compound literal belongs to of which something stands at a place.
    pub fn block_of_literal(&self, file: &str, place: Position) -> Option<Home> {
        let (file, place) = self.find(file, place)?;
        let mut current = self.leaf(&file, place)?;
        let mut is_in_literal = false;
        while let Some(outer) = current.parent() {
            is_in_literal |= current.kind() == "compound_literal_expression";
            match outer.kind() {
                "compound_statement" => return is_in_literal.then(|| file.home(outer)),
                kind if is_block(kind) => {
                    // A part that is a statement is a block of its own, other parts belong to the whole statement.
                    let is_statement =
                        outer.children_by_field_name("body", &mut outer.walk()).any(|part| part == current)
                            || outer.child_by_field_name("consequence") == Some(current);
                    let block = if is_statement { current } else { outer };
                    return Some(Home::Statement(file.presumed(block))).filter(|_| is_in_literal);
                }
                "else_clause" => return Some(Home::Statement(file.presumed(current))).filter(|_| is_in_literal),
                _ => current = outer,
            }
        }
        None
    }

    /// The full expression (C11 6.8) in which a function is called at a place.
    pub fn full_expression(&self, file: &str, place: Position, callee: &str) -> Option<Span> {
        let (file, place) = self.find(file, place)?;
        let mut current = self.leaf(&file, place)?;
        if file.text(current) != Some(callee) || current.parent().is_none_or(|call| call.kind() != "call_expression") {
            return None;
        }
        while let Some(outer) = current.parent() {
            let is_whole = match outer.kind() {
                "expression_statement" | "return_statement" | "init_declarator" | "for_statement" => true,
                "parenthesized_expression" => outer.parent().is_some_and(|statement| is_block(statement.kind())),
                _ => false,
            };
            if is_whole {
                return Some(file.presumed(current));
            }
            current = outer;
        }
        None
    }

    /// The file that holds a place, and where the place is in it, if that is certain.
    fn find(&self, name: &str, place: Position) -> Option<(Rc<File>, Point)> {
        let mut found: Option<(Rc<File>, Point)> = None;
        for unit in &self.units {
            let folder = unit.folder.clone().unwrap_or_default();
            let Some(file) = self.file(&unit.path(), &folder) else { continue };
            for row in file.rows(name, place.line) {
                if found.is_some() {
                    return None;
                }
                found = Some((file.clone(), Point::new(row, place.column.checked_sub(1)? as usize)));
            }
        }
        found.or_else(|| {
            let file = self.file(Path::new(name), Path::new(""))?;
            let row = file.rows(name, place.line).next()?;
            Some((file, Point::new(row, place.column.checked_sub(1)? as usize)))
        })
    }

    fn file(&self, path: &Path, folder: &Path) -> Option<Rc<File>> {
        let mut files = self.files.borrow_mut();
        files.entry(path.to_owned()).or_insert_with(|| File::read(path, folder).map(Rc::new)).clone()
    }
}

/// The macros of a program; `None` if they are not known.
#[derive(Debug)]
struct Macros {
    bodies: Option<HashMap<String, String>>,
}

/// Words of which a statement is made.
const STATEMENT_WORDS: [&str; 11] =
    ["if", "else", "for", "while", "do", "switch", "case", "default", "goto", "return", "break"];

/// The bodies of macros. What is another one in another file has both bodies, one behind the other: it can become either.
fn bodies(definitions: impl Iterator<Item = (String, String)>) -> HashMap<String, String> {
    let mut bodies: HashMap<String, String> = HashMap::new();
    for (name, body) in definitions {
        let known = bodies.entry(name).or_default();
        if !known.is_empty() && *known != body {
            known.push(' ');
            known.push_str(&body);
        } else {
            *known = body;
        }
    }
    bodies
}

impl Macros {
    fn is_macro(&self, word: &str) -> bool {
        self.bodies.as_ref().is_none_or(|bodies| bodies.contains_key(word))
    }

    /// The words that a macro can become, by way of others too, and what else its own text has; none for other words.
    fn expansion(&self, word: &str) -> BTreeSet<String> {
        let Some(bodies) = &self.bodies else { return BTreeSet::from(["{".to_owned()]) };
        let (mut found, mut waiting) = (BTreeSet::new(), vec![word.to_owned()]);
        while let Some(next) = waiting.pop() {
            for part in bodies.get(&next).into_iter().flat_map(|body| parts(body)) {
                if found.insert(part.to_owned()) {
                    waiting.push(part.to_owned());
                }
            }
        }
        found
    }

    /// Whether a word is a macro that hides braces, ends or parts of statements. One in parentheses is an expression.
    fn hides_statements(&self, word: &str) -> bool {
        let Some(bodies) = &self.bodies else { return true };
        let Some(body) = bodies.get(word) else { return false };
        let text = if body.starts_with('(') { body.split_once(')').map_or("", |(_, text)| text) } else { body };
        if is_in_parentheses(text.trim()) {
            return false;
        }
        let is_statement = |part: &str| ["{", "}", ";", ":"].contains(&part) || STATEMENT_WORDS.contains(&part);
        self.expansion(word).iter().any(|part| is_statement(part))
    }

    /// Whether a word is a macro that can become a name.
    fn names(&self, word: &str, is_name: &impl Fn(&str) -> bool) -> bool {
        self.expansion(word).iter().any(|part| is_name(part))
    }
}

/// Whether a text is one pair of parentheses with everything between them.
fn is_in_parentheses(text: &str) -> bool {
    let mut depth = 0;
    let closes_at = text.char_indices().find_map(|(at, letter)| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        (depth == 0).then_some(at)
    });
    text.starts_with('(') && closes_at == Some(text.len() - 1)
}

/// The words of a text, and its braces, colons and semicolons.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let marks = text.char_indices().filter(|(_, letter)| "{};:".contains(*letter)).map(|(at, _)| &text[at..=at]);
    text.split(move |letter| !is_word(letter)).filter(|word| !word.is_empty()).chain(marks)
}

/// Statements that are blocks, and whose parts are.
fn is_block(kind: &str) -> bool {
    ["if_statement", "while_statement", "do_statement", "for_statement", "switch_statement"].contains(&kind)
}

/// A file that has been parsed.
#[derive(Debug)]
struct File {
    text: String,
    tree: Tree,
    lines: Lines,
    /// Each file of the lines by a name that it has no other of.
    paths: Vec<PathBuf>,
}

impl File {
    fn read(path: &Path, folder: &Path) -> Option<File> {
        let text = String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned();
        let mut parser = Parser::new();
        parser.set_language(&tree_sitter_c::LANGUAGE.into()).ok()?;
        let tree = parser.parse(&text, None)?;
        let lines = Lines::of(&text, &path.to_string_lossy());
        // Names in the text are those that the compiler saw, in the folder where it ran.
        let paths = lines.files().iter().enumerate();
        let paths = paths.map(|(index, name)| whole(&if index == 0 { path.to_owned() } else { folder.join(name) }));
        let paths = paths.collect();
        Some(File { text, tree, lines, paths })
    }

    /// The rows that are a line of a file.
    fn rows(&self, name: &str, line: u32) -> impl Iterator<Item = usize> + '_ {
        let path = whole(Path::new(name));
        self.lines.rows(line, move |file| self.paths[file] == path)
    }

    /// What the compiler takes a place for.
    fn position(&self, point: Point) -> Position {
        self.lines.position(point.row, point.column)
    }

    fn presumed(&self, node: Node) -> Span {
        Span { begin: self.position(node.start_position()), end: self.position(node.end_position()) }
    }

    fn leaf(&self, point: Point) -> Option<Node<'_>> {
        let node = self.tree.root_node().descendant_for_point_range(point, point)?;
        (node.start_position() == point || node.child_count() == 0).then_some(node)
    }

    /// Lists the identifiers in a piece of text that have a name.
    fn identifiers<'a>(&self, node: Node<'a>, is_name: &impl Fn(&str) -> bool, found: &mut Vec<Node<'a>>) {
        if node.kind() == "identifier" {
            found.extend(self.text(node).is_some_and(is_name).then_some(node));
        }
        let mut cursor = node.walk();
        node.named_children(&mut cursor).for_each(|child| self.identifiers(child, is_name, found));
    }

    /// The words of a function's text; `None` if parts of it may be left out.
    fn words(&self, function: Node) -> Option<BTreeSet<&str>> {
        let (mut words, mut waiting) = (BTreeSet::new(), vec![function]);
        while let Some(node) = waiting.pop() {
            // A change of lines and a pragma leave the text as it is.
            let is_conditional = node.kind().starts_with("preproc_")
                && !["preproc_call", "preproc_directive", "preproc_arg"].contains(&node.kind());
            if is_conditional {
                return None;
            }
            let mut cursor = node.walk();
            waiting.extend(node.children(&mut cursor));
            if node.child_count() == 0 && node.kind() != "comment" {
                words.extend(self.text(node));
            }
        }
        Some(words)
    }

    fn text(&self, node: Node) -> Option<&str> {
        self.text.get(node.byte_range())
    }

    /// The block that a node is.
    fn home(&self, node: Node) -> Home {
        match node.parent().map(|outer| outer.kind()) {
            Some("function_definition") => Home::Function,
            _ => Home::Block(self.position(node.start_position())),
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

    /// Whether a statement of a block before a place may be a declaration of a name that does not look like one.
    fn may_declare(&self, block: Node, until: usize, is_name: &impl Fn(&str) -> bool) -> bool {
        let mut cursor = block.walk();
        let found = block.named_children(&mut cursor).take_while(|part| part.start_byte() < until).any(|part| {
            let is_label = ["case_statement", "labeled_statement"].contains(&part.kind());
            let expression = part.named_child(0).filter(|_| part.kind() == "expression_statement");
            let last = expression.and_then(|expression| match expression.kind() {
                "call_expression" => expression.child_by_field_name("arguments"),
                "binary_expression" => expression.child_by_field_name("right"),
                _ => None,
            });
            let mut names = Vec::new();
            last.into_iter().for_each(|last| self.identifiers(last, is_name, &mut names));
            let ends_before = part.end_byte() <= until;
            ends_before && !names.is_empty() && last.is_some_and(|last| self.is_bare(last))
                || is_label && self.may_declare(part, until, is_name)
        });
        found
    }

    /// Whether a piece of text is a name and no more, but for parentheses.
    fn is_bare(&self, node: Node) -> bool {
        let text = self.text(node).unwrap_or_default();
        text.chars().all(|letter| letter.is_alphanumeric() || "_() ".contains(letter))
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

/// A path that is the same for each name of a file.
fn whole(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_that_differ_between_files_can_become_either() {
        let rows = [("X", " {"), ("X", " 1"), ("Y", ""), ("Y", " return"), ("Z", "(a) (a)"), ("Z", "(a) (a)")];
        let rows = rows.into_iter().map(|(name, body)| (name.to_owned(), body.to_owned()));
        for rows in [rows.clone().collect::<Vec<_>>(), rows.rev().collect()] {
            let macros = Macros { bodies: Some(bodies(rows.into_iter())) };
            assert!(macros.hides_statements("X") && macros.hides_statements("Y"));
            assert!(!macros.hides_statements("Z") && macros.is_macro("Z"));
        }
    }
    use std::io::Write;

    fn sources(text: &str) -> (tempfile::NamedTempFile, Sources, String) {
        let mut file = tempfile::Builder::new().suffix(".c").tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let name = file.path().display().to_string();
        let unit = Unit { file: file.path().to_owned(), ..Unit::default() };
        let sources = Sources::new(vec![unit], DataModel::Lp64);
        (file, sources, name)
    }

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    #[test]
    fn blocks_without_a_scope_of_their_own_are_found() {
        let (_file, sources, name) = sources(
            "#define IN switch (1) { case 1: { int b; break; } }\n#define B int b;\nint f(int c) {\n  int a;\n  { int a; }\n  for (int a = 0; ; ) ;\n  IN\n  B\n}\n",
        );
        let inner = |line, column, around| sources.inner_block(&name, at(line, column), "a", around);
        let block = InnerBlock::Span(Span { begin: at(5, 3), end: at(5, 13) });
        assert_eq!(inner(4, 7, None), InnerBlock::None);
        assert_eq!([inner(5, 9, None), inner(5, 9, Some(at(3, 14)))], [block; 2]);
        assert_eq!(inner(5, 9, Some(at(5, 3))), InnerBlock::None);
        assert_eq!(inner(6, 12, Some(at(6, 3))), InnerBlock::None);
        assert_eq!([inner(7, 3, None), inner(8, 3, None)], [InnerBlock::Hidden, InnerBlock::None]);
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
    fn text_that_macros_change_is_not_believed() {
        let literal = |macros: &str, body: &str| {
            let text = format!("{macros}\nvoid f(int c) {{ int *p;\n{body}\n}}\n");
            let (_file, sources, name) = sources(&text);
            let column = body.find("(int[])").unwrap() as u32 + 1;
            sources.block_of_literal(&name, at(3, column))
        };
        assert_eq!(literal("#define N 0", "c = N; p = (int[]){1};"), Some(Home::Function));
        assert_eq!(literal("#define CHECK(a) (a ? 0 : 1)", "CHECK(c); p = (int[]){1};"), Some(Home::Function));
        assert_eq!(literal("#define IF if(c)", "IF p = (int[]){1};"), None);
        assert_eq!(literal("#define REPEAT LOOP\\\n\n#define LOOP while (c)", "REPEAT p = (int[]){1};"), None);
        assert_eq!(literal("", "\n#ifdef X\n;\n#endif\n p = (int[]){1};"), None);
        let (_file, sources, name) = super::tests::sources(
            "#define DECL int x;\nvoid f(void) { int x;\n  { goto l; DECL l: x = 1; }\n  { goto m; int x1; m: x = x1; }\n}\n",
        );
        let block = |line, column| {
            let is_name = |text: &str| "x1".strip_prefix(text).is_some_and(|rest| rest.is_empty() || rest == "1");
            sources.declaring_block(&name, at(line, column), "", is_name)
        };
        assert_eq!(block(3, 23), None);
        assert_eq!(block(4, 28), None);
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
        let found = sources.declaring_block("a.c", at(3, 23), "", |text| text == "x");
        assert_eq!(found, Some(Home::Block(at(3, 3))));
        assert_eq!(sources.declaring_block("folder/a.c", at(3, 23), "", |text| text == "x"), None);
        assert_eq!(sources.declaring_block("b.h", at(3, 23), "", |text| text == "x"), None);
    }
}
