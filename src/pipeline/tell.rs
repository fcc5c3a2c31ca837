//! From results to the report's words.

use super::clock::Clock;
use super::lazily::Followed;
use super::native::NativeReplay;
use super::path::Teller;
use super::search::{cause, Found};
use super::spare::Spare;
use super::{clauses, violated_property, Question};
use crate::concrete::Figures;
use crate::dimspec::aiger::Aiger;
use crate::program::{Exit, InputKind, OriginId, Program, SourceMap, Terminator, UnmodelledId};
use crate::report::{self, Answer, Construct, EngineFigures, Measure, Report, Series, SourcePlace, SCHEMA_VERSION};
use crate::solve::{besides, EngineRecord, Limits, Solved};
use crate::source::property::{DataModel, Property};
use crate::ts::{Coding, Encoding};
use crate::verdict::{ErrorPath, Length};
use bitreach_dimspec::{DimSpec, Section};
use bitreach_engine::{Certificate, Progress, Reason, Relative, Verdict};
use std::time::Instant;

/// What is known about a checked program, apart from the answer.
pub struct Told<'a> {
    /// The question.
    pub question: &'a Question,
    /// The program as it was encoded, and the plain one.
    pub programs: (&'a Program, &'a Program),
    /// The encoding.
    pub encoding: &'a Encoding,
    /// How the error is reached.
    pub path: Option<ErrorPath>,
    /// What native replay came to.
    pub native: Option<NativeReplay>,
    /// Unmodelled code that can be reached.
    pub behind: Option<Exit>,
    /// What the spare worker did.
    pub spare: Option<Spare>,
    /// What was followed of large objects.
    pub lazily: Option<Followed>,
}

/// What is known about a program that was run natively.
pub struct ToldConcrete<'a> {
    /// The question.
    pub question: &'a Question,
    /// The program as it was encoded, and the plain one.
    pub programs: (&'a Program, &'a Program),
    /// The figures of engines that ran beside.
    pub engines: &'a [EngineRecord],
}

/// The report about a program that was run natively: the answer is the concrete engine's, or there is none.
pub fn concrete(told: ToldConcrete, spare: &Spare, limits: &Limits, clock: Clock) -> Report {
    let ToldConcrete { question, programs: (program, plain), engines } = told;
    let path = spare.path.as_ref();
    let verdict = match path {
        Some(path) => Answer::Unsafe(violated_property(question, program, Some(path.site))),
        None => {
            let late = limits.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let reason = match (limits.stop.is_raised(), late) {
                (true, _) => cause(Reason::Interrupted, limits),
                (false, true) => Reason::Timeout,
                (false, false) => Reason::Steps,
            };
            Answer::Unknown(reason.to_string())
        }
    };
    let map = path.map_or(&program.map, |path| if path.on_plain { &plain.map } else { &program.map });
    let summary = match path {
        Some(path) => violated(question, map, path),
        None => format!("Not decided: {}.", why_nothing(spare)),
    };
    let mut all = figures(engines);
    all.push(spare_figures(spare));
    Report {
        schema_version: SCHEMA_VERSION,
        tool: tool(),
        file: question.file.display().to_string(),
        property: Some(format!("{} ({})", question.property, question.why)),
        data_model: Some(question.data_model.to_string()),
        summary,
        verdict,
        path: path.map(|path| Teller::new(map).path(path)),
        evidence: [path.and_then(replay_sentence), spare.native.as_ref().and_then(native_sentence)]
            .into_iter()
            .flatten()
            .collect(),
        native_replay: spare.native.as_ref().map(native_words),
        assumptions: assumptions(question, program),
        unmodelled: constructs(program),
        sizes: Vec::new(),
        stages: clock.into_stages(),
        engines: all,
    }
}

/// Why native runs gave no answer.
fn why_nothing(spare: &Spare) -> String {
    match (&spare.unconfirmed, spare.complete) {
        (Some(unconfirmed), _) => unconfirmed.clone(),
        (None, true) => {
            "the program reads no input, and its only run ends without the error, or in code that is not modelled"
                .to_owned()
        }
        (None, false) => format!("none of {} native runs reached the error", spare.figures.runs),
    }
}

fn spare_figures(spare: &Spare) -> EngineFigures {
    let Figures { runs, turns, edges, streams } = spare.figures;
    let counts = [("runs", runs), ("turns", turns), ("edges", edges), ("streams", streams)];
    let mut figures: Vec<Measure> = counts.iter().map(|(name, count)| Measure::new(*name, *count as f64)).collect();
    figures.push(Measure::new("total_seconds", spare.seconds));
    EngineFigures { engine: "concrete".to_owned(), figures, series: Vec::new(), failure: None }
}

/// The report about a program.
pub fn check(told: Told, answer: Answer, found: &Found, clock: Clock) -> Report {
    let Told { question, programs: (program, plain), encoding, path, native, behind, spare, lazily } = told;
    let map = path.as_ref().map_or(&program.map, |path| if path.on_plain { &plain.map } else { &program.map });
    let mut evidence = found.solved.evidence.clone();
    evidence.extend(path.as_ref().and_then(replay_sentence));
    evidence.extend(native.as_ref().and_then(native_sentence));
    evidence.extend(lazily.map(|followed| lazy_sentence(&followed)));
    let behind = behind.and_then(|exit| match exit {
        Exit::Unmodelled(id) => Some(construct(&program.map, id)),
        _ => None,
    });
    let mut engines = figures(&found.solved.engines);
    // A spare worker that was stopped before it began has nothing to show.
    engines.extend(spare.filter(|spare| spare.seconds > 0.0).map(|spare| spare_figures(&spare)));
    Report {
        schema_version: SCHEMA_VERSION,
        tool: tool(),
        file: question.file.display().to_string(),
        property: Some(format!("{} ({})", question.property, question.why)),
        data_model: Some(question.data_model.to_string()),
        summary: summary(question, &answer, path.as_ref(), behind.as_ref(), map, &found.solved),
        verdict: answer,
        path: path.map(|path| Teller::new(map).path(&path)),
        evidence,
        native_replay: native.as_ref().map(native_words),
        assumptions: assumptions(question, program),
        unmodelled: constructs(program),
        sizes: measures(sizes(encoding, &found.emitted.problem).into_iter().chain(found.searched.clone())),
        stages: clock.into_stages(),
        engines,
    }
}

/// The report about a DimSpec problem that could not be read and searched before the limits ended the run.
pub fn unsolved(name: &str, answer: Answer, clock: Clock) -> Report {
    ended(name, [None, None], answer, clock)
}

/// The report about a program that could not be read, encoded and searched before the limits ended the run.
pub fn stopped(question: &Question, answer: Answer, clock: Clock) -> Report {
    let property = format!("{} ({})", question.property, question.why);
    let asked = [Some(property), Some(question.data_model.to_string())];
    ended(&question.file.display().to_string(), asked, answer, clock)
}

/// The report about a run that the limits ended in the last stage that there is.
fn ended(name: &str, [property, data_model]: [Option<String>; 2], answer: Answer, clock: Clock) -> Report {
    let stages = clock.into_stages();
    let last = stages.last().map_or("the first one", |stage| stage.name.as_str());
    Report {
        schema_version: SCHEMA_VERSION,
        tool: tool(),
        file: name.to_owned(),
        property,
        data_model,
        verdict: answer,
        summary: format!("Not decided: the limits ended the run in the stage `{last}`."),
        path: None,
        evidence: Vec::new(),
        native_replay: None,
        assumptions: Vec::new(),
        unmodelled: Vec::new(),
        sizes: Vec::new(),
        stages,
        engines: Vec::new(),
    }
}

/// The report about a DimSpec problem.
pub fn solve(name: &str, problem: &DimSpec, answer: Answer, solved: &Solved, clock: Clock) -> Report {
    let summary = match &solved.verdict {
        Verdict::Safe(certificate) => format!("No run reaches the goal: {}.", proof(certificate)),
        Verdict::Unsafe(trace) => format!("A run of {} steps reaches the goal.", trace.length()),
        Verdict::Unknown(_, progress) => format!("Not decided: {}.", how_far(progress)),
    };
    Report {
        schema_version: SCHEMA_VERSION,
        tool: tool(),
        file: name.to_owned(),
        property: None,
        data_model: None,
        verdict: answer,
        summary,
        path: None,
        evidence: solved.evidence.clone(),
        native_replay: None,
        assumptions: Vec::new(),
        unmodelled: Vec::new(),
        sizes: measures(problem_sizes(problem)),
        stages: clock.into_stages(),
        engines: figures(&solved.engines),
    }
}

fn tool() -> String {
    format!("bitreach {}", env!("CARGO_PKG_VERSION"))
}

/// The words of [`Report::summary`] for a program.
fn summary(
    question: &Question,
    answer: &Answer,
    path: Option<&ErrorPath>,
    behind: Option<&Construct>,
    map: &SourceMap,
    solved: &Solved,
) -> String {
    match (answer, &solved.verdict) {
        (Answer::Unsafe(_), _) => path.map_or_else(String::new, |path| violated(question, map, path)),
        (Answer::Safe, Verdict::Safe(certificate)) => {
            format!("No execution of any length violates {}: {}.", question.property, proof(certificate))
        }
        (_, verdict) => {
            let progress = match verdict {
                Verdict::Unknown(_, progress) => how_far(progress),
                _ => "the error cannot be reached without passing it".to_owned(),
            };
            match behind {
                Some(construct) => format!(
                    "Not decided. Code that is not modelled exactly can be reached: {}. What lies behind it is not \
                     known; {progress}.",
                    construct_line(construct)
                ),
                None => format!("Not decided: {progress}."),
            }
        }
    }
}

fn violated(question: &Question, map: &SourceMap, path: &ErrorPath) -> String {
    let site = map.sites.get(path.site.0);
    let what = site.map_or_else(String::new, |site| format!(": {}", violation(site.kind, &site.detail)));
    format!("An execution violates {}{what}.", question.property)
}

fn proof(certificate: &Certificate) -> String {
    match certificate {
        Certificate::Invariant(clauses) => {
            let literals: usize = clauses.iter().map(|clause| clause.len()).sum();
            format!("an inductive invariant of {} clauses ({literals} literals) excludes it", clauses.len())
        }
        Certificate::Relative(Relative { clauses, moves }) => {
            let literals: usize = clauses.iter().map(|clause| clause.len()).sum();
            let (clauses, moves) = (clauses.len(), moves.len());
            format!(
                "an inductive invariant of {clauses} clauses ({literals} literals; {moves} clauses about gates) excludes it"
            )
        }
        Certificate::Exhausted { depth } => {
            format!("every run has come to its end after {depth} steps, and none has reached it")
        }
        Certificate::KInduction(proof) => {
            let with = besides(proof.lemmas.len(), proof.moves.len());
            let with = with.map_or_else(String::new, |what| format!(" and {what}"));
            format!("k-induction with k = {}{with} excludes it", proof.k)
        }
    }
}

fn how_far(progress: &Progress) -> String {
    let parts = [
        progress.depth.map(|depth| format!("no run of up to {depth} steps reaches the goal")),
        progress.frame.map(|frame| format!("IC3 came to frame {frame}")),
        progress.lemmas.map(|lemmas| format!("with {lemmas} lemmas")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        "nothing is known about any number of steps".to_owned()
    } else {
        parts.join(", ")
    }
}

fn replay_sentence(path: &ErrorPath) -> Option<String> {
    let programs =
        if path.on_plain { "the optimised program and the unoptimised one" } else { "the optimised program" };
    let replayed = format!("the interpreter replayed the run on {programs}, and it ended in the same error");
    // A run that was only counted in turns was too long.
    (!matches!(path.length, Length::Turns(_))).then_some(replayed)
}

/// What the encoding that evidence is about leaves out.
fn lazy_sentence(followed: &Followed) -> String {
    let Followed { rounds, objects, precision } = followed;
    let objects: Vec<String> = objects.iter().map(|(name, cells)| format!("{name} ({cells} cells)")).collect();
    format!(
        "large objects are read lazily: the system follows {} cells and {} loads of {}, and lets other cells hold anything; it can \
         do all that the program can (search {rounds})",
        precision.cells.len(),
        precision.loads.len(),
        objects.join(", ")
    )
}

fn native_sentence(native: &NativeReplay) -> Option<String> {
    match native {
        NativeReplay::Off => None,
        NativeReplay::Reproduced => Some(
            "native replay: the program as clang compiled it, before any pass, ran on the same inputs and ended in the same \
             error"
                .to_owned(),
        ),
        NativeReplay::Impossible(reason) => Some(format!("native replay: not possible ({reason})")),
    }
}

fn native_words(native: &NativeReplay) -> report::NativeReplay {
    let (outcome, reason) = match native {
        NativeReplay::Off => ("off", None),
        NativeReplay::Reproduced => ("reproduced", None),
        NativeReplay::Impossible(reason) => ("not possible", Some(reason.clone())),
    };
    report::NativeReplay { outcome: outcome.to_owned(), reason }
}

pub fn violation(kind: crate::program::CheckKind, detail: &str) -> String {
    if detail.is_empty() {
        kind.to_string()
    } else {
        format!("{kind}: {detail}")
    }
}

/// What the verdict rests on.
fn assumptions(question: &Question, program: &Program) -> Vec<String> {
    let words = match question.data_model {
        DataModel::Ilp32 => "int, long and pointers have 32 bits (ILP32)",
        DataModel::Lp64 => "int has 32 bits, long and pointers have 64 (LP64)",
    };
    let mut lines =
        vec![format!("{words}, two's complement, little-endian, plain char is signed, as clang 19 for x86")];
    if question.property != Property::NoOverflow {
        lines.push("signed arithmetic that overflows wraps (ask for no-overflow to check that it does not)".to_owned());
    }
    let used: Vec<&InputKind> = program.map.inputs.iter().map(|input| &input.kind).collect();
    if used.iter().any(|kind| matches!(kind, InputKind::Call(_))) {
        lines.push("each call of a __VERIFIER_nondet function may return any value of its type".to_owned());
    }
    if used.iter().any(|kind| matches!(kind, InputKind::Volatile(_))) {
        lines.push("each read of a volatile object may give any value of its type".to_owned());
    }
    if program.map.has_registers {
        let line = "volatile accesses at addresses that are numbers, and to objects of other modules, reach no object of the program";
        lines.push(line.to_owned());
    }
    if used.iter().any(|kind| matches!(kind, InputKind::Uninitialised(_) | InputKind::Undefined)) {
        lines.push("local variables that are not initialised may hold any value".to_owned());
    }
    lines
}

/// What is not represented exactly in the program as encoded; each once.
pub fn constructs(program: &Program) -> Vec<Construct> {
    let exits = program.blocks.iter().filter_map(|block| match block.terminator {
        Terminator::Exit(Exit::Unmodelled(id)) => Some(construct(&program.map, id)),
        _ => None,
    });
    let mut constructs: Vec<Construct> = Vec::new();
    for construct in exits {
        if !constructs.contains(&construct) {
            constructs.push(construct);
        }
    }
    constructs
}

fn construct(map: &SourceMap, id: UnmodelledId) -> Construct {
    match map.unmodelled.get(id.0) {
        Some(row) => Construct { reason: row.reason.clone(), place: row.origin.and_then(|id| place(map, id)) },
        None => Construct { reason: "a construct without a description".to_owned(), place: None },
    }
}

/// A construct in one line.
pub fn construct_line(construct: &Construct) -> String {
    match &construct.place {
        Some(place) => format!("{} ({}:{})", construct.reason, place.file, place.line),
        None => construct.reason.clone(),
    }
}

pub fn place(map: &SourceMap, id: OriginId) -> Option<SourcePlace> {
    let origin = map.origins.get(id.0)?;
    let callers = std::iter::successors(origin.inlined_at, |id| map.origins.get(id.0)?.inlined_at);
    Some(SourcePlace {
        file: origin.file.to_string(),
        line: origin.line,
        function: origin.function.to_string(),
        depth: callers.take(map.origins.len()).count(),
    })
}

/// Comments for the head of a written problem.
pub fn header(question: &Question, encoding: &Encoding) -> Vec<String> {
    let file = question.file.file_name().unwrap_or_default().to_string_lossy();
    vec![
        format!("{}: {file}, property {}, {}", tool(), question.property, question.data_model),
        format!(
            "location {}: 0 error, 1 unmodelled, 2 ok, then {} program locations",
            if encoding.codes.coding() == Coding::OneHot { "bits" } else { "codes" },
            encoding.codes.locations().count()
        ),
    ]
}

/// The sizes of an encoding and its problem.
pub fn sizes(encoding: &Encoding, problem: &DimSpec) -> Vec<(String, usize)> {
    let system = &encoding.system;
    let mut sizes = vec![
        ("locations".to_owned(), encoding.codes.locations().count()),
        ("state bits".to_owned(), system.state_bits()),
        ("input bits".to_owned(), system.input_bits()),
    ];
    sizes.extend(problem_sizes(problem));
    sizes
}

/// The sizes of an encoding and its graph.
pub fn aiger_sizes(encoding: &Encoding, aiger: &Aiger) -> Vec<(String, usize)> {
    let locations = ("locations", encoding.codes.locations().count());
    [locations].into_iter().chain(aiger.sizes()).map(|(name, size)| (name.to_owned(), size)).collect()
}

fn problem_sizes(problem: &DimSpec) -> Vec<(String, usize)> {
    let mut sizes = vec![("variables".to_owned(), problem.variables)];
    sizes.extend(Section::ALL.map(|section| (format!("{section} clauses"), clauses(problem, section))));
    sizes
}

fn measures(sizes: impl IntoIterator<Item = (String, usize)>) -> Vec<Measure> {
    sizes.into_iter().map(|(name, value)| Measure::new(name, value as f64)).collect()
}

fn figures(engines: &[EngineRecord]) -> Vec<EngineFigures> {
    let check = |record: &EngineRecord| record.check.map(|time| Measure::new("check_seconds", time.as_secs_f64()));
    let figures = |record: &EngineRecord| EngineFigures {
        engine: record.name.to_owned(),
        figures: {
            let counted = record.statistics.0.iter().map(|(name, value)| Measure::new(*name, *value));
            counted.chain(check(record)).collect()
        },
        series: {
            let series = record.series.iter();
            series.map(|(name, values)| Series { name: (*name).to_owned(), values: values.clone() }).collect()
        },
        failure: record.failure.clone(),
    };
    engines.iter().map(figures).collect()
}
