//! Facts about C variables: what they say of values, how they read in C, and which ones are worth a try at a place.

use crate::bv::{BinaryOp, BitVec, Predicate, TermId};
use crate::inconsistency::automaton::paths::{Changes, Region};
use crate::program::{
    BlockId, Instruction, Operand, Operation, Program, Reading, SourceMap, Terminator, ValueId, VariableId,
};
use crate::read::function::FIRST_ADDRESS;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A comparison of two expressions over C variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fact {
    /// How they compare.
    pub predicate: Predicate,
    /// One side.
    pub left: Expression,
    /// The other side.
    pub right: Expression,
}

/// An expression over C variables, all of one width.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expression {
    /// A variable.
    Variable(VariableId),
    /// A number.
    Constant(BitVec),
    /// An operation that C has.
    Binary(BinaryOp, Box<Expression>, Box<Expression>),
    /// Whether a variable is odd: its lowest bit. In C `x % 2`, of which only that it is zero or not is said: for negative
    /// numbers it is −1.
    LowestBit(VariableId),
}

/// Which value each variable holds at a place. Variables of which that is not known are not there.
pub type Held = BTreeMap<VariableId, Operand>;

/// What variables hold at the start of each block that the entry leads to: what all blocks in front of it agree on.
pub fn held_at_blocks(program: &Program) -> Vec<Option<Held>> {
    let mut entered: Vec<Option<Held>> = vec![None; program.blocks.len()];
    entered[0] = Some(Held::new());
    let mut open = vec![0];
    while let Some(block) = open.pop() {
        let held = held_at(program, &entered, BlockId(block), usize::MAX);
        for BlockId(next) in program.blocks[block].terminator.successors() {
            let joined = match &entered[next] {
                None => held.clone(),
                Some(known) => {
                    let agreed = known.iter().filter(|(variable, value)| held.get(variable) == Some(value));
                    agreed.map(|(variable, value)| (*variable, *value)).collect()
                }
            };
            if entered[next].as_ref() != Some(&joined) {
                entered[next] = Some(joined);
                open.push(next);
            }
        }
    }
    entered
}

/// What variables hold in a block in front of an instruction. That a variable holds a φ of the block is so from its start.
pub fn held_at(program: &Program, entered: &[Option<Held>], block: BlockId, index: usize) -> Held {
    let mut held = entered[block.0].clone().unwrap_or_default();
    let block = &program.blocks[block.0];
    let is_phi = |operand| block.phis.iter().any(|phi| Operand::Value(phi.result) == operand);
    let leading = block.instructions.iter().take_while(|instruction| matches!(instruction, Instruction::Assign(_)));
    let phis = leading.filter(|instruction| instruction.operands().into_iter().all(is_phi));
    for instruction in phis.chain(block.instructions.iter().take(index)) {
        if let Instruction::Assign(assignment) = instruction {
            // A single bit stands for what is not known: C's types are wider.
            match program.operand_width(assignment.value) {
                1 => held.remove(&assignment.variable),
                _ => held.insert(assignment.variable, assignment.value),
            };
        }
    }
    held
}

/// Whether a variable is a pointer.
fn is_pointer(map: &SourceMap, variable: VariableId) -> bool {
    map.variables[variable.0].type_name.ends_with('*')
}

/// At most so many variables, and so many constants, are compared at a place.
const MOST_VARIABLES: usize = 6;
const MOST_CONSTANTS: usize = 8;

/// What candidates are made of: the constants and the comparisons of a program.
#[derive(Debug)]
pub struct Vocabulary<'p> {
    program: &'p Program,
    constants: Vec<i128>,
    operations: FxHashMap<ValueId, Operation>,
    /// The values that decide something.
    read: FxHashSet<ValueId>,
}

impl<'p> Vocabulary<'p> {
    /// That of a sliced program.
    pub fn new(program: &'p Program) -> Vocabulary<'p> {
        let (mut operations, mut read) = (FxHashMap::default(), FxHashSet::default());
        let mut constants = vec![0, 1];
        let mut add = |constant: BitVec| {
            if constant.width() > 1 && !constants.contains(&constant.signed()) {
                constants.push(constant.signed());
            }
        };
        for block in &program.blocks {
            block.phis.iter().for_each(|phi| _ = read.insert(phi.result));
            for operand in block.phis.iter().flat_map(|phi| phi.incoming.iter().map(|(_, operand)| *operand)) {
                if let Operand::Constant(constant) = operand {
                    add(constant);
                }
            }
            for instruction in &block.instructions {
                let Instruction::Define { result, operation, .. } = instruction else { continue };
                operations.insert(*result, *operation);
                read.insert(*result);
                for operand in operation.operands() {
                    if let Operand::Constant(constant) = operand {
                        add(constant);
                    }
                }
            }
            if let Terminator::Switch { cases, .. } = &block.terminator {
                cases.iter().for_each(|(case, _)| add(*case));
            }
        }
        constants.truncate(MOST_CONSTANTS);
        Vocabulary { program, constants, operations, read }
    }

    /// The facts that are worth a try where variables hold these values, the simplest first.
    pub fn candidates(&self, held: &Held) -> Vec<Fact> {
        let map = &self.program.map;
        let is_read = |operand: &Operand| matches!(operand, Operand::Value(value) if self.read.contains(value));
        let mut variables: Vec<(VariableId, u32)> = Vec::new();
        for (variable, operand) in held.iter().filter(|(_, operand)| is_read(operand)) {
            // Of two variables with one name it would not be clear which is meant; of two that hold one value, one will do.
            let name = &map.variables[variable.0].name;
            let is_clear = held.keys().filter(|other| map.variables[other.0].name == *name).count() == 1;
            let is_new = variables.iter().all(|(other, _)| held[other] != *operand);
            if is_clear && is_new && !name.is_empty() {
                variables.push((*variable, self.program.operand_width(*operand)));
            }
        }
        variables.truncate(MOST_VARIABLES);
        let mut facts = Vec::new();
        for &(variable, width) in &variables {
            self.about_one(variable, width, &mut facts);
        }
        for (index, &one) in variables.iter().enumerate() {
            variables[..index].iter().for_each(|&other| self.about_two(other, one, &mut facts));
        }
        self.conditions(held, &mut facts);
        facts.push(Fact::never());
        facts.sort_by_key(|fact| (fact.complexity(), fact.magnitude(), fact.text(map).len()));
        let mut seen = FxHashSet::default();
        facts.retain(|fact| seen.insert(fact.clone()));
        facts
    }

    fn about_one(&self, variable: VariableId, width: u32, facts: &mut Vec<Fact>) {
        let map = &self.program.map;
        let x = || Expression::Variable(variable);
        let signed = map.variables[variable.0].reading.is_signed();
        // The order of floating-point numbers is not that of their bits.
        if is_float(map, variable) {
            return;
        }
        if is_pointer(map, variable) {
            let null = || Expression::Constant(BitVec::zero(width));
            facts.extend([Predicate::Eq, Predicate::Ne].map(|predicate| Fact { predicate, left: x(), right: null() }));
            return;
        }
        for &number in &self.constants {
            let constant = BitVec::new(width, number as u128);
            // A constant of a wider type that does not fit says nothing of this variable.
            if constant.signed() != number && (signed || constant.unsigned() as i128 != number) {
                continue;
            }
            let c = || Expression::Constant(constant);
            let (less, most) = orders(signed);
            facts.push(Fact { predicate: Predicate::Eq, left: x(), right: c() });
            facts.push(Fact { predicate: Predicate::Ne, left: x(), right: c() });
            if signed || number != 0 {
                facts.push(Fact { predicate: less, left: x(), right: c() });
                facts.push(Fact { predicate: most, left: c(), right: x() });
            }
            facts.push(Fact { predicate: most, left: x(), right: c() });
            facts.push(Fact { predicate: less, left: c(), right: x() });
        }
        for predicate in [Predicate::Eq, Predicate::Ne] {
            let zero = Expression::Constant(BitVec::zero(width));
            facts.push(Fact { predicate, left: Expression::LowestBit(variable), right: zero });
        }
    }

    fn about_two(&self, one: (VariableId, u32), other: (VariableId, u32), facts: &mut Vec<Fact>) {
        let map = &self.program.map;
        let signed = map.variables[one.0 .0].reading.is_signed();
        let pointers = is_pointer(map, one.0);
        if is_float(map, one.0) || is_float(map, other.0) {
            return;
        }
        let same = signed == map.variables[other.0 .0].reading.is_signed() && pointers == is_pointer(map, other.0);
        if one.1 != other.1 || !same {
            return;
        }
        let [x, y] = [one.0, other.0].map(Expression::Variable);
        let fact = |predicate, (left, right): (&Expression, &Expression)| Fact {
            predicate,
            left: left.clone(),
            right: right.clone(),
        };
        facts.extend([Predicate::Eq, Predicate::Ne].map(|predicate| fact(predicate, (&x, &y))));
        if !pointers {
            let (less, most) = orders(signed);
            facts.extend([fact(less, (&x, &y)), fact(less, (&y, &x)), fact(most, (&x, &y)), fact(most, (&y, &x))]);
        }
    }

    /// The comparisons of the program, and their opposites, where both sides can be said in what variables hold.
    fn conditions(&self, held: &Held, facts: &mut Vec<Fact>) {
        let mut all: Vec<(&ValueId, &Operation)> = self.operations.iter().collect();
        all.sort_unstable_by_key(|(value, _)| **value);
        for (_, operation) in all {
            let Operation::Compare(predicate, a, b) = *operation else { continue };
            let (Some(left), Some(right)) = (self.expression(held, a, DEEPEST), self.expression(held, b, DEEPEST))
            else {
                continue;
            };
            let is_c = self.is_c(&left, predicate) && self.is_c(&right, predicate);
            if !is_c || self.is_address(&left, &right) || self.is_address(&right, &left) {
                continue;
            }
            let opposite = match predicate {
                Predicate::Eq => Fact { predicate: Predicate::Ne, left: left.clone(), right: right.clone() },
                Predicate::Ne => Fact { predicate: Predicate::Eq, left: left.clone(), right: right.clone() },
                Predicate::Ult => Fact { predicate: Predicate::Ule, left: right.clone(), right: left.clone() },
                Predicate::Ule => Fact { predicate: Predicate::Ult, left: right.clone(), right: left.clone() },
                Predicate::Slt => Fact { predicate: Predicate::Sle, left: right.clone(), right: left.clone() },
                Predicate::Sle => Fact { predicate: Predicate::Slt, left: right.clone(), right: left.clone() },
            };
            let has_variable = !matches!((&left, &right), (Expression::Constant(_), Expression::Constant(_)));
            if has_variable {
                facts.extend([Fact { predicate, left, right }, opposite]);
            }
        }
    }

    /// A value in terms of what variables hold.
    fn expression(&self, held: &Held, operand: Operand, depth: usize) -> Option<Expression> {
        let map = &self.program.map;
        let value = match operand {
            Operand::Constant(constant) => return Some(Expression::Constant(constant)),
            Operand::Value(value) => value,
        };
        if let Some((variable, _)) = held.iter().find(|(_, held)| **held == operand) {
            let name = &map.variables[variable.0].name;
            let is_clear = held.keys().filter(|other| map.variables[other.0].name == *name).count() == 1;
            return (is_clear && !name.is_empty()).then_some(Expression::Variable(*variable));
        }
        match self.operations.get(&value)? {
            Operation::Copy(a) => self.expression(held, *a, depth),
            Operation::Binary(op, a, b) if depth > 0 && symbol(*op).is_some() => {
                let a = self.expression(held, *a, depth - 1)?;
                let b = self.expression(held, *b, depth - 1)?;
                Some(Expression::Binary(*op, Box::new(a), Box::new(b)))
            }
            _ => None,
        }
    }

    /// Whether a pointer is compared with the address of an object, which is made up.
    fn is_address(&self, pointer: &Expression, number: &Expression) -> bool {
        match (pointer, number) {
            (Expression::Variable(variable), Expression::Constant(number)) => {
                is_pointer(&self.program.map, *variable) && number.signed().unsigned_abs() >= FIRST_ADDRESS
            }
            _ => false,
        }
    }

    /// Whether an expression means in C what it says here: no type is widened, and all are of the sign that operations and
    /// the comparison ask for.
    fn is_c(&self, expression: &Expression, predicate: Predicate) -> bool {
        let map = &self.program.map;
        let sign = match predicate {
            Predicate::Eq | Predicate::Ne => None,
            Predicate::Ult | Predicate::Ule => Some(false),
            Predicate::Slt | Predicate::Sle => Some(true),
        };
        let mut open = vec![(expression, sign, true)];
        while let Some((expression, sign, is_whole)) = open.pop() {
            match expression {
                Expression::Constant(_) => {}
                Expression::Variable(variable) | Expression::LowestBit(variable) => {
                    let row = &map.variables[variable.0];
                    let pointer = is_pointer(map, *variable) || is_float(map, *variable);
                    if sign.is_some_and(|sign| sign != row.reading.is_signed() || pointer)
                        || !is_whole && (pointer || row.width < 32)
                    {
                        return false;
                    }
                }
                Expression::Binary(op, a, b) => {
                    let own = match op {
                        BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::AShr => Some(true),
                        BinaryOp::UDiv | BinaryOp::URem | BinaryOp::LShr => Some(false),
                        _ => None,
                    };
                    if own.is_some() && sign.is_some() && own != sign {
                        return false;
                    }
                    open.extend([(&**a, own.or(sign), false), (&**b, own.or(sign), false)]);
                }
            }
        }
        true
    }
}

/// How deep operations in a condition are nested that is tried.
const DEEPEST: usize = 3;

/// "Less" and "at most" with or without sign.
fn is_float(map: &SourceMap, variable: VariableId) -> bool {
    matches!(map.variables[variable.0].reading, Reading::Float(_))
}

fn orders(signed: bool) -> (Predicate, Predicate) {
    if signed {
        (Predicate::Slt, Predicate::Sle)
    } else {
        (Predicate::Ult, Predicate::Ule)
    }
}

/// The operator in C.
fn symbol(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UDiv | BinaryOp::SDiv => "/",
        BinaryOp::URem | BinaryOp::SRem => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr | BinaryOp::AShr => ">>",
        _ => return None,
    })
}

impl Expression {
    fn size(&self) -> usize {
        match self {
            Expression::Binary(_, a, b) => 2 + a.size() + b.size(),
            Expression::LowestBit(_) => 2,
            Expression::Variable(_) => 1,
            Expression::Constant(_) => 0,
        }
    }

    /// Its term where variables hold these values; `None` if one is not held.
    fn term(&self, region: &mut Region, held: &Held, changes: &Changes) -> Option<TermId> {
        Some(match self {
            Expression::Variable(variable) => region.operand(*held.get(variable)?, changes),
            Expression::Constant(constant) => region.pool.constant(*constant),
            Expression::Binary(op, a, b) => {
                let (a, b) = (a.term(region, held, changes)?, b.term(region, held, changes)?);
                region.pool.binary(*op, a, b)
            }
            Expression::LowestBit(variable) => {
                let word = region.operand(*held.get(variable)?, changes);
                let one = BitVec::one(region.pool.width(word));
                let one = region.pool.constant(one);
                region.pool.binary(BinaryOp::And, word, one)
            }
        })
    }

    /// As C has it; numbers with a sign or without.
    fn text(&self, map: &SourceMap, signed: bool) -> String {
        match self {
            Expression::Variable(variable) => map.variables[variable.0].name.to_string(),
            Expression::Constant(constant) if signed => constant.signed().to_string(),
            Expression::Constant(constant) => constant.unsigned().to_string(),
            Expression::LowestBit(variable) => format!("{} % 2", map.variables[variable.0].name),
            Expression::Binary(op, a, b) => {
                let side = |side: &Expression| match side {
                    Expression::Binary(..) => format!("({})", side.text(map, signed)),
                    _ => side.text(map, signed),
                };
                format!("{} {} {}", side(a), symbol(*op).unwrap_or("?"), side(b))
            }
        }
    }

    /// A variable in it.
    fn variable(&self) -> Option<VariableId> {
        match self {
            Expression::Variable(variable) | Expression::LowestBit(variable) => Some(*variable),
            Expression::Constant(_) => None,
            Expression::Binary(_, a, b) => a.variable().or_else(|| b.variable()),
        }
    }
}

impl Fact {
    /// What holds where no path comes: nothing is true and false.
    pub fn never() -> Fact {
        let zero = || Expression::Constant(BitVec::zero(1));
        Fact { predicate: Predicate::Ult, left: zero(), right: zero() }
    }

    /// Its term, of width 1, where variables hold these values; `None` if one is not held.
    pub fn term(&self, region: &mut Region, held: &Held, changes: &Changes) -> Option<TermId> {
        let left = self.left.term(region, held, changes)?;
        let right = self.right.term(region, held, changes)?;
        (region.pool.width(left) == region.pool.width(right)).then(|| region.pool.compare(self.predicate, left, right))
    }

    /// How hard it is to read: null and equality first, then bounds, then pairs, then whole conditions.
    pub fn complexity(&self) -> usize {
        let kind = match self.predicate {
            Predicate::Eq => 0,
            Predicate::Ne => 1,
            _ => 2,
        };
        4 * (self.left.size() + self.right.size()) + kind
    }

    /// How large the number is that something is compared with.
    fn magnitude(&self) -> u128 {
        match (&self.left, &self.right) {
            (Expression::Constant(number), _) | (_, Expression::Constant(number)) => number.signed().unsigned_abs(),
            _ => 0,
        }
    }

    /// As C has it, such as `task != NULL`; what is compared with a number stands on the left.
    pub fn text(&self, map: &SourceMap) -> String {
        let flip = matches!(self.left, Expression::Constant(_));
        let (left, right) = if flip { (&self.right, &self.left) } else { (&self.left, &self.right) };
        let variable = left.variable().or_else(|| right.variable());
        let signed = match self.predicate {
            Predicate::Eq | Predicate::Ne => {
                variable.is_none_or(|variable| map.variables[variable.0].reading.is_signed())
            }
            Predicate::Ult | Predicate::Ule => false,
            Predicate::Slt | Predicate::Sle => true,
        };
        let sign = match (self.predicate, flip) {
            (Predicate::Eq, _) => "==",
            (Predicate::Ne, _) => "!=",
            (Predicate::Ult | Predicate::Slt, false) => "<",
            (Predicate::Ult | Predicate::Slt, true) => ">",
            (Predicate::Ule | Predicate::Sle, false) => "<=",
            (Predicate::Ule | Predicate::Sle, true) => ">=",
        };
        let is_null = variable.is_some_and(|variable| is_pointer(map, variable));
        let right = match right {
            Expression::Constant(constant) if is_null && !constant.is_nonzero() => "NULL".to_owned(),
            right => right.text(map, signed),
        };
        format!("{} {sign} {right}", left.text(map, signed))
    }
}
