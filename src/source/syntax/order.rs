//! Expressions whose operands C lets a compiler evaluate in any order, where it may matter which comes first: one of them writes
//! what another one reads or writes, or calls a function that may.
//!
//! This is the text alone, without types: what is written through pointers may be anything but the locals whose address the function
//! does not take, and a name that is called and not known to be without effects has effects, a macro too.

use super::{File, Sources};
use crate::source::lines::Position;
use std::cell::Cell;
use std::collections::BTreeSet;
use tree_sitter::Node;

/// What is nested deeper may do anything.
const DEEPEST: u32 = 200;

/// What evaluating an operand does.
#[derive(Clone, Default, Debug)]
struct Effects {
    /// The locals that it writes.
    written: BTreeSet<String>,
    /// The locals that it reads.
    read: BTreeSet<String>,
    /// It writes memory, or calls what may.
    writes_memory: bool,
    /// It reads memory, or calls something.
    reads_memory: bool,
}

impl Effects {
    fn join(&mut self, other: Effects) {
        self.written.extend(other.written);
        self.read.extend(other.read);
        self.writes_memory |= other.writes_memory;
        self.reads_memory |= other.reads_memory;
    }

    /// Whether it matters which of two operands comes first, as far as this one writes.
    fn disturbs(&self, other: &Effects) -> bool {
        self.writes_memory && (other.reads_memory || other.writes_memory)
            || self.written.iter().any(|name| other.read.contains(name) || other.written.contains(name))
    }
}

impl Sources {
    /// The first place, with the name of its file, where it may matter in which order operands are evaluated. Of functions that are
    /// `without_effects`, calls only read.
    pub fn order_that_matters(&self, without_effects: impl Fn(&str) -> bool) -> Option<(String, Position)> {
        self.units.iter().find_map(|unit| {
            let folder = unit.folder.clone().unwrap_or_default();
            let file = self.file(&unit.path(), &folder)?;
            let mut search = Search {
                file: &file,
                without_effects: &without_effects,
                locals: BTreeSet::new(),
                depth: Cell::new(0),
                arrays: BTreeSet::new(),
            };
            let place = search.place()?;
            let name = unit.path().file_name()?.to_string_lossy().into_owned();
            Some((name, place))
        })
    }
}

struct Search<'a, F> {
    file: &'a File,
    without_effects: &'a F,
    /// The variables of the function that nothing else can write.
    locals: BTreeSet<String>,
    /// How deep the search is in an expression.
    depth: Cell<u32>,
    /// Its arrays, whose names are addresses.
    arrays: BTreeSet<String>,
}

/// What a function declares.
#[derive(Default)]
struct Names {
    all: BTreeSet<String>,
    /// Those whose address it takes, or that are static.
    taken: BTreeSet<String>,
    arrays: BTreeSet<String>,
}

impl<F: Fn(&str) -> bool> Search<'_, F> {
    fn place(&mut self) -> Option<Position> {
        let root = self.file.tree.root_node();
        let mut waiting = vec![root];
        let mut first: Option<Node> = None;
        let arrays = self.arrays_of_all();
        while let Some(node) = waiting.pop() {
            if node.kind() == "function_definition" {
                let mut names = Names::default();
                self.names_below(node, &mut names);
                let others: BTreeSet<String> = names.taken.union(&names.arrays).cloned().collect();
                self.locals = names.all.difference(&others).cloned().collect();
                self.arrays = names.arrays;
                self.arrays.extend(arrays.difference(&names.all).cloned());
            }
            if self.is_open(node) && first.is_none_or(|first| node.start_byte() < first.start_byte()) {
                first = Some(node);
            }
            let mut cursor = node.walk();
            let children: Vec<Node> = node.named_children(&mut cursor).collect();
            waiting.extend(children.into_iter().rev());
        }
        first.map(|node| self.file.position(node.start_position()))
    }

    /// The arrays that all functions know.
    fn arrays_of_all(&self) -> BTreeSet<String> {
        let root = self.file.tree.root_node();
        let mut names = Names::default();
        let mut cursor = root.walk();
        root.named_children(&mut cursor)
            .filter(|node| node.kind() == "declaration")
            .for_each(|node| self.names(node, &mut names));
        names.arrays
    }

    /// The names that a function declares.
    fn names_below(&self, function: Node, names: &mut Names) {
        let mut waiting = vec![function];
        while let Some(node) = waiting.pop() {
            self.names(node, names);
            waiting.extend(node.named_children(&mut node.walk()));
        }
    }

    /// Those that a node itself declares.
    fn names(&self, node: Node, names: &mut Names) {
        let text = |node: Node| self.file.text(node).unwrap_or_default().to_owned();
        match node.kind() {
            "declaration" | "parameter_declaration" => {
                let is_elsewhere = text(node).starts_with("static") || text(node).starts_with("extern");
                let mut cursor = node.walk();
                for declarator in node.children_by_field_name("declarator", &mut cursor) {
                    let name =
                        std::iter::successors(Some(declarator), |node| node.child_by_field_name("declarator")).last();
                    if let Some(name) = name.filter(|name| name.kind() == "identifier") {
                        names.all.insert(text(name));
                        let is_parameter = node.kind() == "parameter_declaration";
                        if text(declarator).split('=').next().is_some_and(|own| own.contains('[')) && !is_parameter {
                            names.arrays.insert(text(name));
                        }
                        if is_elsewhere {
                            names.taken.insert(text(name));
                        }
                    }
                }
            }
            "pointer_expression" if text(node).starts_with('&') => {
                let argument = node.child_by_field_name("argument");
                let object = std::iter::successors(argument, |node| {
                    node.child_by_field_name("argument").or_else(|| node.named_child(0))
                });
                names.taken.extend(object.last().map(text));
            }
            _ => {}
        }
    }

    /// Whether it may matter in which order the operands of an expression are evaluated.
    fn is_open(&self, node: Node) -> bool {
        let field = |name: &str| node.child_by_field_name(name);
        let mut cursor = node.walk();
        let operands: Vec<Node> = match node.kind() {
            "binary_expression" if !self.is_in_order(node) => {
                [field("left"), field("right")].into_iter().flatten().collect()
            }
            "subscript_expression" => [field("argument"), field("index")].into_iter().flatten().collect(),
            "call_expression" => match field("arguments") {
                Some(arguments) => arguments.named_children(&mut cursor).chain(field("function")).collect(),
                None => return false,
            },
            "initializer_list" => node.named_children(&mut cursor).collect(),
            "assignment_expression" => {
                // The place is computed; what is in it is only written when both are there.
                let (Some(left), Some(right)) = (field("left"), field("right")) else { return false };
                let (place, value) = (self.of_place(left), self.of(right));
                return place.disturbs(&value) || value.disturbs(&place);
            }
            _ => return false,
        };
        let effects: Vec<Effects> = operands.into_iter().map(|operand| self.of(operand)).collect();
        let writes = |one: &&Effects| one.writes_memory || !one.written.is_empty();
        effects
            .iter()
            .filter(writes)
            .any(|one| effects.iter().any(|other| !std::ptr::eq(one, other) && one.disturbs(other)))
    }

    /// `&&`, `||`: the left operand comes first.
    fn is_in_order(&self, node: Node) -> bool {
        let operator = node.child_by_field_name("operator").map(|operator| operator.kind());
        matches!(operator, Some("&&" | "||"))
    }

    /// What computing the place does that an expression names.
    fn of_place(&self, node: Node) -> Effects {
        self.deeper(|| self.of_parts_of_place(node))
    }

    /// What something does that is nested in what is looked at.
    fn deeper(&self, of: impl FnOnce() -> Effects) -> Effects {
        if self.depth.get() == DEEPEST {
            return Effects { reads_memory: true, writes_memory: true, ..Effects::default() };
        }
        self.depth.set(self.depth.get() + 1);
        let effects = of();
        self.depth.set(self.depth.get() - 1);
        effects
    }

    fn of_parts_of_place(&self, node: Node) -> Effects {
        let mut effects = Effects::default();
        match node.kind() {
            "identifier" => {}
            "parenthesized_expression" => {
                return node.named_child(0).map(|inner| self.of_place(inner)).unwrap_or_default()
            }
            "field_expression" if node.child_by_field_name("operator").is_some_and(|dot| dot.kind() == ".") => {
                return node.child_by_field_name("argument").map(|object| self.of_place(object)).unwrap_or_default();
            }
            _ => {
                let mut cursor = node.walk();
                node.named_children(&mut cursor).for_each(|child| effects.join(self.of(child)));
            }
        }
        effects
    }

    /// What evaluating an expression does.
    fn of(&self, node: Node) -> Effects {
        self.deeper(|| self.of_parts(node))
    }

    fn of_parts(&self, node: Node) -> Effects {
        let mut effects = Effects::default();
        let mut cursor = node.walk();
        let field = |name: &str| node.child_by_field_name(name);
        match node.kind() {
            "sizeof_expression" | "type_descriptor" | "field_identifier" | "string_literal" => return effects,
            "identifier" => {
                let name = self.file.text(node).unwrap_or_default().to_owned();
                if self.locals.contains(&name) {
                    effects.read.insert(name);
                } else if !self.arrays.contains(&name) {
                    // A constant, a function and a global array are no memory, which the text does not tell.
                    effects.reads_memory = true;
                }
                return effects;
            }
            "update_expression" => self.written(field("argument"), &mut effects),
            "assignment_expression" => {
                self.written(field("left"), &mut effects);
                if let Some(left) = field("left") {
                    effects.join(self.of_place(left));
                }
                if let Some(right) = field("right") {
                    effects.join(self.of(right));
                }
                return effects;
            }
            "call_expression" => {
                let name = field("function").and_then(|function| self.file.text(function)).unwrap_or_default();
                effects.reads_memory = true;
                effects.writes_memory = !(self.without_effects)(name);
                if let Some(arguments) = field("arguments") {
                    arguments.named_children(&mut cursor).for_each(|argument| effects.join(self.of(argument)));
                }
                return effects;
            }
            "pointer_expression" => {
                let is_address = self.file.text(node).is_some_and(|text| text.starts_with('&'));
                if is_address {
                    return field("argument").map(|argument| self.of_place(argument)).unwrap_or_default();
                }
                effects.reads_memory = true;
            }
            "subscript_expression" => effects.reads_memory = true,
            "field_expression" => effects.reads_memory = field("operator").is_some_and(|arrow| arrow.kind() == "->"),
            _ => {}
        }
        node.named_children(&mut cursor).for_each(|child| effects.join(self.of(child)));
        effects
    }

    fn written(&self, place: Option<Node>, effects: &mut Effects) {
        let name = place.filter(|place| place.kind() == "identifier").and_then(|place| self.file.text(place));
        match name.filter(|name| self.locals.contains(*name)) {
            Some(name) => drop(effects.written.insert(name.to_owned())),
            None => effects.writes_memory = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::clang::Unit;
    use crate::source::property::DataModel;
    use crate::source::temporary::Folder;

    fn line(body: &str) -> Option<u32> {
        let folder = Folder::new().unwrap();
        let text =
            format!("int g, a[9];\nint f(int x);\nint pure(int x);\nint h(int i, int j, int *p) {{\n{body}\n}}\n");
        let file = folder.file("a.c", text).unwrap();
        let sources = Sources::new(vec![Unit::from(file.as_path())], DataModel::Lp64);
        sources.order_that_matters(|name| name == "pure").map(|(_, place)| place.line)
    }

    #[test]
    fn an_order_matters_where_one_operand_writes_what_another_reads() {
        for body in [
            "return f(1) + f(2);",
            "return f(1) + g;",
            "return f(1) - a[i];",
            "return pure(f(1)) + pure(2);",
            "return i++ + i;",
            "a[i] = i++;",
            "a[g] = f(1);",
            "return f(i) * (i = 2);",
            "int k = 0; h(1, k++, &i); return *p + (*p)++;",
            "h(f(1), f(2), p); return 0;",
            "int b[2] = {f(1), f(2)}; return b[0];",
        ] {
            assert_eq!(line(body), Some(5), "{body}");
        }
    }

    #[test]
    fn an_order_does_not_matter_elsewhere() {
        for body in [
            "return f(1) + i;",
            "i = f(i);",
            "i += f(1);",
            "a[i] = f(i);",
            "return pure(1) + pure(g);",
            "return f(1) && f(2);",
            "f(1), f(2);",
            "return f(1) ? f(2) : f(3);",
            "return i++ + j++;",
            "*p++ = 1; i--; return sizeof(i++) + i;",
            "h(i, j, &a[i]);",
            "a[i++] = j;",
        ] {
            assert_eq!(line(body), None, "{body}");
        }
    }
}
