//! Which objects pointers may point into, and which numbers the addresses of these are.
//!
//! Where locals and globals lie in memory is not known. As long as nothing depends on it each has some address, a constant; that keeps
//! what is computed from it simple. What could depend on it is told by the objects that each pointer in a register may
//! point into ([`PointsTo`]): two pointers into one object can be compared and subtracted whatever its address is, and null is no address.
//! An object whose address is compared with another one, or with a pointer from elsewhere, through registers that may hold several of
//! them, has a free address instead, an input; and what number the address of an object with a constant one is, nothing can tell.

use super::havoc::Havoc;
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::llvm::marker::Marker;
use crate::program::{InputKind, Operand, Operation};
use crate::read::blocks::Reader;
use crate::read::memory::marker;
use crate::read::memory::offsets::Offsets;
use crate::read::memory::points_to::{ObjectNumber, PointsTo, Targets, FIRST, NOWHERE, NULL};
use crate::read::values::readable;
use llvm_ir::instruction::Call;
use llvm_ir::module::Linkage;
use llvm_ir::{Constant, Instruction, IntPredicate, Module, Name};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Where objects with constant addresses begin: far from zero and from each other.
pub const FIRST_ADDRESS: u128 = 0x1000_0000;
const SPACING: u128 = 0x10_0000;

/// A local or global object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object {
    /// Where it begins.
    pub address: Operand,
    /// Bytes, where that is known.
    pub size: Option<u64>,
    /// Whether it may lie where another object lies, as a string literal may.
    pub is_shared: bool,
    /// Which it is.
    pub number: ObjectNumber,
}

/// The globals of a module that are there for certain.
pub struct Globals {
    /// Their numbers, by name.
    numbers: Rc<FxHashMap<String, ObjectNumber>>,
    /// The size of each, where that is known, and whether it may lie where another object lies.
    known: Vec<(Option<u64>, bool)>,
}

impl Globals {
    /// Lists them, of which these sizes bound accesses.
    pub fn new(module: &Module, sizes: &FxHashMap<String, u64>) -> Globals {
        let variables = module.global_vars.iter().map(|variable| {
            // Those in a section that the program names may lie one behind the other, as an array.
            let is_one = variable.section.is_none() && variable.linkage != Linkage::Common;
            let (name, is_shared) = (readable(&variable.name), variable.unnamed_addr.is_some());
            let size = sizes.get(&name).copied().filter(|_| is_one);
            (name, &variable.linkage, (size, is_shared))
        });
        let bodies = module.functions.iter().map(|function| (function.name.clone(), &function.linkage));
        let declared = module.func_declarations.iter().map(|function| (function.name.clone(), &function.linkage));
        let functions = bodies.chain(declared).map(|(name, linkage)| (name, linkage, (None, false)));
        let may_be_missing =
            |linkage: &Linkage| matches!(linkage, Linkage::ExternalWeak | Linkage::WeakAny | Linkage::LinkOnceAny);
        let certain = variables.chain(functions).filter(|(_, linkage, _)| !may_be_missing(linkage));
        let (names, known): (Vec<String>, Vec<_>) = certain.map(|(name, _, known)| (name, known)).unzip();
        Globals { numbers: Rc::new(names.into_iter().zip(FIRST..).collect()), known }
    }

    /// The name of one.
    pub(super) fn name(&self, number: ObjectNumber) -> Option<&str> {
        self.numbers.iter().find_map(|(name, own)| (*own == number).then_some(name.as_str()))
    }
}

impl<'m> Reader<'m, Havoc<'m>> {
    /// Finds out what pointers may point into, and frees the addresses of objects that are compared with others. To be called in the
    /// entry, which locals and globals are there before.
    pub(super) fn find_bases(&mut self) {
        let function = self.function;
        let mut next = FIRST + self.policy.globals.known.len();
        let mut known: FxHashMap<&'m Name, Targets> = FxHashMap::default();
        for (index, block) in function.basic_blocks.iter().enumerate() {
            for instruction in &block.instrs {
                if let Instruction::Call(Call { dest: Some(dest), .. }) = instruction {
                    known.extend(is_undefined(instruction).then(|| (dest, Targets::start(NOWHERE))));
                }
                let Instruction::Alloca(alloca) = instruction else { continue };
                self.new_object(next, self.size_of_local(alloca), false);
                self.policy.locals.insert(&alloca.dest, next);
                // Elsewhere it may be passed more than once, and is another object each time.
                known.insert(&alloca.dest, if index == 0 { Targets::start(next) } else { Targets::unknown() });
                next += 1;
            }
        }
        self.policy.first_followed = next;
        for (name, number) in self.policy.contents.pointers().zip(next..) {
            known.entry(name).or_insert_with(Targets::unknown).join(&Targets::start(number));
        }
        self.policy.points_to = PointsTo::of_registers(function, self.policy.globals.numbers.clone(), known);
        for object in self.compared_with_others() {
            self.free(object);
        }
        self.cut_followed();
    }

    /// What a pointer may point into.
    pub(super) fn bases(&self, operand: &llvm_ir::Operand) -> Targets {
        self.policy.points_to.targets(operand)
    }

    /// The locals and globals among targets, each with the offsets into it.
    fn objects<'t>(&self, targets: &'t Targets) -> impl Iterator<Item = (ObjectNumber, Offsets)> + 't {
        targets.objects.range(FIRST..self.policy.first_followed).map(|(&object, &offsets)| (object, offsets))
    }

    /// The one object that a pointer points into for certain.
    pub(super) fn only(&self, targets: &Targets) -> Option<ObjectNumber> {
        let (object, _) = self.objects(targets).next()?;
        let is_one = self.objects(targets).count() == 1 && !targets.objects.contains_key(&NULL) && !targets.unknown;
        is_one.then_some(object)
    }

    /// The one object that a pointer points into if it is not null.
    pub(super) fn only_or_null(&self, targets: &Targets) -> Option<ObjectNumber> {
        let (object, _) = self.objects(targets).next()?;
        (self.objects(targets).count() == 1 && !targets.unknown).then_some(object)
    }

    /// Whether what a pointer points to is a local or global, if it is not null.
    pub(super) fn is_no_block(&self, targets: &Targets) -> bool {
        self.objects(targets).next().is_some() && !targets.unknown
    }

    /// Whether a pointer is null for certain.
    pub(super) fn is_null(&self, targets: &Targets) -> bool {
        targets.objects.keys().all(|&object| object == NULL) && !targets.unknown
    }

    /// The objects whose contents are followed that a pointer may lead into, by their rows, each with the offsets into it.
    pub(super) fn followed(&self, pointer: &llvm_ir::Operand) -> Vec<(usize, Offsets)> {
        let bases = self.bases(pointer);
        let followed = bases.objects.range(self.policy.first_followed..);
        followed.map(|(object, offsets)| (object - self.policy.first_followed, offsets.certain())).collect()
    }

    /// What both sides of a comparison of pointers may point into, if that is of different origin. Null is equal to no object's
    /// beginning; to what else it is equal, and what it is less than, depends on addresses.
    fn mixed(&self, compare: &llvm_ir::instruction::ICmp) -> Option<Vec<ObjectNumber>> {
        let [first, second] = [&compare.operand0, &compare.operand1].map(|side| self.bases(side));
        let with_null = self.is_null(&first) || self.is_null(&second);
        let mut both = first;
        both.join(&second);
        let is_equality = matches!(compare.predicate, IntPredicate::EQ | IntPredicate::NE);
        let objects: Vec<ObjectNumber> = self.objects(&both).map(|(object, _)| object).collect();
        let is_open = match with_null {
            true => !is_equality || self.objects(&both).any(|(_, offsets)| offsets != Offsets::exactly(0)),
            // Addresses of different origin, one that is an object's at least.
            false => objects.len() + usize::from(both.unknown) > 1,
        };
        (is_open && !objects.is_empty()).then_some(objects)
    }

    /// The objects that are compared with others, or with what comes from elsewhere, where it is not plain which.
    fn compared_with_others(&self) -> BTreeSet<ObjectNumber> {
        let mut compared = BTreeSet::new();
        for instruction in self.function.basic_blocks.iter().flat_map(|block| &block.instrs) {
            let Instruction::ICmp(compare) = instruction else { continue };
            let sides = [&compare.operand0, &compare.operand1];
            // Of two that are plain it is known what is open.
            if sides.map(|side| self.only(&self.bases(side))).iter().all(Option::is_some) {
                continue;
            }
            compared.extend(self.mixed(compare).unwrap_or_default());
        }
        compared
    }

    /// Whether the numbers that two pointers are say how they compare: not where they may be the addresses of two objects, and one of these is
    /// a constant.
    pub(super) fn can_be_compared(&self, compare: &llvm_ir::instruction::ICmp) -> bool {
        self.mixed(compare).is_none_or(|objects| self.are_free(objects))
    }

    /// The one object with a constant address that both sides of a comparison point into.
    pub(super) fn common_object(&mut self, compare: &llvm_ir::instruction::ICmp) -> Option<Object> {
        let [first, second] = [&compare.operand0, &compare.operand1].map(|side| self.only(&self.bases(side)));
        let object = self.object_at(first.filter(|_| first == second)?);
        matches!(object.address, Operand::Constant(_)).then_some(object)
    }

    /// Whether the number that a pointer is, is that of an address in the function.
    pub(super) fn is_number(&self, pointer: &llvm_ir::Operand) -> bool {
        self.are_free(self.objects(&self.bases(pointer)).map(|(object, _)| object))
    }

    fn are_free(&self, objects: impl IntoIterator<Item = ObjectNumber>) -> bool {
        let address = |object: ObjectNumber| self.policy.objects.get(&object).map(|object| object.address);
        objects.into_iter().all(|object| matches!(address(object), Some(Operand::Value(_))))
    }

    /// How many bytes one pointer is behind another one in the same object.
    pub(super) fn pointer_difference(
        &mut self,
        sides: [&llvm_ir::Operand; 2],
        width: u32,
        name: &str,
    ) -> Option<Operand> {
        let [first, second] = sides.map(|side| self.pointer_of(side));
        let (first, second) = (first?, second?);
        let object = self.only(&self.bases(&first))?;
        let (a, b) = (self.operand(&first)?, self.operand(&second)?);
        let is_same = self.only(&self.bases(&second)) == Some(object) && self.policy.pointer_width == width;
        is_same.then(|| self.define(width, name, Operation::Binary(BinaryOp::Sub, a, b)))
    }

    /// The pointer that an operand is the number of.
    fn pointer_of(&self, number: &llvm_ir::Operand) -> Option<llvm_ir::Operand> {
        match number {
            llvm_ir::Operand::LocalOperand { name, .. } => {
                self.policy.numbers.get(name).map(|&pointer| pointer.clone())
            }
            llvm_ir::Operand::ConstantOperand(constant) => match constant.as_ref() {
                Constant::PtrToInt(number) => Some(llvm_ir::Operand::ConstantOperand(number.operand.clone())),
                _ => None,
            },
            llvm_ir::Operand::MetadataOperand => None,
        }
    }

    /// A local or global. A global has its address from now on.
    pub(super) fn object_at(&mut self, number: ObjectNumber) -> Object {
        if let Some(object) = self.policy.objects.get(&number) {
            return *object;
        }
        let known = number.checked_sub(FIRST).and_then(|index| self.policy.globals.known.get(index));
        let (size, is_shared) = known.copied().unwrap_or_default();
        self.new_object(number, size, is_shared)
    }

    /// A new object with a constant address.
    fn new_object(&mut self, number: ObjectNumber, size: Option<u64>, is_shared: bool) -> Object {
        let address = BitVec::new(self.policy.pointer_width, self.policy.next_address);
        self.policy.next_address += SPACING + u128::from(size.unwrap_or(0)).next_multiple_of(SPACING);
        let object = Object { address: Operand::Constant(address), size, is_shared, number };
        self.policy.objects.insert(number, object);
        object
    }

    /// An object has any address.
    pub(super) fn free(&mut self, number: ObjectNumber) -> Object {
        let object = self.object_at(number);
        let object = Object { address: self.free_address(object.size), ..object };
        self.policy.objects.insert(number, object);
        object
    }

    /// Any address at which there is room for so many bytes, and for one byte behind them.
    fn free_address(&mut self, size: Option<u64>) -> Operand {
        let width = self.policy.pointer_width;
        let constant = |value: u128| Operand::Constant(BitVec::new(width, value));
        let any = self.input(width, "address", InputKind::Undefined);
        // From 1 on, and such that the end does not wrap.
        let before = self.define(width, "before", Operation::Binary(BinaryOp::Sub, any, constant(1)));
        let last = constant((u128::MAX >> (128 - width)).saturating_sub(u128::from(size.unwrap_or(0))));
        let fits = self.compare(Predicate::Ult, before, last);
        self.define(width, "address", Operation::Select(fits, any, constant(FIRST_ADDRESS)))
    }
}

/// Whether an instruction gives what a variable holds that nothing has set. That nothing uses it is checked.
pub(super) fn is_undefined(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Call(call) if marker(call) == Some(Marker::Undefined))
}
