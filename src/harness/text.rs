//! The C text that calls a function with any arguments and any globals.
//!
//! Objects begin as memory that holds anything: a local without a first value, or what `malloc` gives. Where some bit patterns are
//! no values (pointers, `_Bool`, `long double`), values are put in. Types are taken from expressions, so that no name of the
//! program can come between.

use super::declarations::{Declarations, Function, Record};
use super::types::{unqualified, Type};
use crate::source::GIVEN;
use std::collections::BTreeSet;
use std::fmt::Write;

/// How many levels of objects there are below those that arguments and globals point to.
pub const LEVELS: usize = 2;

/// How many objects there are at most that arguments point to, and as many again for the globals of each file: structures with many
/// pointers in them would have thousands.
pub const OBJECTS: usize = 64;

/// How many elements of an array of what has pointers in it point to objects.
pub const POINTING: u64 = 4;

/// What the places are called at which arguments get their values; the name follows, and `>`.
const ARGUMENT: &str = GIVEN[0];

/// The same of globals.
const GLOBAL: &str = GIVEN[1];

/// The argument or global that gets a value in a place of a file of this name.
pub fn given_value(file: &str) -> Option<&str> {
    [ARGUMENT, GLOBAL].iter().find_map(|begin| file.strip_prefix(begin)?.strip_suffix('>'))
}

/// What the place is called at which the function is called; its name follows, and `>`.
const CALL: &str = "<call of ";

/// The same of what assumptions look at.
const ASSUMPTION: &str = "--assume";

/// The same of what calls the functions that give globals their values.
pub const TEXT: &str = "<arguments>";

/// Whether a file of this name is our text that calls a function.
pub fn is_ours(file: &str) -> bool {
    given_value(file).is_some() || file == ASSUMPTION || file == TEXT || file.starts_with(CALL)
}

/// What the names of our variables begin with.
const OURS: &str = "bitreach_";

/// What a variable of our text is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// It is an argument, or a variable of the program's.
    Value,
    /// It points to a new object.
    Object,
    /// It holds how many elements the new object has that is made next.
    Count,
    /// It is of no interest.
    Other,
}

/// What a variable of this name is for.
pub fn use_of(variable: &str) -> Use {
    match variable.strip_prefix(OURS) {
        None => Use::Value,
        Some(rest) if rest.starts_with("object_") => Use::Object,
        Some(rest) if rest.starts_with("count_") => Use::Count,
        Some(_) => Use::Other,
    }
}

/// What stands in front of the text of a file: its `main` gets another name.
pub const MAIN: &str = "bitreach_main_of_the_program";

/// What the program calls a function.
pub fn name_in_program(function: &str) -> &str {
    if function == MAIN {
        "main"
    } else {
        function
    }
}

/// What begins the line of an assumption.
const ASSUMED: &str = "bitreach_assume(!!(";

/// A macro: where it is defined, an error stands where the function is called, behind what is assumed.
pub const BEGINS: &str = "BITREACH_BEGINS";

/// What the text needs. What the model checker gives has names that no C program can have.
const PROLOGUE: &str = "\
_Bool bitreach_any_bool(void) __asm__(\"bitreach.nondet_bool\");
unsigned long bitreach_any_count(void) __asm__(\"bitreach.nondet_ulong\");
long double bitreach_any_long_double(void) __asm__(\"bitreach.nondet_longdouble\");
void bitreach_assume(int) __asm__(\"bitreach.assume\");
void bitreach_begins(void) __asm__(\"__VERIFIER_error\");
void *bitreach_allocate(unsigned long) __asm__(\"malloc\");
void *bitreach_open(const char *, const char *) __asm__(\"fopen\");
#ifndef NULL
#define NULL ((void *)0)
#endif
";

/// Writes statements, and collects what they leave out.
pub struct Writer<'a> {
    declarations: &'a Declarations,
    /// How many bytes an array of any number of elements has at most.
    capacity: u64,
    /// Declarations that stand in front of functions.
    outer: String,
    /// Statements.
    inner: String,
    /// What names are made of: a letter for the text, and a number.
    letter: char,
    number: usize,
    /// How many objects there are so far.
    objects: usize,
    /// What is assumed.
    pub assumptions: BTreeSet<String>,
}

/// An argument that is a pointer to objects.
struct Argument {
    name: String,
    /// An expression that says whether it is `restrict`.
    own: String,
}

/// The expression that says whether a type, which has this name without its qualifiers, is `restrict` itself.
fn is_own(written: &str, bare: &str) -> String {
    let one = |qualifiers: &str| format!("{bare} {qualifiers}*: 1, ");
    let all = ["restrict ", "const restrict ", "volatile restrict ", "const volatile restrict "].map(one).concat();
    format!("_Generic((__typeof__({written}) *) 0, {all}default: 0)")
}

/// What `#undef` takes away of the macros of the file: those of names that a text has, which would act on it. Assumptions are the user's, who
/// may mean macros.
pub fn without_macros(text: &str) -> String {
    let mut names = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.starts_with(ASSUMED)) {
        let words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        names.extend(words.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')));
    }
    // It is a macro where it is no type.
    let truth = if names.contains("bool") { "#define bool _Bool\n" } else { "" };
    names.into_iter().map(|name| format!("#undef {name}\n")).collect::<String>() + truth
}

/// Why a function cannot be called.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Uncallable {
    /// It takes any number of arguments.
    #[error("takes any number of arguments (`...`), of which nothing is known")]
    Variadic,
    /// Nothing can be made of a type.
    #[error("its parameter `{0}` has the type `{1}`, of which bitreach makes no values")]
    Type(String, String),
    /// New objects could not be told from the program's.
    #[error("the program defines `{0}` itself, which new objects come from")]
    Allocator(&'static str),
    /// A type is not complete.
    #[error("its parameter `{0}` points to `{1}`, whose members are not declared in this file")]
    Incomplete(String, String),
}

impl<'a> Writer<'a> {
    /// Of a file with these declarations. Texts for one file have different letters.
    pub fn new(declarations: &'a Declarations, capacity: u64, letter: char) -> Writer<'a> {
        let (outer, inner) = (String::new(), String::new());
        Writer { declarations, capacity, outer, inner, letter, number: 0, objects: 0, assumptions: BTreeSet::new() }
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.inner.push_str(text.as_ref());
        self.inner.push('\n');
    }

    fn name(&mut self, what: &str) -> String {
        self.number += 1;
        format!("{OURS}{what}_{}{}", self.letter, self.number)
    }

    /// The function `name` that gives the file's globals any value, as far as they are among those that are used.
    pub fn globals(mut self, name: &str, used: &BTreeSet<String>) -> (String, BTreeSet<String>) {
        let declarations = self.declarations;
        for variable in declarations.variables.iter().filter(|variable| used.contains(&variable.name)) {
            if let Some(function) = &variable.function {
                if used.contains(function) && !declarations.is_constant(&variable.ty) {
                    let line = format!("the static variable `{}` of `{function}` holds its first value", variable.name);
                    self.assumptions.insert(line);
                }
                continue;
            }
            if declarations.is_constant(&variable.ty) {
                if declarations.with_unnamed_objects.contains(&variable.name) {
                    self.assumptions
                        .insert(format!("what `{}` points to and has no name holds its first value", variable.name));
                }
                continue;
            }
            let (value, global) = (self.name("any"), &variable.name);
            self.line(format!("#line 1 \"{GLOBAL}{global}>\"\n{{ __typeof_unqual__({global}) {value};"));
            self.line(format!("__builtin_memcpy((void *)&{global}, &{value}, sizeof {global}); }}"));
            self.values(global, &variable.ty, 0);
        }
        let text = format!("{PROLOGUE}{}void {name}(void) {{\n{}}}\n", self.outer, self.inner);
        (text, self.assumptions)
    }

    /// The function `main` that calls a function, behind calls of functions that give globals their values.
    ///
    /// # Errors
    /// If no arguments can be made for it.
    pub fn main(
        mut self,
        function: &Function,
        globals: &[String],
        assumed: &[String],
    ) -> Result<(String, BTreeSet<String>), Uncallable> {
        if function.is_variadic {
            return Err(Uncallable::Variadic);
        }
        let mut names = Vec::new();
        let mut pointers: Vec<Argument> = Vec::new();
        for (index, parameter) in function.parameters.iter().enumerate() {
            let is_usable = !parameter.name.is_empty() && parameter.name != function.name;
            let name = if is_usable { parameter.name.clone() } else { format!("argument_{}", index + 1) };
            let told = |ty: &str| Uncallable::Type(name.clone(), ty.to_owned());
            let ty = self.name("type");
            let _ = writeln!(self.outer, "typedef __typeof_unqual__({}) {ty};", parameter.ty);
            self.line(format!("#line 1 \"{ARGUMENT}{name}>\"\n{ty} {name};"));
            match self.declarations.resolve(&parameter.ty) {
                Type::Pointer(pointee) => match self.declarations.resolve(&pointee) {
                    Type::Incomplete(_) => return Err(Uncallable::Incomplete(name, unqualified(&pointee).to_owned())),
                    Type::Other => return Err(told(&parameter.ty)),
                    _ => {
                        self.argument(&name, &pointee);
                        if !matches!(self.declarations.resolve(&pointee), Type::Function | Type::File) {
                            let argument = Argument { name: name.clone(), own: is_own(&parameter.ty, &ty) };
                            pointers.iter().for_each(|other| self.alias(&argument, other));
                            pointers.push(argument);
                        }
                    }
                },
                Type::Other | Type::Incomplete(_) | Type::File => return Err(told(&parameter.ty)),
                _ => self.values(&name, &parameter.ty, 0),
            }
            names.push(name);
        }
        let mut text = format!("{PROLOGUE}{}", self.outer);
        text.extend(globals.iter().map(|name| format!("void {name}(void);\n")));
        text.push_str("int main(void) {\n");
        text.extend(globals.iter().map(|name| format!("{name}();\n")));
        text.push_str(&self.inner);
        for (index, expression) in assumed.iter().enumerate() {
            let _ = writeln!(text, "#line {} \"{ASSUMPTION}\"\n{ASSUMED}{expression}));", index + 1);
        }
        let _ = writeln!(text, "#ifdef {BEGINS}\nbitreach_begins();\n#endif");
        let callee = if function.name == "main" { MAIN } else { &function.name };
        let _ =
            writeln!(text, "#line 1 \"{CALL}{0}>\"\n{1}({2});\nreturn 0;\n}}", function.name, callee, names.join(", "));
        Ok((text, self.assumptions))
    }

    /// What an argument points to, and how many elements that has.
    fn argument(&mut self, name: &str, pointee: &str) {
        let count = elements(name);
        self.line(format!("unsigned long {count} = 0;"));
        self.pointer(name, pointee, 0, Some(&count));
    }

    /// Two arguments may also point into one array, if what they point to is of one type: one of them to its beginning.
    fn alias(&mut self, argument: &Argument, other: &Argument) {
        let same = format!("__builtin_types_compatible_p(__typeof__(*{}), __typeof__(*{}))", argument.name, other.name);
        self.line(format!("if ({same} && !{} && !{}) {{", argument.own, other.own));
        self.move_into(&argument.name, &other.name);
        self.line("else");
        self.move_into(&other.name, &argument.name);
        self.line("}");
    }

    /// An argument may point into what another one points to.
    fn move_into(&mut self, name: &str, other: &str) {
        let (index, count, of_other) = (self.name("index"), elements(name), elements(other));
        self.line(format!("if ({other} != 0 && bitreach_any_bool()) {{ unsigned long {index} = bitreach_any_count();"));
        self.line(format!("bitreach_assume({index} < {of_other}); {count} = {of_other} - {index};"));
        // What `void *` points to are bytes, for clang too.
        self.line(format!("*(void **)&{name} = (void *)({other} + {index}); }}"));
    }

    /// Whether some bit patterns of a type are no values of it.
    fn has_holes(&self, ty: &str) -> bool {
        match self.declarations.resolve(ty) {
            Type::Checked(_) | Type::Pointer(_) | Type::FunctionPointer => true,
            Type::Array(element, _) => self.has_holes(&element),
            Type::Record(record) => record.members.iter().any(|member| self.has_holes(&member.ty)),
            _ => false,
        }
    }

    /// Whether a type has pointers in it.
    fn has_pointers(&self, ty: &str) -> bool {
        match self.declarations.resolve(ty) {
            Type::Pointer(_) | Type::FunctionPointer => true,
            Type::Array(element, _) => self.has_pointers(&element),
            Type::Record(record) => record.members.iter().any(|member| self.has_pointers(&member.ty)),
            _ => false,
        }
    }

    /// Puts values into an object that holds anything, where not everything is a value.
    fn values(&mut self, object: &str, ty: &str, level: usize) {
        if !self.has_holes(ty) {
            return;
        }
        match self.declarations.resolve(ty) {
            Type::Checked(kind) => {
                self.line(format!("*(__typeof_unqual__({object}) *)&{object} = bitreach_any_{kind}();"));
            }
            Type::Pointer(pointee) => self.pointer(object, &pointee, level, None),
            Type::FunctionPointer => self.function(object),
            Type::Array(element, count) if self.has_pointers(&element) => {
                for index in 0..count.min(POINTING) {
                    self.values(&format!("{object}[{index}]"), &element, level);
                }
                if count > POINTING {
                    let rest = format!("sizeof({object}) - {POINTING} * sizeof({object}[0])");
                    self.line(format!("__builtin_memset((void *)&{object}[{POINTING}], 0, {rest});"));
                    self.assumptions.insert(format!(
                        "of arrays whose elements have pointers in them, those from index {POINTING} on are zero"
                    ));
                }
            }
            Type::Array(_, 0) => {}
            Type::Array(element, count) => {
                let index = self.name("index");
                self.line(format!("for (unsigned long {index} = 0; {index} < {count}ul; {index}++) {{"));
                self.values(&format!("{object}[{index}]"), &element, level);
                self.line("}");
            }
            Type::Record(record) => self.record(object, record, level),
            _ => {}
        }
    }

    fn record(&mut self, object: &str, record: &Record, level: usize) {
        let members: Vec<_> = record.members.iter().filter(|member| self.has_holes(&member.ty)).collect();
        let plain = record.members.len() > members.len();
        for (index, member) in members.iter().enumerate() {
            let is_last = index + 1 == members.len() && !plain;
            if record.is_union {
                let choice = if is_last { "{" } else { "if (bitreach_any_bool()) {" };
                self.line(choice);
            }
            let inner = if member.name.is_empty() { object.to_owned() } else { format!("{object}.{}", member.name) };
            match (member.is_bit_field, self.declarations.resolve(&member.ty)) {
                // A bit that is `_Bool` has no other values.
                (true, _) => {}
                // The members of an anonymous record are those of the record that it is in.
                (_, Type::Record(record)) if member.name.is_empty() => self.record(&inner, record, level),
                _ => self.values(&inner, &member.ty, level),
            }
            if record.is_union {
                self.line(if is_last { "}" } else { "} else" });
            }
        }
        if record.is_union && plain && !members.is_empty() {
            self.line("{}");
        }
    }

    /// A pointer is null, or points to a new object. `count` is the variable for the number of its elements.
    fn pointer(&mut self, place: &str, pointee: &str, level: usize, count: Option<&str>) {
        let null = format!("*(void **)&{place} = 0;");
        self.note_open_end(pointee);
        let ty = self.declarations.resolve(pointee);
        let is_dead_end = match &ty {
            Type::Function => return self.function(place),
            Type::File => {
                return self.line(format!("*(void **)&{place} = bitreach_open(\"\", \"r+\");"));
            }
            Type::Incomplete(name) => {
                self.assumptions.insert(format!("pointers to `{name}`, which is not declared with members, are null"));
                true
            }
            _ if level > LEVELS => {
                self.assumptions.insert(format!(
                    "pointers in objects that are more than {LEVELS} pointers behind an argument or a global are null"
                ));
                true
            }
            _ if self.objects == OBJECTS => {
                self.assumptions.insert(format!("pointers are null where there are {OBJECTS} objects already"));
                true
            }
            _ => false,
        };
        if is_dead_end {
            return self.line(null);
        }
        self.objects += 1;
        let (object, kept, own) = (self.name("object"), self.name("kept"), self.name("count"));
        let element =
            if ty == Type::Void { "unsigned char".to_owned() } else { format!("__typeof_unqual__(*{place})") };
        let alone = "each pointer points to the beginning of an object of its own, but that arguments of one type may point into one array";
        self.assumptions.insert(alone.into());
        // Who loses it does not lose it for the caller.
        let _ = writeln!(self.outer, "static void *{kept};");
        self.line("if (bitreach_any_bool()) {");
        self.line(format!("typedef {element} {object}_type;"));
        let fixed = match self.has_pointers(pointee) {
            true => {
                self.assumptions
                    .insert("a pointer to objects that have pointers in them points to one of these".into());
                "1".to_owned()
            }
            false => {
                let capacity = self.capacity;
                self.assumptions.insert(format!(
                    "a pointer to numbers, or to objects of numbers, points to the first of an array of 1 to as many as {capacity} \
                     bytes hold, or of 1 where they hold none (--computed-size)"
                ));
                format!("{capacity}ul / sizeof({object}_type) > 1 ? {capacity}ul / sizeof({object}_type) : 1")
            }
        };
        self.line(format!("unsigned long {own} = 1;"));
        self.line(format!("{object}_type *{object};"));
        self.line(format!(
            "if (({fixed}) > 1) {{ {own} = bitreach_any_count(); bitreach_assume({own} >= 1 && {own} <= ({fixed}));"
        ));
        self.line(format!("{object} = bitreach_allocate({own} * sizeof({object}_type)); }}"));
        self.line(format!("else {object} = bitreach_allocate(sizeof({object}_type));"));
        self.line(format!("bitreach_assume({object} != 0); {kept} = {object};"));
        if self.has_pointers(pointee) {
            self.values(&format!("(*{object})"), pointee, level + 1);
        } else if self.has_holes(pointee) {
            let index = self.name("index");
            self.line(format!("for (unsigned long {index} = 0; {index} < {own}; {index}++) {{"));
            self.values(&format!("{object}[{index}]"), pointee, level + 1);
            self.line("}");
        }
        if let Some(count) = count {
            self.line(format!("{count} = {own};"));
        }
        self.line(format!("*(void **)&{place} = {object};"));
        self.line(format!("}} else {null}"));
    }

    /// Notes where an object could be longer than its type is.
    fn note_open_end(&mut self, pointee: &str) {
        let Type::Record(record) = self.declarations.resolve(pointee) else { return };
        let is_open = |ty: &str| matches!(self.declarations.resolve(ty), Type::Array(_, 0));
        if record.members.last().is_some_and(|member| is_open(&member.ty)) {
            self.assumptions.insert(format!("the array at the end of `{}` has no elements", unqualified(pointee)));
        }
    }

    /// A pointer to a function is null, or one to a function that is not there.
    fn function(&mut self, place: &str) {
        let name = self.name("unknown_function");
        self.line(format!("extern __typeof__(*{place}) {name};"));
        self.line(format!("*(void **)&{place} = bitreach_any_bool() ? (void *)&{name} : 0;"));
        self.assumptions
            .insert("a pointer to a function is null, or points to one that is not known (--unknown-calls) and to which no other points"
                .to_owned());
    }
}

/// What the number of elements is called that an argument points to.
pub fn elements(name: &str) -> String {
    format!("bitreach_elements_of_{name}")
}
