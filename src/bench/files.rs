//! The files of a folder and of the folders in it, each folder once whatever links there are.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What was found.
#[derive(Clone, Default, Debug)]
pub struct Found {
    /// The files, by name.
    pub files: Vec<PathBuf>,
    /// Files and folders whose names are not UTF-8: nothing that we write could name them.
    pub unnamed: Vec<PathBuf>,
}

/// The files in a folder whose names end in `.extension`; what is hidden only if `hidden`. A folder that has several names is entered by
/// one of them, by one without links if there is one. So a link to a folder above ends nowhere.
///
/// # Errors
/// If a folder cannot be read.
pub fn files_in(root: &Path, extension: &str, hidden: bool) -> io::Result<Found> {
    let (mut found, mut entered) = (Found::default(), HashSet::new());
    let (mut folders, mut links) = (vec![root.to_owned()], Vec::new());
    while let Some(folder) = folders.pop().or_else(|| links.pop()) {
        // Which folder was asked for, the caller says.
        let named = |error: io::Error| match folder == root {
            true => error,
            false => io::Error::new(error.kind(), format!("{}: {error}", folder.display())),
        };
        if !entered.insert(folder.canonicalize().map_err(named)?) {
            continue;
        }
        for entry in fs::read_dir(&folder).map_err(named)? {
            let entry = entry.map_err(named)?;
            let (path, name) = (entry.path(), entry.file_name());
            let is_folder = path.is_dir();
            if !hidden && name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            match (name.to_str().is_some(), is_folder) {
                (_, false) if path.extension() != Some(OsStr::new(extension)) => {}
                (false, _) => found.unnamed.push(path),
                (true, false) => found.files.push(path),
                (true, true) if entry.file_type().map_err(named)?.is_symlink() => links.push(path),
                (true, true) => folders.push(path),
            }
        }
        // The order in which a folder is read is anybody's guess; which name of a folder is taken must not be.
        links.sort_by(|one, other| other.cmp(one));
    }
    found.files.sort();
    found.unnamed.sort();
    Ok(found)
}

/// Refuses what is read for ever, or only once.
///
/// # Errors
/// If there is no such file, or it is a pipe, a device, or the like.
pub fn regular(file: &Path) -> io::Result<()> {
    match fs::metadata(file)?.is_file() {
        true => Ok(()),
        false => Err(io::Error::other("is no regular file")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    #[test]
    fn each_folder_is_entered_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("z/deep")).unwrap();
        fs::create_dir_all(path(".hidden")).unwrap();
        for name in ["b.yml", "z/deep/a.yml", "z/x.c", ".hidden/h.yml", "yml"] {
            fs::write(path(name), "").unwrap();
        }
        symlink(folder.path(), path("z/deep/up")).unwrap();
        symlink("z", path("a")).unwrap();
        symlink("b.yml", path("c.yml")).unwrap();
        symlink("none", path("d.yml")).unwrap();
        let odd = |bytes: &[u8]| folder.path().join(OsStr::from_bytes(bytes));
        fs::write(odd(b"\xff.yml"), "").unwrap();
        fs::write(odd(b"\xff.c"), "").unwrap();
        let found = |hidden: bool| files_in(folder.path(), "yml", hidden).unwrap();
        let names = ["b.yml", "c.yml", "d.yml", "z/deep/a.yml"].map(path);
        assert_eq!((found(false).files, found(false).unnamed), (names.to_vec(), vec![odd(b"\xff.yml")]));
        assert_eq!(found(true).files.len(), 5);
        // The caller says which folder it asked for.
        assert!(!files_in(&path("none"), "yml", true).unwrap_err().to_string().contains("none"));
    }
}
