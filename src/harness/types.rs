//! Types as clang writes them, one level deep: what a value of one is made of.

use super::declarations::{unnamed_key, Declarations, Record};

/// What a type is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type<'a> {
    /// A number each of whose bit patterns is a value: integers, enumerations, `float` and `double`.
    Number,
    /// A number of which some bit patterns are no value: `_Bool` and `long double`. The name of the function that gives any.
    Checked(&'static str),
    /// Nothing, or what has no members here; it can only be pointed to.
    Void,
    /// A record without members here.
    Incomplete(String),
    /// A pointer to an object of this type.
    Pointer(String),
    /// A pointer to a function.
    FunctionPointer,
    /// A function.
    Function,
    /// An array of so many elements of a type.
    Array(String, u64),
    /// A structure or union.
    Record(&'a Record),
    /// What the C library has for a file.
    File,
    /// Something else.
    Other,
}

/// What stands before or behind types and does not change what they are made of.
const QUALIFIERS: [&str; 4] = ["const", "volatile", "restrict", "__restrict"];

/// The numbers that have a value for each bit pattern, by the words that can be in their names.
const NUMBERS: [&str; 9] = ["char", "short", "int", "long", "signed", "unsigned", "float", "double", "__int128"];

impl Declarations {
    /// What a type is, below the names that are defined for types.
    pub fn resolve(&self, written: &str) -> Type<'_> {
        let mut text = unqualified(written).to_owned();
        // Each name is defined by what came before it.
        for _ in 0..=self.names.len() {
            match self.names.get(&text).filter(|_| !self.records.contains_key(&text)) {
                Some(meaning) => text = unqualified(meaning).to_owned(),
                None => break,
            }
        }
        if text == "struct _IO_FILE" {
            return Type::File;
        }
        if let Some(at) = text.find("(*") {
            return with_declarator(&text, at);
        }
        if let Some(pointee) = text.strip_suffix('*') {
            return Type::Pointer(pointee.trim().to_owned());
        }
        if let Some((element, count)) = array(&text) {
            return count.map_or(Type::Other, |count| Type::Array(element, count));
        }
        self.base(&text)
    }

    /// Whether a variable of a type never changes.
    pub fn is_constant(&self, written: &str) -> bool {
        let mut text = written.trim().to_owned();
        for _ in 0..=self.names.len() {
            if says_constant(&text) {
                return true;
            }
            // What the elements of an array are, the array is.
            let element = array(&text).filter(|_| !text.contains("(*")).map_or(text.clone(), |(element, _)| element);
            match self.names.get(&element) {
                Some(meaning) => text = meaning.clone(),
                None if element != text => text = element,
                None => return false,
            }
        }
        false
    }

    /// What a type without stars and brackets is.
    fn base(&self, text: &str) -> Type<'_> {
        let key = unnamed_key(text).unwrap_or(text);
        if let Some(record) = self.records.get(key) {
            return Type::Record(record);
        }
        match text {
            "void" => Type::Void,
            "_Bool" | "bool" => Type::Checked("bool"),
            "long double" => Type::Checked("long_double"),
            _ if text.ends_with(')') && text.contains(" (") && unnamed_key(text).is_none() => Type::Function,
            _ if self.open_enumerations.contains(text) => Type::Incomplete(text.to_owned()),
            _ if text.starts_with("enum ") => Type::Number,
            _ if text.starts_with("struct ") || text.starts_with("union ") => Type::Incomplete(text.to_owned()),
            _ if text.split(' ').all(|word| NUMBERS.contains(&word)) => Type::Number,
            _ => Type::Other,
        }
    }
}

/// A type without qualifiers of its own: those of what it points to stay.
pub fn unqualified(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let shorter = QUALIFIERS.iter().find_map(|qualifier| {
            let behind = text.strip_suffix(qualifier).filter(|rest| rest.ends_with(['*', ' ']));
            let before = || text.strip_prefix(qualifier).filter(|rest| rest.starts_with(' ') && !text.ends_with('*'));
            behind.or_else(before)
        });
        match shorter {
            Some(shorter) => text = shorter.trim(),
            None => return text,
        }
    }
}

/// Whether a type says itself that its values never change.
fn says_constant(text: &str) -> bool {
    match text.rfind('*') {
        Some(star) if !text.contains("(*") => text[star..].contains("const"),
        Some(_) => text.contains("*const"),
        None => text.split([' ', '[']).any(|word| word == "const"),
    }
}

/// An array's element, and how many there are: none where that is not said.
fn array(text: &str) -> Option<(String, Option<u64>)> {
    let rest = text.strip_suffix(']')?;
    // Behind what names a record without a name.
    let from = unnamed_key(text).map_or(0, |key| text.find(key).unwrap_or(0) + key.len());
    let begin = from + rest[from..].find('[')?;
    let end = begin + text[begin..].find(']')?;
    let element = format!("{}{}", text[..begin].trim_end(), &text[end + 1..]);
    let count = &text[begin + 1..end];
    Some((element, if count.is_empty() { Some(0) } else { count.parse().ok() }))
}

/// A type with a declarator in parentheses, which begins at a place: pointers to functions and arrays, and what has them in it.
fn with_declarator(text: &str, at: usize) -> Type<'static> {
    let Some(end) = text[at..].find(')').map(|end| at + end) else { return Type::Other };
    let (before, inner, behind) = (text[..at].trim_end(), unqualified(&text[at + 1..end]), &text[end + 1..]);
    match inner {
        "*" if behind.starts_with('(') => Type::FunctionPointer,
        "*" if behind.starts_with('[') => Type::Pointer(format!("{before}{behind}")),
        "**" => Type::Pointer(format!("{before} (*){behind}")),
        _ => match array(inner) {
            Some((element, Some(count))) if element == "*" => Type::Array(format!("{before} (*){behind}"), count),
            _ => Type::Other,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_level_by_level() {
        let mut all = Declarations::default();
        all.names.insert("size_t".into(), "unsigned long".into());
        all.names.insert("cb".into(), "int (*)(int)".into());
        all.names.insert("row".into(), "const int[4]".into());
        all.records.insert("struct s".into(), Record::default());
        let pointer = |text: &str| Type::Pointer(text.into());
        for (text, ty) in [
            ("size_t", Type::Number),
            ("const unsigned char", Type::Number),
            ("_Bool", Type::Checked("bool")),
            ("long double", Type::Checked("long_double")),
            ("enum e", Type::Number),
            ("const char *const", pointer("const char")),
            ("char **restrict", pointer("char *")),
            ("cb", Type::FunctionPointer),
            ("cb *", pointer("cb")),
            ("int (*const)(void)", Type::FunctionPointer),
            ("int (int, char *)", Type::Function),
            ("int (*)[4]", pointer("int[4]")),
            ("int (**)(int)", pointer("int (*)(int)")),
            ("int (*[3])(int)", Type::Array("int (*)(int)".into(), 3)),
            ("int[2][5]", Type::Array("int[5]".into(), 2)),
            // The elements are as constant as the array: that is asked of its type as it is written.
            ("row", Type::Array("int".into(), 4)),
            ("char[]", Type::Array("char".into(), 0)),
            ("struct t", Type::Incomplete("struct t".into())),
            ("struct s", Type::Record(&Record::default())),
            ("struct _IO_FILE", Type::File),
            ("__builtin_va_list", Type::Other),
            ("_Atomic(int)", Type::Other),
            ("_Complex double", Type::Other),
        ] {
            assert_eq!(all.resolve(text), ty, "{text}");
        }
    }

    #[test]
    fn what_never_changes_is_known() {
        let mut all = Declarations::default();
        all.names.insert("fixed".into(), "const int".into());
        all.names.insert("also".into(), "fixed".into());
        all.names.insert("free".into(), "const int *".into());
        let constant = ["const int", "const int[3]", "char *const", "int (*const)(void)", "also", "fixed[2][3]"];
        let changing = ["int", "const char *", "const char **", "int (*)(const int)", "free", "free[2]", "also *"];
        assert!(constant.iter().all(|text| all.is_constant(text)), "{constant:?}");
        assert!(!changing.iter().any(|text| all.is_constant(text)), "{changing:?}");
    }
}
