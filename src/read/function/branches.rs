//! How blocks end: a block for each way out of a branch, and one for each inequality at its boundary.

use super::reader::Reader;
use super::{Location, LocationKind, Taken};
use crate::bv::{BitVec, Predicate};
use crate::prepare::choices::Decision;
use crate::program::{BlockId, Operand, Operation, OriginId, Terminator};
use crate::read::operators::cases;
use llvm_ir::Name;

/// A terminator that is not read.
pub(super) const NOT_FOLLOWED: &str = "exception handling, or inline assembly that jumps";

impl<'m> Reader<'m> {
    pub(super) fn terminator(
        &mut self,
        choice: (Decision, Option<OriginId>),
        terminator: &'m llvm_ir::Terminator,
    ) -> Result<(), String> {
        use llvm_ir::Terminator as T;
        match terminator {
            T::Ret(_) => {
                let exit = self.exit();
                self.end(Terminator::Jump(exit));
            }
            T::Br(branch) => {
                let target = self.heads[&branch.dest];
                self.end(Terminator::Jump(target));
            }
            T::CondBr(branch) => {
                let condition = self.operand(&branch.condition).unwrap_or_else(|| self.anything(1));
                let then = self.edge(&branch.true_dest, Taken::True, choice);
                let otherwise = self.edge(&branch.false_dest, Taken::False, choice);
                self.end(match condition {
                    Operand::Constant(value) => Terminator::Jump(if value.is_nonzero() { then } else { otherwise }),
                    Operand::Value(_) => Terminator::Branch { condition, then, otherwise },
                });
                if let (true, llvm_ir::Operand::LocalOperand { name, .. }) = (self.boundary, &branch.condition) {
                    match self.inequalities.get(name) {
                        Some(&(true, a, b)) => self.wedge(then, Taken::True, (a, b), choice.1),
                        Some(&(false, a, b)) => self.wedge(otherwise, Taken::False, (a, b), choice.1),
                        None => {}
                    }
                }
            }
            T::Switch(switch) => {
                let value = self.operand(&switch.operand);
                let cases = cases(switch).ok_or("`switch` on an integer of more than 64 bits")?;
                let edge = |(case, target)| (case, self.edge(target, Taken::Case(case), choice));
                let cases: Vec<(BitVec, BlockId)> = cases.into_iter().map(edge).collect();
                let default = self.edge(&switch.default_dest, Taken::Default, choice);
                let value = value.unwrap_or_else(|| {
                    let width = cases.first().map_or(32, |(case, _)| case.width());
                    self.anything(width)
                });
                self.end(match value {
                    Operand::Constant(constant) => Terminator::Jump(
                        cases.iter().find(|(case, _)| *case == constant).map_or(default, |case| case.1),
                    ),
                    Operand::Value(_) => Terminator::Switch { value, cases, default },
                });
            }
            T::IndirectBr(jump) => {
                let value = self.anything(32);
                let targets: Vec<BlockId> =
                    jump.possible_dests.iter().filter_map(|name| self.heads.get(name).copied()).collect();
                let Some((&default, rest)) = targets.split_first() else { return Err("computed `goto`".into()) };
                let numbers = (0u128..).map(|number| BitVec::new(32, number));
                let cases = numbers.zip(rest.iter().copied()).collect();
                self.end(Terminator::Switch { value, cases, default });
            }
            T::Unreachable(_) => self.stop("a call that does not come back"),
            _ => return Err(NOT_FOLLOWED.into()),
        }
        Ok(())
    }

    /// A block for one way out of a branch.
    fn edge(&mut self, to: &Name, taken: Taken, (decision, condition): (Decision, Option<OriginId>)) -> BlockId {
        let (block, from, target) = (self.add_part("edge"), self.current, self.heads[to]);
        self.end_of(block, Terminator::Jump(target));
        let kind = LocationKind::Edge { from, taken, decision, condition, is_value: false };
        self.locate(block, kind);
        block
    }

    /// A block is a location, where the current instruction stands.
    fn locate(&mut self, block: BlockId, kind: LocationKind) {
        let origin = self.origin;
        self.locations.push(Location { block, kind, origin });
    }

    /// A branch on a condition of the source at `place`, whose ways give one of two values and come together at once.
    pub(super) fn fork(
        &mut self,
        condition: Operand,
        values: (Operand, Operand),
        place: Option<OriginId>,
        name: &str,
        width: u32,
    ) -> Operand {
        let (from, join) = (self.current, self.add_part("join"));
        let own = self.origin.map(|own| &self.program.map.origins[own.0]).map(|own| (own.line, own.column));
        let is_configured = own.is_some_and(|own| self.configured.is_some_and(|places| places.contains(&own)));
        let decision = if is_configured { Decision::Configured } else { Decision::Open };
        let mut way = |taken: Taken| {
            let block = self.add_part("edge");
            self.end_of(block, Terminator::Jump(join));
            self.locate(block, LocationKind::Edge { from, taken, decision, condition: place, is_value: true });
            block
        };
        let (then, otherwise) = (way(Taken::True), way(Taken::False));
        self.end(Terminator::Branch { condition, then, otherwise });
        self.current = join;
        let result = self.add_phi(width, name.to_owned(), vec![(then, values.0), (otherwise, values.1)]);
        // The values stand on this line; φs stand on none.
        self.define(width, name, Operation::Copy(result))
    }

    /// Splits a way out of a branch: where both sides are equal it goes through a block of its own.
    fn wedge(&mut self, edge: BlockId, taken: Taken, sides: (Operand, Operand), condition: Option<OriginId>) {
        let Terminator::Jump(target) = self.program.blocks[edge.0].terminator else { return };
        self.current = edge;
        let equal = self.compare(Predicate::Eq, sides.0, sides.1);
        let wedge = self.add_part("boundary");
        self.end_of(wedge, Terminator::Jump(target));
        self.end(Terminator::Branch { condition: equal, then: wedge, otherwise: target });
        self.locate(wedge, LocationKind::Boundary { taken, condition });
    }
}
