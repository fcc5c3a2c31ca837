//! Which lines a proof needs that a place cannot be passed, found by few queries where to leave lines out one after the other takes
//! many: a program in which each line has switches ([`Switched`]).
//!
//! * Without loops, or with loops abstracted, one formula says that no path is left; the switches are assumptions, and those that
//!   the solver's proof makes use of are the lines. Then lines are left out under assumptions, in the same solver, until each is
//!   needed. After Jose, Majumdar: *Cause clue clauses* (PLDI 2011), who take the complements.
//! * Else IC3 finds an invariant of the program as it is. That it is inductive is a query for each of its clauses, and the
//!   switches that these make use of are the lines.
//!
//! What comes out is only where the search for an explanation begins: that the lines suffice is proved behind it.

use crate::inconsistency::abstraction;
use crate::inconsistency::finding::Line;
use crate::inconsistency::lines::Switched;
use crate::inconsistency::query::{Query, QueryError};
use crate::program::{BlockId, Program};
use crate::solve::Limits;

/// Lines that a proof needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnsatCore {
    /// The lines, in the order in which they were given.
    pub lines: Vec<Line>,
    /// Whether none of them can be left out.
    pub least: bool,
}

/// Those of `lines` that a proof needs that no path to the return passes one of `blocks`; `None` if there is none, or if time is
/// up. The branches that end the blocks `fixed` stay as they are.
///
/// # Errors
/// If an engine fails.
pub fn unsat_core(
    program: &Program,
    lines: &[Line],
    fixed: &[BlockId],
    blocks: &[BlockId],
    limits: &Limits,
) -> Result<Option<UnsatCore>, QueryError> {
    let has_loops = abstraction::has_loops(program);
    let of = |rows: Vec<usize>| rows.into_iter().map(|row| lines[row].clone()).collect();
    let straight = match has_loops {
        true => abstraction::without_back_edges(&abstraction::forget_in_loops(program)),
        false => Some(program.clone()),
    };
    if let Some(straight) = straight {
        let switched = Switched::new(&straight, lines, fixed);
        let query = Query::relaxed(&switched.program, blocks);
        if let Some((rows, least)) = query.least(blocks, &switched.rows, &limits.half())? {
            // With their loops as they are, fewer may do.
            return Ok(Some(UnsatCore { lines: of(rows), least: least && !has_loops }));
        }
    }
    if !has_loops || limits.are_up() {
        return Ok(None);
    }
    let mut exact = Query::relaxed(program, blocks);
    let Some(invariant) = exact.invariant(blocks, &limits.half())? else { return Ok(None) };
    let switched = Switched::new(program, lines, fixed);
    let query = Query::relaxed(&switched.program, blocks);
    if !query.has_states_of(&exact) {
        return Ok(None);
    }
    let rows = query.steps_need(&invariant, &switched.rows, limits)?;
    Ok(rows.map(|rows| UnsatCore { lines: of(rows), least: false }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inconsistency::cover::tests::body_of;
    use crate::inconsistency::lines;
    use crate::inconsistency::query::{Ending, Found};
    use crate::program::testing::random_program;
    use crate::program::{Instruction, Origin, OriginId, Terminator};
    use rustc_hash::FxHashSet;

    /// The same program on some lines, what it does in no particular order on them.
    fn on_lines(mut program: Program, lines: u32) -> Program {
        let text = |text: &str| std::sync::Arc::<str>::from(text);
        let origin = |line| Origin { file: text("a.c"), line, column: 1, function: text("f"), inlined_at: None };
        program.map.origins = (0..lines).map(origin).collect();
        let mut next = 0;
        let mut line = || {
            next = (next * 5 + 3) % 1009;
            Some(OriginId(next % lines as usize))
        };
        for block in &mut program.blocks {
            block.origin = line();
            for instruction in &mut block.instructions {
                match instruction {
                    Instruction::Define { origin, .. } => *origin = line(),
                    Instruction::Store(store) => store.origin = line(),
                    Instruction::Assign(_) => {}
                }
            }
        }
        program.map.sites.iter_mut().for_each(|site| site.origin = line());
        program
    }

    /// What switches say is what programs say that have only some of their lines: the lines that are needed suffice, and where none
    /// is said to be too many, none is.
    #[test]
    fn needed_lines_suffice() {
        let (mut straight, mut least, mut by_invariants, mut fewer) = (0, 0, 0, 0);
        for seed in 1..250 {
            let program = on_lines(body_of(random_program(seed, 4 + seed as usize % 9)).program, 9);
            let lines: Vec<Line> = (0..9).filter_map(|row| lines::line(&program, Some(OriginId(row)))).collect();
            let leaves = |block: &BlockId| matches!(program.blocks[block.0].terminator, Terminator::Exit(_));
            for block in (0..program.blocks.len()).map(BlockId).filter(|block| !leaves(block)) {
                let limits = Limits::default();
                let none = |some: &[Line]| {
                    let kept: FxHashSet<Line> = some.iter().cloned().collect();
                    let relaxed = lines::with_lines(&program, &kept, &[]);
                    let mut query = Query::relaxed(&relaxed, &[block]);
                    let found = query.ask(Ending::Return, &[block], &limits).expect("no engine fails");
                    matches!(found, Found::Impossible)
                };
                let found = unsat_core(&program, &lines, &[], &[block], &limits).expect("no engine fails");
                let Some(UnsatCore { lines: some, least: is_least }) = found else {
                    assert!(abstraction::has_loops(&program) || !none(&lines), "seed {seed}, {block:?}");
                    continue;
                };
                assert!(none(&some), "seed {seed}, {block:?}: {some:?}\n{program}");
                fewer += usize::from(some.len() < lines.len());
                if is_least {
                    least += 1;
                    for line in &some {
                        let rest: Vec<Line> = some.iter().filter(|other| *other != line).cloned().collect();
                        assert!(!none(&rest), "seed {seed}, {block:?}: {line:?} of {some:?}\n{program}");
                    }
                }
                let loopless = abstraction::without_back_edges(&abstraction::forget_in_loops(&program));
                let by_abstraction = loopless.is_some_and(|loopless| {
                    let mut query = Query::relaxed(&loopless, &[block]);
                    let found = query.ask(Ending::Return, &[block], &limits).expect("no engine fails");
                    matches!(found, Found::Impossible)
                });
                *(if by_abstraction { &mut straight } else { &mut by_invariants }) += 1;
            }
        }
        let counts = [straight, least, by_invariants, fewer];
        assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
    }
}
