//! Work that can be abandoned, on a thread of its own: LLVM's passes can take minutes over a large function, and nothing stops them. When
//! a stop flag is raised first, the thread is left behind. Then the process must end without unwinding, by [`crate::cli::exit`].

use bitreach_limits::StopFlag;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How often the stop flag is looked at.
const INTERVAL: Duration = Duration::from_millis(5);

/// Bytes of stack: passes recurse as deep as expressions are nested.
const STACK: usize = 64 << 20;

/// What `work` gives; `None` if `stop` is raised before. Where no thread can be started, the work is done on this one.
pub fn run<T: Send + 'static>(stop: &StopFlag, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (sender, receiver) = mpsc::channel();
    let (gives, taken) = mpsc::channel::<Box<dyn FnOnce() -> T + Send>>();
    let worker = move || {
        let Ok(work) = taken.recv() else { return };
        // Nobody may be there any more to take it.
        let _ = sender.send(work());
    };
    let Ok(thread) = thread::Builder::new().name("passes".to_owned()).stack_size(STACK).spawn(worker) else {
        return Some(work());
    };
    let _ = gives.send(Box::new(work));
    loop {
        match receiver.recv_timeout(INTERVAL) {
            Ok(result) => return Some(result),
            Err(mpsc::RecvTimeoutError::Timeout) if stop.is_raised() => return None,
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => match thread.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => return None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn gives_what_the_work_gives() {
        assert_eq!(run(&StopFlag::new(), || 6 * 7), Some(42));
    }

    #[test]
    fn does_not_wait_once_the_flag_is_raised() {
        let stop = StopFlag::new();
        let raise = stop.clone();
        let start = Instant::now();
        let work = move || {
            raise.raise();
            thread::sleep(Duration::from_secs(60));
        };
        assert_eq!(run(&stop, work), None);
        assert!(start.elapsed() < Duration::from_secs(30));
    }

    #[test]
    #[should_panic(expected = "from within")]
    fn hands_on_a_panic() {
        run(&StopFlag::new(), || panic!("from within"));
    }
}
