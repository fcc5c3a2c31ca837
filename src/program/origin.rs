//! Where the parts of a program come from: source places through all levels of inlining, C variables, nondeterministic
//! inputs, checks, and what could not be modelled. Rows are made by the front end and named by index.

use crate::bv::Format;
use std::fmt;
use std::sync::Arc;

/// A row of [`SourceMap::origins`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OriginId(pub usize);
/// A row of [`SourceMap::variables`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VariableId(pub usize);
/// A row of [`SourceMap::inputs`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InputId(pub usize);
/// A row of [`SourceMap::sites`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SiteId(pub usize);
/// A row of [`SourceMap::unmodelled`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnmodelledId(pub usize);

/// A place in the source, and where the function that it stands in was inlined.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The file as the compiler was given it.
    pub file: Arc<str>,
    /// The line, from 1; 0 where the compiler knows none.
    pub line: u32,
    /// The column, from 1; 0 where the compiler knows none.
    pub column: u32,
    /// The C function that the place is in.
    pub function: Arc<str>,
    /// The call that was replaced by this function's body; `None` in `main`.
    pub inlined_at: Option<OriginId>,
}

/// What number the bits of a value are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reading {
    /// One that is not negative.
    Unsigned,
    /// Two's complement.
    Signed,
    /// A floating-point number.
    Float(Format),
}

impl Reading {
    /// That of an integer.
    pub fn integer(is_signed: bool) -> Reading {
        match is_signed {
            true => Reading::Signed,
            false => Reading::Unsigned,
        }
    }

    /// Whether it is two's complement.
    pub fn is_signed(self) -> bool {
        self == Reading::Signed
    }
}

/// A C variable, or a part of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Variable {
    /// The name in C, such as `x` or `point.x`.
    pub name: Arc<str>,
    /// The C function it is local to; `None` for a global.
    pub function: Option<Arc<str>>,
    /// The C type's name, such as `unsigned int`.
    pub type_name: Arc<str>,
    /// The width in bits.
    pub width: u32,
    /// How its values are read.
    pub reading: Reading,
    /// Whether it is a pointer.
    pub is_pointer: bool,
    /// Where it is declared.
    pub declared: Declared,
    /// What is said by it.
    pub role: Role,
}

/// Where a variable is declared.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Declared {
    /// The file as the compiler was given it; empty where that is not known.
    pub file: Arc<str>,
    /// The line, from 1; 0 where that is not known.
    pub line: u32,
    /// Whether it hides another local of the same name, which a block around its own declares.
    pub hides: bool,
}

/// What a row of variables is for. Calls are told by rows of their own: an assignment to one of those is an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Role {
    /// A variable, or a part of one: it holds a value.
    #[default]
    Variable,
    /// A function, by its name: it is entered. The value means nothing.
    Entered,
    /// A parameter: its function has just been entered and was passed this value. Without a width, the value is not known.
    Parameter,
    /// A function, by its name: it returns this value.
    Result,
}

/// A place where a nondeterministic value comes in.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InputSite {
    /// What kind of input it is.
    pub kind: InputKind,
    /// The width in bits.
    pub width: u32,
    /// How its values are read.
    pub reading: Reading,
    /// Where.
    pub origin: Option<OriginId>,
}

/// What kind of nondeterministic value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum InputKind {
    /// The result of a call of this function, such as `__VERIFIER_nondet_int`.
    Call(Arc<str>),
    /// The first value of this local variable, which the program does not initialise.
    Uninitialised(Arc<str>),
    /// What a read of this volatile object gives.
    Volatile(Arc<str>),
    /// A parameter of `main`.
    Parameter(Arc<str>),
    /// The first value of this variable, which no file defines.
    External(Arc<str>),
    /// A value that LLVM leaves open (`undef`, `poison`).
    Undefined,
}

/// What a check is about. [`fmt::Display`] gives the words that reports show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum CheckKind {
    /// `reach_error` or `__VERIFIER_error` is called.
    ReachError,
    /// An `assert` fails.
    Assertion,
    /// A signed sum.
    AddOverflow,
    /// A signed difference.
    SubOverflow,
    /// A signed product.
    MulOverflow,
    /// The smallest value negated.
    NegOverflow,
    /// The smallest value divided by −1, quotient or remainder.
    DivOverflow,
    /// A signed value shifted left out of its type.
    ShiftOverflow,
    /// An access outside of every object that is alive, where nothing more is known of the pointer.
    InvalidAccess,
    /// `free` of something that is not the start of an allocated object, where nothing more is known of it.
    InvalidFree,
    /// `free` of a local, a global or a function.
    FreeOfNonHeap,
    /// `free` of a pointer into an allocated object that is not its start.
    FreeOfInner,
    /// Memory that is still allocated at the end.
    Leak,
    /// Allocated memory that no pointer leads to.
    Lost,
    /// A division or remainder by zero.
    DivisionByZero,
    /// A shift by a negative number of bits, or by the width of the type or more.
    ShiftRange,
    /// An access through the null pointer.
    NullDereference,
    /// An access that leaves its object.
    OutOfBounds,
    /// An access to memory that has been given back.
    UseAfterFree,
    /// A function of the C library is given a file that has been closed.
    ClosedFile,
    /// An access to a local whose scope has ended.
    UseAfterScope,
    /// Memory that is given back twice.
    DoubleFree,
    /// A variable or memory that nothing has set is read.
    Uninitialised,
}

impl CheckKind {
    /// What can be wrong with an access. A check of one has a row for each, one behind the other.
    pub const OF_ACCESS: [CheckKind; 5] = [
        CheckKind::InvalidAccess,
        CheckKind::NullDereference,
        CheckKind::OutOfBounds,
        CheckKind::UseAfterFree,
        CheckKind::UseAfterScope,
    ];
    /// What can be wrong with a call of `free`. A check of one has a row for each, one behind the other.
    pub const OF_FREE: [CheckKind; 4] =
        [CheckKind::InvalidFree, CheckKind::FreeOfNonHeap, CheckKind::FreeOfInner, CheckKind::DoubleFree];

    /// The row of a kind, of the check whose rows of [`CheckKind::OF_ACCESS`] or [`CheckKind::OF_FREE`] begin at `first`.
    pub fn row_behind(self, first: usize) -> SiteId {
        let place = |kinds: &[CheckKind]| kinds.iter().position(|&kind| kind == self);
        SiteId(first + place(&CheckKind::OF_ACCESS).or_else(|| place(&CheckKind::OF_FREE)).unwrap_or(0))
    }

    /// The name that other programs know it by. These names stay.
    pub fn slug(self) -> &'static str {
        match self {
            CheckKind::ReachError => "reach-error",
            CheckKind::Assertion => "assertion",
            CheckKind::AddOverflow => "add-overflow",
            CheckKind::SubOverflow => "sub-overflow",
            CheckKind::MulOverflow => "mul-overflow",
            CheckKind::NegOverflow => "neg-overflow",
            CheckKind::DivOverflow => "div-overflow",
            CheckKind::ShiftOverflow => "shift-overflow",
            CheckKind::InvalidAccess => "invalid-access",
            CheckKind::NullDereference => "null-dereference",
            CheckKind::OutOfBounds => "out-of-bounds",
            CheckKind::UseAfterFree => "use-after-free",
            CheckKind::ClosedFile => "closed-file",
            CheckKind::UseAfterScope => "use-after-scope",
            CheckKind::InvalidFree => "invalid-free",
            CheckKind::FreeOfNonHeap => "free-of-non-heap",
            CheckKind::FreeOfInner => "free-of-inner-pointer",
            CheckKind::DoubleFree => "double-free",
            CheckKind::Uninitialised => "uninitialised",
            CheckKind::Leak => "leak",
            CheckKind::Lost => "lost-memory",
            CheckKind::DivisionByZero => "division-by-zero",
            CheckKind::ShiftRange => "shift-range",
        }
    }
}

impl CheckKind {
    /// Whether the source says in so many words that it is an error: an assertion fails, or an error function is called.
    pub fn is_asserted(self) -> bool {
        matches!(self, CheckKind::Assertion | CheckKind::ReachError)
    }

    /// Whether it is about where a pointer comes from: no function that is called before can look for that, and end the program.
    pub fn is_of_origin(self) -> bool {
        use CheckKind as K;
        let kinds = [
            K::InvalidFree,
            K::FreeOfNonHeap,
            K::FreeOfInner,
            K::UseAfterFree,
            K::ClosedFile,
            K::UseAfterScope,
            K::DoubleFree,
        ];
        kinds.contains(&self)
    }
}

impl fmt::Display for CheckKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CheckKind::ReachError => "error function called",
            CheckKind::Assertion => "assertion fails",
            CheckKind::AddOverflow => "signed addition overflows",
            CheckKind::SubOverflow => "signed subtraction overflows",
            CheckKind::MulOverflow => "signed multiplication overflows",
            CheckKind::NegOverflow => "signed negation overflows",
            CheckKind::DivOverflow => "signed division overflows",
            CheckKind::ShiftOverflow => "signed left shift overflows",
            CheckKind::InvalidAccess => "access outside of every live object",
            CheckKind::InvalidFree => "what is freed is not the start of an allocated object",
            CheckKind::FreeOfNonHeap => "what is freed is not on the heap",
            CheckKind::FreeOfInner => "what is freed is inside of an allocated object, not its start",
            CheckKind::Lost => "allocated memory is lost: no pointer leads to it",
            CheckKind::Leak => "memory is still allocated at the end",
            CheckKind::ShiftRange => "shift by a negative number, or by the width of the type or more",
            CheckKind::DivisionByZero => "division by zero",
            CheckKind::NullDereference => "null pointer dereference",
            CheckKind::OutOfBounds => "access out of bounds",
            CheckKind::UseAfterFree => "use after free",
            CheckKind::ClosedFile => "use of a file that is closed",
            CheckKind::UseAfterScope => "use of a local after its scope",
            CheckKind::DoubleFree => "double free",
            CheckKind::Uninitialised => "use of an uninitialised value",
        })
    }
}

/// A place where the property can be violated.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Site {
    /// What is checked.
    pub kind: CheckKind,
    /// More words, such as the text of the assertion; may be empty.
    pub detail: String,
    /// Where.
    pub origin: Option<OriginId>,
}

/// Something that is not represented exactly.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unmodelled {
    /// The construct and why, such as "call of `memcpy`, which has no body".
    pub reason: String,
    /// Where.
    pub origin: Option<OriginId>,
}

/// What C calls an object, and its parts.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct NamedObject {
    /// The variable; of an allocation, the variable that its address is first given to.
    pub name: Arc<str>,
    /// Whether it is one of the objects that a call allocates.
    pub is_allocated: bool,
    /// The parts, by offset in bytes. Those of an allocation are named by what stands behind its name, such as `->next`.
    pub parts: Vec<(u64, VariableId)>,
}

/// All rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceMap {
    /// Source places.
    pub origins: Vec<Origin>,
    /// C variables.
    pub variables: Vec<Variable>,
    /// Nondeterministic inputs.
    pub inputs: Vec<InputSite>,
    /// Checks.
    pub sites: Vec<Site>,
    /// What is not represented exactly.
    pub unmodelled: Vec<Unmodelled>,
    /// What C calls what calls allocate, by the row of [`SourceMap::unmodelled`] that the call has.
    pub allocations: Vec<(UnmodelledId, NamedObject)>,
    /// The objects, in the order of [`Program::objects`](crate::program::Program::objects); words beside objects have no row.
    pub places: Vec<NamedObject>,
    /// Inputs that are what allocated memory holds at first: the row of [`SourceMap::unmodelled`] that the call has, and the offset.
    pub fresh: Vec<(InputId, UnmodelledId, u64)>,
    /// What is assumed of functions that the program calls and does not define, as sentences.
    pub assumptions: Vec<String>,
    /// Where the program says itself which executions are of interest (`__VERIFIER_assume`).
    pub assumed: Vec<OriginId>,
    /// Whether the program computes with floating-point numbers, before anything is computed ahead.
    pub computes_floats: bool,
    /// Whether the program sets the direction in which results are rounded.
    pub sets_rounding: bool,
    /// Whether volatile accesses outside of the program's objects are left out.
    pub has_registers: bool,
    /// Whether calls of recursive functions are jumps: then control passes places of the source again without a loop there.
    pub has_frames: bool,
    /// How many of the upper bits of a pointer, as paths are told by, are the object's number; the others are the offset.
    pub object_width: u32,
}

impl SourceMap {
    /// A place and the calls that were replaced by the function bodies around it, from the innermost on.
    pub fn chain(&self, place: OriginId) -> impl Iterator<Item = &Origin> {
        let ids = std::iter::successors(Some(place), |id| self.origins.get(id.0)?.inlined_at);
        // A map that is broken could go in a circle.
        ids.take(self.origins.len() + 1).map_while(|id| self.origins.get(id.0))
    }

    /// What an input is called outside of reports: what gives it, and where. `None` if that is not known.
    pub fn input_name(&self, InputId(id): InputId) -> Option<String> {
        let input = self.inputs.get(id)?;
        let what = match &input.kind {
            InputKind::Call(name)
            | InputKind::Uninitialised(name)
            | InputKind::Volatile(name)
            | InputKind::Parameter(name)
            | InputKind::External(name) => name,
            InputKind::Undefined => return None,
        };
        let origin = self.origins.get(input.origin?.0)?;
        let file = std::path::Path::new(&*origin.file).file_name().unwrap_or_default().to_string_lossy().into_owned();
        Some(format!("{what}@{file}:{}", origin.line))
    }
}
