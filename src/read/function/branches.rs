//! How blocks end: a block for each way out of a branch, and one for each inequality at its boundary.

use super::havoc::Havoc;
use super::{Location, LocationKind, Taken};
use crate::bv::Predicate;
use crate::prepare::choices::Decision;
use crate::program::{BlockId, Operand, Operation, OriginId, Terminator};
use crate::read::blocks::Reader;
use llvm_ir::Name;

/// A terminator that is not read.
pub(super) const NOT_FOLLOWED: &str = "exception handling, or inline assembly that jumps";

impl<'m> Reader<'m, Havoc<'m>> {
    /// A block for each way out of a branch, which `choice` says of what decides, and where.
    pub(super) fn edges(
        &mut self,
        terminator: &'m llvm_ir::Terminator,
        ways: &[(Taken, &'m Name)],
        choice: (Decision, Option<OriginId>),
    ) -> Vec<BlockId> {
        let edges: Vec<BlockId> = ways.iter().map(|&(taken, to)| self.edge(to, taken, choice)).collect();
        let decides = match terminator {
            llvm_ir::Terminator::CondBr(branch) if self.policy.boundary => branch.condition.clone(),
            _ => return edges,
        };
        if let (llvm_ir::Operand::LocalOperand { name, .. }, [then, otherwise]) = (&decides, &edges[..]) {
            let current = self.current;
            match self.policy.inequalities.get(name) {
                Some(&(true, a, b)) => self.wedge(*then, Taken::True, (a, b), choice.1),
                Some(&(false, a, b)) => self.wedge(*otherwise, Taken::False, (a, b), choice.1),
                None => {}
            }
            self.current = current;
        }
        edges
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
        self.policy.locations.push(Location { block, kind, origin });
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
        let is_configured = own.is_some_and(|own| self.policy.configured.is_some_and(|places| places.contains(&own)));
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
