//! Witnesses: those of our own answers are written, those of any tool are checked. Either way a witness is put into the program, and what
//! it says is asked about that program: nothing is written that was not proved there, and nothing is confirmed without.

use super::check::check;
use super::clock::Clock;
use super::error::PipelineError;
use super::finished::{Basis, Finished};
use super::question::{Choice, Concrete, EncodingName, Only, Predicates, Question};
use super::stages;
use crate::frontend::Overflow;
use crate::program::{Program, SiteId, SourceMap};
use crate::report::{self, Answer, Report, SourcePlace};
use crate::solve::{EngineName, Team};
use crate::source::clang::{preprocessed, ClangError, Unit};
use crate::source::property::Property;
use crate::source::task::text_of_property;
use crate::source::temporary::Folder;
use crate::ts::Goal;
use crate::verdict::path::Changed;
use crate::verdict::ErrorPath;
use crate::witness::checks::{with_invariants, Checked};
use crate::witness::facts::{self, Proof};
use crate::witness::file::{Format, WitnessFile};
use crate::witness::format::{hash, Content, Invariant, Location, Segment, Task, Witness};
use crate::witness::given::Given;
use crate::witness::graphml;
use crate::witness::instrument::{self, Misfit};
use crate::witness::violation;
use crate::witness::waypoints::{with_waypoints, Astray};
use bitreach_engine::{Certificate, Observer, Silent};
use bitreach_limits::Limits;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// To prove candidates on the program may take so long, and longer only where the answer itself took longer.
const LEAST: Duration = Duration::from_secs(10);

/// So many candidates may turn out wrong, one after the other.
const ROUNDS: usize = 20;

/// A witness, and what is to be said about it in a sentence.
#[derive(Debug)]
pub struct Written {
    /// The witness.
    pub witness: Witness,
    /// The file that it is about.
    given: Given,
    /// What it holds, and what it does not.
    pub summary: String,
}

/// The file that a witness is about, if the program has one that witnesses can be about.
///
/// # Errors
/// If it is several files, or none that is C; a sentence that says so.
fn given(question: &Question) -> Result<Given, String> {
    let [unit] = &question.files[..] else {
        return Err("a witness is about a program of one file".to_owned());
    };
    let path = unit.path();
    if !matches!(path.extension().and_then(|extension| extension.to_str()), Some("c" | "i")) {
        return Err("a witness is about a C file (.c, .i)".to_owned());
    }
    let bytes = std::fs::read(&path).map_err(|error| format!("{}: cannot be read: {error}", path.display()))?;
    let not_text = || format!("{}: the file is not UTF-8, and no place in it can be named", path.display());
    Given::new(&unit.file.display().to_string(), &bytes).ok_or_else(not_text)
}

/// The task that a question is, in a witness.
///
/// # Errors
/// If SV-COMP has no name for the property; a sentence that says so.
fn task(question: &Question, given: &Given) -> Result<Task, String> {
    let property = question.property;
    let specification = text_of_property(property)
        .ok_or_else(|| format!("SV-COMP's witnesses know no property like {property}; none can be written"))?;
    Ok(Task {
        input_files: vec![given.name.clone()],
        input_file_hashes: BTreeMap::from([(given.name.clone(), hash(given.text.as_bytes()))]),
        specification,
        data_model: question.data_model.to_string(),
        language: "C".to_owned(),
    })
}

/// What a witness is about.
#[derive(Debug)]
pub struct Subject {
    given: Given,
    task: Task,
}

impl Subject {
    /// The subject of a question.
    ///
    /// # Errors
    /// As [`given`] and [`task`].
    pub fn of(question: &Question) -> Result<Subject, String> {
        let given = given(question)?;
        Ok(Subject { task: task(question, &given)?, given })
    }

    /// The witness of an answer, or why there is none. `took` is how long the answer took.
    ///
    /// # Errors
    /// On internal faults.
    pub fn written(
        self,
        question: &Question,
        choice: &Choice,
        finished: &Finished,
        took: Duration,
        limits: &Limits,
    ) -> Result<Result<Written, String>, PipelineError> {
        let Subject { given, task } = self;
        let (content, summary) = match finished.basis.as_deref() {
            Some(Basis::Path(path, map)) => {
                let Some((segments, open)) = violation::segments(&given, map, path) else {
                    return Ok(Err(
                        "the error is in a function of the library that is called at no known place".to_owned()
                    ));
                };
                let limits = limits.part(LEAST.max(took * 2));
                let (segments, summary) = followed(question, choice, &given, (segments, open), path, &limits)?;
                (Content::Violation(segments), summary)
            }
            Some(Basis::Proof(proof)) => {
                let limits = limits.part(LEAST.max(took * 2));
                let invariants = proved(question, choice, &given, proof, &limits)?;
                (Content::Correctness(invariants.clone()), correctness_summary(invariants.len()))
            }
            Some(Basis::OnlyWay) => {
                let summary = "no invariant: the program takes one way whatever it reads, which was run".to_owned();
                (Content::Correctness(Vec::new()), summary)
            }
            Some(Basis::Boxes) => {
                let summary = "no invariant: the proof is a partition of all inputs into boxes".to_owned();
                (Content::Correctness(Vec::new()), summary)
            }
            None => return Ok(Err("the question was not decided".to_owned())),
        };
        Ok(Ok(Written { witness: Witness { task, content }, given, summary }))
    }
}

impl Written {
    /// The file, made now.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn text(&self, format: Format) -> Result<String, PipelineError> {
        let text = match format {
            Format::Yaml => self.witness.write(&now()).map_err(|error| error.to_string()),
            Format::GraphMl => graphml::write::text(&self.witness, &self.given, &now()),
        };
        text.map_err(PipelineError::Internal)
    }

    /// What it says at loop heads, for the report.
    pub fn invariants(&self) -> Vec<report::Invariant> {
        match &self.witness.content {
            Content::Correctness(invariants) => invariants.iter().map(told).collect(),
            Content::Violation(_) => Vec::new(),
        }
    }
}

/// What is proved at the loop heads of a safe program, for the report; nothing where the program is not of one C file, or no proof
/// speaks of it. `took` is how long the answer took.
///
/// # Errors
/// On internal faults.
pub fn invariants(
    question: &Question,
    choice: &Choice,
    finished: &Finished,
    took: Duration,
    limits: &Limits,
) -> Result<Vec<report::Invariant>, PipelineError> {
    let (Some(Basis::Proof(proof)), Ok(given)) = (finished.basis.as_deref(), given(question)) else {
        return Ok(Vec::new());
    };
    let limits = limits.part(LEAST.max(took * 2));
    Ok(proved(question, choice, &given, proof, &limits)?.iter().map(told).collect())
}

fn told(invariant: &Invariant) -> report::Invariant {
    let Location { file_name, line, function, .. } = invariant.location.clone();
    let place = SourcePlace { file: file_name, line, function: function.unwrap_or_default(), depth: 0 };
    report::Invariant { place, expression: invariant.value.clone() }
}

/// The time, as ISO 8601 has it.
fn now() -> String {
    let now = jiff::Timestamp::now();
    now.round(jiff::Unit::Second).unwrap_or(now).to_string()
}

fn correctness_summary(count: usize) -> String {
    match count {
        0 => "no invariant: nothing about C variables at loop heads was proved beside the answer".to_owned(),
        1 => "an invariant at a loop head, proved on the program".to_owned(),
        count => format!("{count} invariants at loop heads, each proved on the program"),
    }
}

/// The segments of a violation, if an execution can follow them; else the target alone, and what is to be said about it. Only what the
/// parser takes for something else than the compiler keeps an execution from following what it came from.
fn followed(
    question: &Question,
    choice: &Choice,
    given: &Given,
    (mut segments, open): (Vec<Segment>, usize),
    path: &ErrorPath,
    limits: &Limits,
) -> Result<(Vec<Segment>, String), PipelineError> {
    let fixed = segments.len() - 1;
    let summary = violation_summary(fixed, open, path);
    if fixed == 0 {
        return Ok((segments, summary));
    }
    Ok(match follow(question, given, &segments, choice, limits, (Silent, &Clock::new()))? {
        Validation::Rejected(reason) => {
            segments.drain(..fixed);
            (segments, format!("the target alone; with waypoints that fix what is read, {reason}"))
        }
        Validation::Confirmed(..) | Validation::Undecided(..) => (segments, summary),
    })
}

fn waypoints(count: usize) -> String {
    match count {
        1 => "one waypoint".to_owned(),
        _ => format!("{count} waypoints"),
    }
}

fn violation_summary(fixed: usize, open: usize, path: &ErrorPath) -> String {
    let why = match path.on_plain {
        true => "",
        false => ", since the execution is only known as one of the optimised program",
    };
    match open {
        0 if fixed == 0 => "the target; the execution reads nothing".to_owned(),
        0 if fixed == 1 => "a waypoint fixes the one value that is read".to_owned(),
        0 => format!("{fixed} waypoints fix all values that are read"),
        1 => format!("{}, and a value that is read stays open{why}", waypoints(fixed)),
        _ => format!("{}, and {open} values that are read stay open{why}", waypoints(fixed)),
    }
}

/// The facts that the proof says at loop heads, as far as all of them together are proved on the program itself.
fn proved(
    question: &Question,
    choice: &Choice,
    given: &Given,
    proof: &super::finished::Proof,
    limits: &Limits,
) -> Result<Vec<Invariant>, PipelineError> {
    let clauses = match &proof.certificate {
        Certificate::Invariant(clauses) => clauses,
        Certificate::KInduction(induction) => &induction.lemmas,
        Certificate::Exhausted(exhausted) => &exhausted.lemmas,
    };
    let super::finished::Proof { programs, program, encoding, words, problem, .. } = proof;
    let map = &programs.plain.map;
    // With what is likely first: it says more, and is proved like all else.
    for likely in [&problem.symbols.candidates[..], &[]] {
        let said = Proof { program, encoding, words, problem, clauses, likely };
        let invariants = held(question, choice, given, facts::invariants(given, map, &said, limits), limits)?;
        if !invariants.is_empty() || limits.are_up() {
            return Ok(invariants);
        }
    }
    // What passes have solved no certificate speaks of: then the program as it is written is guessed about.
    let guessed = guessed(given, &programs.plain, limits);
    held(question, choice, given, guessed, limits)
}

/// So many blocks a program may have that is guessed about.
const MOST_BLOCKS: usize = 2000;

/// What intervals say about the loops of a program that no pass has changed: guesses.
fn guessed(given: &Given, plain: &Arc<Program>, limits: &Limits) -> Vec<Invariant> {
    if plain.blocks.len() > MOST_BLOCKS {
        return Vec::new();
    }
    let program = plain.clone();
    let found =
        stages::encode(program.clone(), EncodingName::LargeBlock, Predicates::Off, limits).and_then(|encoding| {
            let emitted = stages::blast(&encoding.system, Goal::Error, limits)?;
            let (problem, words) = (&emitted.problem, &emitted.words);
            let (clauses, likely) = (&[][..], &problem.symbols.candidates[..]);
            let said = Proof { program: &program, encoding: &encoding, words, problem, clauses, likely };
            Ok(facts::invariants(given, &plain.map, &said, limits))
        });
    // Only limits end these stages.
    found.unwrap_or_default()
}

/// Those of some invariants that are proved together, after the wrong ones have been left out; none where that is not decided.
fn held(
    question: &Question,
    choice: &Choice,
    given: &Given,
    mut invariants: Vec<Invariant>,
    limits: &Limits,
) -> Result<Vec<Invariant>, PipelineError> {
    for _ in 0..ROUNDS {
        if invariants.is_empty() || limits.are_up() {
            break;
        }
        match checked(question, choice, given, &invariants, (Silent, &Clock::new()), limits)? {
            Outcome::Holds => return Ok(invariants),
            Outcome::Fails(index) => {
                invariants.remove(index);
            }
            Outcome::Violated | Outcome::Undecided(..) | Outcome::Misfit(_) => break,
        }
    }
    Ok(Vec::new())
}

/// What came of the check of invariants.
enum Outcome {
    /// All of them hold; where the property is about calls, it does as well.
    Holds,
    /// This one does not.
    Fails(usize),
    /// The property is violated.
    Violated,
    /// Not decided: the reason in a word, and a sentence.
    Undecided(String, String),
    /// They cannot be put into the program.
    Misfit(Misfit),
}

/// Checks that invariants hold whenever control is at their places.
fn checked(
    question: &Question,
    choice: &Choice,
    given: &Given,
    invariants: &[Invariant],
    observed: (impl Observer + 'static, &Clock),
    limits: &Limits,
) -> Result<Outcome, PipelineError> {
    let keeps_errors = question.property == Property::UnreachCall;
    let checked = match with_invariants(given, invariants, keeps_errors) {
        Ok(checked) => checked,
        Err(misfit) => return Ok(Outcome::Misfit(misfit)),
    };
    let mut asked = question.clone();
    asked.property = Property::UnreachCall;
    // An invariant fails where it fails, whatever has overflowed before.
    asked.assumed.overflow = Overflow::Wraps;
    if let Some(misfit) = left_out(&asked, &checked, invariants, limits)? {
        return Ok(Outcome::Misfit(misfit));
    }
    let finished = match asked_about(&asked, &checked.text, choice, observed, limits)? {
        Ok(finished) => finished,
        Err(misfit) => return Ok(Outcome::Misfit(misfit)),
    };
    Ok(match &finished.report.verdict {
        Answer::Safe => Outcome::Holds,
        Answer::Unknown(reason) => Outcome::Undecided(reason.clone(), finished.report.summary.clone()),
        Answer::Unsafe(_) => match finished.basis.as_deref() {
            Some(Basis::Path(path, map)) => match failing(&checked, map, path.site) {
                Some(index) => Outcome::Fails(index),
                None if keeps_errors => Outcome::Violated,
                None => {
                    let sentence = "an error function is called by another name than its own".to_owned();
                    Outcome::Undecided("unsupported".to_owned(), sentence)
                }
            },
            _ => return Err(PipelineError::Internal("a violation has no path".to_owned())),
        },
    })
}

/// The invariant whose check an execution fails.
fn failing(checked: &Checked, map: &SourceMap, site: SiteId) -> Option<usize> {
    let origin = map.origins.get(map.sites.get(site.0)?.origin?.0)?;
    checked.invariant_at(origin.line, origin.column)
}

/// Asks a question about another text of its file. A text that clang refuses is told apart: the witness is at fault.
fn asked_about(
    question: &Question,
    text: &str,
    choice: &Choice,
    (observer, clock): (impl Observer + 'static, &Clock),
    limits: &Limits,
) -> Result<Result<Finished, Misfit>, PipelineError> {
    let (_folder, asked) = with_text(question, text)?;
    let (file, original) = (&asked.files[0].file, &question.files[0].file);
    match check(&asked, choice, limits, observer, clock) {
        Err(PipelineError::Input(message)) if message.contains("-Wassume") => {
            let reason = "an expression calls a function, assigns, or reads what is volatile";
            Ok(Err(Misfit::Refused(reason.to_owned())))
        }
        Err(PipelineError::Input(message)) => {
            let message = message.replace(&file.display().to_string(), &original.display().to_string());
            Ok(Err(Misfit::Refused(message)))
        }
        finished => finished.map(Ok),
    }
}

/// A question about another text of its file, which is there as long as the folder is.
fn with_text(question: &Question, text: &str) -> Result<(Folder, Question), PipelineError> {
    let unit = &question.files[0];
    let folder = Folder::new().map_err(|error| PipelineError::Input(format!("cannot use temporary files: {error}")))?;
    let original = unit.path();
    let name = original.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let file = folder.file(&name, text).map_err(|error| PipelineError::Input(error.to_string()))?;
    let mut arguments = unit.arguments.clone();
    // What an expression does is also told where it is a macro of a system header that does it.
    arguments.push("-Wsystem-headers".to_owned());
    if let Some(parent) = original.parent().map(|parent| if parent == Path::new("") { Path::new(".") } else { parent })
    {
        // What the original includes stands beside it.
        arguments.push("-iquote".to_owned());
        arguments.push(parent.display().to_string());
    }
    let mut asked = question.clone();
    asked.files =
        vec![Unit { file, arguments, folder: unit.folder.clone(), is_c: true, wraps: unit.wraps, refused: None }];
    Ok((folder, asked))
}

/// The first of some invariants whose check the preprocessor leaves out: it would hold whatever it says.
fn left_out(
    asked: &Question,
    checked: &Checked,
    invariants: &[Invariant],
    limits: &Limits,
) -> Result<Option<Misfit>, PipelineError> {
    let (_folder, asked) = with_text(asked, &checked.text)?;
    let text = match preprocessed(&asked.files[0], asked.property, asked.data_model, &limits.stop) {
        Ok(text) => text,
        // What comes next is told so as well, and says it.
        Err(ClangError::Stopped | ClangError::Compile { .. }) => return Ok(None),
        Err(error) => return Err(PipelineError::Input(error.to_string())),
    };
    let text = String::from_utf8_lossy(&text);
    let is_there = |number: &usize| text.contains(&Checked::call(*number));
    let missing = (0..invariants.len()).find(|number| !is_there(number));
    Ok(missing.map(|number| Misfit::Wrong {
        line: invariants[number].location.line,
        reason: "the preprocessor leaves this place out".to_owned(),
    }))
}

/// What came of a witness.
#[derive(Clone, Debug)]
pub enum Validation {
    /// What it says is so. The report is about the program with the witness in it.
    Confirmed(String, Box<Report>),
    /// It is not so, and why.
    Rejected(String),
    /// Not decided: the reason in a word, and a sentence.
    Undecided(String, String),
}

/// Checks a witness about a program.
///
/// # Errors
/// If the program cannot be compiled, or on internal faults.
pub fn validate(
    question: &Question,
    witness: &WitnessFile,
    choice: &Choice,
    limits: &Limits,
    (observer, clock): (impl Observer + Clone + 'static, &Clock),
) -> Result<Validation, PipelineError> {
    let given = given(question).map_err(PipelineError::Input)?;
    let followed = witness.followed(&given, question.property == Property::UnreachCall);
    let fitting = followed
        .and_then(|followed| instrument::fits(&given, &followed.content, &witness.task.input_files).map(|()| followed));
    let followed = match fitting {
        Ok(followed) => followed,
        Err(misfit) => return Ok(of_misfit(&misfit)),
    };
    let validation = match &followed.content {
        Content::Violation(segments) => {
            let of = |choice: &Choice| follow(question, &given, segments, choice, limits, (observer.clone(), clock));
            match of(choice)? {
                // The execution that was tried before the search may come to the target in another way.
                Validation::Undecided(reason, _)
                    if reason == "waypoints" && choice.concrete != Concrete::Off && !limits.are_up() =>
                {
                    of(&Choice { concrete: Concrete::Off, ..choice.clone() })?
                }
                validation => validation,
            }
        }
        Content::Correctness(invariants) => hold(question, &given, invariants, choice, limits, (observer, clock))?,
    };
    Ok(match validation {
        Validation::Rejected(reason) if followed.is_narrower => {
            let sentence =
                format!("as its edges were followed, {reason}; but the automaton may allow other executions");
            Validation::Undecided("waypoints".to_owned(), sentence)
        }
        validation => validation,
    })
}

/// Whether each invariant holds, and the program is safe.
fn hold(
    question: &Question,
    given: &Given,
    invariants: &[Invariant],
    choice: &Choice,
    limits: &Limits,
    (observer, clock): (impl Observer + Clone + 'static, &Clock),
) -> Result<Validation, PipelineError> {
    if !invariants.is_empty() {
        match checked(question, choice, given, invariants, (observer.clone(), clock), limits)? {
            Outcome::Holds => {}
            Outcome::Fails(index) => {
                let Invariant { location, value, .. } = &invariants[index];
                return Ok(Validation::Rejected(format!(
                    "the invariant `{value}` of line {} does not hold",
                    location.line
                )));
            }
            Outcome::Violated => return Ok(Validation::Rejected("the program violates the property".to_owned())),
            Outcome::Undecided(reason, sentence) => return Ok(Validation::Undecided(reason, sentence)),
            Outcome::Misfit(misfit) => return Ok(of_misfit(&misfit)),
        }
    }
    let finished = check(question, choice, limits, observer, clock)?;
    Ok(match &finished.report.verdict {
        Answer::Safe => {
            let what = match invariants.len() {
                0 => "the program is safe; the witness has no invariant".to_owned(),
                1 => "its invariant holds, and the program is safe".to_owned(),
                count => format!("its {count} invariants hold, and the program is safe"),
            };
            Validation::Confirmed(what, Box::new(finished.report))
        }
        Answer::Unsafe(_) => Validation::Rejected("the program violates the property".to_owned()),
        Answer::Unknown(reason) => Validation::Undecided(reason.clone(), finished.report.summary),
    })
}

/// What a witness that cannot be put into its program is: wrong, or in words that are not followed.
fn of_misfit(misfit: &Misfit) -> Validation {
    match misfit {
        Misfit::Unsupported { .. } | Misfit::Graph(_) => {
            Validation::Undecided("unsupported".to_owned(), misfit.to_string())
        }
        Misfit::Wrong { .. } | Misfit::Refused(_) => Validation::Rejected(misfit.to_string()),
    }
}

/// Whether an execution passes the waypoints and violates the property at the target. Where executions end that do not pass one,
/// compilers know behind it what it says, such as how large an object is, and what is modelled of the program may differ from what is
/// modelled of it without the witness. If nothing is decided so, it is asked without that.
fn follow(
    question: &Question,
    given: &Given,
    segments: &[Segment],
    choice: &Choice,
    limits: &Limits,
    (observer, clock): (impl Observer + Clone + 'static, &Clock),
) -> Result<Validation, PipelineError> {
    let asked = |astray, choice: &Choice| {
        follow_as(question, given, segments, choice, limits, (astray, observer.clone(), clock))
    };
    let first = asked(Astray::Ends, choice)?;
    let is_open =
        matches!(&first, Validation::Undecided(reason, _) if ["unmodelled", "waypoints"].contains(&&**reason));
    // Which of several executions is found depends on who is first: in the end the unroller alone, which finds the same one each time.
    let unroller =
        Choice { team: Team::new(EngineName::Unroll, choice.sat), concrete: Concrete::Off, ..choice.clone() };
    for (astray, choice) in [(Astray::EndsAtTarget, choice), (Astray::GoesOn, choice), (Astray::GoesOn, &unroller)] {
        if !is_open || limits.are_up() {
            break;
        }
        // Executions may come to the target's place before they have passed all: that none is found says nothing.
        if let confirmed @ Validation::Confirmed(..) = asked(astray, choice)? {
            return Ok(confirmed);
        }
    }
    Ok(first)
}

/// The same, in one way.
fn follow_as(
    question: &Question,
    given: &Given,
    segments: &[Segment],
    choice: &Choice,
    limits: &Limits,
    (astray, observer, clock): (Astray, impl Observer + 'static, &Clock),
) -> Result<Validation, PipelineError> {
    let is_about_calls = question.property == Property::UnreachCall;
    let guarded = match with_waypoints(given, segments, is_about_calls, astray) {
        Ok(guarded) => guarded,
        Err(misfit) => return Ok(of_misfit(&misfit)),
    };
    let mut asked = question.clone();
    let (file, lines) = guarded.target;
    asked.only = Some(Only { file, lines });
    let finished = match asked_about(&asked, &guarded.text, choice, (observer, clock), limits)? {
        Ok(finished) => finished,
        Err(misfit) => return Ok(of_misfit(&misfit)),
    };
    Ok(match &finished.report.verdict {
        Answer::Unknown(reason) => Validation::Undecided(reason.clone(), finished.report.summary),
        Answer::Safe => {
            Validation::Rejected("no execution passes its waypoints and violates the property at its target".to_owned())
        }
        Answer::Unsafe(_) => {
            let wanted = segments.len() - 1;
            let basis = finished.basis.as_deref();
            let missing = match guarded.call {
                // Control comes to this call behind all waypoints only; what may stand beside it is another one.
                Some(place) if place_of(basis) == Some(place) => None,
                Some(_) => Some("the error that was found is beside the target".to_owned()),
                None if wanted == 0 => None,
                None => match passed(basis) {
                    Some(passed) if passed == wanted => None,
                    Some(passed) => Some(format!(
                        "the execution that was found comes to the target behind {passed} of {wanted} waypoints"
                    )),
                    None => Some("the execution that was found does not tell which waypoints it passes".to_owned()),
                },
            };
            match missing {
                Some(missing) => Validation::Undecided("waypoints".to_owned(), missing),
                None => {
                    let what = match wanted {
                        0 => "an execution violates the property at its target".to_owned(),
                        _ => format!(
                            "an execution passes its {} and violates the property at its target",
                            waypoints(wanted)
                        ),
                    };
                    Validation::Confirmed(what, Box::new(finished.report))
                }
            }
        }
    })
}

/// Line and column of the error that an execution comes to.
fn place_of(basis: Option<&Basis>) -> Option<(u32, u32)> {
    let Some(Basis::Path(path, map)) = basis else { return None };
    let origin = map.origins.get(map.sites.get(path.site.0)?.origin?.0)?;
    Some((origin.line, origin.column))
}

/// How many waypoints an execution has passed; `None` if the path does not tell.
fn passed(basis: Option<&Basis>) -> Option<usize> {
    let Some(Basis::Path(path, map)) = basis else { return None };
    let is_counter = |changed: &Changed| match changed {
        Changed::Variable(id) => map.variables.get(id.0).is_some_and(|variable| &*variable.name == instrument::COUNTER),
        Changed::Allocated(..) => false,
    };
    let mut assignments = path.steps.iter().flat_map(|step| &step.assignments);
    let last = assignments.rfind(|(changed, _)| is_counter(changed));
    path.on_plain.then(|| last.map_or(0, |(_, bits)| bits.unsigned() as usize))
}
