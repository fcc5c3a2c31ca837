//! Sentences of reports: the summary, what was checked, what is assumed.

use super::fault::fault;
use super::places::{construct, construct_line, place};
use crate::concrete::Repeats;
use crate::pipeline::by_boxes::{Boxes, Decided};
use crate::pipeline::concrete_fallback::{ConcreteRuns, Confirmed, Length as WayLength, Only};
use crate::pipeline::front_end::Programs;
use crate::pipeline::native_replay::NativeReplay;
use crate::pipeline::question::Question;
use crate::pipeline::refinement::Followed;
use crate::prepare::program::{is_modelled, Overflow};
use crate::program::{Exit, InputKind, Instruction, Operation, Program, SourceMap, UnmodelledId};
use crate::report::{self, Answer, Measure};
use crate::solve::Solved;
use crate::source::property::{DataModel, Property};
use crate::verdict::{ErrorPath, Length};
use bitreach_engine::{Certificate, Progress, Verdict};
use bitreach_formula::counted;
use bitreach_limits::Reason;
use std::time::Duration;

/// What an answer about a program means, after a search. `behind` is unmodelled code that can be reached, `ended` the limit that ended the
/// search without it where it is but a bound on objects.
pub fn summary(
    question: &Question,
    programs: &Programs,
    answer: &Answer,
    path: Option<&ErrorPath>,
    (behind, ended): (Option<Exit>, Option<Reason>),
    solved: &Solved,
) -> String {
    match (answer, &solved.verdict) {
        (Answer::Unsafe(_), _) => path.map_or_else(String::new, |path| violated(question, programs, path)),
        (Answer::Safe, Verdict::Safe(certificate)) => {
            format!("No execution of any length violates {}: {}.", question.property, proof(certificate))
        }
        (_, Verdict::Unknown(reason, progress)) if behind.is_none() => not_decided(reason, progress),
        (_, verdict) => {
            let progress = match (verdict, ended) {
                (Verdict::Unknown(_, progress), _) => how_far(progress),
                (_, Some(_)) => "the error cannot be reached".to_owned(),
                (_, None) => "the error cannot be reached without passing such code".to_owned(),
            };
            match (behind, ended) {
                (Some(Exit::Unmodelled(id)), Some(limit)) => beyond_bounds(question, programs, id, (limit, &progress)),
                (Some(Exit::Unmodelled(id)), None) => not_modelled(question, programs, id, &progress),
                _ => format!("Not decided: {progress}."),
            }
        }
    }
}

/// What it means that a limit ended the search without a bound on objects.
fn beyond_bounds(
    question: &Question,
    programs: &Programs,
    id: UnmodelledId,
    (reason, progress): (Reason, &str),
) -> String {
    let construct = construct_line(&construct(&programs.optimised, id, question.bounds));
    let why = limit(&reason).unwrap_or("a limit was reached");
    let hint = hint(question, &construct);
    format!(
        "Not decided: {why} in the search. Within the bounds on objects, {progress}; of what is beyond them nothing is \
         known: {construct}.{hint}"
    )
}

/// Which limit it was.
fn limit(reason: &Reason) -> Option<&'static str> {
    match reason {
        Reason::Timeout => Some("time limit reached"),
        Reason::Memory => Some("memory limit reached"),
        Reason::Interrupted => Some("interrupted"),
        _ => None,
    }
}

/// Why there is no answer after a search, and how far that came.
fn not_decided(reason: &Reason, progress: &Progress) -> String {
    match (limit(reason), *progress == Progress::default()) {
        // It may have ended what comes before the search proper, such as the simplifier.
        (Some(limit), true) => format!("Not decided: {limit} before anything was known about any number of steps."),
        (Some(limit), false) => format!("Not decided: {limit} in the search; {}.", how_far(progress)),
        (None, _) => format!("Not decided: {}.", how_far(progress)),
    }
}

/// Why a run ended, and where, if that was in none of its engines.
pub fn ended(reason: Reason, stages: &[Measure], elapsed: Duration) -> String {
    let why = limit(&reason).unwrap_or("a limit was reached");
    let doing = match stages.last().map(|stage| stage.name.as_str()) {
        None => "at the beginning".to_owned(),
        Some("read") => "while reading".to_owned(),
        Some("front end") => "while compiling and reading the program".to_owned(),
        Some("encode" | "blast") => "while encoding".to_owned(),
        Some("simplify") => "while simplifying".to_owned(),
        Some("solve") => "in the search".to_owned(),
        Some("check") => "while checking the evidence".to_owned(),
        Some(other) => format!("in the stage `{other}`"),
    };
    let search = match stages.iter().any(|stage| stage.name == "solve") {
        true => "",
        false => "; the search had not started",
    };
    format!("{why} {doing} ({:.1} s){search}", elapsed.as_secs_f64())
}

/// What it means that unmodelled code can be reached.
fn not_modelled(question: &Question, programs: &Programs, id: UnmodelledId, progress: &str) -> String {
    let construct = construct_line(&construct(&programs.optimised, id, question.bounds));
    let hint = hint(question, &construct);
    format!(
        "Not decided. Code that is not modelled exactly can be reached: {construct}. What lies behind it \
         is not known; {progress}.{hint}"
    )
}

/// What could be done about something that is not modelled, with a blank before it. That of allocations stands in the construct itself,
/// which says how many objects are followed.
fn hint(question: &Question, construct: &str) -> String {
    let called = construct.strip_prefix("call of `").and_then(|rest| rest.split_once("`, which has no body"));
    let bounds = question.bounds;
    let advice = match called {
        Some((name, _)) if is_modelled(name) => {
            format!("`{name}` is modelled where it is called by its name, with arguments that it takes.")
        }
        Some(_) => "Another file may define it: give that too, or say with --unknown-calls what to assume.".to_owned(),
        None => {
            let Some((_, advice)) = ADVICE.iter().find(|(what, _)| construct.starts_with(what)) else {
                return String::new();
            };
            match advice {
                Advice::ComputedSize => {
                    format!(
                        "Such objects have up to {} as --computed-size says.",
                        counted(bounds.capacity as usize, "byte")
                    )
                }
                Advice::Recursion => {
                    format!(
                        "--recursion says how deep calls are followed, now {}.",
                        counted(question.recursion, "level")
                    )
                }
                Advice::ObjectSize => "--object-size and --object-cells say how large objects are followed.".to_owned(),
                Advice::HeapObjects => {
                    format!("--heap-objects says how many are followed, now {}.", bounds.instances)
                }
                Advice::Ask(properties) if properties.iter().all(|property| question.property.includes(*property)) => {
                    return String::new();
                }
                Advice::Ask(properties) => {
                    let options: Vec<String> = properties.iter().map(|property| format!("-p {property}")).collect();
                    format!("{} asks whether that happens.", options.join(" or "))
                }
            }
        }
    };
    format!(" {advice}")
}

/// What could be done about a construct.
enum Advice {
    ComputedSize,
    Recursion,
    ObjectSize,
    HeapObjects,
    /// To ask about it.
    Ask(&'static [Property]),
}

/// Constructs by how their reasons begin, the longest first, and what could be done about them.
const ADVICE: &[(&str, Advice)] = &[
    ("an object of a computed number of bytes that is larger than is followed", Advice::ComputedSize),
    ("recursion of `", Advice::Recursion),
    ("access to an object that is too large", Advice::ObjectSize),
    ("struct or array that is too large to be followed", Advice::ObjectSize),
    ("a local variable is too large to be given every initial value", Advice::ObjectSize),
    ("too many bytes are copied or filled at once", Advice::ObjectSize),
    ("more objects of one array of computed length than are followed", Advice::HeapObjects),
    ("more lives of one local than are followed", Advice::HeapObjects),
    (
        "undefined behaviour: division by zero, or of the smallest value by -1",
        Advice::Ask(&[Property::NoDivisionByZero, Property::NoOverflow]),
    ),
    ("undefined behaviour: division by zero", Advice::Ask(&[Property::NoDivisionByZero])),
    ("undefined behaviour: shift ", Advice::Ask(&[Property::NoBadShift])),
    ("undefined behaviour: the smallest value is divided by -1", Advice::Ask(&[Property::NoOverflow])),
    ("undefined behaviour: signed ", Advice::Ask(&[Property::NoOverflow])),
    ("undefined behaviour: the absolute value of the smallest number", Advice::Ask(&[Property::NoOverflow])),
    ("undefined behaviour: an access leaves its object", Advice::Ask(&[Property::ValidDeref])),
    ("undefined behaviour: what is freed is not the start", Advice::Ask(&[Property::ValidFree])),
];

/// What an answer about a program means, after native runs alone.
pub fn summary_of_runs(question: &Question, programs: &Programs, runs: &ConcreteRuns) -> String {
    match (&runs.path, &runs.only) {
        (Some(path), _) => violated(question, programs, path),
        (None, Some(Only::Safe { length, .. })) => {
            let how = match length {
                WayLength::Turns(0) => "it ends without a turn of a loop".to_owned(),
                WayLength::Turns(turns) => format!("it ends after {} of loops", counted_turns(*turns)),
                WayLength::Endless(_) => "it never ends".to_owned(),
            };
            format!("No execution violates {}: the program takes one way whatever it reads; {how}.", question.property)
        }
        (None, Some(Only::Unmodelled(id))) => {
            not_modelled(question, programs, *id, "the program takes one way whatever it reads, and it leads there")
        }
        (None, None) => format!("Not decided: {}.", why_nothing(runs)),
    }
}

/// What an answer about a program means that boxes gave.
pub fn summary_of_boxes(question: &Question, programs: &Programs, path: Option<&ErrorPath>) -> String {
    match path {
        Some(path) => violated(question, programs, path),
        None => format!(
            "No execution violates {}: all inputs are cut into boxes, in each of which all executions end without error.",
            question.property
        ),
    }
}

/// What the answer of boxes rests on, where that is no path.
pub fn evidence_of_boxes(boxes: &Boxes) -> Vec<String> {
    let Some(Decided::Safe(partition)) = &boxes.decided else { return Vec::new() };
    let parts = counted(partition.boxes(), "part");
    vec![
        format!("boxes: a partition of all inputs into {parts}, each an interval of every input"),
        "each box is confirmed by another evaluation of the program, with the numbers at its corners by rustc_apfloat: all \
         its executions take one way, which ends without error"
            .to_owned(),
    ]
}

fn counted_turns(turns: u64) -> String {
    counted(usize::try_from(turns).unwrap_or(usize::MAX), "turn")
}

/// What the answer of native runs rests on, where that is no path.
pub fn evidence_of_runs(runs: &ConcreteRuns) -> Vec<String> {
    let Some(Only::Safe { length, confirmed }) = &runs.only else { return Vec::new() };
    let run = match length {
        WayLength::Turns(turns) => {
            let turns = counted_turns(*turns);
            format!("the only way through the program: a native run of {turns} of loops, in which nothing that is read has a say")
        }
        WayLength::Endless(Repeats { first, length }) => format!(
            "the only way through the program: a native run, in which nothing that is read has a say; its state after {} of \
             loops is that after {length} more",
            counted_turns(*first)
        ),
    };
    let check = match confirmed {
        Confirmed::Interpreter(blocks) => {
            let blocks = counted(usize::try_from(*blocks).unwrap_or(usize::MAX), "block");
            format!("it is confirmed by the interpreter, in {blocks}")
        }
        Confirmed::Unoptimised => {
            "it is confirmed by a native run of the program as clang compiled it, before any pass: it ends without an error"
                .to_owned()
        }
        Confirmed::SecondBuild(optimisation) => {
            let what = match length {
                WayLength::Turns(_) => "it ends after as many turns",
                WayLength::Endless(_) => "it comes to the same state again",
            };
            format!("it is confirmed by a run of a second build, with {}: {what}", optimisation.option())
        }
    };
    vec![run, check]
}

/// Why native runs gave no answer.
fn why_nothing(runs: &ConcreteRuns) -> String {
    let nothing = || format!("none of {} native runs reached the error", runs.figures.runs);
    runs.unconfirmed.clone().unwrap_or_else(nothing)
}

/// What a verdict about a DimSpec problem means.
pub fn summary_of_problem(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Safe(certificate) => format!("No run reaches the goal: {}.", proof(certificate)),
        Verdict::Unsafe(trace) => format!("A run of {} reaches the goal.", counted(trace.length(), "step")),
        Verdict::Unknown(reason, progress) => not_decided(reason, progress),
    }
}

fn violated(question: &Question, programs: &Programs, path: &ErrorPath) -> String {
    let what = fault(programs.map_of(path), path).words(None);
    let what = if what.is_empty() { what } else { format!(": {what}") };
    format!("An execution violates {}{what}.", question.property)
}

fn proof(certificate: &Certificate) -> String {
    match certificate {
        Certificate::Invariant(clauses) => {
            let literals = counted(clauses.iter().map(|clause| clause.len()).sum(), "literal");
            format!("an inductive invariant of {} ({literals}) excludes it", counted(clauses.len(), "clause"))
        }
        Certificate::Exhausted(exhausted) => {
            format!("every run has come to its end after {}, and none has reached it", counted(exhausted.depth, "step"))
        }
        Certificate::KInduction(proof) => {
            let with = match proof.lemmas.len() {
                0 => String::new(),
                lemmas => format!(" and {}", counted(lemmas, "lemma")),
            };
            format!("k-induction with k = {}{with} excludes it", proof.k)
        }
    }
}

fn how_far(progress: &Progress) -> String {
    let parts = [
        progress.depth.map(|depth| format!("no run of up to {} reaches the goal", counted(depth, "step"))),
        progress.frame.map(|frame| format!("IC3 came to frame {frame}")),
        progress.lemmas.map(|lemmas| format!("with {}", counted(lemmas, "lemma"))),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        "nothing is known about any number of steps".to_owned()
    } else {
        parts.join(", ")
    }
}

/// What replaying a path by the interpreter came to, if it was replayed.
pub fn replay_sentence(path: &ErrorPath) -> Option<String> {
    let programs =
        if path.on_plain { "the optimised program and the unoptimised one" } else { "the optimised program" };
    let replayed = format!("the interpreter replayed the run on {programs}, and it ended in the same error");
    // A run that was only counted in turns was too long.
    (!matches!(path.length, Length::Turns(_))).then_some(replayed)
}

/// What the encoding that the evidence is about leaves out.
pub fn refinement_sentence((followed, searches): (&Followed, usize)) -> String {
    let Followed { objects, precision } = followed;
    let count = |cells: &Option<usize>| cells.map_or("any number of cells".to_owned(), |cells| counted(cells, "cell"));
    let objects: Vec<String> = objects.iter().map(|(name, cells)| format!("{name} ({})", count(cells))).collect();
    let accesses = match precision.stores.len() {
        0 => counted(precision.loads.len(), "load"),
        stores => format!("{} and {}", counted(precision.loads.len(), "load"), counted(stores, "store")),
    };
    let others = match precision.expected.len() {
        0 => "anything".to_owned(),
        loads => format!(
            "anything, but what {} {} to read",
            counted(loads, "load"),
            if loads == 1 { "is expected" } else { "are expected" }
        ),
    };
    format!(
        "large objects are read lazily: the system follows {} and {accesses} of {}, and lets other cells hold {others}; it \
         can do all that the program can (search {searches})",
        counted(precision.cells.len(), "cell"),
        objects.join(", ")
    )
}

/// What replaying a path natively came to, if it was replayed.
pub fn native_sentence(native: &NativeReplay) -> Option<String> {
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

/// The same as reports have it.
pub fn native_outcome(native: &NativeReplay) -> report::NativeReplay {
    let (outcome, reason) = match native {
        NativeReplay::Off => ("off", None),
        NativeReplay::Reproduced => ("reproduced", None),
        NativeReplay::Impossible(reason) => ("not possible", Some(reason.clone())),
    };
    report::NativeReplay { outcome: outcome.to_owned(), reason }
}

/// Of the places where a program assumes something itself, so many are told.
const TOLD: usize = 5;

/// Where a program says itself which executions are of interest.
fn assumed(map: &SourceMap) -> Option<String> {
    let mut places: Vec<String> = Vec::new();
    for place in map.assumed.iter().filter_map(|&origin| place(map, origin)) {
        let place = format!("{}:{}", place.file, place.line);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let more = places.len().saturating_sub(TOLD);
    places.truncate(TOLD);
    let more = if more > 0 { format!(" and {more} more places") } else { String::new() };
    let told = || format!("only executions count in which __VERIFIER_assume holds, in {}{more}", places.join(", "));
    (!places.is_empty()).then(told)
}

/// Where executions are taken to end, because it is known that a check fails there.
pub fn ends_at_known(question: &Question) -> Option<String> {
    match question.known.len() {
        0 => None,
        1 => Some("executions end at the check that was found to fail before".to_owned()),
        known => Some(format!("executions end at the {known} checks that were found to fail before")),
    }
}

/// Why a safe program may be safe for no good reason, where that is seen without a search.
pub fn nothing_checked(question: &Question, programs: &Programs, answer: &Answer) -> Option<String> {
    // The plain program still has what only a search, or LLVM's passes, can tell of.
    let program = &programs.plain;
    if *answer != Answer::Safe || program.exits().any(|exit| matches!(exit, Exit::Error(_))) {
        return None;
    }
    Some(match program.map.sites.len() {
        0 => format!("There is nothing to violate: {}.", what_is_missing(question.property)),
        1 => "The only check was decided without a search: no execution comes to it, or it holds as it is written."
            .to_owned(),
        count => format!(
            "None of the {count} checks needed a search: no execution comes to it, or it holds as it is written."
        ),
    })
}

/// What a program lacks that has no check for a property.
fn what_is_missing(property: Property) -> String {
    let what = match property {
        Property::UnreachFunction(own) => return format!("the program does not call {}", own.text()),
        Property::UnreachCall => "the program calls neither reach_error nor __VERIFIER_error",
        Property::Assert => "the program has no assert",
        Property::NoOverflow => "the program has no signed arithmetic that could overflow",
        Property::ValidDeref => "the program has no access that could miss its object",
        Property::ValidFree => "the program frees nothing",
        Property::ValidMemtrack | Property::ValidMemcleanup => "the program allocates nothing",
        Property::ValidMemsafety => {
            "the program has no access that could miss its object, and frees and allocates nothing"
        }
        Property::NoDivisionByZero => "the program has no division that could be by zero",
        Property::NoBadShift => "the program has no shift that could be too far",
        Property::NoIndexOutOfBounds => "the program has no index that could leave its array",
        Property::NormalEnd { .. } => "the program has no check",
    };
    what.to_owned()
}

/// What the verdict rests on; and those of these lines that not every question about C has: what the command line and the program itself
/// assume.
pub fn assumptions(question: &Question, program: &Program) -> (Vec<String>, Vec<String>) {
    let words = match question.data_model {
        DataModel::Ilp32 => "int, long and pointers have 32 bits (ILP32)",
        DataModel::Lp64 => "int has 32 bits, long and pointers have 64 (LP64)",
    };
    let arguments = question.named_files().first().map_or(&[][..], |unit| &unit.arguments);
    let mut of_char = arguments.iter().rev().map(String::as_str);
    let says = ["-funsigned-char", "-fno-signed-char", "-fsigned-char", "-fno-unsigned-char"];
    let char_is = match of_char.find(|argument| says.contains(argument)) {
        Some("-funsigned-char" | "-fno-signed-char") => "unsigned",
        _ => "signed",
    };
    let mut own: Vec<String> = Vec::new();
    let mut lines =
        vec![format!("{words}, two's complement, little-endian, plain char is {char_is}, as clang 19 for x86")];
    if !arguments.is_empty() {
        own.push(format!("C files are compiled with {}", arguments.join(" ")));
    }
    lines.extend(own.iter().cloned());
    if question.property != Property::NoOverflow {
        let all_wrap = question.named_files().iter().all(|unit| unit.wraps);
        let then = match arguments.iter().any(|argument| argument == "-ftrapv") {
            true => "ends the program",
            false if question.assumed.overflow == Overflow::Wraps || all_wrap => "wraps",
            false => "wraps, and an error that is reached only so does not count",
        };
        lines.push(format!("signed arithmetic that overflows {then} (ask for no-overflow to check that none does)"));
    }
    let is_float =
        |instruction: &Instruction| matches!(instruction, Instruction::Define { operation: Operation::Float(..), .. });
    let mut instructions = program.blocks.iter().flat_map(|block| &block.instructions);
    if program.map.computes_floats || instructions.any(is_float) {
        let unit = if question.data_model == DataModel::Ilp32 { ", as SSE2 computes it" } else { "" };
        // GCC does where a processor with FMA is asked for.
        let fused = "a product and a sum never rounded as one (-ffp-contract=off)";
        let rounded = match program.map.sets_rounding {
            true => "rounded as the program says (constants that clang computes: to nearest)",
            false => "rounded to nearest",
        };
        lines.push(format!(
            "floating-point arithmetic is that of IEEE 754, {rounded}, each operation to its type{unit}, {fused}"
        ));
    }
    let used: Vec<&InputKind> = program.map.inputs.iter().map(|input| &input.kind).collect();
    if used.iter().any(|kind| matches!(kind, InputKind::Call(_))) {
        lines.push("each call of a __VERIFIER_nondet function may return any value of its type".to_owned());
    }
    let before = own.len();
    if let Some(function) = &question.function {
        own.push(format!(
            "`{}` is called once, with any arguments and any values of the globals that it uses; the C library is as at the start",
            function.called.name
        ));
        own.extend(function.called.assumptions.iter().cloned());
    }
    own.extend(program.map.assumptions.iter().cloned());
    own.extend(assumed(&program.map));
    lines.extend(own[before..].iter().cloned());
    if used.iter().any(|kind| matches!(kind, InputKind::Volatile(_))) {
        lines.push("each read of a volatile object may give any value of its type".to_owned());
    }
    if program.map.has_registers {
        let line = "volatile accesses at addresses that are numbers, and to objects of other modules, reach no object of the program";
        lines.push(line.to_owned());
        own.push(line.to_owned());
    }
    if used.iter().any(|kind| matches!(kind, InputKind::Uninitialised(_) | InputKind::Undefined)) {
        lines.push("local variables that are not initialised may hold any value".to_owned());
    }
    (lines, own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_came_to_no_answer_says_why_and_how_far() {
        let progress = Progress { depth: Some(6), frame: Some(3), ..Progress::default() };
        let timeout = Verdict::Unknown(Reason::Timeout, progress);
        assert_eq!(
            summary_of_problem(&timeout),
            "Not decided: time limit reached in the search; no run of up to 6 steps reaches the goal, IC3 came to frame 3."
        );
        let steps = Verdict::Unknown(Reason::Steps, progress);
        assert_eq!(
            summary_of_problem(&steps),
            "Not decided: no run of up to 6 steps reaches the goal, IC3 came to frame 3."
        );
    }

    #[test]
    fn what_ended_a_run_is_said_in_a_sentence() {
        let stages = |names: &[&str]| -> Vec<Measure> { names.iter().map(|&name| Measure::new(name, 4.1)).collect() };
        assert_eq!(
            ended(Reason::Timeout, &stages(&["front end", "encode", "blast"]), Duration::from_millis(12_300)),
            "time limit reached while encoding (12.3 s); the search had not started"
        );
        let later = Duration::from_millis(8200);
        assert_eq!(ended(Reason::Interrupted, &stages(&["read", "solve"]), later), "interrupted in the search (8.2 s)");
        assert_eq!(
            ended(Reason::Memory, &[], Duration::ZERO),
            "memory limit reached at the beginning (0.0 s); the search had not started"
        );
    }
}
