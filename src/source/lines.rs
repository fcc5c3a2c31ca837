//! Which lines of which files the rows of a text are: markers in it say so, `# 12 "file"` of the preprocessor, and `#line 12 "file"`.

use std::env;
use std::path::{Component, Path, PathBuf};

/// A place in a file: line and column, both from 1; columns count bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// Rows from one on that are lines of one file, one behind the other.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Stretch {
    /// The first row, from 0.
    row: usize,
    /// The number of the line that stands there.
    line: u32,
    /// Which of the files.
    file: usize,
}

/// The rows of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    stretches: Vec<Stretch>,
    files: Vec<String>,
    rows: usize,
}

impl Lines {
    /// Of a text that stands in a file of this name.
    pub fn of(text: &str, name: &str) -> Lines {
        let mut lines = Lines { files: vec![name.to_owned()], rows: text.lines().count(), ..Lines::default() };
        let mut file = 0;
        lines.stretches.push(Stretch { row: 0, line: 1, file });
        for (row, text) in text.lines().enumerate() {
            let Some((line, name)) = marker(text) else { continue };
            if let Some(name) = name {
                let known = lines.files.iter().position(|file| file == name);
                file = known.unwrap_or(lines.files.len());
                if known.is_none() {
                    lines.files.push(name.to_owned());
                }
            }
            lines.stretches.push(Stretch { row: row + 1, line, file });
        }
        lines
    }

    /// The names of the files, as the text names them.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// The rows that are a line of one of some files, which are given by number.
    pub fn rows<'a>(&'a self, line: u32, is_file: impl Fn(usize) -> bool + 'a) -> impl Iterator<Item = usize> + 'a {
        // The row of the next marker is none of them.
        let ends = self.stretches.iter().skip(1).map(|next| next.row - 1).chain([self.rows]);
        self.stretches.iter().zip(ends).filter_map(move |(stretch, end)| {
            let row = stretch.row + line.checked_sub(stretch.line)? as usize;
            (is_file(stretch.file) && row < end).then_some(row)
        })
    }

    /// The file that a row is of, and whether another row is the same line of it.
    pub fn file(&self, row: usize) -> (&str, bool) {
        let last = self.stretches.partition_point(|stretch| stretch.row <= row).saturating_sub(1);
        let Some(stretch) = self.stretches.get(last) else { return ("", false) };
        let line = stretch.line + (row - stretch.row) as u32;
        let name = base_name(&self.files[stretch.file]);
        let is_twice = self.rows(line, |file| base_name(&self.files[file]) == name).nth(1).is_some();
        (name, is_twice)
    }

    /// What the compiler takes a place for, given by its row and how many bytes stand before it there.
    pub fn position(&self, row: usize, before: usize) -> Position {
        let last = self.stretches.partition_point(|stretch| stretch.row <= row).saturating_sub(1);
        let line = self.stretches.get(last).map_or(0, |stretch| stretch.line + (row - stretch.row) as u32);
        Position { line, column: before as u32 + 1 }
    }
}

/// The part of a path behind its last slash.
pub fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What a marker says: the number of the next line, and the file if it is named.
fn marker(line: &str) -> Option<(u32, Option<&str>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    Some((rest[..digits].parse().ok()?, rest[digits..].split('"').nth(1)))
}

/// The name of a file as it can be opened from here. Clang cuts off what the name has in common with the folder that it ran in,
/// wherever the two part; names from elsewhere stay as they are.
pub fn openable(folder: Option<&str>, name: &str) -> String {
    let Some(folder) = folder.map(Path::new) else { return name.to_owned() };
    let whole = folder.join(name);
    let is_here = env::current_dir().is_ok_and(|here| here == folder);
    if is_here || !whole.exists() {
        return name.to_owned();
    }
    plain(&whole).to_string_lossy().into_owned()
}

/// A path as a person types it: from the current folder where it is below that, and without `..` in it, as build systems that compile in
/// a folder of their own write it.
fn plain(path: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if matches!(short.components().next_back(), Some(Component::Normal(_))) => {
                short.pop();
            }
            part => short.push(part),
        }
    }
    if let Some(below) = env::current_dir().ok().and_then(|here| short.strip_prefix(here).ok().map(Path::to_owned)) {
        short = below;
    }
    // Behind a link to a folder, `..` leads elsewhere.
    let is_same = matches!((short.canonicalize(), path.canonicalize()), (Ok(one), Ok(other)) if one == other);
    if is_same {
        short
    } else {
        path.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn files_have_plain_names() {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        for made in ["build", "src", "elsewhere/deep"] {
            fs::create_dir_all(path(made)).expect("it can be made");
        }
        fs::write(path("src/a.c"), "").expect("it can be written");
        assert_eq!(openable(Some(&path("build")), "../src/a.c"), path("src/a.c"));
        assert_eq!(openable(Some(&path("build")), "../src/b.c"), "../src/b.c", "there is none");
        // What stands below the current folder, as the sources of this crate do where it is tested.
        let here = env::current_dir().expect("there is one").to_string_lossy().into_owned();
        assert_eq!(openable(Some(&format!("{here}/tests")), "../src/source/lines.rs"), "src/source/lines.rs");
        // Behind a link, `..` is the folder above what it leads to.
        std::os::unix::fs::symlink(path("elsewhere/deep"), path("link")).expect("it can be made");
        fs::write(path("elsewhere/a.c"), "").expect("it can be written");
        fs::write(path("a.c"), "").expect("it can be written");
        assert_eq!(openable(Some(&path("link")), "../a.c"), path("link/../a.c"));
    }

    #[test]
    fn rows_are_lines_as_markers_say() {
        let lines =
            Lines::of("# 1 \"a.c\"\n# 1 \"b.h\" 1\nint h;\n# 2 \"a.c\" 2\nint x;\nint y;\n#line 9\nint z;\n", "a.i");
        assert_eq!(lines.files(), ["a.i", "a.c", "b.h"]);
        let rows = |line, name: &str| lines.rows(line, |file| lines.files()[file] == name).collect::<Vec<_>>();
        assert_eq!(rows(1, "b.h"), [2]);
        assert_eq!(rows(3, "a.c"), [5]);
        assert_eq!(rows(9, "a.c"), [7]);
        assert!(rows(4, "a.c").is_empty(), "a marker is no line");
        assert_eq!(lines.position(5, 4), Position { line: 3, column: 5 });
    }
}
