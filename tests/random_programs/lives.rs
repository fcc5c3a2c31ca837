//! Programs about lives of objects with automatic storage: locals, parameters, results, compound literals, arrays of variable
//! length and what `alloca` gives, with pointers to them that are followed when they may be gone: after their block, in its
//! next round, after a jump over or out of it, after the call. The twin keeps books about each of them (`twin.c`).
//!
//! What pointers point to are numbers or a `struct box`; each pointer has a shadow in the twin, which is named as it with an `s`
//! behind.

use super::program::{Input, Kind, Node, Pinning, Program};
use super::types::SCALARS;
use bitreach_formula::testing::Random;

/// How many numbers a `struct box` has; the pointer in it counts as one cell more.
const NUMBERS: usize = 2;

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    Number,
    Array(usize),
    /// An array of variable length, of so many elements at least, and one more in some programs.
    Variable(usize),
    Box,
}

impl Shape {
    /// How many cells the books have for it.
    fn cells(self) -> usize {
        match self {
            Shape::Number => 1,
            Shape::Array(length) => length,
            Shape::Variable(least) => least + 1,
            Shape::Box => NUMBERS + 1,
        }
    }
}

/// An object that can be named here.
#[derive(Clone)]
pub struct Object {
    pub text: String,
    pub shape: Shape,
    /// How many blocks of its function are around that of the object, and where its cells begin; `None` for what is static.
    pub level: Option<usize>,
    first: usize,
}

impl Object {
    /// The shadow of a pointer to so many of its cells, from one on.
    fn part(&self, first: usize, size: &str, index: usize) -> String {
        let first = self.first + first;
        match self.level {
            Some(level) => format!("AT({level}, {first}, {size}, {index})"),
            None => format!("STATIC({first}, {size}, {index})"),
        }
    }

    /// The shadow of a pointer to all of it.
    pub fn shadow(&self) -> String {
        self.part(0, &self.size(), 0)
    }

    fn size(&self) -> String {
        match self.shape {
            Shape::Variable(least) => format!("{least} + (seen@[0] & 1)"),
            shape => shape.cells().to_string(),
        }
    }

    /// One of its numbers, and the shadow of a pointer to that.
    pub fn number(&self, index: usize) -> (String, String) {
        match self.shape {
            Shape::Number => (self.text.clone(), self.shadow()),
            Shape::Array(length) => {
                (format!("{}[{}]", self.text, index % length), self.part(0, &self.size(), index % length))
            }
            Shape::Variable(least) => {
                (format!("{}[{}]", self.text, index % least), self.part(0, &self.size(), index % least))
            }
            Shape::Box => {
                let index = index % NUMBERS;
                (format!("{}.v[{index}]", self.text), self.part(0, &NUMBERS.to_string(), index))
            }
        }
    }
}

/// What a function takes, apart from how deep it may call itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    Number,
    Box,
    Address,
}

/// What a function gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// It is `main`, which is left at its end only.
    Nothing,
    Number,
    Address,
    Box,
}

/// A function that can be called.
#[derive(Clone)]
pub struct Function {
    pub name: String,
    pub takes: Vec<Takes>,
    pub gives: Gives,
}

/// A block that is open.
struct Block {
    number: usize,
    cells: usize,
    /// How many objects can be named around it.
    known: usize,
}

/// What is known while a program is made.
pub struct Lives {
    pub random: Random,
    names: usize,
    pub objects: Vec<Object>,
    /// Pointers to numbers, and to boxes, that can be followed and set.
    pub pointers: Vec<String>,
    pub boxes: Vec<String>,
    blocks: Vec<Block>,
    numbers: usize,
    pub functions: Vec<Function>,
    /// The function that is made, and the label at its end.
    pub own: Function,
    pub out: String,
    /// Numbers that count rounds and jumps in it, and loop variables that can be read.
    pub counters: Vec<String>,
    pub rounds: Vec<String>,
    pub breakable: bool,
    pub continuable: bool,
    /// How many statements the function may still get.
    pub budget: usize,
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let own = Function { name: String::new(), takes: Vec::new(), gives: Gives::Nothing };
    let mut lives = Lives {
        random: Random::new(seed ^ 0x11_7e5),
        names: 0,
        objects: Vec::new(),
        pointers: Vec::new(),
        boxes: Vec::new(),
        blocks: Vec::new(),
        numbers: 0,
        functions: Vec::new(),
        own,
        out: String::new(),
        counters: Vec::new(),
        rounds: Vec::new(),
        breakable: false,
        continuable: false,
        budget: 0,
    };
    lives.whole()
}

impl Lives {
    fn whole(&mut self) -> Program {
        let mut definitions = vec![
            Node::line("struct box@ { int v[2]; int *to; «struct shadow tos;» };"),
            Node::line("static int home@[4] = {3, 1, 4, 1};"),
            Node::line("static int seen@[2];"),
            Node::line("static unsigned int sum@;"),
        ];
        self.objects.push(Object { text: "home@".to_owned(), shape: Shape::Array(4), level: None, first: 0 });
        for _ in 0..1 + self.random.below(2) {
            let name = self.name("g") + "@";
            definitions.push(Node::line(match self.random.once_in(2) {
                true => format!("static int *{name} = home@;« static struct shadow {name}s = {{1, 0, 4, 0}};»"),
                false => format!("static int *{name};« static struct shadow {name}s;»"),
            }));
            self.pointers.push(name);
        }
        if self.random.once_in(3) {
            let name = self.name("gb") + "@";
            definitions.push(Node::line(format!("static struct box@ *{name};« static struct shadow {name}s;»")));
            self.boxes.push(name);
        }
        for _ in 0..self.random.below(3) {
            let function = self.function();
            definitions.push(function);
        }
        let inputs = (0..2).map(|_| self.input()).collect::<Vec<_>>();
        let mut body = vec![Node::line("«all(STATIC(0, 4, 0), 1);»")];
        for (index, input) in inputs.iter().enumerate() {
            body.push(Node::line(format!("seen@[{index}] = (int)({} & 3);", input.variable)));
        }
        self.own = Function { name: String::new(), takes: Vec::new(), gives: Gives::Nothing };
        body.extend(self.whole_body(Vec::new(), String::new()));
        let ending = vec![Node::line("checksum += sum@;")];
        let pinning = *self.random.pick(&[Pinning::Known, Pinning::Known, Pinning::Early, Pinning::Opaque]);
        Program { kind: Kind::Lives, definitions, inputs, body, ending, pinning }
    }

    fn input(&mut self) -> Input {
        let bits = self.random.number() >> self.random.below(64);
        Input { variable: self.name("in"), ty: SCALARS[self.random.below(2)], bits }
    }

    /// A new name, which begins so.
    pub fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// What the twin is told at a place that is reached by jumps, or behind a block: where execution is now.
    pub fn here(&self) -> String {
        let path: Vec<String> = self.blocks.iter().map(|block| block.number.to_string()).collect();
        format!("HERE({})", path.join(", "))
    }

    pub fn here_line(&self) -> Node {
        Node::line(format!("«{};»", self.here()))
    }

    /// Opens a block. Between this and [`Lives::close`], what is declared is known.
    pub fn open(&mut self) {
        self.numbers += 1;
        self.blocks.push(Block { number: self.numbers, cells: 0, known: self.objects.len() });
    }

    pub fn close(&mut self) {
        let block = self.blocks.pop().expect("a block is open");
        self.objects.truncate(block.known);
    }

    /// A block of its own, with what is made in it.
    pub fn block(&mut self, make: impl FnOnce(&mut Lives) -> Vec<Node>) -> Node {
        self.open();
        let open = format!("{{«{};»", self.here());
        let children = make(self);
        self.close();
        Node { open, children, close: "}".to_owned() }
    }

    /// A new object of the innermost block; it can be named once it is among `objects`.
    pub fn object(&mut self, stem: &str, shape: Shape) -> Object {
        let text = self.name(stem);
        let level = self.blocks.len() - 1;
        let block = &mut self.blocks[level];
        let first = block.cells;
        block.cells += shape.cells();
        Object { text, shape, level: Some(level), first }
    }

    /// What stands in a function, with the names of its parameters known already.
    fn whole_body(&mut self, parameters: Vec<Object>, more: String) -> Vec<Node> {
        self.counters.clear();
        self.out = self.name("out");
        self.budget = 5 + self.random.below(8);
        self.open();
        self.blocks[0].cells = parameters.iter().map(|parameter| parameter.shape.cells()).sum();
        let (pointers, boxes) = (self.pointers.len(), self.boxes.len());
        let mut nodes = vec![Node::line(format!("«BOOKS; {};{more}»", self.here()))];
        for parameter in &parameters {
            nodes.push(Node::line(format!("«all({}, 1);»", parameter.shadow())));
        }
        self.objects.extend(parameters);
        let mut declared = Vec::new();
        for _ in 0..self.random.below(3) {
            let name = self.name("p");
            declared.push(Node::line(format!("int *{name} = 0;« struct shadow {name}s = {{0}};»")));
            self.pointers.push(name);
        }
        if self.random.once_in(3) {
            let name = self.name("b");
            declared.push(Node::line(format!("struct box@ *{name} = 0;« struct shadow {name}s = {{0}};»")));
            self.boxes.push(name);
        }
        let mut body = Vec::new();
        while self.budget > 0 {
            self.statement(3, &mut body);
        }
        // What is left behind is looked at in the end, sometimes.
        (0..self.random.below(2)).for_each(|_| body.extend(self.follow()));
        body.push(Node::line(format!("{}: ;«{};»", self.out, self.here())));
        body.extend(self.leave());
        nodes.extend(declared);
        nodes.extend(self.counters.iter().map(|counter| Node::line(format!("int {counter} = 0;"))));
        nodes.extend(body);
        self.pointers.truncate(pointers);
        self.boxes.truncate(boxes);
        self.close();
        nodes
    }

    /// A function, which callers know afterwards.
    fn function(&mut self) -> Node {
        let takes: Vec<Takes> = (0..1 + self.random.below(2))
            .map(|_| *self.random.pick(&[Takes::Number, Takes::Box, Takes::Address]))
            .collect();
        let gives = *self.random.pick(&[Gives::Number, Gives::Address, Gives::Box]);
        self.own = Function { name: self.name("f") + "@", takes: takes.clone(), gives };
        let (mut texts, mut parameters) = (vec!["int n".to_owned()], Vec::new());
        let known = self.pointers.len();
        // Parameters are objects of the function's outermost block.
        let mut first = 0;
        let mut more = String::new();
        for take in takes {
            let name = self.name("a");
            let mut parameter = |shape: Shape| {
                parameters.push(Object { text: name.clone(), shape, level: Some(0), first });
                first += shape.cells();
            };
            texts.push(match take {
                Takes::Number => {
                    parameter(Shape::Number);
                    format!("int {name}")
                }
                Takes::Box => {
                    parameter(Shape::Box);
                    format!("struct box@ {name}")
                }
                Takes::Address => {
                    self.pointers.push(name.clone());
                    more += &format!(" (void){name}s;");
                    format!("int *{name}«, struct shadow {name}s»")
                }
            });
        }
        let gives = match gives {
            Gives::Address => "int *",
            Gives::Box => "struct box@ ",
            _ => "int ",
        };
        let open = format!("static {gives}{}({})", self.own.name, texts.join(", "));
        self.rounds = vec!["n".to_owned()];
        let body = self.whole_body(parameters, more);
        self.rounds.clear();
        self.pointers.truncate(known);
        self.functions.push(self.own.clone());
        Node::block(open, body)
    }
}
