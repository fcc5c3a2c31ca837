//! First contents of tables: a store for each cell takes a compiler seconds for some thousands of them, so that each table is a constant that
//! is copied.

use crate::program::{Cell, Object, Program};
use std::fmt::Write;

/// Fewer cells are stored one by one.
const FEWEST: usize = 16;

/// So are cells of which there is less than one in so many bytes: most of the constant would be zeros.
const BYTES_PER_CELL: u64 = 64;

/// The bytes that an object begins with, up to its last cell that is not zero. `None` if its cells are better stored one by one.
pub fn table(object: &Object) -> Option<Vec<u8>> {
    let cells = || object.cells.iter().filter(|cell| cell.initial.is_nonzero());
    let bytes = |cell: &Cell| u64::from(cell.initial.width().div_ceil(8));
    let end = cells().map(|cell| cell.offset.saturating_add(bytes(cell))).max()?;
    let count = cells().count();
    if count < FEWEST || end / BYTES_PER_CELL > count as u64 {
        return None;
    }
    let mut table = vec![0; usize::try_from(end).ok()?];
    for cell in cells() {
        // Both are at most `end`.
        let (first, count) = (cell.offset as usize, bytes(cell) as usize);
        table[first..first + count].copy_from_slice(&cell.initial.unsigned().to_le_bytes()[..count]);
    }
    Some(table)
}

/// The constants of all tables.
pub fn constants(program: &Program) -> String {
    let mut text = String::new();
    for (index, object) in program.objects.iter().enumerate() {
        let Some(table) = table(object) else { continue };
        let _ = write!(text, "{} = private constant [{} x i8] c\"", name(index), table.len());
        for byte in table {
            let _ = write!(text, "\\{byte:02X}");
        }
        text.push_str("\"\n");
    }
    text
}

/// How the constant of an object's table is called.
pub fn name(index: usize) -> String {
    format!("@first{index}")
}
