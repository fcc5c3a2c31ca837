//! How much memory is followed.

/// What is followed of a program's memory. What goes beyond is unmodelled where it is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// How many objects one call gives out that allocates, where it cannot give out one again: 1 to 255.
    pub instances: usize,
    /// How many bytes an object can have whose size is computed.
    pub capacity: u64,
    /// Whether objects whose size is computed have no such bound, where their cells repeat, and calls that allocate objects of one size
    /// give out any number of them, where pointers stay in their objects. Only what reads them lazily ([`crate::refinement`]) takes such
    /// programs.
    pub endless: bool,
    /// Of objects of more bytes, whose size is known, only those cells are listed that the others are like. Only what reads them lazily takes
    /// such programs.
    pub listed_bytes: u64,
    /// Whether this is so only of objects of more than [`object_bytes`](Self::object_bytes) where they hold anything at first: what a cell
    /// held at first is recorded where it is listed.
    pub records: bool,
    /// How many bytes any object can have, at most [`LARGEST_OBJECT`], and how many are filled at once.
    pub object_bytes: u64,
    /// How many bytes are copied at once.
    pub copied_bytes: u64,
    /// How many cells an object can have that is accessed at a computed offset, or not initialised.
    pub object_cells: usize,
}

/// More bytes no object can have: initial values are known up to so many.
pub const LARGEST_OBJECT: u64 = 1 << 24;

impl Bounds {
    /// Unless told otherwise.
    pub const DEFAULT: Bounds = Bounds {
        instances: 5,
        capacity: 64,
        endless: false,
        listed_bytes: u64::MAX,
        records: false,
        object_bytes: 1 << 16,
        copied_bytes: 1 << 16,
        object_cells: 1 << 14,
    };

    /// With objects as large as they may be that are read lazily ([`crate::refinement`]): an `int` array of 262 144 elements.
    pub fn widened(self) -> Bounds {
        let Bounds { object_bytes, object_cells, .. } = self;
        let object_bytes = object_bytes.max(1 << 20);
        Bounds { object_bytes, object_cells: object_cells.max(1 << 18), listed_bytes: 1 << 15, ..self }
    }
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds::DEFAULT
    }
}
