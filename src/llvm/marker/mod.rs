//! Marker functions: declared, never defined. A call of one tells the reader of a module what happens there. This is all that
//! the side that prepares modules and the side that reads them agree on; who forgets a marker on the reading side is told by the
//! compiler.
//!
//! A marker of a [family](Marker::is_family) has a function for each type, whose name ends in that of the type: `…_i32`, `…_ptr`.

pub mod declare;

#[cfg(doc)]
use crate::program::CheckKind;

/// What the names of all markers begin with, and of nothing else: a program with such a name is refused.
pub const PREFIX: &str = "__bitreach_";

/// A marker. `iN` is an integer type, `iP` the one that is as wide as a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Marker {
    /// `void (i32 site)`: the check of this row fails; the path ends.
    Error,
    /// `void ()`: the path ends without error.
    Stop,
    /// `void (i32 row)`: what follows is not represented; the path ends.
    Unmodelled,
    /// `iN (i32 row)`: an input of this row. A family.
    Nondet,
    /// `iN (i64 low, i64 high)`: a constant of more than 64 bits. A family.
    Constant,
    /// `void (ptr address, iP bytes, i32 row)`: so many bytes are accessed; where that is not inside an object, what follows is not
    /// represented.
    AccessUnmodelled,
    /// The same, where the check of this row fails, or of one behind it: [`CheckKind::OF_ACCESS`].
    AccessError,
    /// `void (ptr address, i32 row)`: something is written there; where that is a constant, what follows is not represented.
    Written,
    /// `void (ptr callee, i32 site)`: the function is called; where it is none, the check of this row fails.
    CalleeError,
    /// `void (ptr address, i32 row)`: the whole object holds any value: inputs of this row.
    Havoc,
    /// `ptr (iP bytes, i32 row)`: a new object on the heap; past a number of them what follows is not represented.
    Allocate,
    /// The same, all of it zero.
    AllocateZeroed,
    /// `ptr (iP bytes, i32 row)`: a new object on the stack; past a number of them at once what follows is not represented.
    AllocateLocal,
    /// `void (ptr address)`: the object on the stack is gone, with all older ones of its allocation; null is none.
    Release,
    /// `iP (ptr address)`: how many bytes the object on the heap has that begins there, 0 where there is none.
    Size,
    /// `void (ptr address, i32 row)`: the object is gone; where it is none on the heap, what follows is not represented.
    Free,
    /// The same, where the check of this row fails, or of one behind it: [`CheckKind::OF_FREE`].
    FreeError,
    /// `void (i32 site)`: the program ends; what is still allocated is an error.
    EndError,
    /// `void (i32 row, ptr…)`: what is allocated, cannot be reached from these globals, and is led to by nothing that is still used, is
    /// not represented.
    Track,
    /// `void (i32 site, ptr…)`: what is allocated and cannot be reached from these globals is an error.
    TrackError,
    /// `void (ptr value)`: in front of [`Marker::Track`]: a local of a call that has not ended holds this pointer.
    Held,
    /// `void (ptr local)`: the same of all pointers in the local.
    HeldIn,
    /// `void (i32 number)`: a call begins in which memory must not be lost. Gone once functions are inlined, with those below.
    CallBegins,
    /// `void (ptr value)`: in front of this call: a local holds this pointer until the call ends.
    CallHolds,
    /// `void (ptr local)`: the same of all pointers that the local holds meanwhile.
    CallHoldsIn,
    /// `void (i32 number)`: the call has ended.
    CallEnds,
    /// `ptr (ptr local, i32 row)`: a new life of the local begins; its address in this life. If there is such a row, it is not represented
    /// that this address is used when the life has ended.
    ScopeStart,
    /// `void (ptr local)`: the local's life ends.
    ScopeEnd,
    /// `ptr (ptr base, iP offset)`: the address so many bytes behind another, which may be outside of its object.
    Address,
    /// `void (ptr a, ptr b)`: the addresses are compared; where C does not say whether they are equal, what follows is not represented.
    /// With null: the address becomes a number.
    Compared,
    /// `void (ptr a, iP bytes, ptr b, iP bytes, i1 same)`: the two blocks are accessed; where they overlap, what follows is not
    /// represented, unless they may be the same and are.
    Apart,
    /// `void (i32 row)`: control passes the place of this row.
    Place,
    /// `T (T value)`: the value, which passes do not see. A family.
    Value,
    /// `T ()`: a value of a type that is no integer, of which nothing is known. A family.
    Undefined,
    /// `void (T value, i32 row)`: the C variable of this row now holds the value. A family.
    Assign,
    /// Where functions are read by themselves: the same, also where the value is not known, which is the first argument then. A family.
    Holds,
    /// There: `T ()`: any value, another one each time. A family.
    Any,
    /// There: `void (ptr local)`: the local stays in memory until this marker goes.
    Kept,
    /// There: `void (ptr object, iP bytes)`: here begins an object of so many bytes that only the pointers computed from this one lead to.
    Private,
    /// There: `void (ptr object)`: here the object begins as nothing has set it. Gone when functions are read.
    Unset,
    /// There: `void (i1 bad)`: where `bad` is 1, something is read that nothing has set.
    UnsetIf,
    /// There: `void (i1 bad)`: where `bad` is 1, memory is accessed that has been given back.
    UsedIf,
    /// There: `void (i1 bad)`: where `bad` is 1, memory is given back again.
    FreedIf,
    /// There: `void (i1 bad)`: where `bad` is 1, a file is used that has been closed.
    ClosedIf,
    /// There: `void (i1 bad)`: where `bad` is 1, a local of a function that has returned is used.
    EndedIf,
    /// There: `void (i1 bad)`: where `bad` is 1, something is read outside of an object.
    ReadsOutsideIf,
    /// There: `void (i1 bad)`: where `bad` is 1, something is written outside of an object.
    WritesOutsideIf,
    /// There: `void (ptr address, iP bytes)`: so many bytes are read from there on, by a function that knows where a string ends.
    Reads,
    /// There: `void (ptr address, iP bytes)`: the same, written.
    Writes,
    /// There: `void (T divisor)`: something is divided by it. A family.
    Divisor,
    /// There: `void (T amount)`: something of this type is shifted by so many bits. A family.
    ShiftAmount,
}

impl Marker {
    /// All markers, each with its name without [`PREFIX`].
    const NAMES: [(Marker, &'static str); 51] = [
        (Marker::Error, "error"),
        (Marker::Stop, "stop"),
        (Marker::Unmodelled, "unmodelled"),
        (Marker::Nondet, "nondet"),
        (Marker::Constant, "const"),
        (Marker::AccessUnmodelled, "access_unmodelled"),
        (Marker::AccessError, "access_error"),
        (Marker::Written, "written"),
        (Marker::CalleeError, "callee_error"),
        (Marker::Havoc, "havoc"),
        (Marker::Allocate, "allocate"),
        (Marker::AllocateZeroed, "allocate_zeroed"),
        (Marker::AllocateLocal, "allocate_local"),
        (Marker::Release, "release"),
        (Marker::Size, "size"),
        (Marker::Free, "free"),
        (Marker::FreeError, "free_error"),
        (Marker::EndError, "end_error"),
        (Marker::Track, "track"),
        (Marker::TrackError, "track_error"),
        (Marker::Held, "held"),
        (Marker::HeldIn, "held_in"),
        (Marker::CallBegins, "call_begins"),
        (Marker::CallHolds, "call_holds"),
        (Marker::CallHoldsIn, "call_holds_in"),
        (Marker::CallEnds, "call_ends"),
        (Marker::ScopeStart, "scope_start"),
        (Marker::ScopeEnd, "scope_end"),
        (Marker::Address, "address"),
        (Marker::Compared, "compared"),
        (Marker::Apart, "apart"),
        (Marker::Place, "place"),
        (Marker::Value, "value"),
        (Marker::Undefined, "undefined"),
        (Marker::Assign, "assign"),
        (Marker::Holds, "holds"),
        (Marker::Any, "any"),
        (Marker::Kept, "kept"),
        (Marker::Private, "private"),
        (Marker::Unset, "unset"),
        (Marker::UnsetIf, "unset_if"),
        (Marker::UsedIf, "used_if"),
        (Marker::FreedIf, "freed_if"),
        (Marker::ClosedIf, "closed_if"),
        (Marker::EndedIf, "ended_if"),
        (Marker::ReadsOutsideIf, "reads_outside_if"),
        (Marker::WritesOutsideIf, "writes_outside_if"),
        (Marker::Reads, "reads"),
        (Marker::Writes, "writes"),
        (Marker::Divisor, "divisor"),
        (Marker::ShiftAmount, "shift_amount"),
    ];

    /// Its name without [`PREFIX`]; for a family, also without the type.
    fn stem(self) -> &'static str {
        Marker::NAMES.iter().find(|(marker, _)| *marker == self).map_or("", |(_, stem)| stem)
    }

    /// Whether there is a function for each type.
    pub fn is_family(self) -> bool {
        use Marker as M;
        matches!(self, M::Nondet | M::Constant | M::Value | M::Undefined | M::Assign | M::Holds | M::Any)
            || matches!(self, M::Divisor | M::ShiftAmount)
    }

    /// The name of its function, which is the only one.
    pub fn name(self) -> String {
        debug_assert!(!self.is_family());
        format!("{PREFIX}{}", self.stem())
    }

    /// The name of its function for a type, of which letters and digits stand in the name.
    pub fn name_for(self, ty: &str) -> String {
        debug_assert!(self.is_family());
        let ty: String = ty.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
        format!("{PREFIX}{}_{ty}", self.stem())
    }

    /// The marker that a function is, if it is one.
    pub fn of(function: &str) -> Option<Marker> {
        let rest = function.strip_prefix(PREFIX)?;
        let is_it = |(marker, stem): &&(Marker, &str)| match rest.strip_prefix(stem) {
            Some(ty) if marker.is_family() => ty.starts_with('_'),
            Some(ty) => ty.is_empty(),
            None => false,
        };
        Marker::NAMES.iter().find(is_it).map(|(marker, _)| *marker)
    }

    /// Whether it allocates memory.
    pub fn allocates(self) -> bool {
        matches!(self, Marker::Allocate | Marker::AllocateZeroed | Marker::AllocateLocal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_what_they_were_written_for() {
        for (marker, _) in Marker::NAMES {
            let names = match marker.is_family() {
                true => vec![marker.name_for("i32"), marker.name_for("ptr"), marker.name_for("<4 x float>")],
                false => vec![marker.name()],
            };
            names.iter().for_each(|name| assert_eq!(Marker::of(name), Some(marker), "{name}"));
        }
        assert_eq!(Marker::Undefined.name_for("<4 x float>"), "__bitreach_undefined__4_x_float_");
        // These have bodies, and are inlined.
        for other in
            ["__bitreach_error_if", "__bitreach_allocate_unless", "__bitreach_again_f", "error", "__bitreach_value"]
        {
            assert_eq!(Marker::of(other), None, "{other}");
        }
    }
}
