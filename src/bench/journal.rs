//! What is found out, in files that survive a killed run.
//!
//! Each process writes a file of its own, `NAME.jsonl`, into the folder of the run: a line of JSON about the run, then one for each
//! record, each on the disk before more is asked. So no two processes, on whatever machines, ever write to the
//! same file, and no locks are needed, which network file systems do not keep well. What a killed process did not finish
//! stands behind the last end of a line, and does not count.

use super::files::{files_in, regular};
use super::shard::Shard;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

/// How a run asks, and what: only files of which it is the same can be put together.
pub trait Setup: Serialize + DeserializeOwned {
    /// The command that writes such files.
    const COMMAND: &'static str;
    /// The version of the form of the lines, which is the field `schema_version`.
    const VERSION: u32;
}

/// The first line of a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Header<S> {
    /// How it asks.
    pub setup: S,
    /// Which part of the work it takes.
    pub shard: Shard,
    /// The machine.
    pub host: String,
    /// When it began, in seconds since 1970.
    pub begun: u64,
}

/// A file of records.
#[derive(Clone, PartialEq, Debug)]
pub struct Part<S, R> {
    /// The file.
    pub file: PathBuf,
    /// Its first line.
    pub header: Header<S>,
    /// Its records.
    pub records: Vec<R>,
}

/// Why files of records are not read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A file or folder cannot be read.
    #[error("{0}: cannot be read: {1}")]
    Unreadable(PathBuf, io::Error),
    /// It cannot be written.
    #[error("{0}: cannot be written: {1}")]
    Unwritable(PathBuf, io::Error),
    /// It was written by another version of bitreach.
    #[error("{0}: has version {1} of the form of such files, and this bitreach reads version {2}")]
    Version(PathBuf, u64, u32),
    /// Its first line is none of this command's.
    #[error("{0}: was not written by `{1}`; name a folder with results of that command alone")]
    Foreign(PathBuf, &'static str),
    /// A whole line that is none of ours.
    #[error("{0}, line {1}: is no line that `{2}` writes ({3}); move the file away, or mend it")]
    Line(PathBuf, usize, &'static str, serde_json::Error),
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The name of this machine.
pub fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// The files of these folders; a file is read once, however often it is named.
///
/// # Errors
/// If one cannot be read.
pub fn read_folders<S: Setup, R: DeserializeOwned>(folders: &[PathBuf]) -> Result<Vec<Part<S, R>>, RecordError> {
    let mut parts: Vec<Part<S, R>> = Vec::new();
    for folder in folders {
        for part in read_folder(folder)? {
            if !parts.iter().any(|known| known.file == part.file) {
                parts.push(part);
            }
        }
    }
    Ok(parts)
}

/// The files of records in a folder and the folders in it, by name. A file whose first line was not finished has none.
///
/// # Errors
/// If one cannot be read.
pub fn read_folder<S: Setup, R: DeserializeOwned>(folder: &Path) -> Result<Vec<Part<S, R>>, RecordError> {
    let found = files_in(folder, "jsonl", false).map_err(|error| RecordError::Unreadable(folder.to_owned(), error))?;
    let mut parts = Vec::new();
    // None of ours has a name that is not UTF-8, unless somebody renamed it.
    for file in found.files.iter().chain(found.unnamed.iter().filter(|path| path.is_file())) {
        parts.extend(read_file(file)?);
    }
    Ok(parts)
}

/// What every version of the first line has.
#[derive(Deserialize)]
struct Versioned {
    setup: Version,
}

#[derive(Deserialize)]
struct Version {
    schema_version: u64,
}

fn read_file<S: Setup, R: DeserializeOwned>(file: &Path) -> Result<Option<Part<S, R>>, RecordError> {
    let text = regular(file).and_then(|()| fs::read(file));
    let text = text.map_err(|error| RecordError::Unreadable(file.to_owned(), error))?;
    let mut lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    // What stands behind the last end of a line was being written when the process was killed.
    lines.pop();
    let fault = |index: usize| move |error| RecordError::Line(file.to_owned(), index + 1, S::COMMAND, error);
    let Some(first) = lines.first() else { return Ok(None) };
    let Versioned { setup: Version { schema_version } } = serde_json::from_slice(first).map_err(fault(0))?;
    if schema_version != u64::from(S::VERSION) {
        return Err(RecordError::Version(file.to_owned(), schema_version, S::VERSION));
    }
    let foreign = |_| RecordError::Foreign(file.to_owned(), S::COMMAND);
    let header: Header<S> = serde_json::from_slice(first).map_err(foreign)?;
    let rest = lines.iter().enumerate().skip(1);
    let records = rest.map(|(index, line)| serde_json::from_slice(line).map_err(fault(index)));
    let records = records.collect::<Result<_, _>>()?;
    Ok(Some(Part { file: file.to_owned(), header, records }))
}

/// A file that records are written to.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
}

impl Writer {
    /// A new file in a folder, which is made if it is not there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(folder: &Path, header: &Header<impl Setup>) -> Result<Writer, RecordError> {
        let unwritable = |error| RecordError::Unwritable(folder.to_owned(), error);
        fs::create_dir_all(folder).map_err(unwritable)?;
        let shard = header.shard.to_string().replace('/', "-of-");
        let stem = format!("{shard}.{}.{}.{}", header.host.replace('/', "_"), process::id(), header.begun);
        // Containers can have the same name and the same process numbers.
        let (path, file) = (0..)
            .map(|number| folder.join(format!("{stem}.{number}.jsonl")))
            .map(|path| (File::options().append(true).create_new(true).open(&path), path))
            .find_map(|(file, path)| match file {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
                file => Some(file.map(|file| (path, file))),
            })
            .unwrap_or_else(|| Err(io::ErrorKind::AlreadyExists.into()))
            .map_err(unwritable)?;
        let mut writer = Writer { path, file };
        writer.keep(header)?;
        // The name is on the disk when the folder is; some file systems do not have that.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
        Ok(writer)
    }

    /// Keeps a record: when this comes back it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, record: &impl Serialize) -> Result<(), RecordError> {
        let written = serde_json::to_string(record).map_err(io::Error::from).and_then(|line| {
            self.file.write_all((line + "\n").as_bytes())?;
            self.file.sync_data()
        });
        written.map_err(|error| RecordError::Unwritable(self.path.clone(), error))
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::testing::{header, record};
    use super::super::record::{Part, Record, Setup};
    use super::{read_folder as read, RecordError, Writer};
    use crate::report::Answer;
    use std::fs;
    use std::path::Path;

    fn read_folder(folder: &Path) -> Result<Vec<Part>, RecordError> {
        read::<Setup, Record>(folder)
    }

    #[test]
    fn what_was_kept_is_read_wherever_the_process_was_killed() {
        let folder = tempfile::tempdir().unwrap();
        let records = [record("a", Some(Answer::Safe), 1.0), record("b\n\"", None, 0.25)];
        let mut writer = Writer::create(folder.path(), &header(2)).unwrap();
        records.iter().for_each(|record| writer.keep(record).unwrap());
        let file = writer.path;
        let whole = Part { file: file.clone(), header: header(2), records: records.to_vec() };
        assert_eq!(read_folder(folder.path()).unwrap(), [whole]);
        let text = fs::read(&file).unwrap();
        for length in 0..text.len() {
            fs::write(&file, &text[..length]).unwrap();
            let ends = text[..length].iter().filter(|&&byte| byte == b'\n').count();
            let parts = read_folder(folder.path()).unwrap();
            assert_eq!(parts.len(), usize::from(ends > 0));
            assert!(parts.iter().all(|part| part.records == records[..ends - 1]));
        }
    }

    #[test]
    fn processes_never_share_a_file() {
        let folder = tempfile::tempdir().unwrap();
        for _ in 0..3 {
            Writer::create(&folder.path().join("a/b"), &header(1)).unwrap();
        }
        assert_eq!(read_folder(folder.path()).unwrap().len(), 3);
    }

    #[test]
    fn other_lines_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let fault = |text: &str| {
            fs::write(folder.path().join("x.jsonl"), text).unwrap();
            read_folder(folder.path()).unwrap_err().to_string()
        };
        assert!(fault("{}\n").contains("x.jsonl, line 1: is no line"));
        let first = serde_json::to_string(&header(1)).unwrap();
        let foreign = fault(&format!("{}\n", first.replace("\"cores\"", "\"files\"")));
        assert!(foreign.contains("x.jsonl: was not written by `bitreach bench`; name a folder"), "{foreign}");
        assert!(fault(&format!("{first}\n\0\0\n")).contains("x.jsonl, line 2"));
        // Also one that has other fields.
        for later in [
            first.replace("\"schema_version\":1", "\"schema_version\":99"),
            "{\"setup\":{\"schema_version\":99}}".into(),
        ] {
            assert!(fault(&format!("{later}\n")).contains("has version 99 of the form of such files"), "{later}");
        }
        fs::remove_file(folder.path().join("x.jsonl")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", folder.path().join("x.jsonl")).unwrap();
        assert!(read_folder(folder.path()).unwrap_err().to_string().contains("is no regular file"));
        assert!(read_folder(&folder.path().join("none")).unwrap_err().to_string().contains("cannot be read"));
    }
}
