//! The one place that turns names into engines and SAT back ends, runs them, and checks what they claim.
//!
//! Nothing that an engine says leaves this module unchecked: traces are evaluated, certificates are proved again by
//! another SAT solver than the one that the engine ran on, both against the problem as it was given.

mod claim;
mod formula;
mod narrow;
mod paths;

pub use claim::{judge, Unbelieved};
pub use formula::Formula;
pub use narrow::narrow;
pub use paths::{none_in_one_step, Core, Next, Paths};

use bitreach_dimspec::DimSpec;
use bitreach_engine::check::{
    check_verdict, CertificateFault, CertificateReport, Checked as EvidenceReport, EvidenceFault,
};
use bitreach_engine::file::Evidence;
use bitreach_engine::{Context, Engine, EngineError, Event, Observer, Progress, Reason, Statistics, Verdict};
use bitreach_formula::counted;
use bitreach_ic3::{Ic3, OptionError, Options};
pub use bitreach_limits::{exhausted, Limits, Poll, WORK_A_SECOND};
use bitreach_portfolio::{read_table, Make, Portfolio, Setting, DEFAULT_TABLE};
pub use bitreach_portfolio::{Member, Original, TableError};
pub use bitreach_sat::{Answer, IncrementalSolver};
use bitreach_sat::{CadicalFactory, IpasirError, IpasirFactory, SolverFactory, VarisatFactory};
use bitreach_unroll::{KInductive, Unroll};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The engines by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineName {
    /// Side by side; the first checked answer wins.
    Portfolio,
    /// `bitreach_ic3`.
    Ic3,
    /// `bitreach_unroll`.
    Unroll,
    /// `bitreach_unroll`, by k-induction.
    KInduction,
}

/// The SAT back ends by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatName {
    /// CaDiCaL.
    Cadical,
    /// Varisat, which checks its own proofs.
    Varisat,
    /// A library with the IPASIR interface, loaded or linked in.
    Ipasir(IpasirFactory),
}

impl SatName {
    /// The solver in a library, which is loaded for it.
    ///
    /// # Errors
    /// If it cannot be loaded, or is no IPASIR solver.
    pub fn load(library: &Path) -> Result<SatName, IpasirError> {
        IpasirFactory::load(library).map(SatName::Ipasir)
    }

    /// The IPASIR solver that bitreach was built with, if there is one.
    pub fn linked() -> Option<SatName> {
        IpasirFactory::linked().map(SatName::Ipasir)
    }

    /// Makes solvers of this kind.
    pub fn factory(self) -> Arc<dyn SolverFactory> {
        match self {
            SatName::Cadical => Arc::new(CadicalFactory),
            SatName::Varisat => Arc::new(VarisatFactory),
            SatName::Ipasir(factory) => Arc::new(factory),
        }
    }

    /// The back end that checks what was found with this one.
    pub fn checker(self) -> SatName {
        match self {
            SatName::Cadical | SatName::Ipasir(_) => SatName::Varisat,
            SatName::Varisat => SatName::Cadical,
        }
    }
}

/// A solver for questions that are no DimSpec problem. It heeds the limits.
pub fn solver(sat: SatName, limits: &Limits) -> Box<dyn IncrementalSolver> {
    let mut solver = sat.factory().create();
    solver.set_stop(limits.stop.clone().until(limits.budget.deadline));
    solver
}

/// A finished search.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The answer; its evidence has been checked.
    pub verdict: Verdict,
    /// What was checked, and by what, a sentence each.
    pub evidence: Vec<String>,
    /// The figures of each engine that ran.
    pub engines: Vec<EngineRecord>,
}

/// What is known about an engine that ran.
#[derive(Clone, Debug, Default)]
pub struct EngineRecord {
    /// The name of the member.
    pub name: &'static str,
    /// Counters and times.
    pub statistics: Statistics,
    /// Rows of figures by name.
    pub series: Vec<(&'static str, Vec<f64>)>,
    /// How long the check of its evidence took, if that passed.
    pub check: Option<Duration>,
    /// Why it failed.
    pub failure: Option<String>,
}

/// Decides a problem and checks the evidence. A problem that was made from another one is decided for that: the verdict and
/// its evidence are about the other one, and checked there.
///
/// # Errors
/// If an engine fails or its evidence does not hold. Exhausted limits are `Verdict::Unknown`.
pub fn solve(
    problem: &Arc<DimSpec>,
    original: Option<Original>,
    team: &Team,
    sat: SatName,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Solved, EngineError> {
    if limits.are_up() {
        // Nobody begins after the end.
        let verdict = Verdict::Unknown(exhausted(limits), Progress::default());
        return Ok(Solved { verdict, evidence: Vec::new(), engines: Vec::new() });
    }
    let mut recorder = Recorder { observer, engines: Vec::new() };
    let mut context = Context::new(sat.factory(), &mut recorder);
    context.budget = limits.budget;
    context.stop = limits.stop.clone();
    context.seed = team.seed;
    let portfolio = Portfolio::new(team.members.clone(), sat.checker().factory()).with_jobs(team.jobs);
    let mut portfolio = portfolio.on_behalf_of(original);
    let (verdict, checked) = portfolio.decide(problem, &mut context)?;
    Ok(Solved { verdict, evidence: sentence(&checked).into_iter().collect(), engines: recorder.engines })
}

/// Who searches.
#[derive(Clone, Debug)]
pub struct Team {
    /// The engines, the most important first.
    pub members: Vec<Member>,
    /// How many of them run at the same time.
    pub jobs: usize,
    /// What their random choices depend on.
    pub seed: u64,
}

impl Team {
    /// The engine of a name, or the members of the built-in table, all at the same time. One engine alone is a portfolio of
    /// one, for its evidence is checked there.
    pub fn new(engine: EngineName, sat: SatName) -> Team {
        let row = |name: &str| format!("{name} {name}");
        let table = match engine {
            EngineName::Portfolio => DEFAULT_TABLE.to_owned(),
            EngineName::Ic3 => row("ic3"),
            EngineName::Unroll => row("unroll"),
            EngineName::KInduction => row("kinduction"),
        };
        let members = Team::read(&table, sat).expect("a test reads the built-in tables");
        Team { jobs: members.len(), members, seed: 0 }
    }

    /// The members that a table names.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn read(table: &str, sat: SatName) -> Result<Vec<Member>, TableError> {
        read_table(table, |name, settings| {
            let kind = KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| {
                let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
                format!("there is no engine `{name}`; the engines are {}", names.join(", "))
            })?;
            (kind.make)(settings, sat)
        })
    }
}

/// An engine that tables can name.
struct Kind {
    name: &'static str,
    /// Makes its maker from options, or says which option is wrong.
    make: fn(&[Setting], SatName) -> Result<Make, String>,
}

/// All engines that tables can name: a new one is a row here.
const KINDS: &[Kind] = &[
    Kind { name: "ic3", make: ic3 },
    Kind { name: "unroll", make: |settings, _| unroll(settings) },
    Kind { name: "kinduction", make: |settings, _| plain("kinduction", settings, || Box::new(KInductive)) },
];

/// IC3 has a SAT solver of its own, which only a library that the user brings takes the place of.
fn ic3(settings: &[Setting], sat: SatName) -> Result<Make, String> {
    let mut options = Options::default();
    if matches!(sat, SatName::Ipasir(_)) {
        options.core = 0;
    }
    for &(name, value) in settings {
        options.set(name, value).map_err(|error| {
            let names: Vec<&str> = bitreach_ic3::TABLE.iter().map(|row| row.name).collect();
            match error {
                OptionError::Unknown(_) => format!("{error}; its options are {}", names.join(", ")),
                error => error.to_string(),
            }
        })?;
    }
    Ok(Arc::new(move || Box::new(Ic3 { options: options.clone() })))
}

/// The unroller has one option: `growth`, its step schedule.
fn unroll(settings: &[Setting]) -> Result<Make, String> {
    let mut engine = Unroll::default();
    for &(name, value) in settings {
        match name {
            "growth" => engine.growth = value,
            _ => return Err(format!("unroll has no option `{name}`; its option is growth")),
        }
    }
    Ok(Arc::new(move || Box::new(engine)))
}

/// An engine without options.
fn plain(name: &str, settings: &[Setting], make: fn() -> Box<dyn Engine>) -> Result<Make, String> {
    match settings.first() {
        Some((option, _)) => Err(format!("{name} has no option `{option}`; it has none")),
        None => Ok(Arc::new(make)),
    }
}

/// What a check of written evidence found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvidenceOutcome {
    /// The evidence holds; a sentence that says what was checked.
    Holds(String),
    /// It does not; why.
    Fails(String),
    /// The check was stopped, and nothing is known about the evidence.
    Stopped(Reason),
}

/// Checks written evidence against a problem.
///
/// # Errors
/// If the back end fails.
pub fn check_evidence(
    problem: &DimSpec,
    evidence: &Evidence,
    sat: SatName,
    limits: &Limits,
) -> Result<EvidenceOutcome, EngineError> {
    let verdict = match evidence {
        Evidence::Certificate(certificate) => Verdict::Safe(certificate.clone()),
        Evidence::Trace(trace) => Verdict::Unsafe(trace.clone()),
    };
    match check_verdict(problem, &verdict, &*sat.factory(), &limits.stop.clone().until(limits.budget.deadline)) {
        Err(EvidenceFault::Certificate(CertificateFault::Unfinished)) => {
            Ok(EvidenceOutcome::Stopped(exhausted(limits)))
        }
        Ok(report) => Ok(EvidenceOutcome::Holds(sentence(&report).unwrap_or_default())),
        Err(EvidenceFault::Certificate(CertificateFault::Solver(error))) => Err(error.into()),
        Err(fault) => Ok(EvidenceOutcome::Fails(fault.to_string())),
    }
}

/// What was checked, for reports.
fn sentence(report: &EvidenceReport) -> Option<String> {
    match report {
        EvidenceReport::Trace => Some("the run was evaluated on the DimSpec problem: every clause holds".to_owned()),
        EvidenceReport::Certificate(CertificateReport { induction: Some(k), clauses, queries, solver, .. }) => {
            let with = match clauses {
                0 => String::new(),
                lemmas => format!(", with {}", counted(*lemmas, "lemma")),
            };
            Some(format!(
                "base and step of the induction over {}{with} were proved again on the unsimplified DimSpec problem by {solver} in {}",
                counted(*k, "step"),
                counted(*queries, "query")
            ))
        }
        EvidenceReport::Certificate(report) if report.clauses == 0 && report.queries == 2 => Some(format!(
            "that no run gets further was proved again on the unsimplified DimSpec problem by {} in {}",
            report.solver,
            counted(report.queries, "query")
        )),
        EvidenceReport::Certificate(report) => Some(format!(
            "the invariant ({}, {}) was proved initial, inductive and free of errors on the unsimplified DimSpec problem by {} \
             in {}",
            counted(report.clauses, "clause"),
            counted(report.literals, "literal"),
            report.solver,
            counted(report.queries, "query")
        )),
        _ => None,
    }
}

/// Keeps what is told about engines and passes everything on.
struct Recorder<'a> {
    observer: &'a mut dyn Observer,
    engines: Vec<EngineRecord>,
}

impl Recorder<'_> {
    fn record(&mut self, name: &'static str) -> &mut EngineRecord {
        let index = self.engines.iter().position(|record| record.name == name).unwrap_or_else(|| {
            self.engines.push(EngineRecord { name, ..EngineRecord::default() });
            self.engines.len() - 1
        });
        &mut self.engines[index]
    }
}

impl Observer for Recorder<'_> {
    fn hear(&mut self, at: Duration, event: &Event) {
        match event {
            Event::Finished { engine, statistics } => self.record(engine).statistics = statistics.clone(),
            Event::Series { engine, name, values } => self.record(engine).series.push((name, values.clone())),
            Event::Checked { engine, time } => self.record(engine).check = Some(*time),
            Event::Failed { engine, message } => self.record(engine).failure = Some(message.clone()),
            _ => {}
        }
        self.observer.hear(at, event);
    }
}
