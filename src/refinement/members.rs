//! What holds of a member of all instances of a structure: *facts* of a member, such as that `next` leads to an instance that was given out
//! before.
//!
//! A watch knows one cell. A proof about a list that is freed needs to know something of each cell that is read on the way: that the
//! pointers in a list lead on in one direction, so that what has been freed is behind. Such a fact is an object invariant (Barnett,
//! DeLine, Fähndrich, Leino, Schulte: *Verification of object-oriented programs with invariants*, 2004): what is written keeps it,
//! and what is read may rest on it.
//!
//! So each fact has a bit, its *breach*: a store of something of which the fact does not hold sets it for good. While it is not set, a
//! load gives only what the fact holds of. Nothing is believed by that. On a path of the program each load gives what was stored; if the
//! fact held of all that was stored, a path of the partial program has the same loads, and if it did not, the breach is set, and loads give
//! anything, as without the fact. So no path is lost, whichever facts are tried. One that is never breached is for the search to find out:
//! that the bit stays zero is a short lemma.
//!
//! What is written again before anything there is read is no breach, as what fresh memory holds before the program writes it. A load
//! of an instance that is not given out is one whose result is not used, as where a pointer leads to one of several objects; what it
//! gives does not matter.

use super::build::{Builder, FALSE, TRUE};
use super::fresh::first_stores;
use super::large::StoreSite;
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::{
    Access, BlockId, Cell, Chain, Instances, Instruction, Object, ObjectId, Operand, Operation, Pattern, Store,
};
use num_integer::Integer;
use rustc_hash::FxHashSet;

/// How many facts there are at most.
const MOST_FACTS: usize = 24;
/// How many constants a member holds at most, to be one of them.
const MOST_CONSTANTS: usize = 4;

/// The number of the object that null leads to, and of that where a pointer leads that was never set.
const NULL: u128 = 0;
const NOWHERE: u128 = 1;

/// A fact of a member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fact {
    /// The cells of the member: their object, width and offsets.
    pub member: Access,
    pub relation: Relation,
    /// The object of the program that holds the breach.
    pub breach: ObjectId,
}

/// What holds of what a cell holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    /// It leads to no instance of the cell's own object that is not earlier than the cell's.
    Earlier,
    /// It leads to no instance of the cell's own object that is not later than the cell's.
    Later,
    /// It leads to the instance that was given out just before the cell's own; that of the first one leads to none of them.
    Before,
    /// It leads to the instance that was given out just behind the cell's own; that of the last one leads to none of them, nor does that of the
    /// last but one as long as this bit is set.
    Behind(ObjectId),
    /// It leads to the instance of another object that has the number of the cell's own.
    Same(ObjectId),
    /// It is not null.
    Leads,
    /// It has been set.
    IsSet,
    /// It is one of these.
    OneOf(Vec<BitVec>),
}

impl Relation {
    fn name(&self) -> &'static str {
        match self {
            Relation::Earlier => "is earlier",
            Relation::Later => "is later",
            Relation::Before => "is just before",
            Relation::Behind(_) => "is just behind",
            Relation::Same(_) => "has the same number",
            Relation::Leads => "is not null",
            Relation::IsSet => "is set",
            Relation::OneOf(_) => "is one of few",
        }
    }
}

impl Builder<'_> {
    /// Finds facts to try, and adds their breaches to the objects.
    pub fn members(&mut self) {
        let rows = &self.large.program.instances;
        let rows: Vec<&Instances> = rows.iter().filter(|row| self.large.is_large[row.object.0]).collect();
        let Some(_) = rows.first() else { return };
        self.first_stores = first_stores(self.large.program);
        let mut found: Vec<(Access, Relation)> = Vec::new();
        for row in rows.into_iter().cloned().collect::<Vec<_>>().iter() {
            let object = &self.large.program.objects[row.object.0];
            let Some(tail) = object.tail else { continue };
            for cell in &object.cells {
                let pattern = Pattern { residue: cell.offset, modulus: tail.period };
                let member = Access { object: row.object, pattern, width: cell.initial.width() };
                let relations = match row.links.contains(&cell.offset) {
                    true => self.relations_of_links(row, cell),
                    false => self.constants_in(member).map(Relation::OneOf).into_iter().collect(),
                };
                found.extend(relations.into_iter().map(|relation| (member, relation)));
            }
        }
        found.truncate(MOST_FACTS);
        for (member, relation) in found {
            let name = format!(
                "{}+{} {}: breach",
                self.large.program.objects[member.object.0].name,
                member.pattern.residue,
                relation.name()
            );
            let breach = self.add_bit(name);
            self.facts.push(Fact { member, relation, breach });
        }
    }

    /// What is tried to hold of the addresses in a cell of each instance.
    fn relations_of_links(&mut self, row: &Instances, cell: &Cell) -> Vec<Relation> {
        let mut relations = vec![Relation::IsSet, Relation::Earlier, Relation::Later, Relation::Leads];
        let is_followed = self.precision.instances.contains(&row.object);
        if is_followed || row.chain == Some(Chain::Backwards) {
            relations.push(Relation::Before);
        }
        if is_followed || row.chain == Some(Chain::Forwards) {
            relations.push(Relation::Behind(self.add_bit(format!("{}: link is missing", cell.name))));
        }
        if row.chain.is_some() {
            let others = self.large.program.instances.iter().filter(|other| other.object != row.object);
            relations.extend(others.map(|other| Relation::Same(other.object)));
        }
        relations
    }

    /// A bit that is zero at first, as an object.
    pub fn add_bit(&mut self, name: String) -> ObjectId {
        let cell = Cell { offset: 0, initial: BitVec::FALSE, name: name.clone(), variable: None };
        self.program.objects.push(Object { name, size: 1, cells: vec![cell], tail: None });
        ObjectId(self.program.objects.len() - 1)
    }

    /// What a load gives that would give `raw`: while facts are not breached, something that they hold of.
    pub fn by_facts(&mut self, access: Access, offset: Operand, raw: Operand) -> Operand {
        let mut value = raw;
        for fact in self.facts_of(access) {
            let holds = self.holds(&fact, offset, value);
            let breach = self.breach(&fact);
            let may = self.define(1, Operation::Binary(BinaryOp::Or, holds, breach));
            let other = self.witness(&fact, offset);
            value = self.define(access.width, Operation::Select(may, value, other));
        }
        value
    }

    /// A store breaches the facts that do not hold of what it writes.
    pub fn breaches(&mut self, site: StoreSite, store: Store) {
        if self.first_stores.contains(&site) {
            return;
        }
        for fact in self.facts_of(store.access) {
            let holds = self.holds(&fact, store.offset, store.value);
            let fails = self.negation(holds);
            let fails = self.both(fails, store.condition);
            self.set_breach(&fact, fails);
            self.link_is_there(&fact, store);
        }
    }

    /// The link to what has just been given out is written, and nothing else: it is no longer missing.
    fn link_is_there(&mut self, fact: &Fact, store: Store) {
        let Relation::Behind(missing) = fact.relation else { return };
        if store.access != fact.member {
            return;
        }
        let leads = self.leads_to(fact, store.value, fact.member.object.0 as u128);
        let is_last_but_one = self.has_behind(fact, store.offset, 2);
        let is_there = self.both(leads, is_last_but_one);
        let is_there = self.both(is_there, store.condition);
        self.set_bit(missing, FALSE, is_there);
    }

    /// An instance is given out: that of the one before does not lead to it yet. Two links cannot be missing.
    pub fn gives_out(&mut self, given: ObjectId) {
        let Some(row) = self.large.program.instances.iter().find(|row| row.given == given) else { return };
        for fact in self.facts.clone().into_iter().filter(|fact| fact.member.object == row.object) {
            let Relation::Behind(missing) = fact.relation else { continue };
            let is_missing = self.bit(missing);
            self.set_breach(&fact, is_missing);
            let given = self.given(&fact);
            let width = self.program.operand_width(given);
            let is_first = self.equal(given, number(width, 0));
            let is_next = self.negation(is_first);
            self.set_bit(missing, TRUE, is_next);
        }
    }

    /// How many instances have been given out.
    fn given(&mut self, fact: &Fact) -> Operand {
        let object = self.row_of(fact).map_or(fact.member.object, |row| row.given);
        let width = self.program.objects[object.0].cells[0].initial.width();
        let access = Access { object, pattern: Pattern { residue: 0, modulus: 0 }, width };
        self.define(width, Operation::Load(access, number(8, 0)))
    }

    /// Whether so many instances have been given out from the cell's own on.
    fn has_behind(&mut self, fact: &Fact, offset: Operand, count: u128) -> Operand {
        let (own, given) = (self.own_instance(fact, offset), self.given(fact));
        let (width, narrow) = (self.program.operand_width(own), self.program.operand_width(given));
        let own = match width {
            width if width > narrow => self.define(narrow, Operation::Truncate(own)),
            width if width < narrow => self.define(narrow, Operation::ZeroExtend(own)),
            _ => own,
        };
        let end = self.define(narrow, Operation::Binary(BinaryOp::Add, own, number(narrow, count)));
        self.equal(end, given)
    }

    /// What writes many cells at once breaches the facts about all that it may write.
    pub fn fill_breaches(&mut self, object: ObjectId) {
        for fact in self.facts.clone().into_iter().filter(|fact| fact.member.object == object) {
            self.set_breach(&fact, TRUE);
        }
    }

    /// The facts about what an access may mean.
    fn facts_of(&self, access: Access) -> Vec<Fact> {
        let is_meant = |fact: &&Fact| meets(fact.member, access);
        self.facts.iter().filter(is_meant).cloned().collect()
    }

    /// Whether a fact holds of what a cell holds.
    fn holds(&mut self, fact: &Fact, offset: Operand, value: Operand) -> Operand {
        match &fact.relation {
            Relation::OneOf(constants) => self.is_one_of(value, constants),
            Relation::Leads | Relation::IsSet => {
                let other = if fact.relation == Relation::Leads { NULL } else { NOWHERE };
                let leads = self.leads_to(fact, value, other);
                self.negation(leads)
            }
            Relation::Earlier | Relation::Later => {
                let leads = self.leads_to(fact, value, fact.member.object.0 as u128);
                let away = self.negation(leads);
                let (own, its) = (self.own_instance(fact, offset), self.instance_led_to(fact, value));
                let (less, more) = if fact.relation == Relation::Earlier { (its, own) } else { (own, its) };
                let goes_on = self.define(1, Operation::Compare(Predicate::Ult, less, more));
                self.either(away, goes_on)
            }
            Relation::Before | Relation::Behind(_) => {
                let leads = self.leads_to(fact, value, fact.member.object.0 as u128);
                let neighbour = self.neighbour(fact, offset);
                let its = self.instance_led_to(fact, value);
                let mut is_neighbour = self.equal(its, neighbour);
                let is_end = self.is_end(fact, offset);
                // Beyond the first or the last there is none.
                let is_outermost = match fact.relation {
                    Relation::Before => is_end,
                    _ => self.has_behind(fact, offset, 1),
                };
                let is_inner = self.negation(is_outermost);
                is_neighbour = self.both(is_neighbour, is_inner);
                self.define(1, Operation::Select(leads, is_neighbour, is_end))
            }
            Relation::Same(other) => {
                let leads = self.leads_to(fact, value, other.0 as u128);
                let (own, its) = (self.own_instance(fact, offset), self.instance_of(*other, fact, value));
                let same = self.equal(own, its);
                self.both(leads, same)
            }
        }
    }

    /// Whether a value is one of these.
    pub fn is_one_of(&mut self, value: Operand, constants: &[BitVec]) -> Operand {
        let mut any = FALSE;
        for &constant in constants {
            let same = self.equal(value, Operand::Constant(constant));
            any = self.either(any, same);
        }
        any
    }

    /// Something that a fact holds of, for a cell.
    fn witness(&mut self, fact: &Fact, offset: Operand) -> Operand {
        let width = fact.member.width;
        match &fact.relation {
            Relation::OneOf(constants) => Operand::Constant(constants[0]),
            Relation::IsSet | Relation::Earlier | Relation::Later => Operand::Constant(BitVec::zero(width)),
            Relation::Before | Relation::Behind(_) => {
                let Some(row) = self.row_of(fact) else { return Operand::Constant(BitVec::zero(width)) };
                let (low, shift) = (row.low, self.period_bits(fact).saturating_sub(row.scale));
                let (is_end, neighbour) = (self.is_end(fact, offset), self.neighbour(fact, offset));
                let address = self.address(width, (fact.member.object, low), (neighbour, shift));
                self.define(width, Operation::Select(is_end, Operand::Constant(BitVec::zero(width)), address))
            }
            Relation::Same(other) => {
                let rows = &self.large.program.instances;
                let Some(row) = rows.iter().find(|row| row.object == *other) else {
                    return Operand::Constant(BitVec::zero(width));
                };
                let (low, shift) = (row.low, self.period_of(*other).saturating_sub(row.scale));
                let own = self.own_instance(fact, offset);
                self.address(width, (*other, low), (own, shift))
            }
            Relation::Leads => {
                // The one before it, as long as all lead to earlier ones; else the one behind it, as long as all lead to later ones; else itself.
                // Before the first there is none: null is no later one, at least.
                let Some(row) = self.row_of(fact) else { return Operand::Constant(BitVec::zero(width)) };
                let (low, shift) = (row.low, self.period_bits(fact).saturating_sub(row.scale));
                let own = self.own_instance(fact, offset);
                let (mut led_to, mut has_none) = (own, FALSE);
                for (relation, op) in [(Relation::Later, BinaryOp::Add), (Relation::Earlier, BinaryOp::Sub)] {
                    let of_member = |other: &&Fact| other.member == fact.member && other.relation == relation;
                    let Some(order) = self.facts.iter().find(of_member).cloned() else { continue };
                    let is_open = self.breach(&order);
                    if relation == Relation::Earlier {
                        let is_first = self.equal(own, number(low, 0));
                        let is_closed = self.negation(is_open);
                        has_none = self.both(is_first, is_closed);
                    }
                    let next = self.define(low, Operation::Binary(op, own, number(low, 1)));
                    led_to = self.define(low, Operation::Select(is_open, led_to, next));
                }
                let address = self.address(width, (fact.member.object, low), (led_to, shift));
                self.define(width, Operation::Select(has_none, Operand::Constant(BitVec::zero(width)), address))
            }
        }
    }

    /// The address of an instance of an object, as memory holds it.
    fn address(&mut self, width: u32, (object, low): (ObjectId, u32), (instance, shift): (Operand, u32)) -> Operand {
        let shift = number(low, u128::from(shift));
        let place = self.define(low, Operation::Binary(BinaryOp::Shl, instance, shift));
        let place = self.define(width, Operation::ZeroExtend(place));
        let object = number(width, (object.0 as u128) << low);
        self.define(width, Operation::Binary(BinaryOp::Or, object, place))
    }

    /// Whether a cell need not lead to a neighbour.
    fn is_end(&mut self, fact: &Fact, offset: Operand) -> Operand {
        let Relation::Behind(missing) = fact.relation else {
            let own = self.own_instance(fact, offset);
            let width = self.program.operand_width(own);
            return self.equal(own, number(width, 0));
        };
        let (is_last, is_last_but_one) = (self.has_behind(fact, offset, 1), self.has_behind(fact, offset, 2));
        let is_missing = self.bit(missing);
        let may_miss = self.both(is_last_but_one, is_missing);
        self.either(is_last, may_miss)
    }

    /// The instance that a cell leads to where it leads to a neighbour.
    fn neighbour(&mut self, fact: &Fact, offset: Operand) -> Operand {
        let own = self.own_instance(fact, offset);
        let width = self.program.operand_width(own);
        let op = if fact.relation == Relation::Before { BinaryOp::Sub } else { BinaryOp::Add };
        self.define(width, Operation::Binary(op, own, number(width, 1)))
    }

    /// Whether an address leads to an object.
    fn leads_to(&mut self, fact: &Fact, value: Operand, object: u128) -> Operand {
        let low = self.row_of(fact).map_or(0, |row| row.low);
        let width = fact.member.width;
        let high = self.define(width, Operation::Binary(BinaryOp::LShr, value, number(width, u128::from(low))));
        self.equal(high, number(width, object))
    }

    /// Which instance of the cell's own object an address leads to, if it leads to one.
    fn instance_led_to(&mut self, fact: &Fact, value: Operand) -> Operand {
        self.instance_of(fact.member.object, fact, value)
    }

    /// Which instance of an object an address leads to, if it leads to one.
    fn instance_of(&mut self, object: ObjectId, fact: &Fact, value: Operand) -> Operand {
        let (low, scale) = self.row_of(fact).map_or((fact.member.width, 0), |row| (row.low, row.scale));
        let place = self.define(low, Operation::Truncate(value));
        match self.period_of(object).saturating_sub(scale) {
            0 => place,
            by => self.define(low, Operation::Binary(BinaryOp::LShr, place, number(low, u128::from(by)))),
        }
    }

    /// Which instance a cell belongs to.
    fn own_instance(&mut self, fact: &Fact, offset: Operand) -> Operand {
        let width = self.row_of(fact).map_or(fact.member.width, |row| row.low);
        let position = self.position(fact.member.object, offset);
        let from = self.program.operand_width(position);
        let by = number(from, u128::from(self.period_bits(fact)));
        let own = self.define(from, Operation::Binary(BinaryOp::LShr, position, by));
        match from {
            from if from < width => self.define(width, Operation::ZeroExtend(own)),
            from if from > width => self.define(width, Operation::Truncate(own)),
            _ => own,
        }
    }

    fn row_of(&self, fact: &Fact) -> Option<&Instances> {
        self.large.program.instances.iter().find(|row| row.object == fact.member.object)
    }

    fn period_bits(&self, fact: &Fact) -> u32 {
        fact.member.pattern.modulus.trailing_zeros()
    }

    /// How many low bits of an offset say where in its instance it is.
    fn period_of(&self, object: ObjectId) -> u32 {
        self.large.program.objects[object.0].tail.map_or(0, |tail| tail.period.trailing_zeros())
    }

    fn breach(&mut self, fact: &Fact) -> Operand {
        self.bit(fact.breach)
    }

    pub fn bit(&mut self, object: ObjectId) -> Operand {
        self.define(1, Operation::Load(bit_of(object), number(64, 0)))
    }

    fn set_breach(&mut self, fact: &Fact, condition: Operand) {
        self.set_bit(fact.breach, TRUE, condition);
    }

    pub fn set_bit(&mut self, object: ObjectId, value: Operand, condition: Operand) {
        if condition != FALSE {
            let store = Store { access: bit_of(object), offset: number(64, 0), value, condition, origin: None };
            self.out.push(Instruction::Store(store));
        }
    }

    /// The constants that the program writes to a member, if it writes nothing else but what it reads from there.
    fn constants_in(&self, member: Access) -> Option<Vec<BitVec>> {
        let mut constants: Vec<BitVec> = Vec::new();
        for (block, of_block) in self.large.program.blocks.iter().enumerate() {
            for (place, instruction) in of_block.instructions.iter().enumerate() {
                let Instruction::Store(Store { access, value, .. }) = *instruction else { continue };
                if !meets(member, access) || self.first_stores.contains(&(BlockId(block), place)) {
                    continue;
                }
                for constant in self.constants_of(member, value)? {
                    if !constants.contains(&constant) {
                        constants.push(constant);
                    }
                }
            }
        }
        (1..=MOST_CONSTANTS).contains(&constants.len()).then_some(constants)
    }

    /// The constants that a value is one of, if it is one of constants or what a cell of the member holds.
    fn constants_of(&self, member: Access, value: Operand) -> Option<Vec<BitVec>> {
        let phis = || self.large.program.blocks.iter().flat_map(|block| &block.phis);
        let (mut found, mut open, mut seen) = (Vec::new(), vec![value], FxHashSet::default());
        while let Some(operand) = open.pop() {
            let value = match operand {
                Operand::Constant(constant) => {
                    found.push(constant);
                    continue;
                }
                Operand::Value(value) => value,
            };
            if !seen.insert(value) {
                continue;
            }
            match self.large.definitions.get(value) {
                Some(Operation::Select(_, then, otherwise)) => open.extend([*then, *otherwise]),
                Some(Operation::Copy(source)) => open.push(*source),
                Some(Operation::Load(access, _)) if meets(member, *access) => {}
                Some(_) => return None,
                None => {
                    let phi = phis().find(|phi| phi.result == value)?;
                    open.extend(phi.incoming.iter().map(|(_, operand)| *operand));
                }
            }
        }
        Some(found)
    }

    pub fn negation(&mut self, bit: Operand) -> Operand {
        match bit {
            Operand::Constant(constant) => Operand::Constant(BitVec::bit(!constant.is_nonzero())),
            bit => self.equal(bit, Operand::Constant(BitVec::FALSE)),
        }
    }

    pub fn either(&mut self, a: Operand, b: Operand) -> Operand {
        match (a, b) {
            (Operand::Constant(a), other) | (other, Operand::Constant(a)) => match a.is_nonzero() {
                true => TRUE,
                false => other,
            },
            _ => self.define(1, Operation::Binary(BinaryOp::Or, a, b)),
        }
    }
}

/// Whether two accesses may meet in a cell.
pub(super) fn meets(a: Access, b: Access) -> bool {
    let common = |one: Pattern, other: Pattern| {
        let (residue, modulus) = (one.residue.abs_diff(other.residue), one.modulus.gcd(&other.modulus));
        if modulus == 0 {
            residue == 0
        } else {
            residue % modulus == 0
        }
    };
    a.object == b.object && a.width == b.width && common(a.pattern, b.pattern)
}

fn bit_of(object: ObjectId) -> Access {
    Access { object, pattern: Pattern { residue: 0, modulus: 0 }, width: 1 }
}

fn number(width: u32, number: u128) -> Operand {
    Operand::Constant(BitVec::new(width, number))
}

#[cfg(test)]
mod tests {
    use super::super::large::{LargeObjects, Precision};
    use super::*;
    use crate::program::{
        Block, Event, Exit, InputId, InputKind, InputRequest, InputSite, Inputs, Interpreter, Program, Reading, Tail,
        Terminator, ValueId,
    };
    use bitreach_limits::StopFlag;

    const LOW: u32 = 16;
    const OWN: u128 = 2 << LOW;

    /// Instances of `struct { int data; struct node *next; }` in object 2. To the one whose number is input 0 goes any number (input 1), then
    /// 1, and the address that is input 2; then the one whose number is input 3 is read.
    fn program() -> Program {
        let value = |number| Operand::Value(ValueId(number));
        let mut widths = Vec::new();
        let mut instructions = Vec::new();
        let mut define = |instructions: &mut Vec<Instruction>, width, operation| {
            widths.push(width);
            let result = ValueId(widths.len() - 1);
            instructions.push(Instruction::Define { result, operation, origin: None });
            value(result.0)
        };
        let access = |residue, width| Access { object: ObjectId(2), pattern: Pattern { residue, modulus: 8 }, width };
        let store =
            |access, offset, value| Instruction::Store(Store { access, offset, value, condition: TRUE, origin: None });
        let (data, next) = (access(0, 32), access(4, 20));
        let own = define(&mut instructions, 16, Operation::Input(InputId(0)));
        let start = define(&mut instructions, 16, Operation::Binary(BinaryOp::Shl, own, number(16, 3)));
        let fresh = define(&mut instructions, 32, Operation::Input(InputId(1)));
        instructions.push(store(data, start, fresh));
        instructions.push(store(data, start, number(32, 1)));
        let link = define(&mut instructions, 20, Operation::Input(InputId(2)));
        let place = define(&mut instructions, 16, Operation::Binary(BinaryOp::Add, start, number(16, 4)));
        instructions.push(store(next, place, link));
        let other = define(&mut instructions, 16, Operation::Input(InputId(3)));
        let start = define(&mut instructions, 16, Operation::Binary(BinaryOp::Shl, other, number(16, 3)));
        let place = define(&mut instructions, 16, Operation::Binary(BinaryOp::Add, start, number(16, 4)));
        define(&mut instructions, 32, Operation::Load(data, start));
        define(&mut instructions, 20, Operation::Load(next, place));
        let cell = |offset, width| Cell {
            offset,
            initial: BitVec::zero(width),
            name: format!("list+{offset}"),
            variable: None,
        };
        let nothing = |name: &str| Object { name: name.to_owned(), size: 0, cells: vec![], tail: None };
        let tail = Some(Tail { begin: 0, period: 8, is_zero: true });
        let list = Object { name: "list".to_owned(), size: 1 << 12, cells: vec![cell(0, 32), cell(4, 20)], tail };
        let input = |width| InputSite { kind: InputKind::Undefined, width, reading: Reading::Unsigned, origin: None };
        let names = widths.iter().map(|_| "value".to_owned()).collect();
        let terminator = Terminator::Exit(Exit::Ok);
        let mut program = Program {
            blocks: vec![Block { name: "entry".to_owned(), phis: vec![], instructions, terminator, origin: None }],
            widths,
            names,
            objects: vec![nothing("null"), nothing("nowhere"), list],
            instances: vec![Instances {
                object: ObjectId(2),
                links: vec![4],
                low: LOW,
                scale: 3,
                given: ObjectId(3),
                alive: None,
                chain: None,
            }],
            ..Program::default()
        };
        program.map.inputs = [16, 32, 20, 16].map(input).into();
        program
    }

    /// The inputs, and what cells give that are not followed, by width.
    struct Given([u128; 4], [u128; 2]);

    impl Inputs for Given {
        fn next(&mut self, request: InputRequest) -> BitVec {
            let Given(own, [data, next]) = self;
            let number = match (request.input.0, request.width) {
                (row @ 0..4, _) => own[row],
                (_, 32) => *data,
                _ => *next,
            };
            BitVec::new(request.width, number)
        }
    }

    /// What the two loads give in the partial program.
    fn loaded(own: [u128; 4], unfollowed: [u128; 2]) -> [u128; 2] {
        loaded_from(&program(), own, unfollowed)
    }

    fn loaded_from(program: &Program, own: [u128; 4], unfollowed: [u128; 2]) -> [u128; 2] {
        program.validate().expect("it is a program");
        let large = LargeObjects::new(program, 0).expect("it has a tail");
        let partial = large.partial(&Precision::default(), &StopFlag::new()).expect("nobody stops it");
        partial.program.validate().expect("it is a program, too");
        let values = partial.first.0 + super::super::build::VALUE;
        let mut seen = Vec::new();
        Interpreter::new(&partial.program).run(&mut Given(own, unfollowed), 10, |event| match event {
            Event::Assign { variable, bits, .. } if variable.0 == values => seen.push(bits.unsigned()),
            _ => {}
        });
        [seen[seen.len() - 2], seen[seen.len() - 1]]
    }

    #[test]
    fn loads_give_what_facts_hold_of() {
        // Instance 5 leads to 3, and 7 is read: what it leads to is earlier, too, and no null.
        let earlier = |next| loaded([5, 99, OWN | 3, 7], [13, next]);
        assert_eq!(earlier(OWN | 4), [1, OWN | 4]);
        assert_eq!([earlier(OWN | 9), earlier(0), earlier(1 << LOW)], [[1, OWN | 6]; 3]);
        // Instance 5 leads to 8.
        let later = |next| loaded([5, 99, OWN | 8, 7], [13, next]);
        assert_eq!(later(OWN | 9), [1, OWN | 9]);
        assert_eq!([later(OWN | 4), later(0)], [[1, OWN | 8]; 2]);
        // Before the first instance there is none.
        let of_first = |next| loaded([5, 99, OWN | 3, 0], [13, next]);
        assert_eq!([of_first(0), of_first(OWN | 4)], [[1, 0]; 2]);
        // It leads nowhere.
        assert_eq!(loaded([5, 99, 0, 7], [13, OWN | 9]), [1, 0]);
        // It leads to itself, which is neither earlier nor later: so does each.
        let itself = |next| loaded([5, 99, OWN | 5, 7], [13, next]);
        assert_eq!([itself(0), itself(OWN | 4)], [[1, OWN | 7], [1, OWN | 4]]);
    }

    /// The same, where it is asked whether instances are lost: then they lead to neighbours. So many have been given out.
    fn loaded_in_chain(chain: Chain, given: u128, own: [u128; 4], unfollowed: [u128; 2]) -> [u128; 2] {
        let mut program = program();
        let cell = Cell { offset: 0, initial: BitVec::new(LOW, given), name: "given".to_owned(), variable: None };
        program.objects.push(Object { name: "given".to_owned(), size: 2, cells: vec![cell], tail: None });
        program.instances[0].chain = Some(chain);
        loaded_from(&program, own, unfollowed)
    }

    #[test]
    fn instances_that_are_asked_about_lead_to_neighbours() {
        // Instance 5 leads to 4, and 7 is read: it leads to 6; the first one leads to none of them.
        let before = |own, next| loaded_in_chain(Chain::Backwards, 100, [5, 99, OWN | 4, own], [13, next]);
        assert_eq!([before(7, OWN | 4), before(7, OWN | 6), before(7, 0)], [[1, OWN | 6]; 3]);
        assert_eq!([before(0, 0), before(0, OWN | 4)], [[1, 0]; 2]);
        // Instance 5 leads to 6, and 7 is read: it leads to 8, unless it is the last one.
        let behind = |given, next| loaded_in_chain(Chain::Forwards, given, [5, 99, OWN | 6, 7], [13, next]);
        assert_eq!([behind(100, OWN | 9), behind(100, OWN | 8), behind(100, 0)], [[1, OWN | 8]; 3]);
        assert_eq!(behind(8, 0), [1, 0]);
        // It leads to one that is no neighbour.
        for chain in [Chain::Backwards, Chain::Forwards] {
            assert_eq!(loaded_in_chain(chain, 100, [5, 99, OWN | 2, 7], [13, OWN | 4])[1], OWN | 4);
        }
    }

    #[test]
    fn what_was_stored_can_be_loaded() {
        let links = [0, 1 << LOW, 3 << LOW, OWN, OWN | 4, OWN | 5, OWN | 6, OWN | 500];
        for own in [0, 5, 300] {
            for link in links {
                assert_eq!(loaded([own, 99, link, own], [1, link]), [1, link], "{own} {link}");
                for given in [own + 1, own + 2, 4000] {
                    for chain in [Chain::Backwards, Chain::Forwards] {
                        let loaded = loaded_in_chain(chain, given, [own, 99, link, own], [1, link]);
                        assert_eq!(loaded, [1, link], "{own} {link} {given}");
                    }
                }
            }
        }
    }

    /// What the loads give that are not followed, in their order.
    struct Contents(Vec<u128>);

    impl Inputs for Contents {
        fn next(&mut self, request: InputRequest) -> BitVec {
            BitVec::new(request.width, self.0.remove(0))
        }
    }

    /// Instances are given out, written and read, in any order. What a cell really holds can always be loaded, also where a link is missing,
    /// comes late, or goes again; which links are taken for missing must not take such a path away.
    #[test]
    fn what_cells_hold_while_a_list_grows_can_be_loaded() {
        let mut random = fastrand::Rng::with_seed(1);
        let next = Access { object: ObjectId(2), pattern: Pattern { residue: 4, modulus: 8 }, width: 20 };
        let count = Access { object: ObjectId(3), pattern: Pattern { residue: 0, modulus: 0 }, width: LOW };
        let store =
            |access, offset, value| Instruction::Store(Store { access, offset, value, condition: TRUE, origin: None });
        for turn in 0..2000 {
            let (mut cells, mut loaded, mut told, mut instructions) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            let mut program = program();
            program.widths.clear();
            for _ in 0..random.usize(1..16) {
                let last = cells.len();
                let own = if last == 0 { 0 } else { last - 1 - random.usize(0..last.min(3)) };
                let place = |own: usize| number(16, own as u128 * 8 + 4);
                match random.u8(0..4) {
                    0 => {
                        instructions.push(store(count, number(16, 0), number(LOW, last as u128 + 1)));
                        cells.push(0);
                        told.push(0);
                        instructions.push(store(next, place(last), number(20, 0)));
                    }
                    1 if last > 0 => {
                        let target = (own + random.usize(0..2)) as u128;
                        let link = if random.bool() { OWN | target } else { 0 };
                        cells[own] = link;
                        told.push(link);
                        instructions.push(store(next, place(own), number(20, link)));
                    }
                    _ if last > 0 => {
                        loaded.push(cells[own]);
                        told.push(cells[own]);
                        program.widths.push(20);
                        let (result, operation) = (ValueId(loaded.len() - 1), Operation::Load(next, place(own)));
                        instructions.push(Instruction::Define { result, operation, origin: None });
                    }
                    _ => {}
                }
            }
            program.names = program.widths.iter().map(|_| "value".to_owned()).collect();
            program.map.inputs = vec![];
            program.blocks[0].instructions = instructions;
            let cell = Cell { offset: 0, initial: BitVec::zero(LOW), name: "given".to_owned(), variable: None };
            program.objects.push(Object { name: "given".to_owned(), size: 2, cells: vec![cell], tail: None });
            program.instances[0].chain = Some(if turn % 2 == 0 { Chain::Backwards } else { Chain::Forwards });
            program.validate().expect("it is a program");
            let large = LargeObjects::new(&program, 0).expect("it has a tail");
            let partial = large.partial(&Precision::default(), &StopFlag::new()).expect("nobody stops it");
            let (values, mut seen) = (partial.first.0 + super::super::build::VALUE, Vec::new());
            Interpreter::new(&partial.program).run(&mut Contents(loaded), 10, |event| match event {
                Event::Assign { variable, bits, .. } if variable.0 == values => seen.push(bits.unsigned()),
                _ => {}
            });
            assert_eq!(seen, told, "turn {turn}: {:?}", program.blocks[0].instructions);
        }
    }

    #[test]
    fn what_is_read_before_it_is_written_again_counts() {
        let mut program = program();
        let instructions = &mut program.blocks[0].instructions;
        let again = instructions.iter().rposition(|instruction| matches!(instruction, Instruction::Store(_)));
        let first = instructions.iter().position(|instruction| matches!(instruction, Instruction::Store(_)));
        let (first, last) = (first.expect("there is one"), again.expect("there is one"));
        let constant = instructions.remove(first + 1);
        let facts = |program: &Program| {
            let large = LargeObjects::new(program, 0).expect("it has a tail");
            let partial = large.partial(&Precision::default(), &StopFlag::new()).expect("nobody stops it");
            let breaches = partial.program.objects.iter().filter(|object| object.name.ends_with("breach"));
            breaches.map(|object| object.name.clone()).collect::<Vec<_>>()
        };
        let of_data = "list+0 is one of few: breach".to_owned();
        assert!(last > first && facts(&self::program()).contains(&of_data));
        // What memory holds at first stays.
        assert!(!facts(&program).contains(&of_data));
        // It is written again behind the loads.
        program.blocks[0].instructions.push(constant);
        assert!(!facts(&program).contains(&of_data));
    }

    /// `for (;;) { p = …; p->data = 1; …; p->data = any; }`: the next round writes another instance, so the last store counts.
    #[test]
    fn the_next_round_of_a_loop_writes_another_instance() {
        let mut program = program();
        let mut body = program.blocks[0].clone();
        let first = body.instructions.iter().position(|instruction| matches!(instruction, Instruction::Store(_)));
        let any = body.instructions.remove(first.expect("there is one"));
        body.terminator = Terminator::Jump(BlockId(2));
        let of = |instructions, terminator| Block { instructions, terminator, ..program.blocks[0].clone() };
        let again = Operand::Value(ValueId(2));
        let entry = of(vec![], Terminator::Jump(BlockId(1)));
        let bit = ValueId(program.widths.len());
        let is_zero = Operation::Compare(Predicate::Eq, again, number(32, 0));
        let condition = Instruction::Define { result: bit, operation: is_zero, origin: None };
        let (condition_of, then, otherwise) = (Operand::Value(bit), BlockId(1), BlockId(3));
        let late = of(vec![any, condition], Terminator::Branch { condition: condition_of, then, otherwise });
        let end = of(vec![], Terminator::Exit(Exit::Ok));
        program.blocks = vec![entry, body, late, end];
        program.widths.push(1);
        program.names.push("value".to_owned());
        program.validate().expect("it is a program");
        let large = LargeObjects::new(&program, 0).expect("it has a tail");
        let partial = large.partial(&Precision::default(), &StopFlag::new()).expect("nobody stops it");
        let names: Vec<&str> = partial.program.objects.iter().map(|object| object.name.as_str()).collect();
        assert!(!names.contains(&"list+0 is one of few: breach"), "{names:?}");
    }
}
