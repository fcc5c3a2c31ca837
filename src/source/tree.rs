//! Clang's syntax tree of a source, as it writes it as JSON: node by node, each when all that is in it has been read. The tree of a program
//! with tables is as large as some hundred megabytes, and as deep as its deepest expression: it is never held as a whole, and no
//! function calls itself.
//!
//! Places are told as differences: a file or line that is that of the place written before is left out (clang's `JSONNodeDumper.cpp`).

use json_event_parser::{JsonEvent, ReaderJsonParser};
use std::io::{self, Read};
use std::rc::Rc;

/// The name of a node in its tree.
pub type NodeId = u64;

/// A place in a file as it is, whatever `#line` says of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spot {
    /// The file, as clang names it.
    pub file: Rc<str>,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// How many bytes of the file stand before it.
    pub offset: u32,
    /// Whether it stands in a file that is included.
    pub is_included: bool,
}

/// Where a token stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Where it is written.
    pub spelled: Spot,
    /// Where the macro is named that it comes from; the same if from none.
    pub expanded: Spot,
    /// Whether it comes from a macro.
    pub in_macro: bool,
}

/// A node without what is in it: that came before.
#[derive(Clone, Default, Debug)]
pub struct Node {
    /// Its name; 0 if it has none.
    pub id: NodeId,
    /// What it is, as `BinaryOperator`; empty for the arms of `_Generic`.
    pub kind: String,
    /// Its type below names that are defined for types; empty if it has none.
    pub ty: String,
    /// Its type as it is written, with the names that are defined for types; empty if it has none.
    pub written: String,
    /// Whether a function takes more arguments than it names.
    pub is_variadic: bool,
    /// Whether a member is some bits of a word.
    pub is_bit_field: bool,
    /// Whether a variable is given a first value here.
    pub is_initialised: bool,
    /// Whether a record has its members here.
    pub is_complete: bool,
    /// `struct` or `union`.
    pub tag: String,
    /// The name of what is declared or asked for.
    pub name: String,
    /// The name that it has in the module.
    pub mangled: String,
    /// The operator.
    pub opcode: String,
    /// The type in which an assignment with an operator computes.
    pub computed: String,
    /// The kind of a cast.
    pub cast: String,
    /// The value of a literal or constant.
    pub value: String,
    /// `static` and the like.
    pub storage: String,
    /// The type that `sizeof` is asked of.
    pub argument: String,
    /// Whether a member is taken by `->`.
    pub is_arrow: bool,
    /// Whether an arm of `_Generic` is the one that is taken.
    pub is_selected: bool,
    /// The label that a statement is or jumps to; 0 if it is none.
    pub label: NodeId,
    /// The member that is taken; 0 if none.
    pub member: NodeId,
    /// What is named: its node, and its kind.
    pub referenced: Option<(NodeId, String)>,
    /// Where its name stands.
    pub at: Place,
    /// Its first token.
    pub first: Place,
    /// Its last token.
    pub last: Place,
}

/// What walks over a tree.
pub trait Walk {
    /// A node begins, of which all is known but what is in it.
    fn enter(&mut self, node: &Node);
    /// A node ends.
    fn leave(&mut self, node: Node);
}

/// Reads a tree. Clang indents it: one that is a thousand nodes deep has a megabyte for each of its deepest ones.
///
/// # Errors
/// If it cannot be read to its end, or is larger than a gigabyte.
pub fn walk(json: impl Read, walk: &mut impl Walk) -> io::Result<()> {
    const MOST_BYTES: u64 = 1 << 30;
    let mut parser = ReaderJsonParser::new(json.take(MOST_BYTES));
    let mut reader = Reader { walk, levels: Vec::new(), keys: Vec::new(), key: String::new(), last: Last::default() };
    loop {
        match parser.parse_next().map_err(io::Error::other)? {
            JsonEvent::Eof => return Ok(()),
            JsonEvent::ObjectKey(key) => {
                reader.key.clear();
                reader.key.push_str(&key);
            }
            JsonEvent::StartObject => reader.start_object(),
            JsonEvent::EndObject => reader.end_object(),
            JsonEvent::StartArray => reader.start_array(),
            JsonEvent::EndArray => drop(reader.levels.pop()),
            JsonEvent::String(value) | JsonEvent::Number(value) => reader.scalar(&value),
            JsonEvent::Boolean(value) => reader.scalar(if value { "true" } else { "" }),
            JsonEvent::Null => {}
        }
    }
}

/// The part of a place that tells of another one.
const INCLUDED_FROM: &str = "includedFrom";

/// What is open.
enum Level {
    /// A node, and whether it was told of.
    Node(Box<Node>, bool),
    /// What is in a node.
    Nodes,
    /// A part of what is told of a node; the names of all of them are in [`Reader::keys`].
    Part,
}

/// A place as it is told.
#[derive(Default)]
struct Told {
    file: Option<Rc<str>>,
    line: Option<u32>,
    column: u32,
    offset: u32,
    is_included: bool,
}

/// The place that was told last.
#[derive(Default)]
struct Last {
    file: Rc<str>,
    line: u32,
    told: Told,
}

struct Reader<'a, W> {
    walk: &'a mut W,
    levels: Vec<Level>,
    keys: Vec<String>,
    key: String,
    last: Last,
}

impl<W: Walk> Reader<'_, W> {
    fn start_object(&mut self) {
        if matches!(self.levels.last(), None | Some(Level::Nodes)) {
            self.levels.push(Level::Node(Box::default(), false));
        } else {
            if self.key != INCLUDED_FROM {
                self.last.told = Told::default();
            }
            self.keys.push(std::mem::take(&mut self.key));
            self.levels.push(Level::Part);
        }
    }

    fn start_array(&mut self) {
        if let Some(Level::Node(node, is_told @ false)) = self.levels.last_mut() {
            *is_told = true;
            self.walk.enter(node);
        }
        self.levels.push(Level::Nodes);
    }

    fn end_object(&mut self) {
        match self.levels.pop() {
            Some(Level::Node(node, is_told)) => {
                if !is_told {
                    self.walk.enter(&node);
                }
                self.walk.leave(*node);
            }
            _ => {
                self.end_place();
                self.keys.pop();
            }
        }
    }

    /// What is told of the innermost node.
    fn scalar(&mut self, value: &str) {
        let key = &*self.key;
        let node = self.levels.iter_mut().rev().find_map(|level| match level {
            Level::Node(node, _) => Some(node),
            _ => None,
        });
        let Some(node) = node else { return };
        let told = &mut self.last.told;
        let number = || value.parse().unwrap_or(0);
        let (first, last) = (self.keys.first().map_or("", String::as_str), self.keys.last().map_or("", String::as_str));
        match ((first, last), key) {
            (("", _), "id") => node.id = id(value),
            (("", _), "declId" | "targetLabelDeclId") => node.label = id(value),
            (("", _), "kind") => value.clone_into(&mut node.kind),
            (("", _), "name") => value.clone_into(&mut node.name),
            (("", _), "mangledName") => value.clone_into(&mut node.mangled),
            (("", _), "opcode") => value.clone_into(&mut node.opcode),
            (("", _), "castKind") => value.clone_into(&mut node.cast),
            (("", _), "value") => value.clone_into(&mut node.value),
            (("", _), "storageClass") => value.clone_into(&mut node.storage),
            (("", _), "isArrow") => node.is_arrow = !value.is_empty(),
            (("", _), "selected") => node.is_selected = !value.is_empty(),
            (("", _), "variadic") => node.is_variadic = !value.is_empty(),
            (("", _), "isBitfield") => node.is_bit_field = !value.is_empty(),
            (("", _), "init") => node.is_initialised = true,
            (("", _), "tagUsed") => value.clone_into(&mut node.tag),
            (("", _), "completeDefinition") => node.is_complete = !value.is_empty(),
            (("type", _), key) => {
                name_type(key, value, &mut node.ty);
                if key == "qualType" {
                    value.clone_into(&mut node.written);
                }
            }
            (("computeResultType", _), key) => name_type(key, value, &mut node.computed),
            (("argType", _), key) => name_type(key, value, &mut node.argument),
            (("", _), "referencedMemberDecl") => node.member = id(value),
            (("referencedDecl", "referencedDecl"), "id") => node.referenced.get_or_insert_default().0 = id(value),
            (("referencedDecl", "referencedDecl"), "kind") => {
                value.clone_into(&mut node.referenced.get_or_insert_default().1)
            }
            (("referencedDecl", "referencedDecl"), "name") => value.clone_into(&mut node.name),
            (("loc" | "range", INCLUDED_FROM), _) => told.is_included = true,
            (("loc" | "range", _), "file") => told.file = Some(value.into()),
            (("loc" | "range", _), "line") => told.line = Some(number()),
            (("loc" | "range", _), "offset") => told.offset = number(),
            (("loc" | "range", _), "col") => told.column = number(),
            _ => {}
        }
    }

    fn end_place(&mut self) {
        let key = |index: usize| self.keys.get(index).map_or("", String::as_str);
        let told = &mut self.last.told;
        let last = self.keys.last().map_or("", String::as_str);
        if told.column == 0 || !["loc", "range"].contains(&key(0)) || last == INCLUDED_FROM {
            return;
        }
        let Told { file, line, column, offset, is_included } = std::mem::take(told);
        self.last.file = file.unwrap_or(self.last.file.clone());
        self.last.line = line.unwrap_or(self.last.line);
        let spot = Spot { file: self.last.file.clone(), line: self.last.line, column, offset, is_included };
        let Some(Level::Node(node, _)) = self.levels.iter_mut().rfind(|level| matches!(level, Level::Node(..))) else {
            return;
        };
        let place = match (key(0), key(1)) {
            ("loc", _) => &mut node.at,
            (_, "begin") => &mut node.first,
            _ => &mut node.last,
        };
        match last {
            "spellingLoc" => *place = Place { spelled: spot, in_macro: true, ..Place::default() },
            "expansionLoc" => place.expanded = spot,
            _ => *place = Place { spelled: spot.clone(), expanded: spot, in_macro: false },
        }
    }
}

/// A type as it is written, or below the names that are defined for types: that counts where both are told.
fn name_type(key: &str, value: &str, ty: &mut String) {
    if key == "desugaredQualType" || key == "qualType" && ty.is_empty() {
        value.clone_into(ty);
    }
}

/// An address in hexadecimal.
fn id(text: &str) -> NodeId {
    text.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or(0)
}
