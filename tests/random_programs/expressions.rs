//! Random expressions. Each has a value for every state of the program: divisors are not zero, distances of shifts fit,
//! indices stay in their arrays, and pointers point to something. Signed results may wrap. No expression writes anything,
//! so the order of evaluation does not matter.

use super::generate::Generator;
use super::types::{Part, Place, Type, INT, SCALARS, UCHAR};

/// How many functions of two numbers there are, which are called through pointers.
pub const PAIRS: usize = 3;

impl Generator {
    /// The text of a place, with random indices.
    pub fn spell(&mut self, place: &Place, depth: usize) -> String {
        let parts = place.parts.clone();
        parts.iter().map(|part| self.spell_part(part, depth)).collect()
    }

    fn spell_part(&mut self, part: &Part, depth: usize) -> String {
        match part {
            Part::Text(text) => text.clone(),
            Part::Index(length) => self.index(*length, depth),
        }
    }

    /// An index below a length.
    fn index(&mut self, length: usize, depth: usize) -> String {
        if self.constant || depth == 0 || self.random.once_in(4) {
            return self.random.below(length).to_string();
        }
        let counters: Vec<String> =
            self.counters.iter().filter(|(_, bound)| *bound <= length).map(|(name, _)| name.clone()).collect();
        if !counters.is_empty() && self.random.once_in(2) {
            return self.random.pick(&counters).clone();
        }
        let value = self.expression(depth - 1);
        match length.is_power_of_two() {
            true => format!("({value}) & {}", length - 1),
            false => format!("(unsigned char)({value}) % {length}u"),
        }
    }

    /// A place that fits, of a random variable.
    pub fn place(&mut self, fits: impl Fn(&Place) -> bool) -> Option<Place> {
        let mut variables: Vec<usize> =
            self.places.iter().filter(|place| fits(place)).map(|place| place.variable).collect();
        variables.dedup();
        if variables.is_empty() {
            return None;
        }
        let variable = *self.random.pick(&variables);
        let fitting: Vec<&Place> =
            self.places.iter().filter(|place| place.variable == variable && fits(place)).collect();
        Some((*self.random.pick(&fitting)).clone())
    }

    /// A number that can be read and written.
    pub fn number(&mut self, depth: usize) -> String {
        match self.place(|place| matches!(place.ty, Type::Scalar(_))) {
            Some(place) => self.spell(&place, depth),
            None => "0".to_owned(),
        }
    }

    /// The address of something of a type that lives as long as the program, or a pointer to it; `None` if there is none.
    pub fn address(&mut self, ty: &Type, depth: usize) -> Option<String> {
        let place = self.place(|place| place.has_address && place.ty == *ty && place.direct);
        let pointer = self.place(|place| place.ty == ty.clone().pointer());
        match (place, pointer) {
            (place, Some(pointer)) if !self.constant && (place.is_none() || self.random.once_in(4)) => {
                Some(self.spell(&pointer, depth))
            }
            (Some(place), _) => {
                // `&a[i]` is sometimes written `a + i`.
                let [before @ .., Part::Text(open), Part::Index(length), Part::Text(_)] = &place.parts[..] else {
                    return Some(format!("&{}", self.spell(&place, depth)));
                };
                if open != "[" || !self.random.once_in(2) {
                    return Some(format!("&{}", self.spell(&place, depth)));
                }
                let array: String = before.iter().map(|part| self.spell_part(part, depth)).collect();
                let index = self.index(*length, depth);
                match self.random.once_in(2) {
                    true => Some(format!("{array} + ({index})")),
                    false => Some(format!("{array} + {length} - 1 - ({index})")),
                }
            }
            _ => None,
        }
    }

    /// A number's text: mostly small, sometimes of all bits.
    pub fn literal(&mut self) -> String {
        match self.random.below(8) {
            0 => format!("{}ull", self.random.number() >> self.random.below(32)),
            1 => format!("{}u", self.random.number() as u32),
            2 => format!("(-{})", self.random.below(300)),
            3 => format!("'{}'", char::from(b'a' + self.random.below(26) as u8)),
            _ => (self.random.number() >> (40 + self.random.below(24))).min(70_000).to_string(),
        }
    }

    /// What an expression ends in.
    fn operand(&mut self, depth: usize) -> String {
        match self.random.below(12) {
            0 | 1 => self.literal(),
            2 if !self.counters.is_empty() => {
                let counter = self.random.below(self.counters.len());
                self.counters[counter].0.clone()
            }
            3 if depth > 0 => self.comparison_of_pointers(depth).unwrap_or_else(|| self.literal()),
            4 if depth > 0 => self.byte_of(depth).unwrap_or_else(|| self.literal()),
            5 if depth > 0 => self.call(depth).unwrap_or_else(|| self.literal()),
            6 if depth > 0 => match self.place(|place| place.has_address) {
                Some(place) => format!("(int)sizeof({})", self.spell(&place, 0)),
                None => self.literal(),
            },
            _ => self.number(depth),
        }
    }

    /// A comparison of addresses, or a difference of some in one array.
    fn comparison_of_pointers(&mut self, depth: usize) -> Option<String> {
        if self.random.once_in(2) {
            let array = self.place(|place| matches!(place.ty, Type::Array(..)))?;
            let Type::Array(_, length) = array.ty else { return None };
            let (text, a, b) = (self.spell(&array, 0), self.index(length, depth), self.index(length, depth));
            let op = self.random.pick(&["<", "<=", "==", "-", ">", "!="]);
            return Some(format!("(int)(&{text}[{a}] {op} &{text}[{b}])"));
        }
        let pointer = self.place(|place| matches!(place.ty, Type::Pointer(_)))?;
        let Type::Pointer(target) = &pointer.ty else { return None };
        let (a, b) = (self.spell(&pointer, depth - 1), self.address(target, depth - 1)?);
        Some(format!("({a} {} {b})", self.random.pick(&["==", "!="])))
    }

    /// A byte of a number or of an array of numbers.
    fn byte_of(&mut self, depth: usize) -> Option<String> {
        let fits = |place: &Place| match &place.ty {
            Type::Scalar(_) => place.has_address,
            Type::Array(element, _) => matches!(**element, Type::Scalar(_)) && place.has_address,
            _ => false,
        };
        let place = self.place(fits)?;
        let (text, index) = (self.spell(&place, 0), self.expression(depth - 1));
        Some(format!("((unsigned char *)&{text})[(unsigned char)({index}) % (unsigned int)sizeof({text})]"))
    }

    /// A call of a function that writes nothing.
    fn call(&mut self, depth: usize) -> Option<String> {
        if self.callable.is_empty() {
            return None;
        }
        let function = self.random.below(self.callable.len());
        let function = self.callable[function].clone();
        self.arguments(&function.name, &function.parameters, depth)
    }

    /// A call with arguments for parameters.
    pub fn arguments(&mut self, name: &str, parameters: &[Parameter], depth: usize) -> Option<String> {
        let depth = depth.saturating_sub(1);
        let mut texts = Vec::new();
        for parameter in parameters {
            texts.push(match parameter {
                Parameter::Number => self.expression(depth),
                Parameter::Below(limit) => format!("({}) & {}", self.expression(depth), limit - 1),
                Parameter::Value(ty) => {
                    let place = self.place(|place| place.ty == *ty)?;
                    self.spell(&place, depth)
                }
                Parameter::Address(ty) => self.address(ty, depth)?,
                Parameter::Function => self.function_pointer(depth),
                Parameter::Row(ty, least) => {
                    let fits = |place: &Place| matches!(&place.ty, Type::Array(element, length) if **element == *ty && length >= least);
                    let place = self.place(fits)?;
                    self.spell(&place, depth)
                }
            });
        }
        Some(format!("{name}({})", texts.join(", ")))
    }

    /// A pointer to one of the functions of two numbers.
    pub fn function_pointer(&mut self, depth: usize) -> String {
        let (first, second) = (self.binary_function(), self.binary_function());
        match self.random.below(4) {
            0 | 1 => first,
            2 => format!("(({}) ? {first} : {second})", self.expression(depth)),
            _ => match self.place(|place| place.ty == Type::Function) {
                Some(place) => self.spell(&place, depth),
                None => second,
            },
        }
    }

    fn binary_function(&mut self) -> String {
        format!("pair{}@", self.random.below(PAIRS))
    }

    /// An expression.
    pub fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.once_in(5) {
            return self.operand(depth);
        }
        let a = self.expression(depth - 1);
        let shorter = self.random.once_in(3);
        let b = self.expression(if shorter { 0 } else { depth - 1 });
        match self.random.below(20) {
            0..=2 => format!("({a} + {b})"),
            3 => format!("({a} - {b})"),
            4 => format!("({a} * ({b} & 15))"),
            // Mostly of 8 or 16 bits: dividers are the largest circuits.
            5 | 6 => {
                let narrow = self.random.pick(&["(unsigned char)", "(short)", "(signed char)", "(int)"]);
                format!("({narrow}({a}) {} (({b} & 7) + 1))", self.random.pick(&["/", "%"]))
            }
            7 => format!("({a} << ({b} & 7))"),
            8 => format!("({a} >> ({b} & 7))"),
            9 | 10 => format!("({a} ^ {b})"),
            11 => format!("({a} & {b} | 1)"),
            12 => format!("({a} {} {b})", self.random.pick(&["<", "<=", ">", ">="])),
            13 => format!("({a} == {b} || !{a})"),
            14 => format!("({a} && {b})"),
            15 => format!("({a} ? {b} : {a} + 1)"),
            16 | 17 => format!("({})({a})", SCALARS[self.random.below(SCALARS.len())].0),
            18 => format!("(~{a} + -{b})"),
            _ => format!("({a} | {b})"),
        }
    }

    /// The types that pointers can have here.
    pub fn pointer_target(&mut self) -> Type {
        match self.random.below(6) {
            0 => UCHAR,
            1 => Type::Scalar(self.random.below(SCALARS.len())),
            2 => Type::Record(self.random.below(self.records.len())),
            3 => INT.pointer(),
            _ => INT,
        }
    }
}

/// What a function takes.
#[derive(Clone)]
pub enum Parameter {
    Number,
    /// A number from 0 to below this power of two.
    Below(usize),
    Value(Type),
    Address(Type),
    Function,
    /// An array of so many at least.
    Row(Type, usize),
}
