//! The frames: over-approximations `F_0 ⊆ F_1 ⊆ … ⊆ F_∞` of the states reachable in at most so many steps.
//!
//! `F_0` is `I ∧ U`. A lemma is the negation of a blocked cube, and is stored once, in the highest frame in which it is
//! known to hold (*delta encoding*: Een, Mishchenko, Brayton, FMCAD 2011). So `F_i` is the conjunction of all lemmas stored at
//! `i` or above, those of the infinity frame included.
//!
//! Invariants, for frames `1 ≤ i` up to the frontier:
//!
//! ```text
//!   I ∧ U ⇒ F_i        F_i ⇒ F_{i+1}        F_i ∧ U ∧ T ∧ U' ⇒ F'_{i+1}        F_i ∧ U ∧ G unsatisfiable, i < frontier
//! ```

use bitreach_formula::{Cube, Lit};

/// A blocked cube in the frames; the lemma is its negation.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    /// The blocked cube.
    pub cube: Cube,
    /// A hash of its literals, so that most failing inclusion tests end after one comparison.
    signature: u64,
    /// When it came into its frame.
    stamp: u64,
    /// What stopped it when it was last pushed (Suda: triggered clause pushing).
    witness: Option<Witness>,
}

/// A state of the lemma's frame from which one step leads into the blocked cube.
#[derive(Clone, Debug)]
struct Witness {
    /// The literals that are true, sorted.
    state: Cube,
    signature: u64,
    /// Lemmas up to this stamp are known to hold in it.
    stamp: u64,
}

fn signature(cube: &[Lit]) -> u64 {
    cube.iter().fold(0, |bits, lit| bits | 1 << ((lit.code() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58))
}

impl Lemma {
    fn blocks(&self, cube: &Cube, signature: u64) -> bool {
        self.signature & !signature == 0 && self.cube.subsumes(cube)
    }
}

/// The frames from `F_1` to the frontier, and the infinity frame.
#[derive(Debug)]
pub(crate) struct Frames {
    /// `frames[i]` holds the lemmas whose highest frame is `i`; `frames[0]` stays empty.
    frames: Vec<Vec<Lemma>>,
    /// The infinity frame: its lemmas hold in every reachable state.
    infinity: Vec<Lemma>,
    stamp: u64,
    /// Whether lemmas that a new one implies are removed.
    subsumption: bool,
}

impl Frames {
    /// `F_0` and an empty `F_1`, which is the frontier.
    pub fn new(subsumption: bool) -> Frames {
        Frames { frames: vec![Vec::new(), Vec::new()], infinity: Vec::new(), stamp: 0, subsumption }
    }

    /// The number of the highest frame.
    pub fn frontier(&self) -> usize {
        self.frames.len() - 1
    }

    /// Opens a new frontier.
    pub fn extend(&mut self) {
        self.frames.push(Vec::new());
    }

    /// Forgets all lemmas but those of the infinity frame; `F_1` is the frontier again.
    pub fn restart(&mut self) {
        self.frames = vec![Vec::new(), Vec::new()];
    }

    /// How many lemmas there are.
    pub fn lemmas(&self) -> usize {
        self.infinity.len() + self.frames.iter().map(Vec::len).sum::<usize>()
    }

    /// How many lemmas have their highest frame at 1, 2, … up to the frontier; those of the infinity frame are last.
    pub fn lemmas_by_frame(&self) -> impl Iterator<Item = usize> + '_ {
        self.frames[1..].iter().chain([&self.infinity]).map(Vec::len)
    }

    /// The lemmas whose highest frame is `frame`.
    pub fn at(&self, frame: usize) -> &[Lemma] {
        &self.frames[frame]
    }

    /// The lemmas of the infinity frame.
    pub fn infinity(&self) -> &[Lemma] {
        &self.infinity
    }

    fn from(&self, frame: usize) -> impl Iterator<Item = &Lemma> {
        self.frames[frame..].iter().rev().flatten().chain(&self.infinity)
    }

    /// The clauses of `F_frame`, infinity frame included, as blocked cubes.
    pub fn cubes_from(&self, frame: usize) -> impl Iterator<Item = &Cube> {
        self.from(frame).map(|lemma| &lemma.cube)
    }

    /// Whether a lemma of `F_frame` contains the cube, so that it needs no query to be excluded there.
    pub fn blocked(&self, cube: &Cube, frame: usize) -> bool {
        let signature = signature(cube);
        self.subsumption && self.from(frame).any(|lemma| lemma.blocks(cube, signature))
    }

    /// Whether a lemma of the infinity frame contains the cube.
    pub fn blocked_for_good(&self, cube: &Cube) -> bool {
        let signature = signature(cube);
        self.infinity.iter().any(|lemma| lemma.blocks(cube, signature))
    }

    /// A lemma stored exactly at `frame` that contains the cube: the *parent lemma* of what blocks it one frame on.
    pub fn parent(&self, cube: &Cube, frame: usize) -> Option<&Cube> {
        let signature = signature(cube);
        self.frames[frame].iter().find(|lemma| lemma.blocks(cube, signature)).map(|lemma| &lemma.cube)
    }

    /// Adds a blocked cube whose lemma holds up to `frame`. False if another lemma implies it there already.
    ///
    /// Requires that the cube has no initial state and is inductive relative to `F_{frame-1}`.
    pub fn add(&mut self, cube: Cube, frame: usize) -> bool {
        let signature = signature(&cube);
        if self.subsumption {
            if self.from(frame).any(|lemma| lemma.blocks(&cube, signature)) {
                return false;
            }
            for lemmas in &mut self.frames[1..=frame] {
                lemmas.retain(|lemma| signature & !lemma.signature != 0 || !cube.subsumes(&lemma.cube));
            }
        }
        self.stamp += 1;
        self.frames[frame].push(Lemma { cube, signature, stamp: self.stamp, witness: None });
        true
    }

    /// Moves a blocked cube into the infinity frame, out of all others.
    ///
    /// Requires that the cube has no initial state and is inductive together with what is moved along with it.
    pub fn add_to_infinity(&mut self, cube: Cube) {
        let signature = signature(&cube);
        for lemmas in self.frames.iter_mut().chain([&mut self.infinity]) {
            lemmas.retain(|lemma| signature & !lemma.signature != 0 || !cube.subsumes(&lemma.cube));
        }
        self.stamp += 1;
        self.infinity.push(Lemma { cube, signature, stamp: self.stamp, witness: None });
    }

    /// The blocked cubes at `frame`, short ones first.
    pub fn short_first(&self, frame: usize) -> Vec<Cube> {
        let mut cubes: Vec<Cube> = self.frames[frame].iter().map(|lemma| lemma.cube.clone()).collect();
        cubes.sort_by_key(|cube| cube.len());
        cubes
    }

    /// Takes a lemma out of its frame, to put it elsewhere. False if it is not there.
    pub fn remove(&mut self, cube: &Cube, frame: usize) -> bool {
        let position = self.frames[frame].iter().position(|lemma| lemma.cube == *cube);
        position.map(|at| self.frames[frame].swap_remove(at)).is_some()
    }

    /// Remembers the state that kept a lemma of `frame` from being pushed.
    pub fn stopped_by(&mut self, cube: &Cube, frame: usize, state: Cube) {
        let stamp = self.stamp;
        if let Some(lemma) = self.frames[frame].iter_mut().find(|lemma| lemma.cube == *cube) {
            lemma.witness = Some(Witness { signature: signature(&state), state, stamp });
        }
    }

    /// Whether what stopped the lemma of `frame` the last time is still in `F_frame`, so that it would stop it again.
    pub fn still_stopped(&mut self, cube: &Cube, frame: usize) -> bool {
        let Some(lemma) = self.frames[frame].iter().find(|lemma| lemma.cube == *cube) else { return false };
        let Some(witness) = &lemma.witness else { return false };
        let excluded = self
            .from(frame)
            .any(|lemma| lemma.stamp > witness.stamp && lemma.blocks(&witness.state, witness.signature));
        let stamp = self.stamp;
        let lemma = self.frames[frame].iter_mut().find(|lemma| lemma.cube == *cube);
        match lemma {
            Some(lemma) if excluded => lemma.witness = None,
            Some(Lemma { witness: Some(witness), .. }) => witness.stamp = stamp,
            _ => {}
        }
        !excluded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(lits: &[i32]) -> Cube {
        Cube::new(lits.iter().filter_map(|&lit| Lit::from_dimacs(lit)))
    }

    #[test]
    fn a_lemma_removes_what_it_implies_below_and_not_above() {
        let mut frames = Frames::new(true);
        frames.extend();
        frames.extend();
        assert!(frames.add(cube(&[1, 2]), 1));
        assert!(frames.add(cube(&[1, 3]), 3));
        assert!(frames.add(cube(&[1]), 2));
        assert_eq!(frames.at(1).len(), 0);
        assert_eq!(frames.at(3).len(), 1);
        assert!(!frames.add(cube(&[1, -5]), 2));
        assert!(frames.blocked(&cube(&[1, 4]), 2));
        assert!(!frames.blocked(&cube(&[1, 4]), 3));
        frames.add_to_infinity(cube(&[1]));
        assert_eq!((frames.lemmas(), frames.infinity().len()), (1, 1));
        assert_eq!(frames.lemmas_by_frame().collect::<Vec<_>>(), [0, 0, 0, 1]);
        assert!(frames.blocked(&cube(&[1, 4]), 3));
    }

    #[test]
    fn a_witness_stops_a_lemma_until_it_is_excluded() {
        let mut frames = Frames::new(true);
        frames.extend();
        frames.add(cube(&[1, 2]), 1);
        assert!(!frames.still_stopped(&cube(&[1, 2]), 1));
        frames.stopped_by(&cube(&[1, 2]), 1, cube(&[-1, 2, 3]));
        assert!(frames.still_stopped(&cube(&[1, 2]), 1));
        frames.add(cube(&[-3]), 1);
        assert!(frames.still_stopped(&cube(&[1, 2]), 1));
        frames.add(cube(&[2, 3]), 2);
        assert!(!frames.still_stopped(&cube(&[1, 2]), 1));
    }
}
