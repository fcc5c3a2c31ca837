//! What bodies and callers agree on about arguments that a function does not name; see `stdarg.c`.

/// The name of the function that says where the arguments of the next call are.
pub const CALL: &str = "bitreach.va_call";

/// The name of the function that asks for that as a function begins.
pub const ENTERED: &str = "bitreach.va_entered";

/// `va_start`.
pub const START: &str = "bitreach.va_start";

/// `va_copy`.
pub const COPY: &str = "bitreach.va_copy";

/// `va_end`.
pub const END: &str = "bitreach.va_end";

/// The name of the function that gives the address of the next argument, which is a number of some kind.
pub const NUMBER: &str = "bitreach.va_number";

/// The name of the function that gives the address of the next argument, which is a pointer.
pub const POINTER: &str = "bitreach.va_pointer";

/// The name of the function that is called where an argument of another kind is read.
pub const OTHER: &str = "bitreach.va_other";

/// The name of the function that is called where a `va_list` with static storage may be begun.
pub const STATIC: &str = "bitreach.va_static";

/// What an argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// None: behind the last one.
    None,
    /// A pointer.
    Pointer,
    /// A `double`.
    Double,
    /// Something that is not represented.
    Other,
    /// An integer of so many bits.
    Integer(u32),
}

impl Kind {
    /// The number that stands for it.
    pub fn number(self) -> u64 {
        match self {
            Kind::None => 0,
            Kind::Pointer => 1,
            Kind::Double => 2,
            Kind::Other => 3,
            Kind::Integer(width) => 16 + u64::from(width),
        }
    }
}
