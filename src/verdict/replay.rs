//! Replays runs of an encoding on programs, by the interpreter, which shares nothing with the encoding but the meaning of
//! the operations.

use crate::bv::BitVec;
use crate::program::interpret::{Event, InputRequest, Interpreter, Outcome};
use crate::program::{Exit, InputId, Program, SiteId, ValueId};
use crate::ts::{Place, Run};
use crate::verdict::path::{ErrorPath, Gap, Length, Recorder};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::collections::VecDeque;

/// How many blocks of the plain program are executed before it is given up to tell the path on it.
const PLAIN_LIMIT: u64 = 1_000_000;

/// Replays a run on the program that was encoded: in each step control must be where the run says, and it must end in
/// an error.
///
/// # Errors
/// If the program does something else than the run says; a sentence that says what.
pub fn exact(program: &Program, run: &Run) -> Result<ErrorPath, String> {
    let mut recorder = Recorder::new(&program.map);
    match follow(program, run, |event| recorder.hear(event))? {
        Exit::Error(site) => {
            let Recorder { steps, inputs, .. } = recorder;
            let length = Length::Transitions(run.steps.len().saturating_sub(1));
            Ok(ErrorPath { steps, inputs, site, length, gap: None, on_plain: false, may_overflow: true })
        }
        exit => Err(format!("the program ends in {exit:?} instead of an error")),
    }
}

/// Where a run leaves the program, if the replay follows it.
pub fn last_exit(program: &Program, run: &Run) -> Option<Exit> {
    follow(program, run, |_| {}).ok()
}

/// What was read on an execution: the values of each input in turn.
pub type Reads = FxHashMap<ValueId, Vec<BitVec>>;

/// What a run passes.
#[derive(Clone, Debug)]
pub struct Visited {
    /// For each block, by index, whether the run passes it.
    pub blocks: Vec<bool>,
    /// What it reads.
    pub reads: Reads,
    /// Where it leaves the program.
    pub exit: Exit,
}

/// What a run passes, if the replay follows it.
///
/// # Errors
/// If the program does something else than the run says; a sentence that says what.
pub fn visited(program: &Program, run: &Run) -> Result<Visited, String> {
    let (mut blocks, mut reads) = (vec![false; program.blocks.len()], Reads::default());
    let exit = follow(program, run, |event| match event {
        Event::Block(block) => blocks[block.0] = true,
        Event::Input { value, bits, .. } => reads.entry(value).or_default().push(bits),
        _ => {}
    })?;
    Ok(Visited { blocks, reads, exit })
}

/// Runs the program on the inputs of `run`, compares places, and gives the exit.
///
/// # Errors
/// If the program does something else than the run says; a sentence that says what.
pub fn follow(program: &Program, run: &Run, mut observe: impl FnMut(Event)) -> Result<Exit, String> {
    let begun = Cell::new(0usize);
    let mut astray = None;
    let mut inputs = |request: InputRequest| {
        let step = run.steps.get(begun.get().wrapping_sub(1));
        let value = step.and_then(|step| step.inputs.get(&request.value)).copied();
        // An input that the encoding does not know influences nothing.
        value.unwrap_or(BitVec::new(request.width, 0))
    };
    let limit = run.steps.len() as u64 * program.blocks.len() as u64 + 1;
    let outcome = Interpreter::new(program).run(&mut inputs, limit, |event| {
        if let Event::Block(block) = event {
            if run.is_location(block) {
                let place = run.steps.get(begun.get()).map(|step| step.place);
                if place != Some(Place::Block(block)) && astray.is_none() {
                    astray = Some(format!("in step {} the program is at {block:?}, the run at {place:?}", begun.get()));
                }
                begun.set(begun.get() + 1);
            }
        }
        observe(event);
    });
    match (astray, outcome) {
        (Some(astray), _) => Err(astray),
        (None, Outcome::StepLimit) => Err("the program does not leave its loops where the run does".to_owned()),
        (None, Outcome::Exit(exit)) => Ok(exit),
    }
}

/// How many blocks at the beginning, and at the end, of a long execution are told.
const TOLD_BLOCKS: u64 = 5_000;

/// Executions that are told whole may have this many blocks.
const WHOLE_BLOCKS: u64 = 1_000_000;

/// An execution that was recorded by its inputs alone.
#[derive(Clone, Copy, Debug)]
pub struct Recording<'a> {
    /// The check that fails at its end.
    pub site: SiteId,
    /// The inputs in the order in which they are read.
    pub inputs: &'a [(InputId, BitVec)],
}

impl Recording<'_> {
    /// Executes the program, through at most `limit` blocks, on the recorded inputs; `hear` is given each event and the number
    /// of the block it happens in. Gives the number of blocks if the recorded error is reached with all inputs read, and
    /// `None` if the limit is.
    fn follow(&self, program: &Program, limit: u64, mut hear: impl FnMut(u64, Event)) -> Result<Option<u64>, String> {
        let (read, astray, mut blocks) = (Cell::new(0), Cell::new(false), 0);
        let mut inputs = |request: InputRequest| {
            let next = self.inputs.get(read.replace(read.get() + 1));
            let value = next.filter(|(row, bits)| *row == request.input && bits.width() == request.width);
            astray.set(astray.get() || value.is_none());
            value.map_or(BitVec::new(request.width, 0), |(_, bits)| *bits)
        };
        let outcome = Interpreter::new(program).run(&mut inputs, limit, |event| {
            blocks += u64::from(matches!(event, Event::Block(_)));
            hear(blocks, event);
        });
        if astray.get() {
            return Err("the program reads other inputs than those recorded".to_owned());
        }
        match outcome {
            Outcome::StepLimit => Ok(None),
            Outcome::Exit(Exit::Error(site)) if site == self.site && read.get() == self.inputs.len() => {
                Ok(Some(blocks))
            }
            Outcome::Exit(exit) => Err(format!("the program ends in {exit:?} instead of the recorded error")),
        }
    }

    /// Replays the recording on the program that was run. `None` if it is longer than `limit` blocks. Of a long execution only
    /// the beginning and the end are told.
    ///
    /// # Errors
    /// If the program does something else than was recorded; a sentence that says what.
    pub fn replay(&self, program: &Program, limit: u64) -> Result<Option<ErrorPath>, String> {
        let Some(blocks) = self.follow(program, limit, |_, _| {})? else { return Ok(None) };
        let (head, tail) = match blocks <= WHOLE_BLOCKS {
            true => (blocks, blocks),
            false => (TOLD_BLOCKS, blocks - TOLD_BLOCKS),
        };
        let (mut recorder, mut after) = (Recorder::new(&program.map), 0);
        self.follow(program, limit, |block, event| {
            if block <= head || block > tail {
                recorder.hear(event);
            } else {
                after = recorder.steps.len();
            }
        })?;
        let gap = (tail > head).then(|| Gap { after, blocks: Some(tail - head) });
        Ok(Some(self.path(recorder, Length::Blocks(blocks), gap)))
    }

    /// The beginning of an execution that is too long to be replayed: the path ends in a gap.
    ///
    /// # Errors
    /// If the program does something else than was recorded.
    pub fn beginning(&self, program: &Program, turns: u64) -> Result<ErrorPath, String> {
        let mut recorder = Recorder::new(&program.map);
        self.follow(program, TOLD_BLOCKS, |_, event| recorder.hear(event))?;
        let gap = Gap { after: recorder.steps.len(), blocks: None };
        Ok(self.path(recorder, Length::Turns(turns), Some(gap)))
    }

    fn path(&self, recorder: Recorder, length: Length, gap: Option<Gap>) -> ErrorPath {
        let inputs = self.inputs.to_vec();
        ErrorPath { steps: recorder.steps, inputs, site: self.site, length, gap, on_plain: false, may_overflow: true }
    }
}

/// Tells a path on the plain program: its inputs get, for each row of inputs, the values that the optimised program read
/// there, in order. `None` where that does not lead to the same error: the optimiser may have dropped reads that do not
/// matter, and then rows cannot always be matched.
pub fn on_plain(plain: &Program, optimised: &ErrorPath) -> Option<ErrorPath> {
    let mut recorder = Recorder::new(&plain.map);
    by_rows(plain, optimised, PLAIN_LIMIT, |event| recorder.hear(event)).then(|| {
        let Recorder { steps, inputs, .. } = recorder;
        let (site, length) = (optimised.site, optimised.length);
        ErrorPath { steps, inputs, site, length, gap: None, on_plain: true, may_overflow: false }
    })
}

/// Through how many blocks a path is followed that is not told, in about a second.
const LONGEST: u64 = 10_000_000;

/// Whether another program comes to the same error with the inputs of a path, given row by row, in [`LONGEST`] blocks.
pub fn reaches(program: &Program, path: &ErrorPath) -> bool {
    by_rows(program, path, LONGEST, |_| {})
}

fn by_rows(program: &Program, path: &ErrorPath, limit: u64, hear: impl FnMut(Event)) -> bool {
    let mut rows: FxHashMap<InputId, VecDeque<BitVec>> = FxHashMap::default();
    for (input, bits) in &path.inputs {
        rows.entry(*input).or_default().push_back(*bits);
    }
    let mut inputs = |request: InputRequest| {
        let bits = rows.get_mut(&request.input).and_then(VecDeque::pop_front);
        bits.filter(|bits| bits.width() == request.width).unwrap_or(BitVec::new(request.width, 0))
    };
    Interpreter::new(program).run(&mut inputs, limit, hear) == Outcome::Exit(Exit::Error(path.site))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::testing::RandomBits;
    use crate::program::testing::any_program;
    use crate::ts::{large_block, simulate, small_block, Coding, Encoding};
    use bitreach_formula::testing::{for_all, with_seed, Random};

    /// Runs an encoding of each of many random programs with random inputs and expects the interpreter to come to the same
    /// sink by the same places.
    fn encoding_agrees_with_interpreter(encode: fn(&Program) -> Encoding) {
        let mut sinks = [0; 3];
        for_all(2000, with_seed(any_program), |(program, seed)| {
            let encoding = encode(&program);
            let mut random = Random::new(seed);
            let mut run = simulate::run(&encoding, 30, |width| random.bits(width));
            match run.sink() {
                Some(Place::Error) => sinks[0] += 1,
                Some(Place::Unmodelled) => sinks[1] += 1,
                Some(Place::Ok) => sinks[2] += 1,
                _ => {
                    // Still running: the places so far must agree, and then the interpreter goes on where the run stops.
                    run.steps.pop();
                    let message = follow(&program, &run, |_| {}).expect_err("the run has no end");
                    assert!(!message.contains("run at Some"), "{message}\n{program}");
                    return;
                }
            }
            let exit = follow(&program, &run, |_| {}).unwrap_or_else(|fault| panic!("{fault}\n{program}"));
            let expected = match exit {
                Exit::Error(_) => Place::Error,
                Exit::Unmodelled(_) => Place::Unmodelled,
                Exit::Ok => Place::Ok,
            };
            assert_eq!(run.sink(), Some(expected), "{program}");
        });
        assert!(sinks.iter().all(|&count| count > 50), "the programs end too seldom in some sink: {sinks:?}");
    }

    #[test]
    fn small_blocks_agree_with_the_interpreter() {
        encoding_agrees_with_interpreter(small_block::encode);
    }

    #[test]
    fn large_blocks_agree_with_the_interpreter() {
        encoding_agrees_with_interpreter(large_block::encode);
        encoding_agrees_with_interpreter(|program| large_block::encode_with(program, Coding::OneHot));
    }
}
