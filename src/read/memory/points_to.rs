//! Which objects a pointer can point to, and at which offsets: an analysis of the whole function by inclusion (Andersen:
//! *Program Analysis and Specialization for the C Programming Language*, 1994), without regard to the order of
//! instructions. The contents of an object are one set; offsets are residue classes, so that the elements of an array and
//! the fields of a structure are kept apart.

use super::offsets::{offsets, Definitions, Offsets};
use crate::llvm::marker::Marker;
use crate::prepare::objects::{Initial, ObjectKind, ObjectSource};
use llvm_ir::instruction::Call;
use llvm_ir::{Constant, Function, Instruction, Name, Operand, Type, TypeRef};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;

/// An object, by its number in pointers: 0 is null and 1 nowhere, see [`super::Model`].
pub type ObjectNumber = usize;

/// The number of the object that null points to.
pub const NULL: ObjectNumber = 0;
/// The number of the object that pointers point to of which nothing is known but that they must not be used.
pub const NOWHERE: ObjectNumber = 1;
/// How many numbers come before the first object of the program.
pub const FIRST: usize = 2;

/// Where a pointer can point to. Null is always possible and not listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Targets {
    /// The objects, each with the offsets into it.
    pub objects: BTreeMap<ObjectNumber, Offsets>,
    /// Whether it can also point to something that is not an object of the program, or be no pointer at all.
    pub unknown: bool,
}

impl Targets {
    fn to(object: ObjectNumber, offsets: Offsets) -> Targets {
        Targets { objects: BTreeMap::from([(object, offsets)]), unknown: false }
    }

    fn unknown() -> Targets {
        Targets { objects: BTreeMap::new(), unknown: true }
    }

    /// Adds other targets. True if there was one that is new.
    fn join(&mut self, other: &Targets) -> bool {
        let mut grown = other.unknown && !self.unknown;
        self.unknown |= other.unknown;
        for (&object, &offsets) in &other.objects {
            let joined = self.objects.get(&object).map_or(offsets, |mine| mine.join(offsets));
            grown |= self.objects.insert(object, joined) != Some(joined);
        }
        grown
    }

    fn moved(&self, by: Offsets) -> Targets {
        let objects = self.objects.iter().map(|(&object, &offsets)| (object, offsets.plus(by))).collect();
        Targets { objects, unknown: self.unknown }
    }
}

/// Whether a value of a type can be an address: a pointer, or a number as wide as one.
fn may_hold_address(ty: &TypeRef) -> bool {
    matches!(ty.as_ref(), Type::PointerType { .. } | Type::IntegerType { bits: 32 | 64 })
}

/// How many bytes behind null a constant address is: so the member of a structure at null is folded. Larger numbers can be
/// addresses of devices.
pub fn behind_null(cast: &llvm_ir::constant::IntToPtr) -> Option<u64> {
    match cast.operand.as_ref() {
        Constant::Int { value, .. } => Some(*value).filter(|&value| value < 4096),
        _ => None,
    }
}

/// The result of the analysis.
pub struct PointsTo<'m> {
    numbers: FxHashMap<(bool, String), ObjectNumber>,
    sites: FxHashMap<&'m Name, Range<ObjectNumber>>,
    definitions: Definitions<'m>,
    values: FxHashMap<&'m Name, Targets>,
    contents: Vec<Targets>,
}

impl<'m> PointsTo<'m> {
    /// Analyses a function of a module with these objects, of which calls allocate those of `sites`.
    pub fn new(
        function: &'m Function,
        objects: &[ObjectSource],
        sites: FxHashMap<&'m Name, Range<ObjectNumber>>,
    ) -> PointsTo<'m> {
        let key = |object: &ObjectSource| (object.kind == ObjectKind::Local, object.name.clone());
        let numbers = objects.iter().enumerate().map(|(index, object)| (key(object), index + FIRST)).collect();
        let definitions = Definitions::new(function);
        let contents = vec![Targets::default(); objects.len() + FIRST];
        let mut analysis = PointsTo { numbers, sites, definitions, values: FxHashMap::default(), contents };
        for (index, object) in objects.iter().enumerate() {
            for (_, initial) in &object.initial {
                if let Initial::Address { object, offset } = initial {
                    let targets = analysis.global(object, *offset);
                    analysis.contents[index + FIRST].join(&targets);
                }
            }
        }
        for parameter in &function.parameters {
            analysis.values.insert(&parameter.name, Targets::unknown());
        }
        let instructions: Vec<&'m Instruction> = function.basic_blocks.iter().flat_map(|block| &block.instrs).collect();
        // Offsets can only become coarser and objects more, so this ends.
        let step = |analysis: &mut PointsTo<'m>| instructions.iter().fold(false, |any, i| analysis.visit(i) | any);
        while step(&mut analysis) {}
        analysis
    }

    /// The number of a local or global.
    pub fn number(&self, is_local: bool, name: &str) -> Option<ObjectNumber> {
        self.numbers.get(&(is_local, name.to_owned())).copied()
    }

    fn global(&self, name: &str, offset: i64) -> Targets {
        match self.number(false, name) {
            Some(number) => Targets::to(number, Offsets::exactly(offset)),
            None => Targets::unknown(),
        }
    }

    /// Where an operand can point to.
    pub fn targets(&self, operand: &Operand) -> Targets {
        match operand {
            Operand::LocalOperand { name, .. } => self.values.get(name).cloned().unwrap_or_default(),
            Operand::ConstantOperand(constant) => self.constant(constant),
            Operand::MetadataOperand => Targets::default(),
        }
    }

    /// Where a value can point to.
    pub fn of_value(&self, name: &Name) -> Targets {
        self.values.get(name).cloned().unwrap_or_default()
    }

    fn constant(&self, constant: &Constant) -> Targets {
        match constant {
            Constant::GlobalReference { name: Name::Name(name), .. } => self.global(name, 0),
            Constant::Undef(_) | Constant::Poison(_) => Targets::to(NOWHERE, Offsets::exactly(0)),
            Constant::IntToPtr(cast) if behind_null(cast).is_some() => Targets::default(),
            Constant::Null(_) | Constant::Int { .. } | Constant::AggregateZero(_) => Targets::default(),
            _ => Targets::unknown(),
        }
    }

    /// Whether the address of an object can be in memory.
    pub fn is_in_memory(&self, object: ObjectNumber) -> bool {
        self.contents.iter().any(|targets| targets.objects.contains_key(&object))
    }

    /// What the pointers in an object can point to.
    pub fn contents(&self, object: ObjectNumber) -> Vec<ObjectNumber> {
        self.contents.get(object).into_iter().flat_map(|held| held.objects.keys().copied()).collect()
    }

    /// The offsets that an integer can be.
    pub fn offsets(&self, operand: &Operand) -> Offsets {
        offsets(&self.definitions, operand)
    }

    /// Takes in what an instruction does. True if something is new.
    fn visit(&mut self, instruction: &'m Instruction) -> bool {
        use Instruction as I;
        let targets = match instruction {
            I::Alloca(alloca) => match self.local(&alloca.dest) {
                Some(number) => Targets::to(number, Offsets::exactly(0)),
                None => Targets::unknown(),
            },
            I::Load(load) if may_hold_address(&load.loaded_ty) => self.read(&load.address),
            I::Store(store) => {
                let stored = self.targets(&store.value);
                return self.write(&store.address, &stored);
            }
            I::Phi(phi) => self.any(phi.incoming_values.iter().map(|(operand, _)| operand)),
            I::Select(select) => self.any([&select.true_value, &select.false_value]),
            I::Freeze(freeze) => self.targets(&freeze.operand),
            I::BitCast(cast) => self.targets(&cast.operand),
            I::PtrToInt(cast) => self.targets(&cast.operand),
            I::IntToPtr(cast) => self.targets(&cast.operand),
            I::Add(add) => self.computed([&add.operand0, &add.operand1]).moved(Offsets::ANY),
            I::Sub(sub) => self.computed([&sub.operand0]).moved(Offsets::ANY),
            I::ExtractValue(extract) => self.targets(&extract.aggregate),
            I::InsertValue(insert) => self.any([&insert.aggregate, &insert.element]),
            I::Call(call) => return self.call(call),
            _ => return false,
        };
        match instruction.try_get_result() {
            Some(name) => self.values.entry(name).or_default().join(&targets),
            None => false,
        }
    }

    /// The number of a local by its name as a value.
    pub fn local(&self, name: &Name) -> Option<ObjectNumber> {
        match name {
            Name::Name(name) => self.number(true, name),
            Name::Number(_) => None,
        }
    }

    fn any<'o>(&self, operands: impl IntoIterator<Item = &'o Operand>) -> Targets {
        let mut any = Targets::default();
        for operand in operands {
            any.join(&self.targets(operand));
        }
        any
    }

    /// What a sum is an address of: numbers that were made of pointers right before, not those that were read from memory,
    /// which as a rule are numbers. The reader takes no others for addresses.
    fn computed<'o>(&self, operands: impl IntoIterator<Item = &'o Operand>) -> Targets {
        self.any(operands.into_iter().filter(|operand| self.definitions.is_address(operand)))
    }

    fn read(&self, address: &Operand) -> Targets {
        let mut read = Targets::default();
        for object in self.targets(address).objects.into_keys() {
            read.join(&self.contents[object]);
        }
        read
    }

    fn write(&mut self, address: &Operand, stored: &Targets) -> bool {
        let objects = self.targets(address).objects;
        objects.into_keys().fold(false, |grown, object| self.contents[object].join(stored) | grown)
    }

    fn call(&mut self, call: &'m Call) -> bool {
        let name = super::callee_name(call);
        let marker = Marker::of(name);
        let targets = match (name, call.arguments.as_slice()) {
            (_, [(base, _), (offset, _)]) if marker == Some(Marker::Address) => {
                self.targets(base).moved(self.offsets(offset))
            }
            _ if marker.is_some_and(Marker::allocates) => {
                let site = call.dest.as_ref().and_then(|dest| self.sites.get(dest)).cloned().unwrap_or_default();
                Targets { objects: site.map(|object| (object, Offsets::exactly(0))).collect(), unknown: false }
            }
            _ if marker == Some(Marker::Undefined) => Targets::to(NOWHERE, Offsets::exactly(0)),
            (_, [(address, _), ..]) if marker == Some(Marker::Havoc) => {
                return self.write(address, &Targets::to(NOWHERE, Offsets::exactly(0)));
            }
            (name, [(to, _), (from, _), ..]) if super::is_copy(name) => {
                let copied = self.read(from);
                return self.write(to, &copied);
            }
            (name, [(operand, _), ..]) if name.starts_with("llvm.ssa.copy") || name.starts_with("llvm.expect") => {
                self.targets(operand)
            }
            (name, _) if marker.is_some() || name.starts_with("llvm.") => Targets::default(),
            _ => Targets::unknown(),
        };
        match &call.dest {
            Some(name) => self.values.entry(name).or_default().join(&targets),
            None => false,
        }
    }
}
