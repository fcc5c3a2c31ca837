//! How much memory is followed.

/// What is followed of a program's memory. What goes beyond is unmodelled where it is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// How many objects one call gives out that allocates, where it cannot give out one again: 1 to 255.
    pub instances: usize,
    /// How many bytes an object can have whose size is computed.
    pub capacity: u64,
    /// How many bytes any object can have, at most 2^24, and how many are copied or filled at once.
    pub object_bytes: u64,
    /// How many cells an object can have that is accessed at a computed offset, or not initialised.
    pub object_cells: usize,
}

impl Bounds {
    /// Unless told otherwise.
    pub const DEFAULT: Bounds = Bounds { instances: 5, capacity: 64, object_bytes: 1 << 16, object_cells: 1 << 14 };
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds::DEFAULT
    }
}
