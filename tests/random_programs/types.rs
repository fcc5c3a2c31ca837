//! The types of random programs, and the places that variables of these types have.

use bitreach_formula::testing::Random;
use std::fmt::Write;

/// Integer types: as C writes them, and the ending of the function that reads one.
pub const SCALARS: [(&str, &str); 12] = [
    ("int", "int"),
    ("unsigned int", "uint"),
    ("short", "short"),
    ("unsigned short", "ushort"),
    ("unsigned char", "uchar"),
    ("char", "char"),
    ("long long", "longlong"),
    ("unsigned long long", "ulonglong"),
    ("long", "long"),
    ("unsigned long", "ulong"),
    ("_Bool", "bool"),
    ("signed char", ""),
];

/// Where `int`, `unsigned char`, `char` and `_Bool` stand in [`SCALARS`].
pub const INT: Type = Type::Scalar(0);
pub const UCHAR: Type = Type::Scalar(4);
pub const BOOL: usize = 10;

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// One of [`SCALARS`].
    Scalar(usize),
    /// So many of a type.
    Array(Box<Type>, usize),
    /// A struct or union by its number.
    Record(usize),
    /// A pointer, which always points to something.
    Pointer(Box<Type>),
    /// A pointer to a function of two numbers.
    Function,
}

impl Type {
    /// A pointer to this.
    pub fn pointer(self) -> Type {
        Type::Pointer(Box::new(self))
    }

    /// So many of this.
    pub fn array(self, length: usize) -> Type {
        Type::Array(Box::new(self), length)
    }

    /// A declaration of a name with this type.
    pub fn declare(&self, name: &str, records: &[Record]) -> String {
        match self {
            Type::Scalar(scalar) => format!("{} {name}", SCALARS[*scalar].0),
            Type::Record(record) => format!("{} {name}", records[*record].name()),
            Type::Array(element, length) => element.declare(&format!("{name}[{length}]"), records),
            Type::Pointer(target) => match **target {
                Type::Array(..) => target.declare(&format!("(*{name})"), records),
                _ => target.declare(&format!("*{name}"), records),
            },
            Type::Function => format!("int (*{name})(int, int)"),
        }
    }

    /// Whether there is a pointer in it, or a `_Bool`, which not all bytes are values of.
    pub fn takes_any_bytes(&self, records: &[Record]) -> bool {
        match self {
            Type::Scalar(scalar) => *scalar != BOOL,
            Type::Array(element, _) => element.takes_any_bytes(records),
            Type::Record(record) => records[*record].fields.iter().all(|field| field.ty.takes_any_bytes(records)),
            Type::Pointer(_) | Type::Function => false,
        }
    }
}

/// A struct or a union.
pub struct Record {
    number: usize,
    /// Members of a union all have the same size, and no padding.
    pub union: bool,
    packed: bool,
    pub fields: Vec<Field>,
}

/// A member.
pub struct Field {
    pub name: String,
    pub ty: Type,
    pub bits: Option<usize>,
}

impl Record {
    /// How it is named as a type.
    pub fn name(&self) -> String {
        format!("{} record{}@", if self.union { "union" } else { "struct" }, self.number)
    }

    /// Its definition.
    pub fn define(&self, records: &[Record]) -> String {
        let mut text = format!("{} {{ ", self.name());
        for field in &self.fields {
            text += &field.ty.declare(&field.name, records);
            if let Some(bits) = field.bits {
                write!(text, " : {bits}").unwrap();
            }
            text += "; ";
        }
        text + if self.packed { "} __attribute__((packed));" } else { "};" }
    }
}

/// Random records: each may have earlier ones for members.
pub fn records(random: &mut Random) -> Vec<Record> {
    let mut records = vec![union_record(0, random)];
    for number in 1..=1 + random.below(2) {
        let fields = (0..2 + random.below(3)).map(|field| random_field(field, number, &records, random)).collect();
        records.push(Record { number, union: false, packed: random.once_in(6), fields });
    }
    records
}

/// A union whose members all have four bytes, or all eight.
fn union_record(number: usize, random: &mut Random) -> Record {
    let four = [INT, Type::Scalar(1), UCHAR.array(4), Type::Scalar(2).array(2), Type::Scalar(3).array(2)];
    let eight = [Type::Scalar(6), Type::Scalar(7), UCHAR.array(8), Type::Scalar(2).array(4), Type::Scalar(1).array(2)];
    let shapes = if random.once_in(2) { four } else { eight };
    // The first member is a number: it initialises all bytes.
    let mut chosen = vec![shapes[random.below(2)].clone(), shapes[2].clone()];
    if random.once_in(2) {
        chosen.push(shapes[3 + random.below(2)].clone());
    }
    let fields = (chosen.into_iter().enumerate())
        .map(|(index, ty)| Field { name: format!("u{index}"), ty, bits: None })
        .collect();
    Record { number, union: true, packed: false, fields }
}

fn random_field(index: usize, number: usize, records: &[Record], random: &mut Random) -> Field {
    let name = format!("f{index}");
    let scalar = Type::Scalar(random.below(SCALARS.len()));
    let (ty, bits) = match random.below(13) {
        // Bit-fields of `int` and `unsigned int`, sometimes of 64 bits.
        0 | 1 => (Type::Scalar(random.below(2)), Some(1 + random.below(31))),
        2 => (Type::Scalar(6 + random.below(2)), Some(1 + random.below(48))),
        3 => (scalar.array(2 + random.below(2)), None),
        4 => (Type::Record(random.below(records.len())), None),
        5 => (INT.pointer(), None),
        6 => (Type::Record(number).pointer(), None),
        _ => (scalar, None),
    };
    Field { name, ty, bits }
}

/// A piece of the text of a place.
#[derive(Clone, Debug)]
pub enum Part {
    Text(String),
    /// An index below this.
    Index(usize),
}

/// Something that can be read and written.
#[derive(Clone, Debug)]
pub struct Place {
    pub parts: Vec<Part>,
    pub ty: Type,
    /// Bit-fields have no address, and members of packed structs none that fits their type.
    pub has_address: bool,
    /// Reached through no pointer: where it lies is known.
    pub direct: bool,
    /// The variable's number: all of its places share it.
    pub variable: usize,
}

/// All places of a variable: itself, its elements and members, and what pointers in it point to, `depth` pointers far.
pub fn places(root: Place, depth: usize, records: &[Record]) -> Vec<Place> {
    let mut all = Vec::new();
    let mut open = vec![(root, depth)];
    while let Some((place, depth)) = open.pop() {
        let (before, after) = (place.parts.clone(), |text: String| Part::Text(text));
        match &place.ty {
            Type::Array(element, length) => {
                let parts = [before, vec![after("[".to_owned()), Part::Index(*length), after("]".to_owned())]].concat();
                open.push((Place { parts, ty: (**element).clone(), ..place.clone() }, depth));
            }
            Type::Record(record) => {
                let record = &records[*record];
                for field in &record.fields {
                    let parts = [before.clone(), vec![after(format!(".{}", field.name))]].concat();
                    let has_address = place.has_address && field.bits.is_none() && !record.packed;
                    open.push((Place { parts, ty: field.ty.clone(), has_address, ..place.clone() }, depth));
                }
            }
            Type::Pointer(target) if depth > 0 => {
                let parts = [vec![after("(*".to_owned())], before, vec![after(")".to_owned())]].concat();
                let place = Place { parts, ty: (**target).clone(), has_address: true, direct: false, ..place.clone() };
                open.push((place, depth - 1));
            }
            _ => {}
        }
        all.push(place);
    }
    all
}
