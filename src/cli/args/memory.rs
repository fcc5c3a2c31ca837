//! How much of a program's memory is followed.

use super::values::parse_size;
use crate::read::bounds::{Bounds, LARGEST_OBJECT};
use clap::Args as Group;

/// What of memory is followed; what goes beyond is not modelled where it is reached.
#[derive(Group, Clone, Debug)]
pub struct MemoryArgs {
    /// How many objects one call of malloc, calloc or alloca gives out, where it cannot give out the same one again.
    #[arg(long, value_name = "N", default_value_t = Bounds::DEFAULT.instances as u8, value_parser = clap::value_parser!(u8).range(1..))]
    pub heap_objects: u8,

    /// How many bytes an object can have whose size is computed: arrays of variable length and on the heap. Such objects cost
    /// as much as if they had them all.
    #[arg(long, value_name = "SIZE", default_value_t = Bounds::DEFAULT.capacity, value_parser = parse_object_size)]
    pub computed_size: u64,

    /// How many bytes any object can have, such as 64K or 2M; `check`, which reads large ones lazily, takes 1M at least.
    #[arg(long, value_name = "SIZE", default_value_t = Bounds::DEFAULT.object_bytes, value_parser = parse_object_size)]
    pub object_size: u64,

    /// How many cells, such as the elements of an array, an object can have that is accessed at a computed offset; `check` takes 262144 at
    /// least.
    #[arg(long, value_name = "N", default_value_t = Bounds::DEFAULT.object_cells)]
    pub object_cells: usize,

    /// Whether malloc, calloc, realloc and their like may give null. They do not unless this is said.
    #[arg(long)]
    pub malloc_may_fail: bool,
}

impl Default for MemoryArgs {
    fn default() -> MemoryArgs {
        let Bounds { instances, capacity, object_bytes, object_cells, .. } = Bounds::DEFAULT;
        MemoryArgs {
            heap_objects: instances as u8,
            computed_size: capacity,
            object_size: object_bytes,
            object_cells,
            malloc_may_fail: false,
        }
    }
}

impl MemoryArgs {
    /// As the front end takes it.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            instances: self.heap_objects.into(),
            capacity: self.computed_size.min(self.object_size),
            endless: false,
            listed_bytes: u64::MAX,
            records: false,
            object_bytes: self.object_size,
            copied_bytes: self.object_size,
            object_cells: self.object_cells,
        }
    }
}

/// A size that an object can have.
fn parse_object_size(text: &str) -> Result<u64, String> {
    let size = parse_size(text)?;
    match size {
        1..=LARGEST_OBJECT => Ok(size),
        _ => Err("objects have from 1 byte to 16M".to_owned()),
    }
}
