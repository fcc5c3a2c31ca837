//! Runs a process and measures it.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A process that has ended.
pub struct Measured {
    /// From start to end, wall clock.
    pub seconds: f64,
    /// The greatest resident memory of the process itself, in MiB.
    pub peak_mib: f64,
    /// The greatest resident memory of a process that it started, in MiB: clang.
    pub child_peak_mib: f64,
    /// The exit code.
    pub code: Option<i32>,
    /// Standard output.
    pub output: String,
    /// Standard error.
    pub errors: String,
}

impl Measured {
    /// Seconds and memory in words.
    pub fn figures(&self) -> String {
        let (own, child) = (self.peak_mib, self.child_peak_mib);
        format!("{:.2} s, peak {own:.0} MiB resident, of its children {child:.0} MiB", self.seconds)
    }
}

/// Runs a command to its end. Peaks are what the kernel says of a running process, asked for every two milliseconds.
pub fn run(command: &mut Command) -> Measured {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (output, errors) = (folder.path().join("output"), folder.path().join("errors"));
    let create = |path| fs::File::create(path).expect("the temporary folder can be written to");
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(create(&output))
        .stderr(create(&errors))
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    let (mut peak, mut child_peak) = (0.0, 0.0);
    let status = loop {
        if let Some(status) = child.try_wait().expect("a process that was started can be waited for") {
            break status;
        }
        peak = f64::max(peak, peak_mib(child.id()));
        let tasks = format!("/proc/{0}/task/{0}/children", child.id());
        for id in fs::read_to_string(tasks).unwrap_or_default().split(' ').filter_map(|id| id.parse().ok()) {
            child_peak = f64::max(child_peak, peak_mib(id));
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let seconds = start.elapsed().as_secs_f64();
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    Measured {
        seconds,
        peak_mib: peak,
        child_peak_mib: child_peak,
        code: status.code(),
        output: read(&output),
        errors: read(&errors),
    }
}

/// The greatest resident memory that a running process has had; 0 for one that is gone.
fn peak_mib(id: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("");
    let kib: Option<f64> = line.split_whitespace().next().and_then(|number| number.parse().ok());
    kib.unwrap_or(0.0) / 1024.0
}

/// The processor time of all processes that have been waited for so far, theirs included, in seconds: in steps of 10 ms, so
/// only sums over many runs mean something.
pub fn processor_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name in parentheses the fields are numbers; fields 16 and 17 are the children's user and system time.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    let ticks: f64 = fields.skip(13).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// What a command prints, or why it cannot be run.
pub fn output_of(program: &str, args: &[&str]) -> String {
    match Command::new(program).args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(error) => format!("{program}: {error}"),
    }
}
