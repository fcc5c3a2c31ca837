//! A whole program in the form in which the search for inconsistent code takes functions: a [`Body`] whose return is the
//! normal end of the program.
//!
//! What is not modelled is taken for a normal end there and then, and for anything behind it: what control may come to behind it in
//! the source, through branches, calls and returns, is not judged as soon as an execution comes there.

use super::bounds::Bounds;
use super::function::{Body, Location, LocationKind, Whole};
use super::{read_with_places, ReadError};
use crate::prepare::program::places::{PlaceKind, SourcePlace};
use crate::prepare::program::PreparedWhole;
use crate::program::{
    Block, BlockId, Exit, Instruction, Operation, Origin, OriginId, Program, SiteId, Terminator, UnmodelledId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Reads a program. Memory is followed as far as `bounds` say.
///
/// # Errors
/// If the bitcode is damaged.
pub fn read(prepared: &PreparedWhole, bounds: Bounds) -> Result<Body, ReadError> {
    let module = &prepared.module;
    let (program, places) = read_with_places(&module.bitcode, module.map.clone(), &module.objects, bounds)?;
    let predecessors = program.predecessors();
    let mut builder = Builder { program, predecessors, origins: FxHashMap::default(), locations: Vec::new() };
    for &(block, row) in &places {
        if let Some(place) = prepared.places.rows.get(row) {
            builder.location(block, place);
        }
    }
    let rows: Vec<usize> = places.iter().map(|(_, row)| *row).collect();
    let mut of_row: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    rows.iter().enumerate().for_each(|(location, row)| of_row.entry(*row).or_default().push(location));
    let mut copies: Vec<Vec<usize>> = rows.iter().map(|row| of_row[row].clone()).collect();
    let mut behind = FxHashMap::default();
    for (block, row) in builder.unmodelled(&prepared.stops) {
        let from = builder.before(block, &places);
        // Nothing is known of what comes before the first place.
        let reached = from.map(|from| prepared.places.behind(&from));
        let reached = reached.unwrap_or_else(|| (0..prepared.places.rows.len()).collect());
        let location = builder.locations.len();
        builder.locations.push(Location { block, kind: LocationKind::Unmodelled(row), origin: None });
        copies.push(vec![location]);
        behind.insert(location, reached.iter().filter_map(|row| of_row.get(row)).flatten().copied().collect());
    }
    let Builder { program, locations, .. } = builder;
    let reads = reads(&program);
    Ok(Body {
        program,
        locations,
        may_stop: Vec::new(),
        preconditions: FxHashMap::default(),
        reads,
        whole: Some(Whole { copies, behind }),
    })
}

struct Builder {
    program: Program,
    predecessors: Vec<Vec<BlockId>>,
    /// The rows of the places of the source, inlined nowhere.
    origins: FxHashMap<Origin, OriginId>,
    locations: Vec<Location>,
}

impl Builder {
    fn location(&mut self, block: BlockId, place: &SourcePlace) {
        let origin = place.origin.as_ref().map(|origin| self.origin(origin.clone()));
        let kind = match place.kind {
            PlaceKind::Block => LocationKind::Block,
            PlaceKind::Edge { taken, decision, condition } => {
                let at = |(line, column)| place.origin.as_ref().map(|origin| Origin { line, column, ..origin.clone() });
                let condition = condition.filter(|(line, _)| *line > 0).and_then(at);
                let condition = condition.map(|origin| self.origin(origin));
                // Where passes have joined branches there may be several; one says where the branch stands.
                let from = self.predecessors[block.0].first().copied().unwrap_or(block);
                LocationKind::Edge { from, taken, decision, condition, is_value: false }
            }
        };
        self.locations.push(Location { block, kind, origin });
    }

    /// The row of a place wherever it has been inlined.
    fn origin(&mut self, origin: Origin) -> OriginId {
        let origin = Origin { inlined_at: None, ..origin };
        let rows = &mut self.program.map.origins;
        *self.origins.entry(origin).or_insert_with_key(|origin| {
            rows.push(origin.clone());
            OriginId(rows.len() - 1)
        })
    }

    /// Lets the program end where something is not modelled. Gives these blocks, and what it is.
    fn unmodelled(&mut self, stops: &[UnmodelledId]) -> Vec<(BlockId, UnmodelledId)> {
        let stops: FxHashSet<UnmodelledId> = stops.iter().copied().collect();
        let mut found = Vec::new();
        let end = BlockId(self.program.blocks.len());
        for (index, block) in self.program.blocks.iter_mut().enumerate() {
            match block.terminator {
                Terminator::Exit(Exit::Unmodelled(row)) if !stops.contains(&row) => {
                    block.terminator = Terminator::Jump(end);
                    found.push((BlockId(index), row));
                }
                _ => {}
            }
        }
        if !found.is_empty() {
            let (phis, instructions, terminator) = (Vec::new(), Vec::new(), Terminator::Exit(Exit::Ok));
            self.program.blocks.push(Block {
                name: "anything".to_owned(),
                phis,
                instructions,
                terminator,
                origin: None,
            });
        }
        found
    }

    /// The rows of the places that control has passed last where it comes to a block; `None` if there may be none.
    fn before(&self, block: BlockId, places: &[(BlockId, usize)]) -> Option<Vec<usize>> {
        let row_of: FxHashMap<BlockId, usize> = places.iter().copied().collect();
        let (mut seen, mut open, mut rows) = (FxHashSet::from_iter([block]), vec![block], Vec::new());
        while let Some(block) = open.pop() {
            match row_of.get(&block) {
                Some(&row) => rows.push(row),
                None if block == BlockId(0) => return None,
                None => open.extend(self.predecessors[block.0].iter().filter(|&&before| seen.insert(before))),
            }
        }
        Some(rows)
    }
}

/// The checks of accesses that read: where they stand, something is loaded and nothing stored.
fn reads(program: &Program) -> FxHashSet<SiteId> {
    let (mut loaded, mut stored) = (FxHashSet::default(), FxHashSet::default());
    for instruction in program.blocks.iter().flat_map(|block| &block.instructions) {
        match instruction {
            Instruction::Define { operation: Operation::Load(..), origin: Some(origin), .. } => {
                loaded.insert(*origin);
            }
            Instruction::Store(store) => stored.extend(store.origin),
            _ => {}
        }
    }
    let is_read = |origin: &OriginId| loaded.contains(origin) && !stored.contains(origin);
    let sites = program.map.sites.iter().zip(0..);
    sites.filter(|(site, _)| site.origin.as_ref().is_some_and(is_read)).map(|(_, row)| SiteId(row)).collect()
}
