//! What pointers may point into, and which numbers the addresses of objects are.
//!
//! Where locals and globals lie in memory is not known. As long as nothing depends on it each has some address, a constant; that keeps
//! what is computed from it simple. What could depend on it is told by the objects that each pointer in a register may
//! point into, through φs, choices and steps (a least fixpoint, as in Andersen's points-to analysis without memory): two
//! pointers into one object can be compared and subtracted whatever its address is, and null is no address. An object whose address is compared
//! with another one, or with a pointer from elsewhere, through registers that may hold several of them, has a free address
//! instead, an input; and what number the address of an object with a constant one is, nothing can tell.

use super::calls::{is_its_argument, step};
use super::reader::Reader;
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::{InputKind, Operand, Operation};
use crate::read::memory::offsets::{offsets, Offsets};
use crate::read::operators::callee;
use llvm_ir::{Constant, Instruction, IntPredicate, Type};
use std::collections::{BTreeMap, BTreeSet};

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
}

/// What a pointer may point into.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Bases {
    /// Objects, by their rows.
    objects: BTreeSet<usize>,
    /// It may be null.
    null: bool,
    /// It may come from elsewhere: an argument, memory, a call.
    elsewhere: bool,
    /// It may be some bytes away from where an object begins.
    stepped: bool,
    /// Objects whose contents are followed, by their rows among these, each with the offsets into it.
    followed: BTreeMap<usize, Offsets>,
}

impl Bases {
    pub(super) fn elsewhere() -> Bases {
        Bases { elsewhere: true, ..Bases::default() }
    }

    pub(super) fn object(object: usize) -> Bases {
        Bases { objects: BTreeSet::from([object]), ..Bases::default() }
    }

    /// Adds others; whether that changes anything.
    fn join(&mut self, other: &Bases) -> bool {
        let state = |bases: &Bases| (bases.objects.len(), bases.null, bases.elsewhere, bases.stepped);
        let before = state(self);
        let mut is_wider = false;
        for (&object, &offsets) in &other.followed {
            let joined = self.followed.get(&object).map_or(offsets, |own| own.join(offsets).certain());
            is_wider |= self.followed.insert(object, joined) != Some(joined);
        }
        self.objects.extend(&other.objects);
        self.null |= other.null;
        self.elsewhere |= other.elsewhere;
        self.stepped |= other.stepped;
        is_wider || before != state(self)
    }

    /// The one object that the pointer points into for certain.
    pub(super) fn only(&self) -> Option<usize> {
        self.objects.first().copied().filter(|_| self.objects.len() == 1 && !self.null && !self.elsewhere)
    }

    /// Whether the pointer is null for certain.
    pub(super) fn is_null(&self) -> bool {
        self.objects.is_empty() && !self.elsewhere
    }

    /// The objects whose contents are followed, each with the offsets into it.
    pub(super) fn followed(&self) -> impl Iterator<Item = (usize, Offsets)> + '_ {
        self.followed.iter().map(|(object, offsets)| (*object, *offsets))
    }

    /// The one of these that the pointer leads into, if it leads into one.
    pub(super) fn only_followed(&self) -> Option<(usize, Offsets)> {
        self.followed().next().filter(|_| self.followed.len() == 1)
    }

    /// The start of a followed object is among them.
    fn with_followed(mut self, object: Option<usize>) -> Bases {
        self.followed.extend(object.map(|object| (object, Offsets::exactly(0))));
        self
    }

    /// Whether addresses of different origin are among them, one that is an object's at least.
    fn are_mixed(&self) -> bool {
        !self.objects.is_empty() && self.objects.len() + usize::from(self.elsewhere) > 1
    }
}

impl<'m> Reader<'m> {
    /// Finds out what pointers may point into, and frees the addresses of objects that are compared with others. To be called in the
    /// entry, which locals and globals are there before.
    pub(super) fn find_bases(&mut self) {
        let function = self.function;
        self.list_followed();
        for parameter in &function.parameters {
            self.bases.insert(&parameter.name, Bases::elsewhere());
        }
        for (index, block) in function.basic_blocks.iter().enumerate() {
            for instruction in &block.instrs {
                let Instruction::Alloca(alloca) = instruction else { continue };
                // Elsewhere it may be passed more than once, and is another object each time.
                let bases = match index {
                    0 => Bases::object(self.new_local(alloca)),
                    _ => Bases::elsewhere(),
                };
                self.bases.insert(&alloca.dest, bases.with_followed(self.contents.begun(&alloca.dest)));
            }
        }
        let mut changes = true;
        while changes {
            changes = false;
            for instruction in function.basic_blocks.iter().flat_map(|block| &block.instrs) {
                let Some(name) = instruction.try_get_result() else { continue };
                if let Some(found) = self.passed_on(instruction, &Bases::default()) {
                    let known = self.bases.get_mut(name);
                    changes |= match known {
                        Some(known) => known.join(&found),
                        None => self.bases.insert(name, found).is_none(),
                    };
                }
            }
        }
        for object in self.compared_with_others() {
            self.objects[object].address = self.free_address(self.objects[object].size);
        }
        self.cut_followed();
    }

    /// What the result of an instruction may point into, if it is a pointer; `unseen` is what registers may that nothing is known of yet.
    pub(super) fn passed_on(&mut self, instruction: &'m Instruction, unseen: &Bases) -> Option<Bases> {
        use Instruction as I;
        let step = match instruction {
            I::Call(call) => step(call),
            _ => None,
        };
        let operands = match instruction {
            I::Phi(phi) => phi.incoming_values.iter().map(|(value, _)| value).collect(),
            I::Select(select) => vec![&select.true_value, &select.false_value],
            I::Freeze(i) => vec![&i.operand],
            I::BitCast(i) => vec![&i.operand],
            I::Call(call) if step.is_some() || callee(call).is_some_and(is_its_argument) => {
                call.arguments.iter().take(1).map(|(value, _)| value).collect()
            }
            I::Alloca(_) => return None,
            _ => Vec::new(),
        };
        if !matches!(self.module.type_of(instruction).as_ref(), Type::PointerType { .. }) {
            return None;
        }
        let mut bases = Bases { elsewhere: operands.is_empty(), ..Bases::default() };
        for operand in operands {
            bases.join(&self.bases_of(operand, unseen));
        }
        if let Some([_, offset]) = step {
            let by = offsets(&self.definitions, offset);
            bases.followed.values_mut().for_each(|offsets| *offsets = offsets.plus(by).certain());
        }
        let mut bases = bases.with_followed(instruction.try_get_result().and_then(|name| self.contents.begun(name)));
        if step.is_some_and(|[_, offset]| !is_zero(offset)) {
            bases.stepped = true;
            // A number that is added to null is an address.
            bases.elsewhere |= bases.null;
        }
        Some(bases)
    }

    fn bases_of(&mut self, operand: &llvm_ir::Operand, unseen: &Bases) -> Bases {
        match operand {
            llvm_ir::Operand::LocalOperand { name, .. } => self.bases.get(name).unwrap_or(unseen).clone(),
            llvm_ir::Operand::ConstantOperand(constant) => match constant.as_ref() {
                Constant::Null(_) => Bases { null: true, ..Bases::default() },
                Constant::GlobalReference { name, .. } => {
                    self.global(name).map_or_else(Bases::elsewhere, Bases::object)
                }
                _ => Bases::elsewhere(),
            },
            llvm_ir::Operand::MetadataOperand => Bases::elsewhere(),
        }
    }

    /// What a pointer may point into.
    pub(super) fn bases(&mut self, operand: &llvm_ir::Operand) -> Bases {
        self.bases_of(operand, &Bases::elsewhere())
    }

    /// What both sides of a comparison of pointers may point into, if that is of different origin. Null is equal to no object's
    /// beginning; to what else it is equal, and what it is less than, depends on addresses.
    fn mixed(&mut self, compare: &llvm_ir::instruction::ICmp) -> Option<Bases> {
        let [first, second] = [&compare.operand0, &compare.operand1].map(|side| self.bases(side));
        let with_null = first.is_null() || second.is_null();
        let mut both = first;
        both.join(&second);
        let is_equality = matches!(compare.predicate, IntPredicate::EQ | IntPredicate::NE);
        let is_open = match with_null {
            true => !both.objects.is_empty() && (both.stepped || !is_equality),
            false => both.are_mixed(),
        };
        is_open.then_some(both)
    }

    /// The objects that are compared with others, or with what comes from elsewhere, where it is not plain which.
    fn compared_with_others(&mut self) -> BTreeSet<usize> {
        let mut compared = BTreeSet::new();
        for instruction in self.function.basic_blocks.iter().flat_map(|block| &block.instrs) {
            let Instruction::ICmp(compare) = instruction else { continue };
            let sides = [&compare.operand0, &compare.operand1];
            // Of two that are plain it is known what is open.
            if sides.map(|side| self.bases(side).only()).iter().all(Option::is_some) {
                continue;
            }
            compared.extend(self.mixed(compare).map(|both| both.objects).unwrap_or_default());
        }
        compared
    }

    /// Whether the numbers that two pointers are say how they compare: not where they may be the addresses of two objects, and one of these is
    /// a constant.
    pub(super) fn can_be_compared(&mut self, compare: &llvm_ir::instruction::ICmp) -> bool {
        self.mixed(compare).is_none_or(|both| self.are_free(&both))
    }

    /// The one object with a constant address that both sides of a comparison point into.
    pub(super) fn common_object(&mut self, compare: &llvm_ir::instruction::ICmp) -> Option<Object> {
        let [first, second] = [&compare.operand0, &compare.operand1].map(|side| self.bases(side).only());
        let object = self.objects[first.filter(|_| first == second)?];
        matches!(object.address, Operand::Constant(_)).then_some(object)
    }

    /// Whether the number that a pointer is, is that of an address in the function.
    pub(super) fn is_number(&mut self, pointer: &llvm_ir::Operand) -> bool {
        let bases = self.bases(pointer);
        self.are_free(&bases)
    }

    fn are_free(&self, bases: &Bases) -> bool {
        bases.objects.iter().all(|&object| matches!(self.objects[object].address, Operand::Value(_)))
    }

    /// How many bytes one pointer is behind another one in the same object.
    pub(super) fn difference(&mut self, sides: [&llvm_ir::Operand; 2], width: u32, name: &str) -> Option<Operand> {
        let [first, second] = sides.map(|side| self.pointer_of(side));
        let (first, second) = (first?, second?);
        let object = self.bases(&first).only()?;
        let (a, b) = (self.operand(&first)?, self.operand(&second)?);
        let is_same = self.bases(&second).only() == Some(object) && self.pointer_width == width;
        is_same.then(|| self.define(width, name, Operation::Binary(BinaryOp::Sub, a, b)))
    }

    /// The pointer that an operand is the number of.
    fn pointer_of(&self, number: &llvm_ir::Operand) -> Option<llvm_ir::Operand> {
        match number {
            llvm_ir::Operand::LocalOperand { name, .. } => self.numbers.get(name).map(|&pointer| pointer.clone()),
            llvm_ir::Operand::ConstantOperand(constant) => match constant.as_ref() {
                Constant::PtrToInt(number) => Some(llvm_ir::Operand::ConstantOperand(number.operand.clone())),
                _ => None,
            },
            llvm_ir::Operand::MetadataOperand => None,
        }
    }

    /// A new object with a constant address.
    pub(super) fn new_object(&mut self, size: Option<u64>, is_shared: bool) -> usize {
        let address = BitVec::new(self.pointer_width, self.next_address);
        self.next_address += SPACING + u128::from(size.unwrap_or(0)).next_multiple_of(SPACING);
        self.objects.push(Object { address: Operand::Constant(address), size, is_shared });
        self.objects.len() - 1
    }

    /// Any address at which there is room for so many bytes, and for one byte behind them.
    pub(super) fn free_address(&mut self, size: Option<u64>) -> Operand {
        let width = self.pointer_width;
        let constant = |value: u128| Operand::Constant(BitVec::new(width, value));
        let any = self.input(width, "address", InputKind::Undefined);
        // From 1 on, and such that the end does not wrap.
        let before = self.define(width, "before", Operation::Binary(BinaryOp::Sub, any, constant(1)));
        let last = constant((u128::MAX >> (128 - width)).saturating_sub(u128::from(size.unwrap_or(0))));
        let fits = self.compare(Predicate::Ult, before, last);
        self.define(width, "address", Operation::Select(fits, any, constant(FIRST_ADDRESS)))
    }
}

fn is_zero(index: &llvm_ir::Operand) -> bool {
    matches!(index.as_constant(), Some(Constant::Int { value: 0, .. }))
}
