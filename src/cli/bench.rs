//! `bitreach bench`: sets of tasks are checked, a process a question; what is known already is not asked again.

use super::args::{Args, BenchArgs, Command};
use super::collect::{check_written, exit_code, publish, run_of_folder};
use super::progress::{held, LiveLine, StatusLine};
use super::{exit, written, Failure};
use crate::bench::child::Asker;
use crate::bench::group::Watcher;
use crate::bench::journal::{host, now, read_folder, RecordError, Writer};
use crate::bench::merge::{merge, Run};
use crate::bench::questions::{
    collect, digest_of_all, digest_of_file, digest_of_text, plain, shown, Question, Questions,
};
use crate::bench::record::{Header, Part, Record, Setup, SCHEMA_VERSION};
use crate::bench::score::Class;
use crate::bench::shard::Shard;
use crate::bench::slurm::{self, Array};
use crate::bench::{pool, table};
use crate::source::property::Property;
use bitreach_formula::counted;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, Parser};
use std::collections::{BTreeMap, HashMap};
use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use sysinfo::System;

/// Carries the command out.
pub fn run(args: &BenchArgs) -> Result<u8, Failure> {
    let questions = questions(args)?;
    let asker = asker(args)?;
    let folders = check_options(&asker, &questions.all)?;
    check_written(&args.written)?;
    let compared = args.written.compare.as_deref().map(run_of_folder).transpose()?;
    let mut header = Header {
        setup: setup(&asker, &questions)?,
        shard: args.shard.unwrap_or(Shard::WHOLE),
        host: host(),
        begun: now(),
    };
    let mut parts = match &args.output {
        Some(folder) if folder.exists() => read_folder(folder).map_err(failure)?,
        _ => Vec::new(),
    };
    let shard = of_shard(&header, &questions.all, args, &folders)?;
    let todo = left(&parts, &header, &shard)?;
    if let Some(elements) = args.slurm {
        return submit(args, &asker, elements, todo.len());
    }
    header.setup.asks = todo.iter().map(|(question, _)| (*question).clone()).collect();
    let is_known = parts.iter().any(|part| is_begun_by(&part.header, &header));
    warn_about_memory(args);
    let watcher = Watcher::start().map_err(|error| Failure::Usage(format!("cannot start a thread: {error}")))?;
    end_on_interrupt(&watcher);
    let mut session = Session::new(args, &header, shard.len(), todo.len());
    if !todo.is_empty() || !is_known {
        session.begin()?;
    }
    let all = session.ask(&todo, &asker, args, &watcher)?;
    let records = session.records;
    parts.push(Part { file: "this run".into(), header, records });
    let mut run = of_these(parts, &shard)?;
    run.left_out = questions.faults.iter().cloned().collect();
    let name = args.output.as_deref().unwrap_or(Path::new("this run")).display().to_string();
    publish((&name, &run), compared.as_ref(), &args.written)?;
    if !all {
        let advice = if args.output.is_some() { "; the same command goes on from there" } else { "" };
        let _ = writeln!(io::stderr(), "interrupted: {} of {} answered{advice}", run.records.len(), shard.len());
    }
    // What is left out is in no part: `collect` says that it lacks.
    let is_part = args.shard.is_some_and(Shard::is_part);
    Ok(exit_code(&run, !all, !is_part && !questions.faults.is_empty()))
}

/// Whether a file of answers says already that this part was begun, and what is left out.
fn is_begun_by(known: &Header, header: &Header) -> bool {
    known.shard == header.shard && known.setup.left_out == header.setup.left_out
}

/// What the sets ask. What is left out is told.
fn questions(args: &BenchArgs) -> Result<Questions, Failure> {
    let properties = args.property.iter().map(|name| name.parse::<Property>().map_err(|()| name));
    let properties = properties.collect::<Result<Vec<_>, _>>().map_err(|name| {
        let names: Vec<String> = Property::ALL.iter().map(Property::to_string).collect();
        Failure::Usage(format!("unknown property `{name}`: give {}", names.join(", ")))
    })?;
    let questions = collect(&args.sets, &properties).map_err(|error| Failure::Usage(error.to_string()))?;
    let mut stderr = io::stderr();
    for fault in &questions.faults {
        let _ = writeln!(stderr, "bitreach: left out: {fault}");
    }
    if questions.unsupported > 0 {
        let many = counted(questions.unsupported, "question");
        let _ = writeln!(stderr, "bitreach: left out: {many} about properties that bitreach does not check");
    }
    match (questions.all.is_empty(), questions.faults.is_empty()) {
        (false, _) => Ok(questions),
        (true, false) => Err(Failure::Input("no question is left".to_owned())),
        (true, true) if properties.is_empty() => {
            Err(Failure::Usage("no task of the sets has a property that bitreach checks".to_owned()))
        }
        (true, true) => Err(Failure::Usage("the sets ask nothing about these properties".to_owned())),
    }
}

fn asker(args: &BenchArgs) -> Result<Asker, Failure> {
    let program = env::current_exe().map_err(|error| Failure::Usage(format!("cannot find the executable: {error}")))?;
    let BenchArgs { timeout, memory, cores, options, .. } = args;
    Ok(Asker { program, options: options.clone(), timeout: *timeout, memory: *memory, cores: *cores })
}

/// Options of `check` that are not for all questions alike: what is asked, within which limits, and what is written. By their names in
/// [`CheckArgs`](super::args::CheckArgs).
const NOT_BEHIND: [&str; 17] = [
    "property",
    "project",
    "language",
    "data_model",
    "function",
    "assume",
    "all_functions",
    "timeout",
    "memory",
    "jobs",
    "progress",
    "json",
    "html",
    "sarif",
    "witness",
    "evidence",
    "problem",
];

/// Refuses options that no question could be asked with, or that would make it another one, before the first one and not after the last.
/// Gives the folders of headers that are among them.
fn check_options(asker: &Asker, questions: &[Question]) -> Result<Vec<PathBuf>, Failure> {
    let Some(question) = questions.first() else { return Ok(Vec::new()) };
    let words = ["bitreach", "check", "task.yml"].into_iter().chain(asker.options.iter().map(String::as_str));
    let line = super::args::with_our_names(words.map(OsString::from));
    let matches = Args::command().try_get_matches_from(line).ok();
    if let Some((_, check)) = matches.as_ref().and_then(ArgMatches::subcommand) {
        let is_typed = |name: &&str| check.value_source(name) == Some(ValueSource::CommandLine);
        if let Some(name) = NOT_BEHIND.into_iter().find(is_typed) {
            return Err(Failure::Usage(format!(
                "`--{}` is not for behind `--`: the set says what is asked, and `bench` within which limits and what is written; \
                 behind `--` are options that say how each question is answered",
                name.replace('_', "-")
            )));
        }
    }
    let line = [asker.program.clone().into()].into_iter().chain(asker.arguments(question));
    match Args::try_parse_from(super::args::with_our_names(line)) {
        Ok(Args { command: Command::Check(check) }) if check.program.files.len() == 1 => {
            Ok(check.program.compile.include)
        }
        Ok(_) => Err(Failure::Usage("behind `--` there are to be options of `bitreach check` alone".to_owned())),
        Err(error) => {
            let text = error.to_string();
            let what = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
            Err(Failure::Usage(format!("the options behind `--` are not taken: {what}")))
        }
    }
}

/// A number for an executable: what different builds say is not put together.
pub(super) fn digest_of_executable(program: &Path) -> Result<String, Failure> {
    let unreadable = |error| Failure::Usage(format!("{}: cannot be read: {error}", program.display()));
    digest_of_file(program).map_err(unreadable)
}

fn setup(asker: &Asker, questions: &Questions) -> Result<Setup, Failure> {
    let executable = digest_of_executable(&asker.program)?;
    Ok(Setup {
        schema_version: SCHEMA_VERSION,
        tool: format!("bitreach {}", env!("CARGO_PKG_VERSION")),
        executable,
        options: asker.options.clone(),
        timeout: asker.timeout.as_secs_f64(),
        memory: asker.memory,
        cores: asker.cores,
        questions: digest_of_all(&questions.all),
        number: questions.all.len(),
        left_out: questions.faults.clone(),
        asks: Vec::new(),
    })
}

/// The questions of this machine, each with a number for its text.
type OfShard<'a> = BTreeMap<&'a Question, String>;

fn of_shard<'a>(
    header: &Header,
    questions: &'a [Question],
    args: &BenchArgs,
    folders: &[PathBuf],
) -> Result<OfShard<'a>, Failure> {
    let weights = match &args.times {
        Some(folder) if args.output.as_ref().is_some_and(|output| is_same(output, folder)) => {
            return Err(Failure::Usage("--times is for an earlier run: the times in --output change".to_owned()));
        }
        Some(folder) => weights(&run_of_folder(folder)?, questions),
        None => vec![1.0; questions.len()],
    };
    let shard = header.shard.of_weights(&weights).into_iter().map(|place| &questions[place]);
    let mut texts: HashMap<&Path, String> = HashMap::new();
    let mut with_text = |question: &'a Question| {
        let text = match texts.get(&*question.task) {
            Some(text) => text.clone(),
            None => digest_of_text(&question.task, folders).map_err(|error| Failure::Input(error.to_string()))?,
        };
        texts.insert(&question.task, text.clone());
        Ok((question, text))
    };
    shard.map(&mut with_text).collect()
}

/// Whether two names are of one folder.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The times of an earlier run; for what it does not know, the mean of what it does.
fn weights(earlier: &Run, questions: &[Question]) -> Vec<f64> {
    let known: HashMap<(&Path, &str), f64> = earlier
        .records
        .iter()
        .map(|record| ((&*record.question.task, &*record.question.property), record.seconds))
        .collect();
    let mean = known.values().sum::<f64>() / known.len().max(1) as f64;
    questions.iter().map(|question| *known.get(&(&*question.task, &*question.property)).unwrap_or(&mean)).collect()
}

/// The questions of the shard that have no verdict yet.
fn left<'a>(parts: &[Part], header: &Header, shard: &OfShard<'a>) -> Result<Vec<(&'a Question, String)>, Failure> {
    let mut left: BTreeMap<&Question, String> = shard.clone();
    if let Some(part) = parts.first() {
        let run = merge(parts).map_err(|error| Failure::Usage(error.to_string()))?;
        if let Some(difference) = header.setup.difference(&run.setup) {
            let file = part.file.display();
            let message = "is of another run, which this one cannot go on with";
            return Err(Failure::Usage(format!("{file} {message} ({difference}); name another folder with --output")));
        }
        for record in run.answered() {
            if left.remove(&record.question).is_some_and(|text| text != record.text) {
                let task = shown(&record.question.task);
                let message = "has changed since it was answered; name another folder with --output";
                return Err(Failure::Usage(format!("{task} {message}")));
            }
        }
    }
    Ok(left.into_iter().collect())
}

/// All that is known about the questions of a shard.
fn of_these(parts: Vec<Part>, shard: &OfShard) -> Result<Run, Failure> {
    let mut run = merge(&parts).map_err(|error| Failure::Usage(error.to_string()))?;
    run.records.retain(|record| shard.contains_key(&record.question));
    run.setup.number = shard.len();
    Ok(run)
}

/// The memory of a machine that is not for questions: for this process, its files and the system's buffers, in bytes.
pub(super) const OWN_MEMORY: u64 = 512 << 20;

/// Submits a job array to Slurm, an element for each part.
fn submit(args: &BenchArgs, asker: &Asker, elements: u32, todo: usize) -> Result<u8, Failure> {
    let Some(output) = &args.output else { return Err(Failure::Usage("--slurm needs --output".to_owned())) };
    let array = Array {
        name: "bitreach-bench",
        elements,
        command: element(args, asker, elements, output),
        logs: output,
        processors: u32::from(args.jobs) * u32::from(args.cores),
        memory: (asker.limits().memory).saturating_mul(args.jobs.into()).saturating_add(OWN_MEMORY),
        options: &args.sbatch,
    };
    let job = array.submit().map_err(|error| Failure::Usage(error.to_string()))?;
    let (output, mut stdout) = (output.display(), io::stdout());
    let (todo, elements) = (counted(todo, "question"), counted(elements as usize, "element"));
    written(writeln!(stdout, "job {job}: {todo} in {elements}; then: bitreach collect {output}"))?;
    Ok(0)
}

/// The command of an element: the one that was typed, for its part.
fn element(args: &BenchArgs, asker: &Asker, elements: u32, output: &Path) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec![asker.program.clone().into(), "bench".into()];
    let mut option = |name: &str, value: OsString| words.extend([name.into(), value]);
    option("--output", output.into());
    option("--shard", format!("{}/{elements}", slurm::ELEMENT).into());
    args.property.iter().for_each(|property| option("--property", property.into()));
    option("--jobs", args.jobs.to_string().into());
    option("--timeout", args.timeout.as_secs_f64().to_string().into());
    option("--memory", args.memory.to_string().into());
    option("--cores", args.cores.to_string().into());
    option("--progress", "never".into());
    args.times.iter().for_each(|times| option("--times", times.into()));
    words.extend(args.sets.iter().map(|set| plain(set).into_os_string()));
    words.push("--".into());
    words.extend(args.options.iter().map(OsString::from));
    words
}

/// Several processes that may each have more than a share of the machine's memory make it swap, and times are worth nothing then.
fn warn_about_memory(args: &BenchArgs) {
    let mut system = System::new();
    system.refresh_memory();
    let wanted = args.memory.saturating_mul(args.jobs.into());
    if wanted > system.total_memory() {
        let gib = |bytes: u64| bytes as f64 / f64::from(1 << 30);
        let _ = writeln!(
            io::stderr(),
            "bitreach: {} questions at a time may have {:.1} GiB together, but the machine has {:.1} GiB: lower --memory or --jobs",
            args.jobs,
            gib(wanted),
            gib(system.total_memory())
        );
    }
}

/// Ctrl-C, termination and hang-up end the processes; a second one ends this one at once.
fn end_on_interrupt(watcher: &Watcher) {
    let watcher = watcher.clone();
    let first = std::sync::OnceLock::new();
    let handler = move || {
        if first.get_or_init(Instant::now).elapsed() > super::limits::APART {
            exit::at_once(20);
        }
        watcher.interrupt();
    };
    // Fails only where a handler is installed already; then that one stays.
    let _ = ctrlc::set_handler(handler);
}

fn failure(error: RecordError) -> Failure {
    Failure::Usage(error.to_string())
}

/// Questions that are asked now.
struct Session<'a> {
    header: &'a Header,
    /// Made when there is something to keep.
    writer: Option<Writer>,
    folder: Option<&'a Path>,
    records: Vec<Record>,
    line: Arc<Mutex<StatusLine>>,
    standing: Arc<Mutex<Standing>>,
}

impl<'a> Session<'a> {
    fn new(args: &'a BenchArgs, header: &'a Header, total: usize, todo: usize) -> Session<'a> {
        Session {
            header,
            writer: None,
            folder: args.output.as_deref(),
            records: Vec::new(),
            line: Arc::new(Mutex::new(StatusLine::new(args.progress))),
            standing: Arc::new(Mutex::new(Standing::new(total, total - todo))),
        }
    }

    /// Begins a file of answers, if they are to be kept.
    fn begin(&mut self) -> Result<(), Failure> {
        self.writer = self.folder.map(|folder| Writer::create(folder, self.header)).transpose().map_err(failure)?;
        Ok(())
    }

    /// Asks all; whether all have been answered.
    fn ask(
        &mut self,
        todo: &[(&Question, String)],
        asker: &Asker,
        args: &BenchArgs,
        watcher: &Watcher,
    ) -> Result<bool, Failure> {
        let (line, standing) = (self.line.clone(), self.standing.clone());
        let shown = standing.clone();
        // A line that cannot be rewritten stands for each answer, and not for the time that goes by.
        let is_live = held(&line).is_live();
        let _line = is_live.then(|| LiveLine::new(line, move || held(&shown).words()));
        let questions: Vec<&Question> = todo.iter().map(|(question, _)| *question).collect();
        let begin = |place: usize| held(&standing).begin(questions[place]);
        pool::ask_all(&questions, asker, args.jobs.into(), watcher, begin, |place, outcome| {
            let (question, text) = &todo[place];
            let record = Record::new((*question).clone(), text.clone(), outcome, &self.header.host);
            self.keep(record)
        })
    }

    fn keep(&mut self, record: Record) -> Result<(), Failure> {
        if let Some(writer) = &mut self.writer {
            writer.keep(&record).map_err(failure)?;
        }
        let words = {
            let mut standing = held(&self.standing);
            standing.end(&record);
            standing.words()
        };
        let mut line = held(&self.line);
        line.clear();
        let mut stdout = io::stdout().lock();
        written(writeln!(stdout, "{}", table::line(&record)).and_then(|()| stdout.flush()))?;
        line.show(&words);
        drop(line);
        self.records.push(record);
        Ok(())
    }
}

/// How a session stands, for the progress line.
struct Standing {
    begun: Instant,
    /// How many questions there are, and how many had an answer before.
    total: usize,
    before: usize,
    /// What came of those of this session.
    classes: Vec<Class>,
    /// What is being asked, and since when.
    running: Vec<(Question, Instant)>,
}

impl Standing {
    fn new(total: usize, before: usize) -> Standing {
        Standing { begun: Instant::now(), total, before, classes: Vec::new(), running: Vec::new() }
    }

    fn begin(&mut self, question: &Question) {
        self.running.push((question.clone(), Instant::now()));
    }

    fn end(&mut self, record: &Record) {
        self.running.retain(|(question, _)| *question != record.question);
        self.classes.push(Class::of(record));
    }

    /// Such as `3/66 · 1:05 · 2 right, 0 wrong, 1 unknown, 0 failed · about 2 min left · 12 s unreach-call a.yml`.
    fn words(&self) -> String {
        let count = |wanted: fn(Class) -> bool| self.classes.iter().filter(|class| wanted(**class)).count();
        let done = self.before + self.classes.len();
        let elapsed = self.begun.elapsed();
        let mut parts = vec![
            format!("{done}/{}", self.total),
            format!("{}:{:02}", elapsed.as_secs() / 60, elapsed.as_secs() % 60),
            format!(
                "{} right, {} wrong, {} unknown, {} failed",
                count(Class::is_right),
                count(Class::is_wrong),
                count(|class| class == Class::Unknown),
                count(|class| class == Class::Failed)
            ),
        ];
        if !self.classes.is_empty() {
            let rate = elapsed.as_secs_f64() / self.classes.len() as f64;
            let left = rate * self.total.saturating_sub(done) as f64 / 60.0;
            parts.push(format!("about {:.0} min left", left.ceil()));
        }
        let running = self.running.iter().map(|(question, since)| {
            format!("{} s {} {}", since.elapsed().as_secs(), question.property, shown(&question.task))
        });
        parts.extend(running);
        parts.join(" · ")
    }
}

impl From<io::Error> for Failure {
    /// What keeps a question from being asked.
    fn from(error: io::Error) -> Failure {
        Failure::Usage(format!("cannot ask: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::child::Outcome;
    use crate::report::Answer;

    #[test]
    fn the_line_counts_and_names_what_runs() {
        let mut standing = Standing::new(5, 1);
        let question = |task: &str| Question {
            task: task.into(),
            property: "no-overflow".into(),
            expected: Some(true),
            subproperty: None,
        };
        assert_eq!(standing.words(), "1/5 · 0:00 · 0 right, 0 wrong, 0 unknown, 0 failed");
        let verdicts = [Some(Answer::Safe), Some(Answer::Unknown("timeout".into())), None];
        for (task, verdict) in ["a", "b", "c"].into_iter().zip(verdicts) {
            standing.begin(&question(task));
            let outcome = Outcome { verdict, detail: None, seconds: 1.0, processor: None, memory: None };
            standing.end(&Record::new(question(task), String::new(), outcome, "here"));
        }
        standing.begin(&question("d.yml"));
        standing.begun -= std::time::Duration::from_secs(65);
        let words = "4/5 · 1:05 · 1 right, 0 wrong, 1 unknown, 1 failed · about 1 min left · 0 s no-overflow d.yml";
        assert_eq!(standing.words(), words);
    }
}
