//! Measures the engine on generated program-like systems: `measure [SECONDS [OPTION=VALUE …]]`. One line a system: its size,
//! the answer, the time, and the figures that matter most.

#[path = "../tests/common/mod.rs"]
mod common;

use bitreach_dimspec::DimSpec;
use bitreach_engine::{Context, Engine, Event, Observer, Verdict};
use bitreach_ic3::{Ic3, Options};
use bitreach_sat::CadicalFactory;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Figures(Vec<(&'static str, f64)>);

impl Observer for Figures {
    fn hear(&mut self, _at: Duration, event: &Event) {
        if let Event::Finished { statistics, .. } = event {
            self.0 = statistics.0.clone();
        }
    }
}

impl Figures {
    fn get(&self, name: &str) -> f64 {
        self.0.iter().find(|(key, _)| *key == name).map_or(0.0, |(_, value)| *value)
    }
}

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

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().and_then(|word| word.parse().ok()).unwrap_or(10.0);
    let limit = Duration::from_secs_f64(seconds);
    let mut options = Options::default();
    for word in arguments {
        let (name, value) = word.split_once('=').unwrap_or((&word, "1"));
        if let Err(error) = options.set(name, value.parse().unwrap_or(usize::MAX)) {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
    let mut systems = vec![
        ("parity 32".to_owned(), common::parity(32, 2)),
        ("odd step 32".to_owned(), common::parity(32, 3)),
        ("lockstep 16".to_owned(), common::lockstep(16, false)),
        ("lockstep 32".to_owned(), common::lockstep(32, false)),
        ("lockstep 32 with".to_owned(), common::lockstep(32, true)),
        ("bounded 16".to_owned(), common::bounded(16, 100, 102)),
        ("bounded 32".to_owned(), common::bounded(32, 1000, 1002)),
        ("not bounded".to_owned(), common::bounded(16, 60, 60)),
        ("two phases 20".to_owned(), common::two_phases(32, 20)),
        ("two phases 50".to_owned(), common::two_phases(32, 50)),
        ("constant sum 6".to_owned(), common::constant_sum(6, 50)),
        ("constant sum 8".to_owned(), common::constant_sum(8, 200)),
        ("gcd 6".to_owned(), common::gcd(6)),
        ("gcd 8".to_owned(), common::gcd(8)),
    ];
    for seed in 0..50 {
        systems.push((format!("machine {seed}"), common::machine(seed, 20 + seed, 3 + seed as usize % 4, 32)));
    }
    let started = Instant::now();
    let solved = systems.iter().filter(|(name, problem)| measure(name, problem, &options, limit)).count();
    println!("{solved} of {} decided, {:.1}s", systems.len(), started.elapsed().as_secs_f64());
}
