//! Temporary folders. A folder goes when its value does; those of threads that were left behind, whose values never go, are
//! removed at the end of the process.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The folders that there are; `None` once all have been removed and none is made any more.
static FOLDERS: Mutex<Option<BTreeSet<PathBuf>>> = Mutex::new(Some(BTreeSet::new()));

/// How often, and after which pauses, it is tried to remove a folder while clang may still write into it.
const ATTEMPTS: usize = 20;
const PAUSE: Duration = Duration::from_millis(5);

/// A temporary folder.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// A new one, where the system has such folders.
    ///
    /// # Errors
    /// If it cannot be made. The message names the place.
    pub fn new() -> io::Result<Folder> {
        let mut folders = lock();
        let Some(folders) = &mut *folders else { return Err(io::Error::other("the run is at its end")) };
        let made = tempfile::Builder::new().prefix("bitreach-").tempdir();
        let path = made.map_err(|error| with_place(&error))?.keep();
        folders.insert(path.clone());
        Ok(Folder(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A file in it, with these contents.
    ///
    /// # Errors
    /// If it cannot be written. The message names the place.
    pub fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> io::Result<PathBuf> {
        let path = self.0.join(name);
        std::fs::write(&path, contents).map_err(|error| with_place(&error))?;
        Ok(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Whoever ends the process meanwhile waits for the lock.
        let mut folders = lock();
        let _ = std::fs::remove_dir_all(&self.0);
        if let Some(folders) = &mut *folders {
            folders.remove(&self.0);
        }
    }
}

/// Removes all folders, and lets none be made any more: for the end of the process.
pub fn remove() {
    remove_all(lock().take());
}

/// The same where nobody is making or removing one: for an end at which this thread may be in the midst of that.
pub fn remove_if_free() {
    if let Ok(mut folders) = FOLDERS.try_lock() {
        remove_all(folders.take());
    }
}

fn remove_all(folders: Option<BTreeSet<PathBuf>>) {
    for folder in folders.into_iter().flatten() {
        let gone = || std::fs::remove_dir_all(&folder).is_ok() || !folder.exists();
        (0..ATTEMPTS).take_while(|_| !gone()).for_each(|_| thread::sleep(PAUSE));
    }
}

/// What the system said, where, and what to do.
pub fn with_place(error: &io::Error) -> io::Error {
    let place = std::env::temp_dir();
    io::Error::new(error.kind(), format!("{error}, in {}; TMPDIR names another place", place.display()))
}

fn lock() -> MutexGuard<'static, Option<BTreeSet<PathBuf>>> {
    // It is whole whenever the lock is free.
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_goes_with_its_value_and_all_that_is_in_it() {
        let folder = Folder::new().unwrap();
        let file = folder.file("a.c", "int a;").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "int a;");
        assert!(lock().as_ref().is_some_and(|folders| folders.contains(folder.path())));
        let path = folder.path().to_owned();
        drop(folder);
        assert!(!path.exists() && lock().as_ref().is_some_and(|folders| !folders.contains(&path)));
    }
}
