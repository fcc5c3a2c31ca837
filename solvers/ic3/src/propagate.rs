//! Propagation: pushes lemmas forward, and looks for a frame that equals the next (Bradley: VMCAI 2011).
//!
//! * a lemma is tried again only if the state that stopped it last time is excluded by now (Suda: triggered clause pushing,
//!   2013);
//! * lemmas of the highest frame that are inductive together go to the infinity frame (Hoder, Bjorner: SAT 2012).

use crate::engine::Search;
use crate::query::Consecution;
use crate::{statistics::Phase, Halt};
use bitreach_formula::Cube;

impl Search<'_, '_> {
    /// Pushes every lemma below the new frontier forward. `Some` cubes are all that an inductive invariant
    /// excludes, the goal among it.
    ///
    /// Requires that all frames below the frontier exclude the goal.
    pub fn propagate(&mut self) -> Result<Option<Vec<Cube>>, Halt> {
        let since = self.statistics.start();
        for frame in 1..self.frames.frontier() {
            for cube in self.frames.short_first(frame) {
                self.push_lemma(&cube, frame)?;
            }
            if self.frames.at(frame).is_empty() {
                // F_frame = F_{frame+1}.
                let invariant = self.frames.cubes_from(frame + 1).cloned().collect();
                self.statistics.stop(Phase::Propagating, since);
                return Ok(Some(invariant));
            }
        }
        self.statistics.stop(Phase::Propagating, since);
        if self.options.infinity {
            self.fill_infinity()?;
        }
        Ok(None)
    }

    /// Moves the lemma of a blocked cube of `frame` to the next frame, if it holds there.
    fn push_lemma(&mut self, cube: &Cube, frame: usize) -> Result<(), Halt> {
        if self.options.triggered && self.frames.still_stopped(cube, frame) {
            return Ok(());
        }
        self.check_budget()?;
        self.queries.refresh(&self.frames);
        let order = self.order(cube);
        match self.queries.push(cube, &order, frame)? {
            Consecution::Inductive(core) => {
                // A smaller core may have removed this one by subsumption already: then it is not there any more.
                if self.frames.remove(cube, frame) && self.frames.add(core.clone(), frame + 1) {
                    self.queries.add_lemma(&core, Some(frame + 1));
                }
            }
            Consecution::Reached if self.options.triggered => {
                let state = Cube::new(self.predecessor());
                self.frames.stopped_by(cube, frame, state);
            }
            Consecution::Reached => {}
        }
        Ok(())
    }

    /// Moves those lemmas of the frontier into the infinity frame that are inductive together, and puts them on the board.
    fn fill_infinity(&mut self) -> Result<(), Halt> {
        let since = self.statistics.start();
        self.read_board();
        let cubes = self.frames.short_first(self.frames.frontier());
        let inductive = self.queries.mutually_inductive(cubes, None)?;
        self.keep_for_good(inductive);
        self.statistics.stop(Phase::Infinity, since);
        Ok(())
    }

    /// Adds to the infinity frame, and puts on the board, the lemmas of blocked cubes that are inductive together with it.
    pub fn keep_for_good(&mut self, inductive: Vec<Cube>) {
        self.board.add_lemmas(inductive.iter().map(Cube::negated));
        for cube in inductive {
            self.queries.add_lemma(&cube, None);
            self.frames.add_to_infinity(cube);
            self.statistics.infinity += 1;
        }
    }

    /// Takes the lemmas of other engines into the infinity frame, those over other variables aside. All that stands on the
    /// board is inductive together, and so is a certificate that has them all.
    fn read_board(&mut self) {
        for clause in self.board.new_lemmas(&mut self.read_lemmas) {
            let cube = clause.negated();
            if !self.model.over_state(&cube) {
                self.foreign.push(clause);
                continue;
            }
            // What only the frontier blocks is not enough: other lemmas of the board may rest on this one for good.
            if !self.frames.blocked_for_good(&cube) {
                self.queries.add_lemma(&cube, None);
                self.frames.add_to_infinity(cube);
                self.statistics.shared += 1;
            }
        }
    }
}
