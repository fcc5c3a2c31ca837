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

use super::build::{Builder, TRUE};
use super::large::{LargeObjects, StoreSite};
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::{
    Access, Block, BlockId, Cell, Instances, Instruction, Object, ObjectId, Operand, Operation, Pattern, Store,
    Terminator, ValueId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many facts there are at most.
const MOST_FACTS: usize = 24;
/// How many constants a member holds at most, to be one of them.
const MOST_CONSTANTS: usize = 4;
/// How many blocks lie at most between a store and the one that writes the same cell again.
const NEXT: usize = 32;

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
            Relation::Leads => "is not null",
            Relation::IsSet => "is set",
            Relation::OneOf(_) => "is one of few",
        }
    }
}

/// How the program uses the members of instances.
struct Uses<'a> {
    large: &'a LargeObjects<'a>,
    /// The stores of what is written again before anything there is read.
    first: &'a FxHashSet<StoreSite>,
}

impl Builder<'_> {
    /// Finds facts to try, and adds their breaches to the objects.
    pub fn members(&mut self) {
        let rows = &self.large.program.instances;
        let rows: Vec<&Instances> = rows.iter().filter(|row| self.large.is_large[row.object.0]).collect();
        let Some(_) = rows.first() else { return };
        self.first_stores = self.find_first_stores();
        let mut found: Vec<(Access, Relation)> = Vec::new();
        for row in rows {
            let object = &self.large.program.objects[row.object.0];
            let Some(tail) = object.tail else { continue };
            let uses = Uses { large: self.large, first: &self.first_stores };
            for cell in &object.cells {
                let pattern = Pattern { residue: cell.offset, modulus: tail.period };
                let member = Access { object: row.object, pattern, width: cell.initial.width() };
                let relations = match row.links.contains(&cell.offset) {
                    true => vec![Relation::IsSet, Relation::Earlier, Relation::Later, Relation::Leads],
                    false => self.constants_in(&uses, member).map(Relation::OneOf).into_iter().collect(),
                };
                found.extend(relations.into_iter().map(|relation| (member, relation)));
            }
        }
        found.truncate(MOST_FACTS);
        for (member, relation) in found {
            let breach = ObjectId(self.program.objects.len());
            let name = format!(
                "{}+{} {}: breach",
                self.large.program.objects[member.object.0].name,
                member.pattern.residue,
                relation.name()
            );
            let cell = Cell { offset: 0, initial: BitVec::FALSE, name: name.clone(), variable: None };
            self.program.objects.push(Object { name, size: 1, cells: vec![cell], tail: None });
            self.facts.push(Fact { member, relation, breach });
        }
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
        }
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
            Relation::OneOf(constants) => {
                let mut any = Operand::Constant(BitVec::FALSE);
                for &constant in constants {
                    let same = self.equal(value, Operand::Constant(constant));
                    any = self.either(any, same);
                }
                any
            }
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
        }
    }

    /// Something that a fact holds of, for a cell.
    fn witness(&mut self, fact: &Fact, offset: Operand) -> Operand {
        let width = fact.member.width;
        match &fact.relation {
            Relation::OneOf(constants) => Operand::Constant(constants[0]),
            Relation::IsSet | Relation::Earlier | Relation::Later => Operand::Constant(BitVec::zero(width)),
            Relation::Leads => {
                // The instance before it, or behind it, or itself.
                let Some(row) = self.row_of(fact) else { return Operand::Constant(BitVec::zero(width)) };
                let (low, shift) = (row.low, self.period_bits(fact).saturating_sub(row.scale));
                let mut own = self.own_instance(fact, offset);
                for (relation, op) in [(Relation::Earlier, BinaryOp::Sub), (Relation::Later, BinaryOp::Add)] {
                    let of_member = |other: &&Fact| other.member == fact.member && other.relation == relation;
                    let Some(other) = self.facts.iter().find(of_member).cloned() else { continue };
                    let is_open = self.breach(&other);
                    let next = self.define(low, Operation::Binary(op, own, number(low, 1)));
                    own = self.define(low, Operation::Select(is_open, own, next));
                }
                let own = self.define(width, Operation::ZeroExtend(own));
                let place = self.define(width, Operation::Binary(BinaryOp::Shl, own, number(width, u128::from(shift))));
                let object = number(width, (fact.member.object.0 as u128) << low);
                self.define(width, Operation::Binary(BinaryOp::Or, object, place))
            }
        }
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
        let (low, scale) = self.row_of(fact).map_or((fact.member.width, 0), |row| (row.low, row.scale));
        let place = self.define(low, Operation::Truncate(value));
        match self.period_bits(fact).saturating_sub(scale) {
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

    fn breach(&mut self, fact: &Fact) -> Operand {
        self.define(1, Operation::Load(bit_of(fact.breach), number(64, 0)))
    }

    fn set_breach(&mut self, fact: &Fact, condition: Operand) {
        if condition == Operand::Constant(BitVec::FALSE) {
            return;
        }
        let access = bit_of(fact.breach);
        let store = Store { access, offset: number(64, 0), value: TRUE, condition, origin: None };
        self.out.push(Instruction::Store(store));
    }

    /// The constants that the program writes to a member, if it writes nothing else but what it reads from there.
    fn constants_in(&self, uses: &Uses, member: Access) -> Option<Vec<BitVec>> {
        let mut constants: Vec<BitVec> = Vec::new();
        for (block, of_block) in uses.large.program.blocks.iter().enumerate() {
            for (place, instruction) in of_block.instructions.iter().enumerate() {
                let Instruction::Store(Store { access, value, .. }) = *instruction else { continue };
                if !meets(member, access) || uses.first.contains(&(BlockId(block), place)) {
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
            match self.operations.get(&value) {
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

    /// The stores to instances of what is written again before anything there is read.
    fn find_first_stores(&self) -> FxHashSet<StoreSite> {
        let rows: Vec<ObjectId> = self.large.program.instances.iter().map(|row| row.object).collect();
        let defined = self.defining_blocks();
        let mut found = FxHashSet::default();
        for (block, of_block) in self.large.program.blocks.iter().enumerate() {
            for (place, instruction) in of_block.instructions.iter().enumerate() {
                let Instruction::Store(store) = instruction else { continue };
                let site = (BlockId(block), place);
                if rows.contains(&store.access.object) && self.is_overwritten(site, store, &defined) {
                    found.insert(site);
                }
            }
        }
        found
    }

    /// The block that defines each value.
    fn defining_blocks(&self) -> FxHashMap<ValueId, BlockId> {
        let of_block = |(block, of_block): (usize, &Block)| {
            let phis = of_block.phis.iter().map(|phi| phi.result);
            let results = of_block.instructions.iter().filter_map(|instruction| match instruction {
                Instruction::Define { result, .. } => Some(*result),
                _ => None,
            });
            phis.chain(results).map(|value| (value, BlockId(block))).collect::<Vec<_>>()
        };
        self.large.program.blocks.iter().enumerate().flat_map(of_block).collect()
    }

    /// Whether the cell that a store writes is written again, before something there is read or the store happens again. The way ends
    /// where a value that says which cell it is gets its value anew, as in the next round of a loop: there it says another one.
    fn is_overwritten(&self, (block, place): StoreSite, store: &Store, defined: &FxHashMap<ValueId, BlockId>) -> bool {
        let blocks = &self.large.program.blocks;
        let mut says: Vec<BlockId> = Vec::new();
        if let Operand::Value(offset) = store.offset {
            says.extend(defined.get(&offset));
            if let Some(operation) = self.operations.get(&offset) {
                let operands = operation.operands();
                says.extend(operands.into_iter().filter_map(|operand| match operand {
                    Operand::Value(value) => defined.get(&value),
                    Operand::Constant(_) => None,
                }));
            }
        }
        let (mut at, mut from) = (block, place + 1);
        for _ in 0..NEXT {
            for instruction in &blocks[at.0].instructions[from..] {
                match instruction {
                    Instruction::Store(later)
                        if later.access == store.access
                            && later.condition == TRUE
                            && self.is_same_index((store.access, store.offset), (later.access, later.offset)) =>
                    {
                        return true;
                    }
                    Instruction::Define { operation: Operation::Load(access, _), .. }
                        if meets(store.access, *access) =>
                    {
                        return false
                    }
                    _ => {}
                }
            }
            let goes_on = |next: &BlockId| !matches!(blocks[next.0].terminator, Terminator::Exit(_));
            let mut next: Vec<BlockId> = blocks[at.0].terminator.successors().into_iter().filter(goes_on).collect();
            next.dedup();
            let [only] = next[..] else { return false };
            if only == block || says.contains(&only) {
                return false;
            }
            (at, from) = (only, 0);
        }
        false
    }

    fn negation(&mut self, bit: Operand) -> Operand {
        match bit {
            Operand::Constant(constant) => Operand::Constant(BitVec::bit(!constant.is_nonzero())),
            bit => self.equal(bit, Operand::Constant(BitVec::FALSE)),
        }
    }

    fn either(&mut self, a: Operand, b: Operand) -> Operand {
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
fn meets(a: Access, b: Access) -> bool {
    let common = |one: Pattern, other: Pattern| {
        let (residue, modulus) = (one.residue.abs_diff(other.residue), divisor(one.modulus, other.modulus));
        if modulus == 0 {
            residue == 0
        } else {
            residue % modulus == 0
        }
    };
    a.object == b.object && a.width == b.width && common(a.pattern, b.pattern)
}

/// The greatest common divisor.
fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        divisor(b, a % b)
    }
}

fn bit_of(object: ObjectId) -> Access {
    Access { object, pattern: Pattern { residue: 0, modulus: 0 }, width: 1 }
}

fn number(width: u32, number: u128) -> Operand {
    Operand::Constant(BitVec::new(width, number))
}

#[cfg(test)]
mod tests {
    use super::super::large::Precision;
    use super::*;
    use crate::program::{
        Event, Exit, InputId, InputKind, InputRequest, InputSite, Inputs, Interpreter, Program, Reading, Tail,
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
            instances: vec![Instances { object: ObjectId(2), links: vec![4], low: LOW, scale: 3 }],
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
        let program = program();
        program.validate().expect("it is a program");
        let large = LargeObjects::new(&program, 0).expect("it has a tail");
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
        // It leads nowhere.
        assert_eq!(loaded([5, 99, 0, 7], [13, OWN | 9]), [1, 0]);
    }

    #[test]
    fn what_was_stored_can_be_loaded() {
        let links = [0, 1 << LOW, 3 << LOW, OWN, OWN | 4, OWN | 5, OWN | 6, OWN | 500];
        for own in [0, 5, 300] {
            for link in links {
                assert_eq!(loaded([own, 99, link, own], [1, link]), [1, link], "{own} {link}");
            }
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
