//! Programs whose initialisers, arguments and results compute what may have no result: sums, products, quotients and shifts, many
//! of constants only, which compilers compute themselves. The twin checks each operation where it is done (`twin.c`).

use super::program::{Input, Kind, Node, Pinning, Program};
use super::types::SCALARS;
use bitreach_formula::testing::Random;

/// Constants, the ordinary ones first.
const CONSTANTS: [&str; 18] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "1u",
    "'a'",
    "-1",
    "100000",
    "2147483647",
    "(-2147483647 - 1)",
    "4294967295u",
    "1ll",
    "9223372036854775807ll",
    "2147483648",
    "(short)-5",
    "(unsigned char)200",
];

/// How many of them are small.
const SMALL: usize = 8;

/// What values are cast to.
const CASTS: [&str; 7] = ["int", "unsigned int", "short", "unsigned char", "long", "long long", "_Bool"];

/// What is known while a program is made.
struct Initialisers {
    random: Random,
    names: usize,
    /// Numbers that can be read.
    known: Vec<String>,
    /// Functions of a number that can be called.
    functions: Vec<String>,
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut made = Initialisers {
        random: Random::new(seed ^ 0x1417),
        names: 0,
        known: vec!["seen@[0]".to_owned(), "seen@[1]".to_owned()],
        functions: Vec::new(),
    };
    let mut definitions = vec![
        Node::line("struct pair@ { int a; long long b; short c; };"),
        Node::line("static int seen@[2];"),
        Node::line("static unsigned int sum@;"),
    ];
    for _ in 0..made.random.below(2) {
        let (name, parameter) = (made.name("f") + "@", made.name("a"));
        let outside = made.known.len();
        made.known.push(parameter.clone());
        let mut body = made.body(1);
        body.push(Node::line(format!("return {};", made.value(2))));
        made.known.truncate(outside);
        definitions.push(Node::block(format!("static int {name}(int {parameter})"), body));
        made.functions.push(name);
    }
    let inputs: Vec<Input> = (0..2)
        .map(|_| {
            let bits = made.random.number() >> made.random.below(64);
            Input { variable: made.name("in"), ty: SCALARS[made.random.below(2)], bits }
        })
        .collect();
    let mut body = vec![
        Node::line(format!("seen@[0] = (int)({} & 3);", inputs[0].variable)),
        Node::line(format!("seen@[1] = (int){};", inputs[1].variable)),
    ];
    body.extend(made.body(2));
    let ending = vec![Node::line("checksum += sum@;")];
    let pinning = *made.random.pick(&[Pinning::Known, Pinning::Known, Pinning::Early, Pinning::Opaque]);
    Program { kind: Kind::Initialisers, definitions, inputs, body, ending, pinning }
}

impl Initialisers {
    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// Statements; what is declared in them is known in them only.
    fn body(&mut self, depth: usize) -> Vec<Node> {
        let outside = self.known.len();
        let mut nodes = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            match self.random.below(8) {
                0 if depth > 0 => {
                    let condition = self.condition();
                    let body = self.body(depth - 1);
                    nodes.push(Node::block(format!("if ({condition})"), body));
                }
                1 if depth > 0 => {
                    let counter = self.name("i");
                    self.known.push(counter.clone());
                    let body = self.body(depth - 1);
                    self.known.pop();
                    nodes.push(Node::block(format!("for (int {counter} = 0; {counter} < 3; {counter}++)"), body));
                }
                _ => nodes.extend(self.declaration()),
            }
        }
        self.known.truncate(outside);
        nodes
    }

    fn condition(&mut self) -> String {
        // The second one never holds: nothing in there is computed.
        match self.random.below(3) {
            0 => format!("seen@[0] == {}", self.random.below(4)),
            1 => "seen@[0] > 3".to_owned(),
            _ => format!("sum@ % 3u != {}u", self.random.below(3)),
        }
    }

    /// Something that is initialised, and read.
    fn declaration(&mut self) -> Vec<Node> {
        let name = self.name("v");
        let (a, b, c) = (self.value(2), self.value(2), self.value(1));
        let (declared, read) = match self.random.below(11) {
            0 | 1 => (format!("int {name}[3] = {{{a}, {b}}};"), format!("{name}[{}]", self.random.below(3))),
            2 => (format!("long long {name}[2] = {{{a}, {b}}};"), format!("{name}[1]")),
            3 => (format!("struct pair@ {name} = {{{a}, {b}, {c}}};"), format!("{name}.b")),
            4 => (format!("struct pair@ {name} = {{.b = {a}}};"), format!("{name}.b")),
            5 => (format!("struct pair@ {name}[2] = {{{{{a}}}, {{.c = {b}}}}};"), format!("{name}[0].a")),
            6 => (format!("const int {name}[2][2] = {{{{{a}, 1}}, {{2, {b}}}}};"), format!("{name}[1][1]")),
            7 => (format!("int {name} = ((int[]){{{a}, {b}}})[seen@[0] & 1];"), name.clone()),
            8 => (format!("unsigned char {name}[4] = {{{a}, {b}, {c}}};"), format!("{name}[0]")),
            _ => (format!("int {name} = {a};"), name.clone()),
        };
        let mut nodes = vec![Node::line(declared)];
        // What is never read is computed all the same.
        if self.random.below(4) > 0 {
            nodes.push(Node::line(format!("sum@ = sum@ * 3u + (unsigned int){read};")));
            self.known.push(read);
        }
        nodes
    }

    /// A number: of constants only, mostly.
    fn value(&mut self, depth: usize) -> String {
        let constant = self.random.below(3) > 0;
        self.expression(depth, constant)
    }

    fn operand(&mut self, constant: bool) -> String {
        if !constant && self.random.below(3) > 0 {
            return self.random.pick(&self.known).clone();
        }
        let limit = if self.random.once_in(5) { CONSTANTS.len() } else { SMALL };
        CONSTANTS[self.random.below(limit)].to_owned()
    }

    fn expression(&mut self, depth: usize, constant: bool) -> String {
        if depth == 0 || self.random.once_in(4) {
            return self.operand(constant);
        }
        let a = self.expression(depth - 1, constant);
        let b = self.expression(depth - 1, constant);
        match self.random.below(20) {
            0..=4 => checked("ADD", &a, "+", &b),
            5 => checked("SUB", &a, "-", &b),
            6 | 7 => checked("MUL", &a, "*", &b),
            8 if self.random.once_in(2) => checked("DIV", &a, "/", &b),
            8 => checked("REM", &a, "%", &b),
            9 => format!("«NEG»‹-›({a})"),
            10..=12 => {
                let distance = self.distance(constant);
                checked("SHL", &a, "<<", &distance)
            }
            13 => {
                let distance = self.distance(constant);
                checked("SHR", &a, ">>", &distance)
            }
            14 => format!("({a} ? {b} : {a})"),
            15 => format!("({a} & {b})"),
            16 => format!("({})({a})", self.random.pick(&CASTS)),
            // Not computed, or not always.
            17 => format!("(int)sizeof({a})"),
            18 => format!("({b} {} {a})", self.random.pick(&["&&", "||"])),
            _ if !constant && !self.functions.is_empty() => format!("{}({a})", self.random.pick(&self.functions)),
            _ => format!("({a} < {b})"),
        }
    }

    /// How far something is shifted: mostly not too far.
    fn distance(&mut self, constant: bool) -> String {
        match self.random.below(12) {
            0 => self.random.pick(&["-1", "32", "40", "63", "64", "65u"]).to_string(),
            1 | 2 => self.random.pick(&["30", "31"]).to_string(),
            3 | 4 if !constant => format!("({} & 15)", self.random.pick(&self.known)),
            _ => self.random.below(12).to_string(),
        }
    }
}

/// An operation that the twin checks.
fn checked(name: &str, a: &str, operator: &str, b: &str) -> String {
    format!("«{name}»({a}«,» ‹{operator}› {b})")
}
