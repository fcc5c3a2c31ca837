//! Makes a program that shows something wrong smaller, by leaving nodes out.

use super::compare::{ask, Asked, Outcome};
use super::program::Program;
use std::path::Path;
use std::time::{Duration, Instant};

/// The longest time that is spent on one program.
const PATIENCE: Duration = Duration::from_secs(240);

/// The question about a program, as small as it gets, that is still answered wrongly. `question` says how a smaller program
/// is asked about, if what should be answered is still known, and the same.
pub fn shrink(
    program: &Program,
    question: impl Fn(&Program) -> Option<String>,
    asked: &Asked,
    folder: &Path,
) -> Option<String> {
    let started = Instant::now();
    let (mut best, mut text) = (program.clone(), None);
    let mut try_without = |best: &mut Program, number: usize, keep_children: bool| {
        let smaller = best.without(number, keep_children);
        if smaller.size() == best.size() || started.elapsed() > PATIENCE {
            return false;
        }
        let Some(asking) = question(&smaller) else { return false };
        let wrong = matches!(ask(&asking, asked, folder), Outcome::Wrong(_));
        if wrong {
            (*best, text) = (smaller, Some(asking));
        }
        wrong
    };
    // What is large first: whole functions, and what they do in blocks.
    let mut number = 0;
    while number < best.len() {
        let large = best.len() - best.without(number, false).len() > 3;
        number += usize::from(!large || !try_without(&mut best, number, false));
    }
    loop {
        let before = best.size();
        // From the end: what uses something comes after it.
        for number in (0..best.len()).rev() {
            for keep_children in [false, true] {
                if number < best.len() && try_without(&mut best, number, keep_children) {
                    break;
                }
            }
        }
        if best.size() == before || started.elapsed() > PATIENCE {
            return text;
        }
    }
}
