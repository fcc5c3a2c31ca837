//! A job array of Slurm: each element takes one part of the work. Nothing here waits for it.
//!
//! An element that is killed and requeued begins the same command again, which leaves out what has been answered.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the number of an element is called in commands; Slurm sets it.
pub const ELEMENT: &str = "$SLURM_ARRAY_TASK_ID";

/// A job array.
#[derive(Debug)]
pub struct Array<'a> {
    /// The name of the job.
    pub name: &'a str,
    /// How many elements it has, numbered from 1.
    pub elements: u32,
    /// What each runs: the words of a command line, [`ELEMENT`] in them as it stands.
    pub command: Vec<OsString>,
    /// Where each element's output is kept, one file an element.
    pub logs: &'a Path,
    /// The processors of an element.
    pub processors: u32,
    /// The memory of an element, in bytes.
    pub memory: u64,
    /// Options of sbatch, which count more than ours.
    pub options: &'a [String],
}

/// Why a job array was not submitted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SlurmError {
    /// There is no folder for its logs.
    #[error("{}: cannot be written: {error}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// There is no Slurm.
    #[error("cannot start sbatch: {0}; is this a machine of a cluster with Slurm?")]
    Start(#[from] io::Error),
    /// It refused.
    #[error("sbatch: {0}")]
    Refused(String),
    /// There is no cluster, or it cannot be reached.
    #[error("no job is submitted: {why} (sbatch: {said})")]
    Unreachable {
        /// What is missing.
        why: &'static str,
        /// The last line that sbatch said.
        said: String,
    },
    /// A word of the command cannot be written in a script.
    #[error("`{0}` cannot be passed on: it has a null byte, or is no UTF-8")]
    Word(String),
}

impl Array<'_> {
    /// The script of an element.
    ///
    /// # Errors
    /// If a word cannot be written in it.
    pub fn script(&self) -> Result<String, SlurmError> {
        let quoted = |word: &OsString| {
            let fault = || SlurmError::Word(word.to_string_lossy().into_owned());
            let text = word.to_str().ok_or_else(fault)?;
            // The one thing that the shell is to replace stands outside of all quotes; it is a number.
            let pieces = text.split(ELEMENT).map(|piece| match piece.is_empty() {
                true => Ok(String::new()),
                false => shlex::try_quote(piece).map(Into::into).map_err(|_| fault()),
            });
            let pieces: Vec<String> = pieces.collect::<Result<_, _>>()?;
            Ok(if text.is_empty() { "''".to_owned() } else { pieces.join(ELEMENT) })
        };
        let words: Vec<String> = self.command.iter().map(quoted).collect::<Result<_, SlurmError>>()?;
        Ok(format!("#!/bin/sh\nexec {}\n", words.join(" ")))
    }

    /// The options of sbatch.
    pub fn options(&self) -> Vec<OsString> {
        let log = self.logs.join("slurm-%A-%a.log");
        let mut options: Vec<OsString> = [
            "--parsable".to_owned(),
            format!("--job-name={}", self.name),
            format!("--array=1-{}", self.elements),
            "--ntasks=1".to_owned(),
            format!("--cpus-per-task={}", self.processors),
            format!("--mem={}M", self.memory.div_ceil(1 << 20)),
            "--requeue".to_owned(),
            "--open-mode=append".to_owned(),
            "--signal=B:TERM@60".to_owned(),
        ]
        .map(OsString::from)
        .into();
        options.push([OsStr::new("--output="), log.as_os_str()].into_iter().collect());
        options.extend(self.options.iter().map(OsString::from));
        options
    }

    /// Submits it, and makes the folder of its logs; gives the number of the job.
    ///
    /// # Errors
    /// If the folder cannot be made, there is no Slurm, or it refuses. A folder that was made is taken away again.
    pub fn submit(&self) -> Result<String, SlurmError> {
        let is_new = !self.logs.exists();
        let failed = |error| SlurmError::Folder { folder: self.logs.to_owned(), error };
        fs::create_dir_all(self.logs).map_err(failed)?;
        let job = self.ask();
        if job.is_err() && is_new {
            // It stays where somebody else has begun to use it.
            let _ = fs::remove_dir(self.logs);
        }
        job
    }

    /// Has sbatch submit it.
    fn ask(&self) -> Result<String, SlurmError> {
        let mut child = Command::new("sbatch")
            .args(self.options())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        // sbatch may refuse before it has read the script: what it says then is the message.
        let script = self.script()?;
        let _ = child.stdin.take().map(|mut input| io::Write::write_all(&mut input, script.as_bytes()));
        let output = child.wait_with_output()?;
        let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        // The number, and on some machines the name of the cluster behind it.
        let job = said.split(';').next().unwrap_or_default();
        match output.status.success() && !job.is_empty() {
            true => Ok(job.to_owned()),
            false => {
                let message = String::from_utf8_lossy(&output.stderr).trim().replace("sbatch: ", "");
                Err(refusal(&message))
            }
        }
    }
}

/// Words of sbatch where there is no cluster that it can ask, and what is missing then.
const UNREACHABLE: [(&str, &str); 3] = [
    ("Munge ", "munged, by which the cluster knows who you are, does not run on this machine"),
    ("configuration source", "Slurm is installed, but this machine belongs to no cluster that it can find"),
    ("contact slurm controller", "the cluster's controller, slurmctld, does not answer"),
];

/// What sbatch says, in a sentence where it is known what that comes from.
fn refusal(message: &str) -> SlurmError {
    match UNREACHABLE.iter().find(|(words, _)| message.contains(words)) {
        Some(&(_, why)) => SlurmError::Unreachable { why, said: message.lines().last().unwrap_or_default().to_owned() },
        None => SlurmError::Refused(message.lines().collect::<Vec<_>>().join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cluster_that_is_not_there_is_told_in_a_sentence() {
        let said =
            "error: If munged is up, restart with --num-threads=10\nerror: Munge encode failed: Failed to access \
            \"/run/munge/munge.socket.2\"\nerror: Batch job submission failed: Protocol authentication error";
        let told = refusal(said).to_string();
        assert!(told.contains("munged") && told.ends_with("Protocol authentication error)"), "{told}");
        assert_eq!(told.lines().count(), 1);
        let said = "error: fetch_config: DNS SRV lookup failed\nfatal: Could not establish a configuration source";
        let told = refusal(said).to_string();
        assert!(told.contains("belongs to no cluster") && told.lines().count() == 1, "{told}");
        let said = "error: Batch job submission failed: Unable to contact slurm controller (connect failure)";
        assert!(refusal(said).to_string().contains("slurmctld, does not answer (sbatch: error: Batch job"));
        assert_eq!(refusal("error: invalid partition\nusage").to_string(), "sbatch: error: invalid partition; usage");
    }

    #[test]
    fn words_come_through_a_shell_as_they_are() {
        let words = ["printf", "%s|", "a b", "", "it's", "$HOME", "$SLURM_ARRAY_TASK_ID/4", "`x`\n"];
        let array = Array {
            name: "n",
            elements: 4,
            command: words.map(OsString::from).into(),
            logs: Path::new("out dir"),
            processors: 2,
            memory: (1 << 30) + 1,
            options: &["--mem=1G".to_owned()],
        };
        let script = array.script().unwrap();
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", &script]).env("SLURM_ARRAY_TASK_ID", "3").output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "a b||it's|$HOME|3/4|`x`\n|");
        let options = array.options();
        for option in ["--array=1-4", "--cpus-per-task=2", "--mem=1025M", "--output=out dir/slurm-%A-%a.log"] {
            assert!(options.iter().any(|one| one == option), "{option}");
        }
        assert_eq!(options.last().unwrap(), "--mem=1G");
        let bad = Array { command: vec!["a\0".into()], ..array };
        assert!(matches!(bad.script(), Err(SlurmError::Word(_))));
    }
}
