//! The search with large objects read lazily: partial programs that follow more and more, until one is safe, or has a path that
//! is one of the program.

use super::clock::Clock;
use super::search::{encoded, has_unmodelled, Found, Search};
use super::{Choice, PipelineError};
use crate::frontend::aside;
use crate::lazy::{Judged, Lazy, Precision};
use crate::program::{Exit, Program};
use crate::solve::Limits;
use crate::ts::{Encoding, Goal, Place};
use crate::verdict::replay;
use bitreach_engine::Observer;

/// What a search found, and in which encoding.
pub struct Searched {
    /// The encoding; where objects are read lazily, that of the last partial program.
    pub encoding: Encoding,
    /// What was found. A run is one of the program itself.
    pub found: Found,
    /// Unmodelled code that can be reached.
    pub behind: Option<Exit>,
    /// What was followed of large objects, if there are any.
    pub lazily: Option<Followed>,
}

/// What was followed of large objects.
pub struct Followed {
    /// How many programs were searched.
    pub rounds: usize,
    /// The objects, each with its number of cells.
    pub objects: Vec<(String, usize)>,
    /// What was followed of them at last.
    pub precision: Precision,
}

/// Searches for an error, or for what is not modelled.
///
/// # Errors
/// On internal faults.
pub fn search(
    program: &Program,
    choice: &Choice,
    limits: &Limits,
    observer: &mut dyn Observer,
    clock: &mut Clock,
) -> Result<Searched, PipelineError> {
    let Some(lazy) = Lazy::new(program, choice.whole_cells) else {
        let (_, encoding) = clock.stage("encode", || encoded_aside(program.clone(), choice, limits))?;
        let mut search = Search { encoding: &encoding, choice, limits, observer };
        let (found, behind) = search.goals(program, clock)?;
        return Ok(Searched { encoding, found, behind, lazily: None });
    };
    refine(program, &lazy, lazy.first_precision(), choice, limits, observer, clock)
}

/// Searches partial programs, from one that follows so much on.
fn refine(
    program: &Program,
    lazy: &Lazy,
    precision: Precision,
    choice: &Choice,
    limits: &Limits,
    observer: &mut dyn Observer,
    clock: &mut Clock,
) -> Result<Searched, PipelineError> {
    let objects = lazy.objects().map(|id| &program.objects[id.0]);
    let objects = objects.map(|object| (object.name.clone(), object.cells.len())).collect();
    let mut followed = Followed { rounds: 0, objects, precision };
    let mut goal = if has_unmodelled(program) { Goal::ErrorOrUnmodelled } else { Goal::Error };
    let mut behind = None;
    loop {
        followed.rounds += 1;
        let partial = clock.stage("encode", || lazy.partial(&followed.precision, &limits.stop));
        let mut partial = partial.ok_or(PipelineError::Stopped)?;
        let malformed = |fault| PipelineError::Internal(format!("the partial program is malformed: {fault}"));
        partial.program.validate().map_err(malformed)?;
        let taken = std::mem::take(&mut partial.program);
        let (taken, encoding) = clock.stage("encode", || encoded_aside(taken, choice, limits))?;
        partial.program = taken;
        let mut found = Search { encoding: &encoding, choice, limits, observer: &mut *observer }.run(goal, clock)?;
        let judged = match &found.run {
            None => return Ok(Searched { encoding, found, behind, lazily: Some(followed) }),
            Some(run) => clock.stage("replay", || partial.judge(lazy, &followed.precision, run)),
        };
        match judged.map_err(|fault| PipelineError::Internal(format!("a trace cannot be judged: {fault}")))? {
            Judged::Spurious(precision) => followed.precision = precision,
            Judged::Real(run) if run.sink() == Some(Place::Unmodelled) => {
                behind = replay::last_exit(program, &run);
                goal = Goal::Error;
            }
            Judged::Real(run) => {
                found.run = Some(run);
                return Ok(Searched { encoding, found, behind, lazily: Some(followed) });
            }
        }
    }
}

/// Encodes a program, and gives it back. That can take longer, and more memory, than the limits allow.
fn encoded_aside(program: Program, choice: &Choice, limits: &Limits) -> Result<(Program, Encoding), PipelineError> {
    let (encoding, predicates) = (choice.encoding, choice.predicates);
    let work = move || {
        let encoding = encoded(&program, encoding, predicates);
        (program, encoding)
    };
    aside::run(&limits.stop, work).ok_or(PipelineError::Stopped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::BitVec;
    use crate::pipeline::EncodingName;
    use crate::program::testing::random_program;
    use crate::program::{CheckKind, Instruction, Operand, Site, Store, Unmodelled};
    use crate::solve::{EngineName, SatName};
    use bitreach_engine::{Silent, Verdict};
    use bitreach_sat::StopFlag;

    /// Whether the error can be reached, whether something unmodelled can, and in how many rounds that was found out.
    fn answer(program: &Program, searched: Searched) -> (bool, bool, usize) {
        let is_reached = match searched.found.solved.verdict {
            Verdict::Safe(_) => false,
            Verdict::Unsafe(_) => true,
            Verdict::Unknown(reason, _) => panic!("not decided: {reason}\n{program}"),
        };
        if is_reached {
            let run = searched.found.run.unwrap();
            assert!(matches!(replay::last_exit(program, &run), Some(Exit::Error(_))), "{program}");
        }
        (is_reached, searched.behind.is_some(), searched.lazily.map_or(0, |followed| followed.rounds))
    }

    /// Encoding the program would take much longer than it takes to see the flag.
    #[test]
    fn what_is_stopped_is_not_encoded() {
        let mut program = (1..)
            .map(|seed| random_program(seed, 5))
            .find(|program| Lazy::new(program, 0).is_some())
            .expect("some have objects");
        let stores = program.blocks.iter().flat_map(|block| &block.instructions);
        let mut stores = stores.filter_map(|instruction| match instruction {
            Instruction::Store(store) => Some(*store),
            _ => None,
        });
        let store = stores.next().expect("a large object is written");
        let [offset, value] = [store.offset, store.value].map(|operand| program.operand_width(operand));
        let numbers = (0..300_000).map(|number| {
            let (offset, value) =
                (BitVec::new(offset, u128::from(store.access.pattern.residue)), BitVec::new(value, number));
            let (offset, value) = (Operand::Constant(offset), Operand::Constant(value));
            Instruction::Store(Store { offset, value, condition: Operand::Constant(BitVec::TRUE), ..store })
        });
        program.blocks[0].instructions.splice(0..0, numbers);
        program.map.sites.push(Site { kind: CheckKind::ReachError, detail: String::new(), origin: None });
        program.map.unmodelled.push(Unmodelled { reason: "random".to_owned(), origin: None });
        program.validate().expect("stores of constants fit");
        for cells in [0, usize::MAX] {
            let choice = Choice {
                whole_cells: cells,
                ..Choice::new(EncodingName::LargeBlock, EngineName::Ic3, SatName::Cadical)
            };
            let limits = Limits { stop: StopFlag::new(), ..Limits::default() };
            limits.stop.raise();
            let searched = search(&program, &choice, &limits, &mut Silent, &mut Clock::new());
            assert!(matches!(searched, Err(PipelineError::Stopped)), "{cells}");
        }
    }

    #[test]
    fn lazy_searches_agree_with_whole_ones() {
        let (mut reached, mut safe, mut rounds) = (0, 0, 0);
        for seed in 1..500 {
            let mut program = random_program(seed, 3 + seed as usize % 7);
            program.map.sites.push(Site { kind: CheckKind::ReachError, detail: String::new(), origin: None });
            program.map.unmodelled.push(Unmodelled { reason: "random".to_owned(), origin: None });
            let Some(lazy) = Lazy::new(&program, 0) else { continue };
            let encoding = if seed % 2 == 0 { EncodingName::LargeBlock } else { EncodingName::SmallBlock };
            let choice = Choice::new(encoding, EngineName::Ic3, SatName::Cadical);
            let (limits, clock) = (Limits::default(), &mut Clock::new());
            let whole = answer(&program, search(&program, &choice, &limits, &mut Silent, clock).unwrap());
            assert_eq!(whole.2, 0, "eight cells are few");
            for precision in [Precision::default(), lazy.first_precision()] {
                let searched = refine(&program, &lazy, precision, &choice, &limits, &mut Silent, clock);
                let lazily = answer(&program, searched.unwrap());
                assert_eq!(lazily.0, whole.0, "seed {seed}\n{program}");
                // Where both an error and something unmodelled can be reached, either may be found first.
                assert!(whole.0 || lazily.1 == whole.1, "seed {seed}\n{program}");
                reached += usize::from(lazily.0);
                safe += usize::from(!lazily.0);
                rounds += lazily.2;
            }
        }
        assert!(reached > 50 && safe > 50 && rounds > reached + safe + 50, "{reached} {safe} {rounds}");
    }
}
