//! Runs in parts, which may be on several machines: each looks at its share of the functions and keeps what it finds in a file of
//! its own ([`journal`]), and the files of all become one report.
//!
//! Every part reads all files, so nothing has to be agreed before: a function is known by the number of its file and its own
//! number in that. What a part reads is kept as well, so that what is missing has a name.

use super::collected::Collected;
use super::ledger::{At, Ledger, Listing};
use super::request::{Options, Request};
use super::state::{Done, Kind};
use super::{Inspected, Listener, Stage};
use crate::bench::journal::{self, RecordError, Writer};
use crate::bench::merge::MergeError;
use crate::bench::shard::Shard;
use crate::pipeline::error::StateError;
use crate::pipeline::fingerprint::Fingerprint;
use crate::report::inconsistent::Gap;
use bitreach_formula::counted;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The version of the form of the lines.
const SCHEMA_VERSION: u32 = 1;

/// How a run asks, and what: parts of which one of these differs cannot be put together.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// [`SCHEMA_VERSION`].
    schema_version: u32,
    /// A number for the executable.
    executable: String,
    /// What a function's result depends on, besides its code.
    options: Options,
    /// The files.
    files: Vec<String>,
    /// A number for the folders that they are compiled in, and for their arguments.
    arguments: String,
}

impl journal::Setup for Setup {
    const COMMAND: &'static str = "bitreach inconsistent --output";
    const VERSION: u32 = SCHEMA_VERSION;
}

impl Setup {
    /// What is asked, by this executable.
    pub fn new(request: &Request, executable: String) -> Setup {
        let mut arguments = Fingerprint::default();
        for unit in &request.units {
            let folder = unit.folder.as_deref().unwrap_or(Path::new("")).display().to_string();
            [&folder].into_iter().chain(&unit.arguments).for_each(|word| arguments.add(word.as_bytes()));
            // No argument holds a null byte.
            arguments.add(&[0]);
        }
        Setup {
            schema_version: SCHEMA_VERSION,
            executable,
            options: request.options(),
            files: request.units.iter().map(|unit| unit.file.display().to_string()).collect(),
            arguments: arguments.text(),
        }
    }

    /// The first thing in which another setup differs, in words.
    fn difference(&self, other: &Setup) -> Option<String> {
        if let Some(difference) = self.options.difference(&other.options) {
            return Some(difference);
        }
        let first = self.files.iter().zip(&other.files).find(|(one, other)| one != other);
        let files = |setup: &Setup, name: Option<&String>| match name {
            Some(name) => name.clone(),
            None => counted(setup.files.len(), "file"),
        };
        let rows = [
            ("executable", self.executable.clone(), other.executable.clone()),
            ("files", files(self, first.map(|pair| pair.0)), files(other, first.map(|pair| pair.1))),
            ("number of folders and arguments for clang", self.arguments.clone(), other.arguments.clone()),
        ];
        let different = rows.into_iter().find(|(_, one, other)| one != other);
        different.map(|(what, one, other)| format!("{what}: `{one}` and `{other}`"))
    }
}

/// What a line says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "kebab-case")]
pub enum Row {
    /// A file has been read.
    Read {
        /// Its number.
        unit: usize,
        /// A number for its code.
        code: String,
        /// Its functions.
        functions: Vec<String>,
    },
    /// A file could not be read or compiled.
    Unread {
        /// Its number.
        unit: usize,
        /// Why.
        gap: Gap,
    },
    /// A function is done.
    Function {
        /// The number of its file.
        unit: usize,
        /// Its own.
        place: usize,
        /// What is known.
        done: Done,
    },
}

/// The first line of a file.
pub type Header = journal::Header<Setup>;

/// What a process has kept.
pub type Part = journal::Part<Setup, Row>;

/// All that is known about the run of some parts.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    setup: Setup,
    /// The parts that were begun.
    shards: BTreeSet<Shard>,
    /// Of each file a number for its code.
    codes: BTreeMap<usize, String>,
    /// The functions of each file that was read.
    read: BTreeMap<usize, Vec<String>>,
    /// Why files could not be read; a file that another part read is not among them.
    unread: BTreeMap<usize, BTreeSet<Gap>>,
    done: BTreeMap<At, Done>,
}

/// Puts the files of one run together. Of several results for a function the same one is taken in whatever order the files are.
///
/// # Errors
/// If they are of several runs, or a source was changed between them.
pub fn merge(parts: Vec<Part>) -> Result<Run, MergeError> {
    let first = parts.first().ok_or(MergeError::Empty)?;
    let (file, setup) = (first.file.clone(), first.header.setup.clone());
    let mut run = Run {
        setup,
        shards: BTreeSet::new(),
        codes: BTreeMap::new(),
        read: BTreeMap::new(),
        unread: BTreeMap::new(),
        done: BTreeMap::new(),
    };
    for part in parts {
        if let Some(difference) = run.setup.difference(&part.header.setup) {
            return Err(MergeError::Mixed(file, part.file, difference));
        }
        run.shards.insert(part.header.shard);
        part.records.into_iter().try_for_each(|row| run.take(row))?;
    }
    let Run { read, unread, .. } = &mut run;
    unread.retain(|unit, _| !read.contains_key(unit));
    Ok(run)
}

impl Run {
    fn take(&mut self, row: Row) -> Result<(), MergeError> {
        match row {
            Row::Read { unit, code, functions } => {
                self.is_of(unit, &code)?;
                self.read.insert(unit, functions);
            }
            Row::Unread { unit, gap } => {
                self.unread.entry(unit).or_default().insert(gap);
            }
            Row::Function { unit, place, done } => {
                self.is_of(unit, &done.code)?;
                let at = At { unit, place };
                let is_better = |known: &Done| rank(&done) < rank(known);
                if self.done.get(&at).is_none_or(is_better) {
                    self.done.insert(at, done);
                }
            }
        }
        Ok(())
    }

    /// All that is known of a file is about one text of it.
    fn is_of(&mut self, unit: usize, code: &str) -> Result<(), MergeError> {
        match self.codes.get(&unit).filter(|known| *known != code) {
            Some(known) => Err(MergeError::Changed(self.name(unit).into(), format!("{known} and {code}"))),
            None => {
                self.codes.insert(unit, code.to_owned());
                Ok(())
            }
        }
    }

    fn name(&self, unit: usize) -> String {
        self.setup.files.get(unit).cloned().unwrap_or_else(|| format!("file {unit}"))
    }

    /// The seconds of each function that is done, by the names of its file and its own.
    fn times(&self) -> BTreeMap<(String, String), f64> {
        let done = self.done.iter();
        done.map(|(at, done)| ((self.name(at.unit), done.function.clone()), done.seconds)).collect()
    }

    /// What is not known yet, in words: nothing if all parts have come to their end.
    pub fn missing(&self) -> Option<String> {
        let is_known = |unit: &usize| self.read.contains_key(unit) || self.unread.contains_key(unit);
        let files = (0..self.setup.files.len()).filter(|unit| !is_known(unit));
        let mut missing: Vec<String> = files.map(|unit| self.name(unit)).collect();
        for (&unit, functions) in &self.read {
            let left = functions.iter().enumerate().filter(|(place, _)| {
                let place = *place;
                !self.done.contains_key(&At { unit, place })
            });
            missing.extend(left.map(|(_, name)| format!("`{name}` of {}", self.name(unit))));
        }
        if missing.is_empty() {
            return None;
        }
        let number = missing.len();
        let more = if number > SHOWN { format!(" and {} more", number - SHOWN) } else { String::new() };
        missing.truncate(SHOWN);
        Some(format!("{}{more}; {}", missing.join(", "), Shard::begun(&self.shards)))
    }

    /// The report, as one run would have made it, and told in the same order. Its seconds are those of all functions.
    pub fn inspected(&self, withheld: bool, listener: &mut impl Listener) -> Inspected {
        let mut collected = Collected::default();
        for done in self.done.values() {
            for finding in collected.take(done.clone()) {
                listener.finding(&finding);
            }
        }
        collected.gaps.extend(self.unread.values().flatten().cloned());
        collected.unreadable = !self.unread.is_empty();
        let seconds = self.done.values().map(|done| done.seconds).sum();
        let total = self.read.values().map(Vec::len).sum();
        let findings = collected.findings.len();
        let stage = Stage { done: self.done.len(), total, current: String::new(), findings };
        let unreadable = collected.unreadable;
        let report = collected.report(self.setup.files.len(), &self.setup.options, withheld, seconds);
        Inspected { report, stage, unreadable, ended: None }
    }
}

/// So many names are shown of what is missing.
const SHOWN: usize = 5;

/// Which of several results for a function is taken: the lowest. One that came to its end counts most; then one that found more.
fn rank(done: &Done) -> (u8, Reverse<usize>, u64, String) {
    let gap = match done.gap.as_ref().map(|gap| gap.kind) {
        None => 0,
        Some(Kind::Abstracted) => 1,
        Some(Kind::GivenUp) => 2,
        Some(Kind::NotAnalysed) => 3,
    };
    // The text only decides between results that took the same time, so that the order of files never does.
    let text = serde_json::to_string(done).unwrap_or_default();
    (gap, Reverse(done.findings.len()), (done.seconds * 1e6) as u64, text)
}

/// A part of a run: what was known of it before, and the file that it writes.
#[derive(Debug)]
pub struct Share {
    folder: PathBuf,
    header: Header,
    known: Option<Run>,
    /// With the times of an earlier run: which of the functions that it knew are this part's, and which it knew at all.
    earlier: BTreeMap<(String, String), bool>,
    open: Mutex<Open>,
}

/// What changes while a part is worked on.
#[derive(Debug, Default)]
struct Open {
    /// Made when there is the first line.
    writer: Option<Writer>,
    /// How many functions have been read that no earlier run knew.
    new: usize,
}

impl Share {
    /// A part of a run in this folder, which goes on from what is known there. `times` is an earlier run.
    ///
    /// # Errors
    /// If the folder cannot be read, or holds another run.
    pub fn open(folder: &Path, header: Header, times: Option<&Run>) -> Result<Share, ShareError> {
        let parts: Vec<Part> = if folder.exists() { journal::read_folder(folder)? } else { Vec::new() };
        let named = parts.first().map(|part| part.file.clone());
        let known = if parts.is_empty() { None } else { Some(merge(parts)?) };
        if let Some((known, file)) = known.as_ref().zip(named) {
            if let Some(difference) = header.setup.difference(&known.setup) {
                return Err(ShareError::Other(file, difference));
            }
        }
        let times = times.map(Run::times).unwrap_or_default();
        let weights: Vec<f64> = times.values().copied().collect();
        let own: HashSet<usize> = header.shard.of_weights(&weights).into_iter().collect();
        let earlier = times.into_keys().enumerate().map(|(place, name)| (name, own.contains(&place))).collect();
        Ok(Share { folder: folder.to_owned(), header, known, earlier, open: Mutex::default() })
    }

    fn open_now(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, open: &mut Open, row: &Row) -> Result<(), StateError> {
        let writer = match &mut open.writer {
            Some(writer) => writer,
            none => none.insert(Writer::create(&self.folder, &self.header)?),
        };
        Ok(writer.keep(row)?)
    }
}

impl Ledger for Share {
    fn read(&self, listing: Listing) -> Result<Vec<usize>, StateError> {
        let Listing { unit, file, code, functions } = listing;
        let mut open = self.open_now();
        let known = self.known.as_ref();
        if known.and_then(|known| known.codes.get(&unit)).is_some_and(|known| known != code) {
            return Err(StateError::Changed(file.into()));
        }
        if known.is_none_or(|known| !known.read.contains_key(&unit)) {
            let functions = functions.iter().map(|&name| name.to_owned()).collect();
            self.write(&mut open, &Row::Read { unit, code: code.to_owned(), functions })?;
        }
        let mut own = Vec::new();
        for (place, &name) in functions.iter().enumerate() {
            let is_own = match self.earlier.get(&(file.to_owned(), name.to_owned())) {
                Some(&is_own) => is_own,
                None => {
                    open.new += 1;
                    self.header.shard.has(open.new - 1)
                }
            };
            if is_own {
                own.push(place);
            }
        }
        Ok(own)
    }

    fn unread(&self, unit: usize, gap: &Gap) -> Result<(), StateError> {
        let known = self.known.as_ref().and_then(|known| known.unread.get(&unit));
        match known.is_some_and(|gaps| gaps.contains(gap)) {
            true => Ok(()),
            false => self.write(&mut self.open_now(), &Row::Unread { unit, gap: gap.clone() }),
        }
    }

    fn known(&self, at: At, _: &str, _: &str) -> Option<Done> {
        self.known.as_ref().and_then(|known| known.done.get(&at)).cloned()
    }

    fn keep(&self, At { unit, place }: At, done: &Done) -> Result<(), StateError> {
        self.write(&mut self.open_now(), &Row::Function { unit, place, done: done.clone() })
    }
}

/// Why a part of a run cannot be begun.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShareError {
    /// What is kept cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It is of several runs.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// It is another run's.
    #[error("{0} is of another run, which this one cannot go on with ({1}); name another folder with --output")]
    Other(PathBuf, String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::inconsistent::state::Shortfall;
    use crate::source::clang::Unit;
    use bitreach_formula::testing::{for_all, Random};

    fn setup(files: &[&str]) -> Setup {
        let units = files.iter().map(|file| Unit::from(Path::new(file))).collect();
        let request = Request {
            units,
            data_model: crate::source::property::DataModel::Lp64,
            overflow: false,
            coverage: crate::inconsistency::Method::Auto,
            budget: std::time::Duration::from_secs(10),
            thorough: false,
            boundary: false,
            rules: crate::inconsistency::Rules::default(),
            withheld: false,
            jobs: 1,
            whole_program: false,
        };
        Setup::new(&request, "e".into())
    }

    fn part(number: usize, records: Vec<Row>) -> Part {
        let shard = format!("{number}/4").parse().expect("a part");
        let header = Header { setup: setup(&["a.c", "b.c"]), shard, host: "here".into(), begun: 1 };
        Part { file: format!("{number}.jsonl").into(), header, records }
    }

    fn function(unit: usize, place: usize, kind: Option<Kind>, seconds: f64) -> Row {
        let gap = kind.map(|kind| Shortfall { kind, reason: "r".into() });
        let done = Done {
            file: ["a.c", "b.c"][unit].into(),
            function: format!("f{place}"),
            code: "1".into(),
            seconds,
            processor: 0.0,
            findings: Vec::new(),
            withheld: Vec::new(),
            unmodelled: Vec::new(),
            gap,
        };
        Row::Function { unit, place, done }
    }

    /// However lines are spread over files and in whatever order these are read, the run is the same; nothing is lost, and
    /// the best result for a function is taken.
    #[test]
    fn order_and_repetition_do_not_matter() {
        let kinds = [None, Some(Kind::Abstracted), Some(Kind::GivenUp), Some(Kind::NotAnalysed)];
        let inputs = |random: &mut Random| {
            let one = |random: &mut Random| {
                let (unit, place, kind) = (random.below(2), random.below(3), random.below(4));
                (unit, place, kind, random.below(3), random.below(4) + 1, random.below(4) + 1)
            };
            (0..random.below(12)).map(|_| one(random)).collect::<Vec<_>>()
        };
        for_all(300, inputs, |rows| {
            let (mut here, mut there) = (vec![Vec::new(); 4], vec![Vec::new(); 4]);
            for &(unit, place, kind, seconds, one, other) in &rows {
                let row = function(unit, place, kinds[kind], seconds as f64);
                let functions = ["f0", "f1", "f2"].map(String::from).into();
                here[one - 1].push(Row::Read { unit, code: "1".into(), functions });
                here[one - 1].push(row.clone());
                there[other - 1].insert(0, row.clone());
                there[one - 1].extend([row, here[one - 1][0].clone()]);
                here[other - 1]
                    .push(Row::Unread { unit, gap: Gap { file: "a.c".into(), function: None, reason: "r".into() } });
            }
            let merged = |files: Vec<Vec<Row>>| {
                merge(files.into_iter().enumerate().map(|(number, rows)| part(number + 1, rows)).collect()).unwrap()
            };
            let (here, there) = (merged(here), merged(there));
            assert_eq!(here.done, there.done);
            assert!(here.unread.is_empty(), "what one part read is no gap");
            for unit in 0..2 {
                for place in 0..3 {
                    let of = |row: &&(usize, usize, usize, usize, usize, usize)| (row.0, row.1) == (unit, place);
                    let best = rows.iter().filter(of).map(|row| (row.2, row.3)).min();
                    let taken = here.done.get(&At { unit, place });
                    let taken = taken.map(|done| (done.gap.as_ref().map(|gap| gap.kind), done.seconds));
                    assert_eq!(taken, best.map(|(kind, seconds)| (kinds[kind], seconds as f64)));
                }
            }
            let known: BTreeSet<_> = rows.iter().map(|row| (row.0, row.1)).collect();
            let listed: BTreeSet<_> = rows.iter().map(|row| row.0).collect();
            assert_eq!(here.missing().is_none(), listed.len() == 2 && known.len() == 6);
        });
    }

    #[test]
    fn code_that_was_changed_is_found_in_either_order() {
        let read = Row::Read { unit: 0, code: "2".into(), functions: vec!["f0".into()] };
        for rows in [[read.clone(), function(0, 0, None, 1.0)], [function(0, 0, None, 1.0), read]] {
            assert!(matches!(merge(vec![part(1, rows.into())]), Err(MergeError::Changed(..))));
        }
        assert!(matches!(merge(Vec::new()), Err(MergeError::Empty)));
    }

    #[test]
    fn differences_have_names() {
        let one = setup(&["a.c", "b.c"]);
        assert_eq!(one.difference(&one.clone()), None);
        assert_eq!(one.difference(&setup(&["a.c", "c.c"])).unwrap(), "files: `b.c` and `c.c`");
        let other = Setup { executable: "f".into(), ..one.clone() };
        assert_eq!(one.difference(&other).unwrap(), "executable: `e` and `f`");
    }
}
