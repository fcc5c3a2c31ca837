//! Generalisation: from a blocked cube to a larger one that is blocked as well.
//!
//! * [`Search::generalize`]: minimal inductive clause, *MIC* (Bradley: VMCAI 2011), literals in order of ascending activity
//!   (IC3ref), those of the parent lemma later (Xia, Becchi, Cimatti, Griggio, Li, Pu: CAV 2023), and those of the location
//!   last, as lemmas are about one place of the program each in IC3CFA (Lange, Neuhaeusser, Noll: FMCAD 2015);
//! * [`Search::down`]: one attempt to drop a literal. If a state stands in the way, a counterexample to generalisation,
//!   *CTG*, it tries to block that state first (Hassan, Bradley, Somenzi: FMCAD 2013), and otherwise joins it into the cube;
//! * [`Activity`]: how often a variable occurs in recent lemmas.

use crate::engine::Search;
use crate::options::Location;
use crate::query::Consecution;
use crate::Halt;
use bitreach_formula::{Cube, Lit, Var};
use fastrand::Rng;

/// How often each variable occurs in recent lemmas; the past fades by a factor of 0.99 a lemma.
#[derive(Debug)]
pub(crate) struct Activity {
    of: Vec<f64>,
    bump: f64,
}

impl Activity {
    /// No lemma yet, over this many variables.
    pub fn new(variables: usize) -> Activity {
        Activity { of: vec![0.0; variables], bump: 1.0 }
    }

    /// No lemma yet: variables come in a random order.
    pub fn random(variables: usize, random: &mut Rng) -> Activity {
        Activity { of: (0..variables).map(|_| random.f64()).collect(), bump: 1.0 }
    }

    /// Counts a lemma in.
    pub fn count(&mut self, cube: &Cube) {
        self.bump /= 0.99;
        for lit in cube.iter() {
            self.of[lit.var().index()] += self.bump;
        }
        if self.bump > 1e100 {
            self.of.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.bump *= 1e-100;
        }
    }

    fn get(&self, var: Var) -> f64 {
        self.of[var.index()]
    }

    /// Sorts literals so that the most active come first.
    pub fn sort_descending(&self, lits: &mut [Lit]) {
        lits.sort_by(|a, b| self.get(b.var()).total_cmp(&self.get(a.var())));
    }
}

impl Search<'_, '_> {
    /// The cube's literals, those first that should rather stay.
    pub fn order(&self, cube: &Cube) -> Vec<Lit> {
        let mut order = cube.to_vec();
        if self.options.activity_order {
            self.activity.sort_descending(&mut order);
        }
        self.worthy_first(&mut order);
        order
    }

    /// [`Queries::consecution`](crate::query::Queries::consecution) with the literals in order of activity.
    pub fn consecution(&mut self, cube: &Cube, frame: usize) -> Result<Consecution, Halt> {
        self.check_budget()?;
        let order = self.order(cube);
        self.queries.consecution(cube, &order, frame)
    }

    /// A part of the cube that is inductive relative to `F_{frame-1}` too, and minimal as far as the options go.
    ///
    /// Requires that the cube is inductive relative to `F_{frame-1}` and has no initial state; ensures both for the result.
    pub fn generalize(&mut self, cube: Cube, frame: usize, depth: usize) -> Result<Cube, Halt> {
        if !self.options.mic {
            return Ok(cube);
        }
        let parent = if self.options.parent_lemmas && frame > 1 { self.frames.parent(&cube, frame - 1) } else { None };
        let mut order = self.order(&cube);
        order.reverse();
        if let Some(parent) = parent {
            order.sort_by_key(|&lit| parent.contains_lit(lit));
        }
        if self.options.location != Location::Plain {
            order.sort_by_key(|&lit| self.model.is_location(lit));
        }
        let mut cube = cube;
        let mut kept: Vec<Lit> = Vec::new();
        for lit in order {
            if !cube.contains_lit(lit) || cube.len() == 1 && !self.may_be_empty() {
                continue;
            }
            if self.options.location == Location::Kept && self.model.is_location(lit) {
                break;
            }
            match self.down(cube.without(lit.var()), frame, &kept, depth)? {
                Some(smaller) => cube = smaller,
                None => kept.push(lit),
            }
        }
        Ok(cube)
    }

    /// Whether the empty cube can be blocked at all: only if there is no initial state.
    fn may_be_empty(&self) -> bool {
        self.no_initial_state
    }

    /// A part of the cube, with all literals of `kept`, that is inductive relative to `F_{frame-1}` and has no initial
    /// state, if one is found.
    fn down(&mut self, mut cube: Cube, frame: usize, kept: &[Lit], depth: usize) -> Result<Option<Cube>, Halt> {
        let mut ctgs = 0;
        loop {
            if self.queries.initial_state(&cube)? {
                return Ok(None);
            }
            if let Consecution::Inductive(core) = self.consecution(&cube, frame)? {
                return Ok(Some(core));
            }
            let state = Cube::new(self.queries.predecessor());
            if !self.options.ctg || depth >= self.options.ctg_depth {
                return Ok(None);
            }
            if ctgs < self.options.ctg_max && frame > 1 && self.block_ctg(&cube, frame - 1, depth)? {
                ctgs += 1;
                continue;
            }
            // Join: what the cube and the state have in common.
            ctgs = 0;
            cube = Cube::new(cube.iter().copied().filter(|&lit| state.contains_lit(lit)));
            if cube.is_empty() || kept.iter().any(|&lit| !cube.contains_lit(lit)) {
                return Ok(None);
            }
        }
    }

    /// After a consecution query that reached `target` from `F_frame`: blocks the predecessor at `frame`, and as far above
    /// as it goes, if that takes no further obligation.
    fn block_ctg(&mut self, target: &Cube, frame: usize, depth: usize) -> Result<bool, Halt> {
        let ctg = self.lifted_predecessor(target)?;
        if self.queries.initial_state(&ctg)? {
            return Ok(false);
        }
        let Consecution::Inductive(core) = self.consecution(&ctg, frame)? else { return Ok(false) };
        self.statistics.ctgs += 1;
        let (core, frame) = self.push_forward(core, frame)?;
        let cube = self.generalize(core, frame, depth + 1)?;
        self.learn(cube, frame);
        Ok(true)
    }

    /// Pushes a blocked cube as far as it is inductive relative to the frame before, up to the frontier.
    ///
    /// Requires that the cube is inductive relative to `F_{frame-1}`; ensures it for the result.
    pub fn push_forward(&mut self, mut cube: Cube, mut frame: usize) -> Result<(Cube, usize), Halt> {
        while self.options.push_lemmas && frame < self.frames.frontier() {
            match self.consecution(&cube, frame + 1)? {
                Consecution::Inductive(core) => (cube, frame) = (core, frame + 1),
                Consecution::Reached => break,
            }
        }
        Ok((cube, frame))
    }
}
