//! Makes a program that shows something wrong smaller, by leaving nodes out.

use crate::compare::{ask, Asked, Outcome};
use crate::native::checksums;
use crate::program::Program;
use std::path::Path;
use std::time::{Duration, Instant};

/// The longest time that is spent on one program.
const PATIENCE: Duration = Duration::from_secs(240);

/// A program as small as it gets that still answers wrongly and still has defined behaviour, and its native checksum.
pub fn shrink(program: &Program, checksum: u32, asked: &Asked, seconds: u64, folder: &Path) -> (Program, u32) {
    let (mut best, started) = ((program.clone(), checksum), Instant::now());
    loop {
        let before = best.0.len();
        // From the end: what uses something comes after it.
        let mut number = before;
        while number > 0 && started.elapsed() < PATIENCE {
            number -= 1;
            for keep_children in [false, true] {
                if number >= best.0.len() {
                    break;
                }
                let smaller = best.0.without(number, keep_children);
                let Some(Ok(checksum)) = checksums(std::slice::from_ref(&smaller), asked.model, folder).pop() else {
                    continue;
                };
                if matches!(ask(&smaller, checksum, asked, seconds, folder), Outcome::Wrong(_)) {
                    best = (smaller, checksum);
                    break;
                }
            }
        }
        if best.0.len() == before || started.elapsed() >= PATIENCE {
            return best;
        }
    }
}
