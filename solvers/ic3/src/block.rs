//! Blocking: proves the goal states out of the frontier, or finds a run to the goal (`strengthen` and
//! `handleObligations` of IC3ref; Een, Mishchenko, Brayton: FMCAD 2011, for the queue).

use crate::engine::Search;
use crate::obligation::{Chain, Obligation};
use crate::query::Consecution;
use crate::{statistics::Phase, Halt};
use bitreach_formula::Cube;
use std::rc::Rc;

impl Search<'_, '_> {
    /// Excludes all goal states from the frontier. `Some` chain begins with an initial state and ends in the goal.
    ///
    /// Ensures, where it returns `None`, that `F_frontier ∧ U ∧ G` is unsatisfiable.
    pub fn strengthen(&mut self) -> Result<Option<Rc<Chain>>, Halt> {
        let since = self.statistics.start();
        let frontier = self.frames.frontier();
        loop {
            if let Some(chain) = self.discharge()? {
                self.statistics.stop(Phase::Blocking, since);
                return Ok(Some(chain));
            }
            if !self.queries.goal_state(frontier)? {
                self.statistics.stop(Phase::Blocking, since);
                return Ok(None);
            }
            let chain = Chain::goal(self.lifted_goal_state());
            if self.queries.initial_state(&chain.cube)? {
                return Ok(Some(chain));
            }
            self.obligations.push(Obligation { frame: frontier, chain });
        }
    }

    /// Works the queue off up to the frontier. `Some` chain begins with an initial state and ends in the goal.
    fn discharge(&mut self) -> Result<Option<Rc<Chain>>, Halt> {
        while let Some(Obligation { frame, chain }) = self.obligations.pop(self.frames.frontier()) {
            self.check_budget()?;
            self.check_patience()?;
            self.seed_later()?;
            self.queries.refresh(&self.frames);
            self.statistics.obligations += 1;
            self.statistics.depth = self.statistics.depth.max(chain.depth);
            if self.frames.blocked(&chain.cube, frame) {
                self.put_off(frame, chain);
                continue;
            }
            match self.consecution(&chain.cube, frame)? {
                Consecution::Inductive(core) => {
                    let frame = self.block(core, frame)?;
                    self.put_off(frame, chain);
                }
                Consecution::Reached if frame == 1 => {
                    return Ok(Some(Chain::before(Cube::new(self.queries.predecessor()), &chain)));
                }
                Consecution::Reached => {
                    let predecessor = Chain::before(self.lifted_predecessor(&chain.cube)?, &chain);
                    if self.queries.initial_state(&predecessor.cube)? {
                        return Ok(Some(predecessor));
                    }
                    self.obligations.push(Obligation { frame, chain });
                    self.obligations.push(Obligation { frame: frame - 1, chain: predecessor });
                }
            }
        }
        Ok(None)
    }

    /// Asks for a chain that is blocked at `frame` again at the next one.
    fn put_off(&mut self, frame: usize, chain: Rc<Chain>) {
        if self.options.requeue {
            self.obligations.push(Obligation { frame: frame + 1, chain });
        }
    }

    /// Learns a lemma from a cube that is inductive relative to `F_{frame-1}`; returns the frame up to which it holds.
    fn block(&mut self, cube: Cube, frame: usize) -> Result<usize, Halt> {
        let since = self.statistics.start();
        let cube = self.generalize(cube, frame, 0)?;
        let (cube, frame) = self.push_forward(cube, frame)?;
        self.learn(cube, frame);
        self.statistics.stop(Phase::Generalizing, since);
        Ok(frame)
    }

    /// Adds the lemma of a blocked cube to frames and solvers.
    pub fn learn(&mut self, cube: Cube, frame: usize) {
        self.activity.count(&cube);
        if self.frames.add(cube.clone(), frame) {
            self.queries.add_lemma(&cube, Some(frame));
            self.statistics.lemmas += 1;
        }
    }
}
