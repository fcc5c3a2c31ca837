//! Expressions of C as a parser reads them: which of them are constant, cast, or begin with `!`. Types are not known: what can be
//! read in two ways, as `(a) - b`, is said to be so where it matters.

use tree_sitter::{Node, Parser, Tree};

/// A text that has been parsed as an expression.
#[derive(Clone, Debug)]
pub struct Expression {
    text: String,
    tree: Tree,
}

/// What stands before an expression that is parsed by itself, and behind it.
const FRAME: (&str, &str) = ("void f(void) { (", "\n); }");

/// The syntax tree of a text of C, which may have errors in it.
pub fn parse(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_c::LANGUAGE.into()).ok()?;
    parser.parse(text, None)
}

impl Expression {
    /// Parses a text; `None` if it is no expression.
    pub fn new(text: &str) -> Option<Expression> {
        let text = format!("{}{text}{}", FRAME.0, FRAME.1);
        let tree = parse(&text)?;
        let expression = Expression { text, tree };
        let is_whole = !expression.tree.root_node().has_error();
        (is_whole && expression.root().is_some()).then_some(expression)
    }

    /// Whether evaluating it may do something, as an assignment or a call does; or whether it ends before the text does.
    pub fn does_something(&self) -> bool {
        const DOES: [&str; 4] =
            ["assignment_expression", "update_expression", "compound_statement", "gnu_asm_expression"];
        let begin = FRAME.0.len() - 1;
        let frame = std::iter::successors(self.root(), |node| node.parent()).find(|node| node.start_byte() == begin);
        // Behind the closing bracket of the frame, `; }` follows.
        let is_whole = frame.is_some_and(|frame| frame.end_byte() == self.text.len() - 3);
        let has_comment = self.text.contains("/*") || self.text.contains("//");
        let parts = self.root().map(|root| all(root, &is_everything)).unwrap_or_default();
        let does = |node: &Node| DOES.contains(&node.kind()) || node.kind() == "call_expression" && !is_cast(*node);
        !is_whole || has_comment || parts.iter().any(does)
    }

    /// Whether something in it looks like a call: `(f)(x)` is one, unless `f` is a type.
    pub fn may_call(&self) -> bool {
        let root = self.root();
        root.is_some_and(|root| all(root, &is_everything).iter().any(|node| node.kind() == "call_expression"))
    }

    /// The text, where calls of a function with one name as the argument are replaced by what is made of that name.
    pub fn with_calls(&self, function: &str, replaced: impl Fn(&str) -> Option<String>) -> String {
        let end = self.text.len() - FRAME.1.len();
        let mut calls: Vec<Node> = self.root().map(|root| all(root, &is_everything)).unwrap_or_default();
        calls.retain(|node| node.kind() == "call_expression");
        calls.sort_by_key(Node::start_byte);
        let (mut text, mut at) = (String::new(), FRAME.0.len());
        for call in calls {
            let [Some(callee), Some(arguments)] = ["function", "arguments"].map(|name| call.child_by_field_name(name))
            else {
                continue;
            };
            let argument =
                arguments.named_child(0).filter(|one| arguments.named_child_count() == 1 && one.kind() == "identifier");
            let made = argument.filter(|_| self.text(callee) == function).and_then(|one| replaced(self.text(one)));
            if let Some(made) = made {
                text += &self.text[at..call.start_byte()];
                text += &made;
                at = call.end_byte();
            }
        }
        text + &self.text[at..end]
    }

    /// Whether the comma operator is in it.
    pub fn has_comma(&self) -> bool {
        let root = self.root();
        root.is_some_and(|root| all(root, &is_everything).iter().any(|node| node.kind() == "comma_expression"))
    }

    /// The names in it, of whatever.
    pub fn names(&self) -> Vec<&str> {
        let is_name = |node: &Node| node.named_child_count() == 0 && is_word(self.text(*node));
        let all = self.root().map(|root| all(root, &is_everything)).unwrap_or_default();
        all.into_iter().filter(is_name).map(|node| self.text(node)).collect()
    }

    /// The expression itself, without the parentheses around it that the frame adds.
    fn root(&self) -> Option<Node<'_>> {
        let at = FRAME.0.len() - 1;
        let mut node = self.tree.root_node().descendant_for_byte_range(at, at)?;
        while node.kind() != "parenthesized_expression" {
            node = node.parent()?;
        }
        inner(node)
    }

    fn text(&self, node: Node) -> &str {
        &self.text[node.byte_range()]
    }

    /// Whether there are no names in it, and no calls.
    pub fn is_literal(&self) -> bool {
        let is_name = |node: &Node| {
            let kind = node.kind();
            kind == "sizeof_expression"
                || ["identifier", "type_identifier"].contains(&kind) && !["true", "false"].contains(&self.text(*node))
        };
        self.root().is_some_and(|root| all(root, &is_everything).iter().all(|node| !is_name(node)))
    }

    /// Whether the value is computed from the size of a type: not from what a function makes of one, and not by one as an index.
    pub fn computes_with_sizeof(&self) -> bool {
        let is_computed = |node: &Node, child: &Node| match node.kind() {
            "call_expression" => is_cast(*node),
            "subscript_expression" => node.child_by_field_name("index") != Some(*child),
            _ => true,
        };
        let kinds = ["sizeof_expression", "alignof_expression", "offsetof_expression"];
        self.root().is_some_and(|root| all(root, &is_computed).iter().any(|node| kinds.contains(&node.kind())))
    }

    /// Both sides of a comparison for equality.
    fn sides(&self) -> Option<(Node<'_>, Node<'_>)> {
        let mut root = self.root()?;
        while root.kind() == "unary_expression" && self.operator(root) == Some("!") {
            root = bare(root.child_by_field_name("argument")?);
        }
        let is_equality = ["==", "!="].contains(&self.operator(root)?) && root.kind() == "binary_expression";
        is_equality.then_some((root.child_by_field_name("left")?, root.child_by_field_name("right")?))
    }

    fn operator(&self, node: Node) -> Option<&str> {
        Some(self.text(node.child_by_field_name("operator")?))
    }

    /// Whether it compares something with itself but for a cast, as in `x == (off_t)x`.
    pub fn compares_with_itself(&self) -> bool {
        self.sides().is_some_and(|(one, other)| {
            (operand_of_cast(one).is_some() || operand_of_cast(other).is_some())
                && self.words(uncast(one)) == self.words(uncast(other))
        })
    }

    /// Whether a side of a comparison is cast, as in `n = (ssize_t)m; if ((uint64_t)n != m)`.
    pub fn compares_a_cast(&self) -> bool {
        self.sides().is_some_and(|(one, other)| [one, other].into_iter().any(|side| operand_of_cast(side).is_some()))
    }

    /// Whether something is cast to a type of one of these names.
    pub fn casts_to(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        let ty = |node: &Node| match node.kind() {
            "cast_expression" => node.child_by_field_name("type").map(|ty| self.words(ty)),
            "call_expression" if is_cast(*node) => {
                node.child_by_field_name("function").and_then(inner).map(|ty| self.words(ty))
            }
            _ => None,
        };
        let Some(root) = self.root() else { return false };
        all(root, &is_everything).iter().filter_map(ty).any(|ty| is_wanted(&ty))
    }

    /// The text with one blank between words.
    fn words(&self, node: Node) -> String {
        self.text(node).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// If it is `!` of something: the part of the text that this is, without parentheses around it.
    pub fn negated(&self) -> Negated {
        let Some(root) = self.root() else { return Negated::Unclear };
        if !self.text(root).starts_with('!') {
            return Negated::No;
        }
        // `!(a) - b` is a difference, or `!` of a cast, if `a` is a type.
        if all(root, &is_everything).iter().any(|node| self.may_be_cast(*node)) {
            return Negated::Unclear;
        }
        // The parser reads `!a++` as `(!a)++`.
        let mut node = root;
        while node.kind() == "update_expression" {
            match node.child_by_field_name("argument") {
                Some(argument) => node = argument,
                None => return Negated::Unclear,
            }
        }
        let shift = FRAME.0.len();
        match node.child_by_field_name("argument") {
            Some(argument) if node.kind() == "unary_expression" => {
                let range =
                    if node == root { bare(argument).byte_range() } else { argument.start_byte()..root.end_byte() };
                Negated::Part(range.start - shift, range.end - shift)
            }
            _ => Negated::No,
        }
    }

    /// Whether what the parser took for an operation or a cast may be the other.
    fn may_be_cast(&self, node: Node) -> bool {
        let is_name = |node: Node| ["identifier", "type_identifier", "type_descriptor"].contains(&node.kind());
        let is_both = |text: &str| text.starts_with(['-', '+', '*', '&']);
        match node.kind() {
            "cast_expression" => {
                let value = node.child_by_field_name("value");
                let is_one_word =
                    node.child_by_field_name("type").is_some_and(|ty| is_name(ty) && is_word(self.text(ty)));
                is_one_word && value.is_some_and(|value| is_both(self.text(value)))
            }
            "binary_expression" => {
                let mut left = node.child_by_field_name("left");
                while let Some(inner) = left.filter(|left| left.kind() == "unary_expression") {
                    left = inner.child_by_field_name("argument");
                }
                let left = left.filter(|left| left.kind() == "parenthesized_expression");
                self.operator(node).is_some_and(is_both) && left.and_then(inner).is_some_and(is_name)
            }
            _ => false,
        }
    }
}

/// Whether an expression is `!` of another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Negated {
    /// Of the part between these offsets.
    Part(usize, usize),
    /// It is not.
    No,
    /// That is a question of what is a type.
    Unclear,
}

fn is_word(text: &str) -> bool {
    text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

fn is_everything(_: &Node, _: &Node) -> bool {
    true
}

/// What stands in parentheses, if that is one expression.
fn inner(node: Node) -> Option<Node> {
    let mut cursor = node.walk();
    let mut parts = node.named_children(&mut cursor).filter(|part| part.kind() != "comment");
    let first = parts.next();
    first.filter(|_| parts.next().is_none())
}

/// An expression without parentheses around it.
fn bare(mut node: Node) -> Node {
    while node.kind() == "parenthesized_expression" {
        match inner(node) {
            Some(part) => node = part,
            None => break,
        }
    }
    node
}

/// Whether what looks like the call `(T)(x)` may be a cast.
fn is_cast(call: Node) -> bool {
    let function = call.child_by_field_name("function").filter(|name| name.kind() == "parenthesized_expression");
    function.and_then(inner).is_some_and(|name| name.kind() == "identifier")
}

/// The operand, if an expression is a cast.
fn operand_of_cast(node: Node) -> Option<Node> {
    match bare(node).kind() {
        "cast_expression" => bare(node).child_by_field_name("value"),
        "call_expression" if is_cast(bare(node)) => bare(node).child_by_field_name("arguments").and_then(inner),
        _ => None,
    }
}

/// An expression without the cast around it.
fn uncast(node: Node) -> Node {
    bare(operand_of_cast(node).unwrap_or(node))
}

/// A node and all below it that `is_wanted` as children.
fn all<'a>(node: Node<'a>, is_wanted: &dyn Fn(&Node, &Node) -> bool) -> Vec<Node<'a>> {
    let (mut found, mut waiting) = (Vec::new(), vec![node]);
    while let Some(node) = waiting.pop() {
        let mut cursor = node.walk();
        waiting.extend(node.named_children(&mut cursor).filter(|child| is_wanted(&node, child)));
        found.push(node);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Expression {
        Expression::new(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn literals_have_no_names() {
        for text in ["1", "0x1fUL == 5", "!false", "'a' < 3"] {
            assert!(of(text).is_literal(), "{text}");
        }
        for text in ["a = 5", "x", "DEBUG", "sizeof(int) == 4", "f()"] {
            assert!(!of(text).is_literal(), "{text}");
        }
    }

    #[test]
    fn sizes_are_computed_with() {
        for text in ["n > 100 * sizeof(long)", "sizeof x == 4", "n < (int)(sizeof(x) - 1)", "(int)sizeof(x) > n"] {
            assert!(of(text).computes_with_sizeof(), "{text}");
        }
        for text in ["f(p, sizeof(*p)) == 0", "a[sizeof(x)] == 2", "x == 3", "sizeof_x > 3"] {
            assert!(!of(text).computes_with_sizeof(), "{text}");
        }
    }

    #[test]
    fn casts_are_found() {
        for text in ["ret == (z_off_t)ret", "(long)n != n", "!((long)(n) == n)"] {
            assert!(of(text).compares_with_itself(), "{text}");
        }
        for text in ["x == x", "(a + b) != c", "(uint64_t)poffa != poff", "x < (int)y", "f(x == (int)x)"] {
            assert!(!of(text).compares_with_itself(), "{text}");
        }
        assert!(of("(uint64_t)poffa != poff").compares_a_cast());
        assert!(!of("(a + b) != c").compares_a_cast() && !of("p == NULL").compares_a_cast());
        let types = |text: &str| of(text).casts_to(|ty| ty == "size_t");
        assert!(types("(size_t)(a * b) / 7 > c") && types("m < (size_t) (n)") && types("((size_t)n + 1) != 0"));
        assert!(!types("f(size_t) != 0") && !types("(count) > n"));
    }

    #[test]
    fn negations_are_found() {
        let part = |text: &str| match of(text).negated() {
            Negated::Part(begin, end) => text[begin..end].to_owned(),
            other => format!("{other:?}"),
        };
        for operand in ["p", "p->next", "a[i + 1].b", "f(x, y)", "*p", "a++", "(f)(x)", "!-x", "f(\")\")"] {
            assert_eq!(part(&format!("!{operand}")), operand);
        }
        assert_eq!(part("! ((a == b))"), "a == b");
        for other in ["!a == b", "!p && q", "!(a + 1) + (b)", "!f(x) - 1", "a", "a != b"] {
            assert_eq!(part(other), "No", "{other}");
        }
        assert_eq!(part("!(a) - b"), "Unclear");
        assert!(Expression::new("(a").is_none() && Expression::new("").is_none() && Expression::new("a; b").is_none());
    }
}
