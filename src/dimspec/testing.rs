//! For the tests of file formats: what is written about random programs does what their systems do.

use crate::program::testing::any_program;
use crate::program::Program;
use crate::ts::{large_block, small_block, Encoding, Goal};
use bitreach_formula::testing::{for_all, with_seed, Random};

/// Runs the files of both encodings of random programs beside their systems. `agrees` does so for a goal, and gives whether a step was bad.
///
/// # Panics
/// If goals are reached too seldom for that to say anything.
pub fn programs_agree(agrees: impl Fn(&Encoding, Goal, &mut Random) -> bool) {
    let encodings: [fn(&Program) -> Encoding; 2] = [small_block::encode, large_block::encode];
    for encode in encodings {
        let mut bad = [0; 2];
        for_all(300, with_seed(any_program), |(program, seed)| {
            let encoding = encode(&program);
            let mut random = Random::new(seed);
            for (goal, bad) in [Goal::Error, Goal::ErrorOrUnmodelled].into_iter().zip(&mut bad) {
                *bad += usize::from(agrees(&encoding, goal, &mut random));
            }
        });
        assert!(bad[0] > 30 && bad[1] > bad[0], "goals are reached too seldom: {bad:?}");
    }
}
