//! Which files a C file includes, by its text alone: enough to see that one of them has changed.
//!
//! Each `#include` counts, whether its condition holds or not; a name that a macro gives does not, and neither does what only the
//! compiler finds: the headers of the system.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The files that `file` includes, and what they include, as far as they stand beside the file that names them or in one of `folders`
/// (`-I`). Each once.
///
/// # Errors
/// If one of them cannot be read.
pub fn included(file: &Path, folders: &[PathBuf]) -> io::Result<BTreeSet<PathBuf>> {
    let (mut found, mut open) = (BTreeSet::new(), vec![file.to_owned()]);
    while let Some(file) = open.pop() {
        let text = fs::read(&file).map_err(|error| named(error, &file))?;
        let own = file.parent().unwrap_or(Path::new(""));
        for Include { name, is_quoted } in String::from_utf8_lossy(&text).lines().filter_map(include) {
            let beside = is_quoted.then_some(own);
            let places = beside.into_iter().chain(folders.iter().map(PathBuf::as_path));
            // What is no file is not found there by the compiler either, and is not read for ever.
            let place = places.map(|folder| folder.join(name)).find(|path| path.is_file());
            open.extend(place.filter(|path| found.insert(path.clone())));
        }
    }
    found.remove(file);
    Ok(found)
}

/// The error with the name of the file that it is about.
fn named(error: io::Error, file: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

struct Include<'a> {
    name: &'a str,
    is_quoted: bool,
}

/// What a line includes.
fn include(line: &str) -> Option<Include<'_>> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("include_next").or(rest.strip_prefix("include")).or(rest.strip_prefix("import"))?;
    let rest = rest.trim_start();
    let (close, is_quoted) = if rest.starts_with('"') { ('"', true) } else { ('>', false) };
    let name = rest.strip_prefix(['"', '<'])?.split(close).next()?;
    Some(Include { name, is_quoted })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_included_is_found_each_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| fs::write(path(name), text).unwrap();
        fs::create_dir_all(path("inc/sub")).unwrap();
        let text = "#include <stdio.h>\n #  include\"a.h\" // x\n#include <b.h>\n#include NAME\n#include \"inc\"\n#include \"none.h\"\n";
        write("x.c", text);
        write("a.h", "#if 0\n#include \"inc/sub/c.h\"\n#endif\n#include \"x.c\"\n#include \"a.h\"\n");
        write("inc/b.h", "#include_next <sub/c.h>\n");
        write("inc/sub/c.h", "int \"#include\";\n");
        let found = |folders: &[PathBuf]| included(&path("x.c"), folders).unwrap().into_iter().collect::<Vec<_>>();
        assert_eq!(found(&[]), ["a.h", "inc/sub/c.h"].map(path));
        assert_eq!(found(&[path("inc")]), ["a.h", "inc/b.h", "inc/sub/c.h"].map(path));
        assert!(included(&path("none.c"), &[]).unwrap_err().to_string().contains("none.c: "));
    }
}
