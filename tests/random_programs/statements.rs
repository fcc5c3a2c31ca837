//! Random statements. Loops end, and no loop runs often enough to make the proof long.

use super::generate::Generator;
use super::program::Node;
use super::types::{Place, Type, BOOL, INT};

/// How many turns nested loops may make together.
const TURNS: usize = 6;

impl Generator {
    /// One statement, or a few that belong together; blocks are nested `depth` deep at most.
    pub fn statement(&mut self, depth: usize, out: &mut Vec<Node>) {
        let at_top = std::mem::replace(&mut self.at_top, false);
        let made = match self.random.below(30) {
            0..=6 => self.memory(),
            7 => self.action(),
            8 if depth > 0 => Some(self.walk(depth)),
            9 | 10 if depth > 0 => Some(self.conditional(depth)),
            11 | 12 if depth > 0 && self.turns <= TURNS / 2 => Some(self.turning(depth)),
            15 | 16 if depth > 0 => Some(self.switch(depth)),
            17 if depth > 0 => Some(self.scope(depth)),
            18 if depth > 0 => Some(self.skip(depth)),
            19 if at_top => Some(self.list()),
            20 if at_top => Some(self.strings()),
            21 => Some(vec![Node::line(format!("{} = given@({});", self.number(1), self.expression(1)))]),
            22 if at_top => Some(self.heap_again()),
            _ => None,
        };
        let made = made.unwrap_or_else(|| self.assignment());
        out.extend(made);
        self.at_top = at_top;
    }

    fn body(&mut self, depth: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        (0..1 + self.random.below(4) / 3).for_each(|_| self.statement(depth - 1, &mut nodes));
        nodes
    }

    fn assignment(&mut self) -> Vec<Node> {
        let (target, value) = (self.number(1), self.expression(2));
        vec![Node::line(match self.random.below(8) {
            0..=2 => {
                let op = self.random.pick(&["+=", "-=", "*=", "^=", "|=", "&="]);
                format!("{target} {op} {value};")
            }
            3 => format!("{target}++;"),
            4 => format!("--{target};"),
            5 => format!("{target} {} ({value}) & 7;", self.random.pick(&["<<=", ">>="])),
            _ => format!("{target} = {value};"),
        })]
    }

    fn conditional(&mut self, depth: usize) -> Vec<Node> {
        let then = Node::block(format!("if ({})", self.expression(2)), self.body(depth));
        match self.random.once_in(2) {
            true => vec![then],
            false => vec![then, Node::block("else", self.body(depth))],
        }
    }

    /// What a loop does; its counter can be read in it.
    fn turn(&mut self, counter: &str, bound: usize, depth: usize) -> Vec<Node> {
        self.counters.push((counter.to_owned(), bound));
        self.turns *= bound;
        let mut body = self.body(depth);
        if self.random.once_in(3) {
            let leave = self.random.pick(&["break;", "continue;"]);
            let leave = Node::block(format!("if ({})", self.expression(2)), vec![Node::line(*leave)]);
            body.insert(self.random.below(body.len() + 1), leave);
        }
        self.turns /= bound;
        self.counters.pop();
        body
    }

    /// A loop of one of C's kinds.
    fn turning(&mut self, depth: usize) -> Vec<Node> {
        let (counter, bound) = (self.name("i"), 2 + self.random.below(2));
        let body = self.turn(&counter, bound, depth);
        let (condition, start) = (self.expression(1), Node::line(format!("int {counter} = -1;")));
        let nodes = match self.random.below(4) {
            0 => vec![start, Node::block(format!("while (++{counter} < {bound} && ({condition}))"), body)],
            1 => {
                let head = Node::block("do", [vec![Node::line(format!("{counter}++;"))], body].concat());
                let close = format!("}} while ({counter} < {} && ({condition}));", bound - 1);
                vec![start, Node { close, ..head }]
            }
            2 => {
                let (down, last) = (self.name("j"), bound - 1);
                let head = format!("for (int {down} = {last}; {down} >= 0; {down}--)");
                let counter = Node::line(format!("const int {counter} = {last} - {down};"));
                return vec![Node::block(head, [vec![counter], body].concat())];
            }
            _ => return vec![Node::block(format!("for (int {counter} = 0; {counter} < {bound}; {counter}++)"), body)],
        };
        vec![Node { open: "{".to_owned(), children: nodes, close: "}".to_owned() }]
    }

    fn switch(&mut self, depth: usize) -> Vec<Node> {
        let value = self.expression(2);
        let mut rows = Vec::new();
        let labels =
            [["case 0:", "case 1:", "default:"], ["case 2:", "default:", "case 1:"], ["case 0:", "case 3:", "case 1:"]];
        for label in *self.random.pick(&labels) {
            let mut body = self.body(depth);
            if self.random.below(3) > 0 {
                body.push(Node::line("break;"));
            }
            rows.push(Node::block(label, body));
        }
        vec![Node::block(format!("switch (({value}) & 3)"), rows)]
    }

    /// A block with locals of its own, and a pointer to one of them.
    fn scope(&mut self, depth: usize) -> Vec<Node> {
        let known = self.places.len();
        let ty = match self.random.below(3) {
            0 => Type::Record(0),
            1 => INT.array(3),
            _ => INT,
        };
        let (name, pointer) = (self.name("t"), self.name("q"));
        let mut nodes = vec![Node::line(self.variable(&name, ty.clone(), false))];
        let declared = ty.clone().pointer().declare(&pointer, &self.records);
        nodes.push(Node::line(format!("{declared} = &{name};")));
        self.register(&format!("(*{pointer})"), ty, false);
        nodes.extend(self.body(depth));
        nodes.extend(self.assignment());
        // What goes on after the block depends on its locals.
        let (target, value) = (self.number(1), self.number(0));
        nodes.push(Node::line(format!("{target} ^= {value};")));
        self.places.truncate(known);
        vec![Node { open: "{".to_owned(), children: nodes, close: "}".to_owned() }]
    }

    /// A jump forward.
    fn skip(&mut self, depth: usize) -> Vec<Node> {
        let (label, condition) = (self.name("skip"), self.expression(2));
        let mut body = self.body(depth);
        body.push(Node::line(format!("if ({condition}) goto {label};")));
        body.extend(self.body(depth));
        vec![Node { open: "{".to_owned(), children: body, close: format!("}} {label}:;") }]
    }

    /// A pointer that moves through an array, forwards or backwards.
    fn walk(&mut self, depth: usize) -> Vec<Node> {
        let fits = |place: &Place| match &place.ty {
            Type::Array(element, length) => matches!(**element, Type::Scalar(_)) && *length <= 4 && place.has_address,
            _ => false,
        };
        let Some(array) = self.place(fits) else { return self.assignment() };
        let Type::Array(element, length) = &array.ty else { return self.assignment() };
        if self.turns * length > TURNS {
            return self.assignment();
        }
        // The array is the same one in each turn: no pointer and no index that the body may change.
        let (at, base) = (self.name("w"), self.name("base"));
        let text = self.spell(&array, 0);
        let (element, length) = ((**element).clone(), *length);
        let base_line = format!("{} = &{text}[0];", element.clone().pointer().declare(&base, &self.records));
        let declared = element.clone().pointer().declare(&at, &self.records);
        let known = self.places.len();
        self.register(&format!("(*{at})"), element, false);
        let body = self.turn(&format!("(int)({at} - {base})"), length, depth);
        let value = self.expression(1);
        let write = Node::line(format!("*{at} = *{at} + {value};"));
        self.places.truncate(known);
        let head = match self.random.once_in(2) {
            true => format!("for ({declared} = {base}; {at} < {base} + {length}; {at}++)"),
            false => format!("for ({declared} = {base}; {at} != &{base}[{length}]; ++{at})"),
        };
        let children = vec![Node::line(base_line), Node::block(head, [vec![write], body].concat())];
        vec![Node { open: "{".to_owned(), children, close: "}".to_owned() }]
    }

    /// A call of a function that writes. Where it gives something, that is kept first: only the call changes anything in
    /// its statement.
    fn action(&mut self) -> Option<Vec<Node>> {
        if self.actions.is_empty() {
            return None;
        }
        let action = self.random.below(self.actions.len());
        let action = self.actions[action].clone();
        let call = self.arguments(&action.name, &action.parameters, 2)?;
        let Some(ty) = action.gives else { return Some(vec![Node::line(format!("{call};"))]) };
        let name = self.name("r");
        let (kept, place) = (
            ty.declare(&name, &self.records),
            match ty {
                Type::Scalar(_) => self.number(1),
                _ => {
                    let place = self.place(|place| place.ty == ty)?;
                    self.spell(&place, 1)
                }
            },
        );
        let lines = [format!("{kept} = {call};"), format!("{place} = {name};")].map(Node::line);
        Some(vec![Node { open: "{".to_owned(), children: lines.into(), close: "}".to_owned() }])
    }

    /// A statement that writes more than a number, or moves a pointer.
    fn memory(&mut self) -> Option<Vec<Node>> {
        let line = match self.random.below(9) {
            0..=2 => self.move_pointer()?,
            3 => {
                let target = self.place(|place| place.ty == Type::Function)?;
                format!("{} = {};", self.spell(&target, 0), self.function_pointer(1))
            }
            4 => {
                let target = self.place(|place| matches!(place.ty, Type::Record(_)))?;
                let source = self.place(|place| place.ty == target.ty)?;
                format!("{} = {};", self.spell(&target, 1), self.spell(&source, 1))
            }
            5 => {
                let fits = |place: &Place| matches!(place.ty, Type::Array(..) | Type::Record(_));
                let target = self.place(fits)?;
                let source = self.place(|place| place.ty == target.ty)?;
                let (target, source) = (self.spell(&target, 1), self.spell(&source, 1));
                // The two may be the same object: only this function may copy then.
                format!("memmove(&{target}, &{source}, sizeof({source}));")
            }
            6 => {
                let source =
                    self.place(|place| place.has_address && matches!(place.ty, Type::Array(..) | Type::Record(_)))?;
                let ty = source.ty.clone();
                let other = self.place(|place| place.ty == ty && place.variable != source.variable && place.direct)?;
                if !source.direct {
                    return None;
                }
                let (target, source) = (self.spell(&other, 1), self.spell(&source, 1));
                format!("memcpy(&{target}, &{source}, sizeof({target}));")
            }
            _ => {
                let records = std::mem::take(&mut self.records);
                let target = self.place(|place| match &place.ty {
                    Type::Array(..) | Type::Record(_) => place.ty.takes_any_bytes(&records),
                    Type::Scalar(scalar) => *scalar != BOOL && place.has_address,
                    _ => false,
                });
                self.records = records;
                let (target, value) = (target?, self.expression(1));
                let text = self.spell(&target, 1);
                let value = if self.random.once_in(2) { value } else { self.random.below(256).to_string() };
                format!("memset(&{text}, {value}, sizeof({text}));")
            }
        };
        Some(vec![Node::line(line)])
    }

    /// A new value for a pointer.
    fn move_pointer(&mut self) -> Option<String> {
        let pointer = self.place(|place| matches!(place.ty, Type::Pointer(_)))?;
        let Type::Pointer(target) = &pointer.ty else { return None };
        let (text, first) = (self.spell(&pointer, 1), self.address(target, 1)?);
        let second = self.address(target, 1)?;
        Some(match self.random.below(5) {
            0 => format!("{text} = ({}) ? {first} : {second};", self.expression(2)),
            1 => format!("{text} = (void *)({first});"),
            2 => format!("if ({text} != {first}) {text} = {second};"),
            _ => format!("{text} = {first};"),
        })
    }

    /// A list on the heap: built, changed, folded, freed.
    fn list(&mut self) -> Vec<Node> {
        let (node, head) = (self.name("node"), self.name("head"));
        let (length, value, target) = (2 + self.random.below(3), self.random.below(100), self.number(1));
        let lines = [
            format!("struct {node} {{ int value; struct {node} *next; }} *{head} = 0;"),
            format!("for (int k = 0; k < {length}; k++) {{"),
            format!("  struct {node} *fresh = malloc(sizeof(struct {node}));"),
            format!("  fresh->value = k * {value} + {};", self.expression(1)),
            format!("  fresh->next = {head};\n  {head} = fresh;\n}}"),
            format!(
                "for (struct {node} *at = {head}; at; at = at->next) {{\n  {target} = {target} * 3 + at->value;\n}}"
            ),
            format!("while ({head}) {{\n  struct {node} *next = {head}->next;\n  free({head});\n  {head} = next;\n}}"),
        ];
        // In pieces that can be left out together only.
        vec![Node::block("", vec![Node::line(lines.join("\n"))])]
    }

    /// Strings and the functions on them.
    fn strings(&mut self) -> Vec<Node> {
        let (words, buffer) = (self.name("words"), self.name("buffer"));
        let (which, other) = (self.expression(1), self.expression(1));
        let (first, second) = (self.number(1), self.number(1));
        let letter = char::from(b'a' + self.random.below(26) as u8);
        let lines = [
            format!("const char *{words}[4] = {{\"\", \"b{letter}t\", \"{letter}\", \"bitr\"}};"),
            format!("char {buffer}[8] = \"{letter}xy\";"),
            format!("strcpy({buffer}, {words}[({which}) & 3]);"),
            format!("{first} += (int)strlen({buffer});"),
            format!("{second} ^= {words}[({other}) & 3][0] + {buffer}[1];"),
            format!("if (strcmp({buffer}, {words}[({other}) & 3]) < 0) {first}++;"),
        ];
        vec![Node::block("", lines.into_iter().map(Node::line).collect())]
    }

    /// Memory that is freed and allocated again.
    fn heap_again(&mut self) -> Vec<Node> {
        let (name, length) = (self.name("again"), 1 + self.random.below(4));
        let (index, first, second) = (self.expression(1), self.expression(2), self.expression(1));
        let target = self.number(1);
        let lines = [
            format!("long long *{name} = calloc({length}, sizeof(long long));"),
            format!("{name}[(unsigned int)({index}) % {length}u] = {first};"),
            format!("{target} ^= {name}[{}];", length - 1),
            format!("free({name});\n{name} = malloc(sizeof(long long));\n*{name} = {second};"),
            format!("{target} += *{name};\nfree({name});"),
        ];
        vec![Node::block("", vec![Node::line(lines.join("\n"))])]
    }
}
