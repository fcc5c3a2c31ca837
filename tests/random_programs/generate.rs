//! Random programs: what is declared, and how all of it is folded into a checksum.

use super::expressions::Parameter;
use super::program::{Input, Kind, Node, Pinning, Program};
use super::types::{places, records, Part, Place, Record, Type, INT, SCALARS, UCHAR};
use bitreach_formula::testing::Random;

/// A function that can be called.
#[derive(Clone)]
pub struct Callable {
    pub name: String,
    pub parameters: Vec<Parameter>,
    /// What it gives; `None` for nothing.
    pub gives: Option<Type>,
}

/// What is known while a program is made.
pub struct Generator {
    pub random: Random,
    pub records: Vec<Record>,
    /// What can be read and written here.
    pub places: Vec<Place>,
    variables: usize,
    /// Loop counters that can be read here, with the number that they stay below.
    pub counters: Vec<(String, usize)>,
    /// Functions that write nothing.
    pub callable: Vec<Callable>,
    /// Functions that write, which are called as statements.
    pub actions: Vec<Callable>,
    /// Only constants may be written now.
    pub constant: bool,
    names: usize,
    /// How many turns the loops around here make together.
    pub turns: usize,
    /// Statements of `main` itself, which run once.
    pub at_top: bool,
}

impl Generator {
    /// The program of a seed.
    pub fn program(seed: u64) -> Program {
        let mut random = Random::new(seed);
        let records = records(&mut random);
        let mut generator = Generator {
            random,
            records,
            places: Vec::new(),
            variables: 0,
            counters: Vec::new(),
            callable: Vec::new(),
            actions: Vec::new(),
            constant: false,
            names: 0,
            turns: 1,
            at_top: false,
        };
        generator.whole()
    }

    fn whole(&mut self) -> Program {
        let mut definitions: Vec<Node> =
            self.records.iter().map(|record| Node::line(record.define(&self.records))).collect();
        definitions.extend(self.globals());
        definitions.extend(self.functions());
        let inputs = self.inputs();
        let mut body = self.locals();
        let (heap, frees) = self.heap();
        body.extend(heap);
        self.at_top = true;
        for _ in 0..2 + self.random.below(2) {
            let depth = 1 + usize::from(self.random.once_in(3));
            self.statement(depth, &mut body);
        }
        self.at_top = false;
        let mut ending = self.checksum();
        ending.extend(frees);
        let pinning = match self.random.below(16) {
            0 => Pinning::Late,
            1..=3 => Pinning::Early,
            4 | 5 => Pinning::Opaque,
            _ => Pinning::Known,
        };
        Program { kind: Kind::Mixed, definitions, inputs, body, ending, pinning }
    }

    /// A new name, which begins so.
    pub fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// Makes a variable known. Others may point to it if it lives as long as the program's `main`.
    pub fn register(&mut self, text: &str, ty: Type, lives_long: bool) {
        self.variables += 1;
        let root = Place {
            parts: vec![Part::Text(text.to_owned())],
            ty,
            has_address: lives_long,
            direct: true,
            variable: self.variables,
        };
        self.places.extend(places(root, 2, &self.records));
    }

    /// What a variable of a type is declared as; after that, it is known.
    pub fn variable(&mut self, name: &str, ty: Type, lives_long: bool) -> String {
        let value = self.initial(&ty, name, name);
        let text = format!("{} = {value};", ty.declare(name, &self.records));
        self.register(name, ty, lives_long);
        text
    }

    /// What a variable is initialised by. Every pointer points to something; `enclosing` is the innermost record around.
    fn initial(&mut self, ty: &Type, path: &str, enclosing: &str) -> String {
        match ty {
            Type::Scalar(_) if self.constant || self.random.once_in(2) => self.literal(),
            Type::Scalar(_) => self.expression(1),
            Type::Array(element, length) => {
                let partly = element.takes_any_bytes(&self.records) && self.random.once_in(4);
                let count = if partly { 1 } else { *length };
                let values = (0..count).map(|index| self.initial(element, &format!("{path}[{index}]"), enclosing));
                format!("{{{}}}", values.collect::<Vec<_>>().join(", "))
            }
            Type::Record(record) => {
                let record = &self.records[*record];
                let fields: Vec<_> = record.fields.iter().map(|field| (field.name.clone(), field.ty.clone())).collect();
                let count = if record.union { 1 } else { fields.len() };
                let values =
                    (fields[..count].iter()).map(|(name, ty)| self.initial(ty, &format!("{path}.{name}"), path));
                format!("{{{}}}", values.collect::<Vec<_>>().join(", "))
            }
            // Records point to their like: to themselves, if there is nothing else.
            Type::Pointer(target) => self.address(target, 0).unwrap_or_else(|| format!("&{enclosing}")),
            Type::Function => self.function_pointer(0),
        }
    }

    /// A type for a variable.
    fn variable_type(&mut self) -> Type {
        let scalar = Type::Scalar(self.random.below(SCALARS.len()));
        let record = Type::Record(self.random.below(self.records.len()));
        match self.random.below(14) {
            0..=3 => scalar,
            4 => scalar.array(4 + self.random.below(3)),
            5 => scalar.array(2 + self.random.below(2)).array(2 + self.random.below(2)),
            6 => INT.array(4),
            7 | 8 => record,
            9 => record.array(2),
            10 => self.random.pick(&[INT, UCHAR]).clone().pointer(),
            11 => INT.pointer().array(2),
            12 => INT.array(2).pointer(),
            _ => self.pointer_target().pointer(),
        }
    }

    /// Whether something of the type can be pointed to, and so a pointer initialised.
    fn can_point_to(&self, target: &Type) -> bool {
        self.places.iter().any(|place| place.has_address && place.direct && place.ty == *target)
    }

    /// A type for a variable whose pointers can point to something; what the type consists of is looked at by
    /// [`Generator::initial`].
    fn possible_type(&mut self) -> Type {
        loop {
            let ty = self.variable_type();
            let mut inner = &ty;
            while let Type::Array(element, _) = inner {
                inner = element;
            }
            match inner {
                Type::Pointer(target) if !self.can_point_to(target) => {}
                _ => return ty,
            }
        }
    }

    fn globals(&mut self) -> Vec<Node> {
        self.constant = true;
        // There is always an `int` to point to.
        let mut types = vec![INT.array(4)];
        (0..self.random.below(2)).for_each(|_| types.push(Type::Scalar(self.random.below(SCALARS.len()))));
        let mut lines = Vec::new();
        for round in 0..types.len() + self.random.below(2) {
            let ty = if round < types.len() { types[round].clone() } else { self.possible_type() };
            let name = self.name("g") + "@";
            lines.push(Node::line(format!("static {}", self.variable(&name, ty, true))));
        }
        if self.random.once_in(3) {
            let name = self.name("table") + "@";
            let ty = Type::Scalar(self.random.below(BOUND_TABLES)).array(4);
            let text = self.variable(&name, ty, true);
            lines.push(Node::line(format!("static {text}")));
        }
        self.constant = false;
        lines
    }

    fn inputs(&mut self) -> Vec<Input> {
        let mut inputs = Vec::new();
        for _ in 0..2 + self.random.below(2) {
            let scalar = self.random.below(SCALARS.len() - 1);
            let variable = self.name("in");
            let bits = self.random.number() >> self.random.below(64);
            self.register(&variable, Type::Scalar(scalar), true);
            inputs.push(Input { variable, ty: SCALARS[scalar], bits });
        }
        inputs
    }

    fn locals(&mut self) -> Vec<Node> {
        let mut lines = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let (name, ty) = (self.name("v"), self.possible_type());
            lines.push(Node::line(self.variable(&name, ty, true)));
        }
        if self.random.once_in(3) {
            let name = self.name("fp");
            lines.push(Node::line(self.variable(&name, Type::Function, true)));
        }
        lines
    }

    /// Objects on the heap, and how they are freed.
    fn heap(&mut self) -> (Vec<Node>, Vec<Node>) {
        let (mut lines, mut frees) = (Vec::new(), Vec::new());
        if !self.random.once_in(5) {
            return (lines, frees);
        }
        let name = self.name("h");
        let ty = match self.random.below(3) {
            0 => Type::Record(1 + self.random.below(self.records.len() - 1)),
            _ => Type::Scalar(self.random.below(8)),
        };
        let element = ty.declare("", &self.records);
        match &ty {
            Type::Record(_) => {
                lines.push(Node::line(format!("{element}*{name} = malloc(sizeof({element}));")));
                let value = self.initial(&ty, &format!("(*{name})"), &format!("(*{name})"));
                lines.push(Node::line(format!("*{name} = ({element}){value};")));
                self.register(&format!("(*{name})"), ty, true);
            }
            _ => {
                let length = 2 + self.random.below(3);
                let zeroed = self.random.once_in(2);
                lines.push(Node::line(match zeroed {
                    true => format!("{element}*{name} = calloc({length}, sizeof({element}));"),
                    false => format!("{element}*{name} = malloc({length} * sizeof({element}));"),
                }));
                if !zeroed {
                    let value = self.expression(1);
                    let set = Node::line(format!("{name}[k] = {value};"));
                    lines.push(Node::block(format!("for (int k = 0; k < {length}; k++)"), vec![set]));
                }
                // As elements one by one: the pointer is no array.
                (0..length).for_each(|index| self.register(&format!("{name}[{index}]"), ty.clone(), true));
            }
        }
        frees.push(Node::line(format!("free({name});")));
        (lines, frees)
    }

    /// Folds a number or two of each variable into the checksum. There is no loop here: each of its turns would be a step of
    /// what has to be searched, and the programs have loops enough.
    fn checksum(&mut self) -> Vec<Node> {
        let numbers: Vec<Place> =
            self.places.iter().filter(|place| matches!(place.ty, Type::Scalar(_))).cloned().collect();
        let mut lines = Vec::new();
        for variable in 1..=self.variables {
            let own: Vec<&Place> = numbers.iter().filter(|place| place.variable == variable).collect();
            for _ in 0..own.len().min(1 + self.random.below(2)) {
                let place = *self.random.pick(&own);
                let text = self.spell(place, 0);
                lines.push(Node::line(format!("checksum = (checksum << 1 ^ checksum >> 31) + (unsigned int){text};")));
            }
        }
        lines
    }
}

/// Tables have elements of one of the first types.
const BOUND_TABLES: usize = 8;
