//! Which objects a pointer can point to, and at which offsets: an analysis of the whole function by inclusion (Andersen:
//! *Program Analysis and Specialization for the C Programming Language*, 1994), without regard to the order of
//! instructions. Offsets are residue classes, so that the elements of an array and the fields of a structure are kept apart, and so is
//! what they hold ([`Held`]).
//!
//! In a whole program nothing comes from elsewhere but what is unknown, and null is always possible. Where a function is read by
//! itself, nothing is known of memory: what is loaded, passed or returned comes from elsewhere. There null is a target like others,
//! so that it shows what is null for certain.

pub use super::targets::{ObjectNumber, Targets, FIRST, NOWHERE, NULL};

use super::alike::Alike;
use super::held::{Held, WHOLE};
use super::offsets::{offsets, Definitions, Offsets};
use crate::llvm::marker::Marker;
use crate::prepare::objects::{Initial, ObjectKind, ObjectSource};
use llvm_ir::instruction::Call;
use llvm_ir::{Constant, Function, Instruction, Module, Name, Operand, Type, TypeRef};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Whether a value of a type can be an address: a pointer, or a number as wide as one.
fn may_hold_address(ty: &TypeRef) -> bool {
    matches!(ty.as_ref(), Type::PointerType { .. } | Type::IntegerType { bits: 32 | 64 })
}

/// Whether a marker or intrinsic gives back its first argument.
pub fn is_its_argument(name: &str) -> bool {
    let is_intrinsic = |prefix: &&str| name.starts_with(*prefix);
    Marker::of(name) == Some(Marker::Value) || ["llvm.expect.", "llvm.ssa.copy."].iter().any(is_intrinsic)
}

/// How many bytes behind null a constant address is: so the member of a structure at null is folded. The last ones are before null:
/// there is no object at `(void *)-1`, which says that something failed (`MAP_FAILED`, `SIG_ERR`). Other numbers can be addresses
/// of devices.
pub fn behind_null(cast: &llvm_ir::constant::IntToPtr) -> Option<u64> {
    const PAGE: u64 = 4096;
    match cast.operand.as_ref() {
        Constant::Int { value, bits } => {
            let last = u64::MAX >> (64 - bits.clamp(&1, &64));
            Some(*value).filter(|&value| value < PAGE || *bits >= 32 && value > last - PAGE)
        }
        _ => None,
    }
}

/// The result of the analysis.
#[derive(Default)]
pub struct PointsTo<'m> {
    globals: Rc<FxHashMap<String, ObjectNumber>>,
    locals: FxHashMap<String, ObjectNumber>,
    sites: FxHashMap<&'m Name, Targets>,
    /// Objects for which another one stands in all that follows.
    alike: Alike,
    definitions: Definitions<'m>,
    values: FxHashMap<&'m Name, Targets>,
    /// What those values can point to that nothing has been said of yet.
    unseen: Targets,
    /// What the pointers in each object can point to; `None` where a function is read by itself.
    contents: Option<Vec<Held>>,
    /// How many bytes a pointer has.
    pointer_bytes: u64,
}

impl<'m> PointsTo<'m> {
    /// Analyses the registers of a function that is read by itself, of a module with these globals. It is known what the results of some
    /// instructions can point to.
    pub fn of_registers(
        function: &'m Function,
        globals: Rc<FxHashMap<String, ObjectNumber>>,
        known: FxHashMap<&'m Name, Targets>,
    ) -> PointsTo<'m> {
        let (definitions, values) = (Definitions::new(function), known);
        let mut analysis = PointsTo { globals, definitions, values, ..PointsTo::default() };
        analysis.run(function);
        analysis.unseen = Targets::unknown();
        analysis
    }

    /// What a function that this one calls does with these arguments, before any of its instructions is [followed](PointsTo::follow).
    pub fn of_callee(&self, function: &'m Function, arguments: FxHashMap<&'m Name, Targets>) -> PointsTo<'m> {
        let (globals, definitions) = (self.globals.clone(), Definitions::new(function));
        PointsTo { globals, definitions, values: arguments, unseen: Targets::unknown(), ..PointsTo::default() }
    }

    /// Takes in an instruction by itself. What it said before does not count.
    pub fn follow(&mut self, instruction: &'m Instruction) {
        instruction.try_get_result().and_then(|name| self.values.remove(name));
        self.visit(instruction);
    }

    /// Analyses a function of a module with these objects, of which calls give those of `sites`.
    pub fn new(
        module: &'m Module,
        function: &'m Function,
        objects: &[ObjectSource],
        mut sites: FxHashMap<&'m Name, Targets>,
    ) -> PointsTo<'m> {
        let alike = Alike::new(objects, &mut sites);
        let numbers = |of_locals: bool| {
            let objects = objects.iter().enumerate();
            let some = objects.filter(move |(_, object)| (object.kind == ObjectKind::Local) == of_locals);
            some.map(|(index, object)| (object.name.clone(), index + FIRST)).collect()
        };
        let (globals, locals, definitions) = (Rc::new(numbers(false)), numbers(true), Definitions::new(function));
        let pointer_bytes = u64::from(super::pointer_width(module) / 8);
        let mut analysis =
            PointsTo { globals, locals, sites, alike, definitions, pointer_bytes, ..PointsTo::default() };
        let mut contents = vec![Held::default(); objects.len() + FIRST];
        for (index, object) in objects.iter().enumerate() {
            for (at, initial) in &object.initial {
                if let Initial::Address { object, offset } = initial {
                    let at = i64::try_from(*at).map_or(Offsets::ANY, Offsets::exactly);
                    contents[index + FIRST].hold((at, pointer_bytes), &analysis.global(object, *offset));
                }
            }
        }
        analysis.contents = Some(contents);
        analysis.run(function);
        analysis
    }

    fn run(&mut self, function: &'m Function) {
        for parameter in &function.parameters {
            self.values.insert(&parameter.name, Targets::unknown());
        }
        let instructions: Vec<&'m Instruction> = function.basic_blocks.iter().flat_map(|block| &block.instrs).collect();
        // Offsets can only become coarser and objects more, so this ends.
        while instructions.iter().fold(false, |any, instruction| self.visit(instruction) | any) {}
    }

    /// How the values of the function are computed.
    pub fn definitions(&self) -> &Definitions<'m> {
        &self.definitions
    }

    /// The number of a local or global.
    pub fn number(&self, is_local: bool, name: &str) -> Option<ObjectNumber> {
        if is_local { self.locals.get(name) } else { self.globals.get(name) }.copied()
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
            Operand::LocalOperand { name, .. } => self.of_value(name),
            _ => self.alike.all(&self.known(operand)),
        }
    }

    /// Where a value can point to.
    pub fn of_value(&self, name: &Name) -> Targets {
        self.alike.all(self.values.get(name).unwrap_or(&self.unseen))
    }

    /// Where an operand can point to, as the analysis has it: of objects that are alike there is one.
    fn known(&self, operand: &Operand) -> Targets {
        match operand {
            Operand::LocalOperand { name, .. } => self.values.get(name).unwrap_or(&self.unseen).clone(),
            Operand::ConstantOperand(constant) => self.constant(constant),
            Operand::MetadataOperand => Targets::default(),
        }
    }

    fn constant(&self, constant: &Constant) -> Targets {
        match constant {
            Constant::GlobalReference { name: Name::Name(name), .. } => self.global(name, 0),
            Constant::Null(_) if self.contents.is_none() => Targets::start(NULL),
            _ if self.contents.is_none() => Targets::unknown(),
            Constant::Undef(_) | Constant::Poison(_) => Targets::start(NOWHERE),
            Constant::IntToPtr(cast) if behind_null(cast).is_some() => Targets::default(),
            Constant::Null(_) | Constant::Int { .. } | Constant::AggregateZero(_) => Targets::default(),
            _ => Targets::unknown(),
        }
    }

    /// Whether the address of an object can be in memory.
    pub fn is_in_memory(&self, object: ObjectNumber) -> bool {
        let object = self.alike.of(object);
        self.contents.iter().flatten().flat_map(Held::all).any(|targets| targets.objects.contains_key(&object))
    }

    /// What the pointers can point to that so many bytes at these offsets of an object meet.
    pub fn contents_at(&self, object: ObjectNumber, place: (Offsets, u64)) -> Targets {
        let mut found = Targets::default();
        self.find(self.alike.of(object), place, &mut found);
        self.alike.all(&found)
    }

    /// Adds what these bytes of an object that stands for all that are alike can point to.
    fn find(&self, object: ObjectNumber, place: (Offsets, u64), found: &mut Targets) {
        if let Some(held) = self.contents.as_ref().and_then(|contents| contents.get(object)) {
            held.find(place, found);
        }
    }

    /// What all pointers in memory can point to.
    pub fn in_memory(&self) -> Targets {
        let mut all = Targets::default();
        for held in self.contents.iter().flatten().flat_map(Held::all) {
            all.join(held);
        }
        self.alike.all(&all)
    }

    /// The offsets at which values, and pointers in memory, can point into an object.
    pub fn offsets_into(&self, object: ObjectNumber) -> impl Iterator<Item = Offsets> + '_ {
        let object = self.alike.of(object);
        let all = self.values.values().chain(self.contents.iter().flatten().flat_map(Held::all));
        all.filter_map(move |targets| targets.objects.get(&object).copied())
    }

    /// The offsets that an integer can be.
    pub fn offsets(&self, operand: &Operand) -> Offsets {
        offsets(&self.definitions, operand)
    }

    /// What the result of an instruction can point to that is one of its operands, moved perhaps.
    fn passed_on(&self, instruction: &'m Instruction) -> Option<Targets> {
        use Instruction as I;
        Some(match instruction {
            I::Phi(phi) => self.any(phi.incoming_values.iter().map(|(operand, _)| operand)),
            I::Select(select) => self.any([&select.true_value, &select.false_value]),
            I::Freeze(freeze) => self.known(&freeze.operand),
            I::BitCast(cast) => self.known(&cast.operand),
            I::Call(call) => match (super::marker(call), call.arguments.as_slice()) {
                (Some(Marker::Address), [(base, _), (offset, _)]) => self.known(base).moved(self.offsets(offset)),
                (_, [(operand, _), ..]) if is_its_argument(super::callee_name(call)) => self.known(operand),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Takes in what an instruction does. True if something is new.
    fn visit(&mut self, instruction: &'m Instruction) -> bool {
        use Instruction as I;
        let targets = match (self.passed_on(instruction), instruction) {
            (Some(targets), _) => targets,
            _ if self.contents.is_none() => match instruction.try_get_result() {
                Some(name) if !self.values.contains_key(name) => Targets::unknown(),
                _ => return false,
            },
            (_, I::Alloca(alloca)) => match self.local(&alloca.dest) {
                Some(number) => Targets::start(number),
                None => Targets::unknown(),
            },
            (_, I::Load(load)) if may_hold_address(&load.loaded_ty) => {
                self.read(&load.address, self.bytes(&load.loaded_ty))
            }
            (_, I::Store(store)) => {
                let stored = self.known(&store.value);
                let bytes = match &store.value {
                    Operand::LocalOperand { ty, .. } => self.bytes(ty),
                    Operand::ConstantOperand(constant) => match constant.as_ref() {
                        Constant::GlobalReference { .. } => Some(self.pointer_bytes),
                        _ => None,
                    },
                    Operand::MetadataOperand => None,
                };
                return self.write(&store.address, bytes, &stored);
            }
            (_, I::PtrToInt(cast)) => self.known(&cast.operand),
            (_, I::IntToPtr(cast)) => self.known(&cast.operand),
            (_, I::Add(add)) => {
                let mut sum = self.computed(&add.operand0, self.offsets(&add.operand1));
                sum.join(&self.computed(&add.operand1, self.offsets(&add.operand0)));
                sum
            }
            (_, I::Sub(sub)) if self.definitions.is_address(&sub.operand1) => Targets::default(),
            (_, I::Sub(sub)) => self.computed(&sub.operand0, self.offsets(&sub.operand1).times(-1)),
            (_, I::ExtractValue(extract)) => self.known(&extract.aggregate),
            (_, I::InsertValue(insert)) => self.any([&insert.aggregate, &insert.element]),
            (_, I::Call(call)) => return self.call(call),
            _ => return false,
        };
        self.give(instruction.try_get_result(), &targets)
    }

    /// A result can point to these. True if something is new.
    fn give(&mut self, result: Option<&'m Name>, targets: &Targets) -> bool {
        result.is_some_and(|name| self.values.entry(name).or_default().join(targets))
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
            any.join(&self.known(operand));
        }
        any
    }

    /// What a sum is an address of, if this operand is moved by these: numbers that were made of pointers right before, not those that
    /// were read from memory, which as a rule are numbers. The reader takes no others for addresses.
    fn computed(&self, operand: &Operand, by: Offsets) -> Targets {
        match self.definitions.is_address(operand) {
            true => self.known(operand).moved(by),
            false => Targets::default(),
        }
    }

    /// How many bytes a value of a type has that can be an address.
    fn bytes(&self, ty: &TypeRef) -> Option<u64> {
        match ty.as_ref() {
            Type::PointerType { .. } => Some(self.pointer_bytes),
            Type::IntegerType { bits } => Some(u64::from(bits.div_ceil(8))),
            _ => None,
        }
    }

    /// What so many bytes at an address can hold; all of its objects, if it is not known how many.
    fn read(&self, address: &Operand, bytes: Option<u64>) -> Targets {
        let mut read = Targets::default();
        for (object, offsets) in self.known(address).objects {
            self.find(object, place(offsets, bytes), &mut read);
        }
        read
    }

    fn write(&mut self, address: &Operand, bytes: Option<u64>, stored: &Targets) -> bool {
        self.hold(&self.known(address), bytes, stored)
    }

    /// So many bytes at an address can hold these; any of its objects, if it is not known how many. True if something is new.
    fn hold(&mut self, address: &Targets, bytes: Option<u64>, stored: &Targets) -> bool {
        let Some(contents) = &mut self.contents else { return false };
        let places = address.objects.iter();
        places.fold(false, |grown, (&object, &offsets)| contents[object].hold(place(offsets, bytes), stored) | grown)
    }

    /// What is copied keeps its distance from where the copy begins. True if something is new.
    fn copy(&mut self, [to, from]: [&Operand; 2], length: Option<u64>) -> bool {
        let Some(contents) = &self.contents else { return false };
        // Where the length is computed, a product that wraps may lead the copy elsewhere before that is found.
        let known = |offsets: Offsets| if length.is_some() { offsets } else { offsets.certain() };
        let mut copied = Vec::new();
        for (object, begin) in self.known(from).objects {
            let begin = known(begin);
            for ((at, bytes), targets) in contents[object].parts() {
                if length.is_none_or(|length| at.meets(bytes, begin, length)) {
                    copied.push((at.plus(begin.times(-1)), bytes, targets.clone()));
                }
            }
        }
        let mut grown = false;
        for (object, begin) in self.known(to).objects {
            for (distance, bytes, targets) in &copied {
                let held = self.contents.as_mut().and_then(|contents| contents.get_mut(object));
                grown |= held.is_some_and(|held| held.hold((distance.plus(known(begin)), *bytes), targets));
            }
        }
        grown
    }

    fn call(&mut self, call: &'m Call) -> bool {
        let name = super::callee_name(call);
        let marker = Marker::of(name);
        let mut is_new = false;
        let targets = match (name, call.arguments.as_slice()) {
            _ if marker.is_some_and(Marker::allocates) => {
                let given = call.dest.as_ref().and_then(|dest| self.sites.get(dest)).cloned().unwrap_or_default();
                if marker != Some(Marker::AllocateZeroed) {
                    is_new = self.hold(&given, None, &Targets::start(NOWHERE));
                }
                given
            }
            _ if marker == Some(Marker::Undefined) => Targets::start(NOWHERE),
            (_, [(address, _), ..]) if marker == Some(Marker::Havoc) => {
                return self.write(address, None, &Targets::start(NOWHERE));
            }
            (name, [(to, _), (from, _), ..]) if super::is_copy(name) => {
                return self.copy([to, from], super::constant_length(call));
            }
            (name, _) if marker.is_some() || name.starts_with("llvm.") => Targets::default(),
            _ => Targets::unknown(),
        };
        self.give(call.dest.as_ref(), &targets) | is_new
    }
}

/// So many bytes at these offsets; anywhere, if it is not known how many.
fn place(offsets: Offsets, bytes: Option<u64>) -> (Offsets, u64) {
    bytes.map_or(WHOLE, |bytes| (offsets, bytes))
}
