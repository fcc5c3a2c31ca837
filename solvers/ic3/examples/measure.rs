//! Measures the engine on generated program-like systems.
//!
//! `measure [SECONDS [OPTION=VALUE …]]`: one line a system: its size, the answer, the time, and the figures that matter most.
//!
//! `measure each [SECONDS]`: what each technique is worth: one line an option, switched off alone (or at its other values), with
//! how many systems are decided and the seconds, those of undecided systems being the limit. The defaults run in turn with
//! it, system by system, as machines are busier at one time than at another.

#[path = "../tests/common/mod.rs"]
mod common;

use bitreach_dimspec::DimSpec;
use bitreach_engine::testing::Figures;
use bitreach_engine::{Context, Engine, Verdict};
use bitreach_ic3::{Ic3, Options, TABLE};
use bitreach_sat::CadicalFactory;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn measure(name: &str, problem: &DimSpec, options: &Options, limit: Duration) -> bool {
    let mut figures = Figures::default();
    let started = Instant::now();
    let mut context = Context::new(Arc::new(CadicalFactory), &mut figures);
    context.budget.deadline = Some(started + limit);
    let verdict = Ic3 { options: options.clone() }.run(problem, &mut context);
    let seconds = started.elapsed().as_secs_f64();
    let answer = match &verdict {
        Ok(Verdict::Safe(_)) => "safe",
        Ok(Verdict::Unsafe(_)) => "unsafe",
        Ok(Verdict::Unknown(..)) => "unknown",
        Err(_) => "error",
    };
    let queries = figures.get("consecution_queries") + figures.get("step_queries") + figures.get("lifting_queries");
    println!(
        "{name:16} {:5} {:6} {answer:8} {seconds:7.2}s frames {:4} lemmas {:6} inf {:4} depth {:4} queries {:7} {:6.0}/s gen {:.2}s lift {:.2}s prop {:.2}s inf {:.2}s",
        problem.state_variables().len(),
        problem.transition.len(),
        figures.get("frames"),
        figures.get("lemmas"),
        figures.get("infinity_lemmas"),
        figures.get("depth"),
        queries,
        queries / seconds,
        figures.get("generalizing_seconds"),
        figures.get("lifting_seconds"),
        figures.get("propagating_seconds"),
        figures.get("infinity_seconds"),
    );
    matches!(verdict, Ok(Verdict::Safe(_) | Verdict::Unsafe(_)))
}

/// The systems, by name.
fn systems(machines: u64) -> Vec<(String, DimSpec)> {
    let named = |name: &str, problem| (name.to_owned(), problem);
    let mut systems = vec![
        named("parity 32", common::parity(32, 2)),
        named("odd step 32", common::parity(32, 3)),
        named("lockstep 16", common::lockstep(16, false)),
        named("lockstep 32", common::lockstep(32, false)),
        named("lockstep 32 with", common::lockstep(32, true)),
        named("bounded 16", common::bounded(16, 100, 102)),
        named("bounded 32", common::bounded(32, 1000, 1002)),
        named("not bounded", common::bounded(16, 60, 60)),
        named("two phases 20", common::two_phases(32, 20)),
        named("two phases 50", common::two_phases(32, 50)),
        named("constant sum 6", common::constant_sum(6, 50)),
        named("constant sum 8", common::constant_sum(8, 200)),
        named("gcd 6", common::gcd(6)),
        named("gcd 8", common::gcd(8)),
    ];
    for seed in 0..machines {
        systems.push((format!("machine {seed}"), common::machine(seed, 20 + seed, 3 + seed as usize % 4, 32)));
    }
    systems
}

/// What runs over all systems came to.
#[derive(Default)]
struct Sum {
    decided: usize,
    seconds: f64,
}

impl Sum {
    fn run(&mut self, problem: &DimSpec, options: &Options, limit: Duration) {
        let mut figures = Figures::default();
        let started = Instant::now();
        let mut context = Context::new(Arc::new(CadicalFactory), &mut figures);
        context.budget.deadline = Some(started + limit);
        let verdict = Ic3 { options: options.clone() }.run(problem, &mut context);
        self.decided += usize::from(matches!(verdict, Ok(Verdict::Safe(_) | Verdict::Unsafe(_))));
        self.seconds += started.elapsed().as_secs_f64().min(limit.as_secs_f64());
    }
}

/// Each switch off, each choice at its other values, system by system in turn with the defaults.
fn each(limit: Duration) {
    let systems = systems(8);
    println!("{} systems, {:.1} s each at most", systems.len(), limit.as_secs_f64());
    println!("{:24} {:>19} {:>19}  ratio", "", "with it", "the defaults");
    let rows = TABLE.iter().filter(|row| row.greatest <= 2);
    let values = rows.flat_map(|row| (row.least..=row.greatest).map(move |value| (row, value)));
    let others = values.filter(|(row, value)| *value != row.default);
    // The defaults against themselves: by so much the machine varies.
    for (row, value) in TABLE.iter().take(1).map(|row| (row, row.default)).chain(others) {
        let mut options = Options::default();
        if options.set(row.name, value).is_err() {
            continue;
        }
        let (mut with, mut without) = (Sum::default(), Sum::default());
        for (_, problem) in &systems {
            with.run(problem, &options, limit);
            without.run(problem, &Options::default(), limit);
        }
        let tell = |sum: &Sum| format!("{:3} in {:6.2} s", sum.decided, sum.seconds);
        let (name, ratio) = (format!("{}={value}", row.name), with.seconds / without.seconds);
        println!("{name:24} {:>19} {:>19} {ratio:6.2}", tell(&with), tell(&without));
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let all = arguments.next_if(|word| word == "each").is_some();
    let seconds = arguments.next().and_then(|word| word.parse().ok()).unwrap_or(10.0);
    let limit = Duration::from_secs_f64(seconds);
    if all {
        return each(limit);
    }
    let mut options = Options::default();
    for word in arguments {
        let (name, value) = word.split_once('=').unwrap_or((&word, "1"));
        if let Err(error) = options.set(name, value.parse().unwrap_or(usize::MAX)) {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
    let systems = systems(50);
    let started = Instant::now();
    let solved = systems.iter().filter(|(name, problem)| measure(name, problem, &options, limit)).count();
    println!("{solved} of {} decided, {:.1}s", systems.len(), started.elapsed().as_secs_f64());
}
