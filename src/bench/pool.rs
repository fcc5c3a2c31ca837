//! Several questions at a time. Each answer is told as soon as it is there, by one thread.

use super::child::{Asker, Outcome};
use super::group::Watcher;
use super::questions::Question;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Asks questions, so many at a time, in their order; `begin` has the place of each when it is asked, and `tell` what came of it.
/// Gives whether all were answered: some are not after an interrupt.
///
/// # Errors
/// The first that `tell` gives, or that keeps a question from being asked. What is being asked then is ended.
pub fn ask_all<E: From<io::Error>>(
    questions: &[&Question],
    asker: &Asker,
    jobs: usize,
    watcher: &Watcher,
    begin: impl Fn(usize) + Sync,
    mut tell: impl FnMut(usize, Outcome) -> Result<(), E>,
) -> Result<bool, E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, questions.len().max(1)) {
            let (sender, next, begin) = (sender.clone(), &next, &begin);
            scope.spawn(move || {
                while !watcher.is_interrupted() {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(question) = questions.get(place) else { break };
                    begin(place);
                    if sender.send((place, asker.ask(question, watcher))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut answered = 0;
        for (place, asked) in receiver {
            let told = asked.map_err(E::from).and_then(|outcome| match outcome {
                Some(outcome) => {
                    answered += 1;
                    tell(place, outcome)
                }
                None => Ok(()),
            });
            if let Err(error) = told {
                watcher.interrupt();
                return Err(error);
            }
        }
        Ok(answered == questions.len())
    })
}
