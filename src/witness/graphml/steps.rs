//! What an edge of an automaton is in the program's text: a statement, a branch that goes one way, a call. An edge names lines, and perhaps
//! offsets; what these do not tell apart is not followed.

use super::{key, Edge};
use crate::witness::format::Location;
use crate::witness::given::{ancestors, is_statement, Given};
use crate::witness::instrument::Misfit;
use tree_sitter::Node;

/// The steps of an automaton in a program's text.
pub(super) struct Steps<'a> {
    pub given: &'a Given,
    /// Statements and declarations in functions.
    statements: Vec<Node<'a>>,
    branches: Vec<Node<'a>>,
    calls: Vec<Node<'a>>,
}

/// Something that is not followed at a line of the program.
pub(super) fn unsupported(line: u32, reason: impl Into<String>) -> Misfit {
    Misfit::Unsupported { line, reason: reason.into() }
}

/// Something that is not followed of the automaton itself.
pub(super) fn no_path(reason: impl Into<String>) -> Misfit {
    Misfit::Graph(reason.into())
}

/// The first line that an edge names.
pub(super) fn line_of(edge: &Edge) -> Result<Option<u32>, Misfit> {
    let Some(text) = edge.text(key::LINE) else { return Ok(None) };
    let number = text.parse().ok().filter(|&line| line > 0);
    number.map(Some).ok_or_else(|| no_path(format!("has the line `{}`", text.chars().take(20).collect::<String>())))
}

fn is_branch(node: Node) -> bool {
    matches!(node.kind(), "if_statement" | "while_statement" | "for_statement" | "do_statement" | "switch_statement")
}

pub(super) fn is_loop(node: Node) -> bool {
    matches!(node.kind(), "while_statement" | "for_statement" | "do_statement")
}

/// The row of a line in the parser's counting.
fn row(line: u32) -> usize {
    line as usize - 1
}

impl<'a> Steps<'a> {
    pub fn new(given: &'a Given) -> Steps<'a> {
        let is_in_function = |node: &Node| ancestors(*node).any(|outer| outer.kind() == "function_definition");
        let all = given.all(|node| is_step(node) || node.kind() == "call_expression");
        let (calls, statements): (Vec<Node>, Vec<Node>) =
            all.into_iter().partition(|node| node.kind() == "call_expression");
        let statements: Vec<Node> = statements.into_iter().filter(is_in_function).collect();
        let branches = statements.iter().copied().filter(|node| is_branch(*node)).collect();
        Steps { given, statements, branches, calls }
    }

    /// Where an edge begins, if it says so and its line says the same.
    pub fn offset(&self, edge: &Edge, line: u32) -> Option<usize> {
        let number: usize = edge.text(key::OFFSET)?.parse().ok()?;
        let (offset, _) = self.given.text.char_indices().nth(number)?;
        (self.given.location(offset).line == line).then_some(offset)
    }

    /// Statements and declarations that begin on a line, without those within one of them; behind labels.
    fn on_line(&self, line: u32) -> Vec<Node<'a>> {
        let begins = |node: &Node| node.start_position().row == row(line) && is_step(*node);
        let is_outermost = |node: &&Node| !ancestors(**node).skip(1).any(|outer| begins(&outer));
        let here = self.statements.iter().filter(|node| begins(node));
        here.filter(is_outermost).copied().map(behind_labels).collect()
    }

    /// The one statement that an edge is.
    pub fn statement(&self, edge: &Edge, line: u32) -> Result<Node<'a>, Misfit> {
        let exact = self.offset(edge, line).and_then(|offset| self.given.statement_at(offset));
        if let Some(exact) = exact.filter(|node| is_step(*node)) {
            return Ok(behind_labels(exact));
        }
        match self.on_line(line)[..] {
            [only] => Ok(only),
            [] => Err(unsupported(line, "a step on a line where no statement begins")),
            _ => Err(unsupported(line, "a step on a line with several statements")),
        }
    }

    /// Whether a line is of a declaration outside of all functions: what that does is done before the program begins.
    pub fn is_before_main(&self, line: u32) -> bool {
        let at = Location { file_name: String::new(), line, column: None, function: None };
        let leaf = self.given.offset(&at).and_then(|offset| self.given.leaf(offset));
        leaf.is_some_and(|leaf| {
            let mut around = ancestors(leaf);
            around.any(|node| node.kind() == "declaration")
                && !ancestors(leaf).any(|node| node.kind() == "function_definition")
        })
    }

    /// The branch whose condition is evaluated on a line, and which way it goes.
    pub fn branch(&self, edge: &Edge, line: u32) -> Result<(Node<'a>, bool), Misfit> {
        let goes = match edge.text(key::CONTROL) {
            Some("condition-true") => true,
            Some("condition-false") => false,
            other => {
                return Err(unsupported(line, format!("`control` with the value `{}`", other.unwrap_or_default())))
            }
        };
        let decides = |node: &Node| {
            let condition = node.child_by_field_name("condition");
            is_branch(*node) && condition.map_or(node.start_position().row, |it| it.start_position().row) == row(line)
        };
        let all: Vec<Node> = self.branches.iter().copied().filter(decides).collect();
        let exact = self.offset(edge, line).and_then(|offset| {
            let is_it = |node: &&Node| {
                let condition = node.child_by_field_name("condition");
                node.start_byte() == offset || condition.is_some_and(|it| it.byte_range().contains(&offset))
            };
            all.iter().find(is_it).copied()
        });
        let node = match (exact, &all[..]) {
            (Some(node), _) => node,
            (None, [only]) => *only,
            (None, []) => return Err(unsupported(line, "`control` on a line without a branch")),
            (None, _) => return Err(unsupported(line, "`control` on a line with several branches")),
        };
        if node.kind() == "switch_statement" {
            return Err(unsupported(line, "`control` at a switch"));
        }
        let condition = node.child_by_field_name("condition");
        if condition.is_some_and(|condition| self.has_parts(condition)) {
            return Err(unsupported(
                line,
                "`control` at a condition with `&&`, `||` or `?:`, which is several branches",
            ));
        }
        Ok((node, goes))
    }

    /// Whether a condition is evaluated in parts.
    fn has_parts(&self, condition: Node) -> bool {
        let mut open = vec![condition];
        while let Some(node) = open.pop() {
            let operator = node.child_by_field_name("operator").map(|operator| self.given.text(operator));
            if node.kind() == "conditional_expression" || matches!(operator, Some("&&" | "||")) {
                return true;
            }
            let mut cursor = node.walk();
            open.extend(node.children(&mut cursor));
        }
        false
    }

    /// The one call of a function in what begins on an edge's line.
    pub fn call(&self, edge: &Edge, line: u32, function: &str) -> Result<Node<'a>, Misfit> {
        let is_it = |node: &Node| {
            let name = node.child_by_field_name("function").map(|name| self.given.text(name));
            node.kind() == "call_expression" && name == Some(function)
        };
        let within = |outer: &Node, node: &Node| outer.byte_range().contains(&node.start_byte());
        let statements: Vec<Node> = self.on_line(line).into_iter().filter(|node| !is_branch(*node)).collect();
        let is_here =
            |node: &Node| node.start_position().row == row(line) || statements.iter().any(|outer| within(outer, node));
        let calls: Vec<Node> = self.calls.iter().copied().filter(|node| is_it(node) && is_here(node)).collect();
        if let Some(offset) = self.offset(edge, line) {
            if let Some(call) = calls.iter().find(|call| call.start_byte() == offset) {
                return Ok(*call);
            }
        }
        match calls[..] {
            [only] => Ok(only),
            [] => Err(unsupported(line, format!("a call of `{function}`, whose name is not called there"))),
            _ => Err(unsupported(line, format!("one of several calls of `{function}` on a line"))),
        }
    }

    /// Where the value of a call is looked at: its closing parenthesis.
    pub fn end_of_call(&self, call: Node) -> Location {
        self.given.location(call.end_byte() - 1)
    }

    /// Whether the program has a function of this name that gives nothing.
    pub fn gives_nothing(&self, function: &str) -> bool {
        let is_it = |node: Node| {
            let declarator = node.child_by_field_name("declarator");
            let name = declarator.and_then(|declarator| declarator.child_by_field_name("declarator"));
            matches!(node.kind(), "function_definition" | "declaration")
                && declarator.is_some_and(|declarator| declarator.kind() == "function_declarator")
                && name.is_some_and(|name| self.given.text(name) == function)
                && node.child_by_field_name("type").is_some_and(|ty| self.given.text(ty) == "void")
        };
        !self.given.all(is_it).is_empty()
    }

    /// The place of the loop head that an edge comes to: the loop of its line, or the one that is come to behind the statement there.
    pub fn loop_head(&self, edge: &Edge, line: u32) -> Result<usize, Misfit> {
        let begins = |node: &Node| is_loop(*node) && node.start_position().row == row(line);
        let loops: Vec<Node> = self.branches.iter().copied().filter(begins).collect();
        let at = self.offset(edge, line);
        if let Some(exact) = loops.iter().find(|node| Some(node.start_byte()) == at) {
            return Ok(exact.start_byte());
        }
        match loops[..] {
            [only] => return Ok(only.start_byte()),
            [] => {}
            _ => return Err(unsupported(line, "`enterLoopHead` on a line with several loops")),
        }
        let behind = self.behind(self.statement(edge, line)?);
        behind.ok_or_else(|| {
            unsupported(line, "`enterLoopHead` at a step that is not before a loop or at the end of one")
        })
    }

    /// The loop whose head control comes to behind a statement.
    fn behind(&self, statement: Node<'a>) -> Option<usize> {
        let mut node = statement;
        loop {
            let outer = node.parent()?;
            match outer.kind() {
                "compound_statement" => {
                    let next = std::iter::successors(node.next_named_sibling(), |node| node.next_named_sibling());
                    match next.into_iter().find(|node| node.kind() != "comment") {
                        Some(next) => return is_loop(next).then(|| next.start_byte()),
                        None => node = outer,
                    }
                }
                "if_statement" | "else_clause" => node = outer,
                _ if is_loop(outer) => return Some(outer.start_byte()),
                _ => return None,
            }
        }
    }

    /// The statement that control comes to next behind one that is the last of its block, where that is no loop's.
    pub fn behind_blocks(&self, statement: Node<'a>) -> Option<Node<'a>> {
        let mut node = statement;
        loop {
            let outer = node.parent()?;
            match outer.kind() {
                "compound_statement" | "case_statement" => {
                    let next = std::iter::successors(node.next_named_sibling(), |node| node.next_named_sibling());
                    match next.into_iter().find(|node| node.kind() != "comment") {
                        Some(next) => return is_step(next).then(|| behind_labels(next)),
                        None => node = outer,
                    }
                }
                "if_statement" | "else_clause" | "labeled_statement" | "switch_statement" => node = outer,
                _ => return None,
            }
        }
    }

    /// The statement that control comes to where a branch goes one way, and from nowhere else.
    pub fn taken(&self, branch: Node<'a>, goes: bool) -> Option<Node<'a>> {
        let first = |body: Node<'a>| {
            let body = if body.kind() == "else_clause" { body.named_child(0)? } else { body };
            if body.kind() != "compound_statement" {
                return None;
            }
            let mut cursor = body.walk();
            let first = body.named_children(&mut cursor).find(|node| node.kind() != "comment")?;
            (is_step(first) && !matches!(first.kind(), "labeled_statement" | "case_statement")).then_some(first)
        };
        match (branch.kind(), goes) {
            ("if_statement", true) => first(branch.child_by_field_name("consequence")?),
            ("if_statement", false) => first(branch.child_by_field_name("alternative")?),
            ("while_statement" | "for_statement", true) => first(branch.child_by_field_name("body")?),
            ("while_statement" | "for_statement" | "do_statement", false) => {
                let inside = |node: &Node| branch.byte_range().contains(&node.start_byte());
                let breaks = self.given.all(|node| node.kind() == "break_statement" && inside(&node));
                self.given.next_statement(branch).filter(|_| breaks.is_empty())
            }
            _ => None,
        }
    }
}

/// Whether something is a statement or a declaration that is a step by itself.
fn is_step(node: Node) -> bool {
    is_statement(node) && node.kind() != "compound_statement"
}

/// The statement behind labels.
fn behind_labels(mut statement: Node) -> Node {
    while matches!(statement.kind(), "labeled_statement" | "case_statement") {
        let mut cursor = statement.walk();
        let inner = statement.named_children(&mut cursor).find(|part| is_statement(*part));
        match inner {
            Some(inner) => statement = inner,
            None => return statement,
        }
    }
    statement
}
