//! What `scanf` and its like read, as a constant format says: input that is any (`stdio.c`), or a string (`scan.c`).

use super::width;
use crate::llvm::ir::{LLVMIntPredicate, Module, Value};
use crate::llvm::known;
use crate::prepare::program::variadic;
use crate::source::library::{CONVERTED, CONVERTED_BEHIND, FROM, INPUT, SCAN};

/// A piece of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    /// Any number of blanks.
    Blanks,
    /// Other text, from one byte of the format to the one behind the last.
    Text(usize, usize),
    /// A value.
    Value(Conversion),
}

/// A conversion.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Conversion {
    /// Whether somebody gets the value.
    is_kept: bool,
    /// How many characters it reads at most; 0 where nobody says it.
    width: u32,
    /// `l` and its like.
    size: String,
    /// What it ends in.
    letter: char,
    /// The characters that it is made of, behind `[`.
    set: Set,
}

/// Which characters can come next in a file; the numbers are those of `stdio.c`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Any,
    NoDigit,
    Blank,
    NoBlank,
}

impl Next {
    /// What can come behind a piece that has been read: what it would have taken too, cannot.
    fn behind(piece: &Piece) -> Next {
        match piece {
            Piece::Blanks => Next::NoBlank,
            Piece::Value(conversion) if conversion.width == 0 => match conversion.letter {
                // A `0` begins an octal number for `%i`, behind which an 8 can come; so it can behind `%o`.
                'd' | 'u' | 'x' | 'X' => Next::NoDigit,
                's' => Next::Blank,
                _ => Next::Any,
            },
            _ => Next::Any,
        }
    }
}

/// A set of characters: bits for ASCII's, and whether others are in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Set {
    bits: [u64; 2],
    others: bool,
}

impl Set {
    /// The set that a text says, to its `]`, and how many bytes it has. Of a range from a larger character to a smaller one C says nothing.
    fn read(text: &[u8]) -> Option<(Set, usize)> {
        let is_excluded = text.first() == Some(&b'^');
        let first = usize::from(is_excluded);
        let end = first + 1 + text.get(first + 1..)?.iter().position(|letter| *letter == b']')?;
        let mut set = Set::default();
        let mut at = first;
        while at < end {
            let (low, high, length) = match text[at..end] {
                [low, b'-', high, ..] => (low, high, 3),
                [one, ..] => (one, one, 1),
                [] => break,
            };
            // What a `-` means that is neither the first one nor the last one nor between two others, each library says for itself.
            let is_plain = length == 3 && low != b'-' && high != b'-';
            let is_at_end = length == 1 && (low != b'-' || at == first || at + 1 == end);
            if low > high || !is_plain && !is_at_end {
                return None;
            }
            at += length;
            (low..=high).for_each(|letter| set.bits[usize::from(letter / 64)] |= 1 << (letter % 64));
        }
        if is_excluded {
            set = Set { bits: set.bits.map(|bits| !bits), others: true };
        }
        // A zero ends the format, and is in no set that it names; in input it is a character.
        Some((set, end + 1))
    }

    /// What the bodies are given for it.
    fn given(self, module: &Module) -> [Value; 3] {
        let [low, high] = self.bits.map(|bits| module.int(64).constant(bits));
        [low, high, module.int(1).constant(u64::from(self.others))]
    }
}

/// The pieces of a format; nothing if it has what is not known.
fn pieces(text: &str) -> Option<Vec<Piece>> {
    let bytes = text.as_bytes();
    let is_blank = |at: usize| bytes[at].is_ascii_whitespace() || bytes[at] == 11;
    let run =
        |from: usize, is_in: &dyn Fn(usize) -> bool| (from..bytes.len()).find(|at| !is_in(*at)).unwrap_or(bytes.len());
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if is_blank(at) {
            found.push(Piece::Blanks);
            at = run(at, &is_blank);
        } else if bytes[at] != b'%' {
            let end = run(at, &|at| !is_blank(at) && bytes[at] != b'%');
            found.push(Piece::Text(at, end));
            at = end;
        } else if bytes.get(at + 1) == Some(&b'%') {
            found.extend([Piece::Blanks, Piece::Text(at + 1, at + 2)]);
            at += 2;
        } else {
            let is_kept = bytes.get(at + 1) != Some(&b'*');
            let from = at + 1 + usize::from(!is_kept);
            let digits = run(from, &|at| bytes[at].is_ascii_digit());
            let sizes = run(digits, &|at| b"hlLqjzt".contains(&bytes[at]));
            let letter = char::from(*bytes.get(sizes)?);
            let width = if digits == from {
                0
            } else {
                text[from..digits].parse().ok().filter(|one| (1..1 << 16).contains(one))?
            };
            let (set, length) = if letter == '[' { Set::read(&bytes[sizes + 1..])? } else { (Set::default(), 0) };
            found.push(Piece::Value(Conversion { is_kept, width, size: text[digits..sizes].to_owned(), letter, set }));
            at = sizes + 1 + length;
        }
    }
    Some(found)
}

impl Conversion {
    /// How many bytes the number has that it writes, if it is one without a fraction.
    fn bytes(&self, module: &Module) -> Option<u32> {
        Some(width(module, &self.size)? / 8).filter(|_| "diuxXo".contains(self.letter))
    }

    /// The base of the number; 0 where the text says it.
    fn base(&self) -> u64 {
        match self.letter {
            'x' | 'X' => 16,
            'o' => 8,
            'i' => 0,
            _ => 10,
        }
    }

    /// The numbers that so many characters can stand for, where all of them have the type's width. Others are any.
    fn range(&self, bytes: u32) -> Option<(i64, i64)> {
        let (base, digits): (i64, u32) = match self.letter {
            'x' | 'X' => (16, 15),
            'o' => (8, 20),
            'i' => (10, 17),
            _ => (10, 18),
        };
        // A sign is one of them, and so is the `0x` that `%i` knows.
        let most = |characters: u32| match self.letter {
            'i' => (base.pow(characters) - 1).max(16i64.pow(characters.saturating_sub(2)) - 1),
            _ => base.pow(characters) - 1,
        };
        let fits = |number: i64| bytes == 8 || number < 1 << (8 * bytes - 1);
        let is_known = self.width > 0 && self.width <= digits;
        is_known.then(|| (-most(self.width - 1), most(self.width))).filter(|(_, high)| fits(*high))
    }

    /// The type of a number with a fraction. Of how many characters it may have, its value says too little.
    fn fraction(&self) -> Option<&'static str> {
        let is_one = "aefgAEFG".contains(self.letter) && self.width == 0;
        [("", "float"), ("l", "double"), ("L", "longdouble")]
            .into_iter()
            .find(|(size, _)| is_one && *size == self.size)
            .map(|(_, ty)| ty)
    }
}

/// Replaces a call that reads input as its format says, if all of its conversions are known.
pub fn show_conversions(module: &Module, call: Value) -> Option<()> {
    let known = known::called(call)?;
    let (arguments, format) = (call.arguments(), known.named() - 1);
    let text = known::text_of(arguments[format]).filter(|text| text.is_ascii())?;
    let (int, bit, long, pointer) = (module.int(32), module.int(1), module.int(64), module.pointer());
    if call.ty() != int {
        return None;
    }
    // All of it is looked at before anything is put in: the name of each body, and what it is given.
    let mut pointers = arguments[format + 1..].iter().copied();
    let (mut made, mut sure, mut may_stop) = (Vec::new(), 0, false);
    let pieces = pieces(&text)?;
    let mut comes = Next::Any;
    for piece in &pieces {
        let here = std::mem::replace(&mut comes, Next::behind(piece));
        let here = int.constant(here as u64);
        let conversion = match piece {
            Piece::Blanks => continue,
            Piece::Text(..) => {
                may_stop = true;
                continue;
            }
            Piece::Value(conversion) => conversion,
        };
        let bytes = conversion.bytes(module);
        let (name, given) = match (conversion.letter, &*conversion.size) {
            _ if bytes.is_some() => {
                let bytes = bytes?;
                let (low, high) = conversion.range(bytes).unwrap_or((i64::MIN, i64::MAX));
                (bytes.to_string(), vec![long.constant(low as u64), long.constant(high as u64)])
            }
            _ if conversion.fraction().is_some() => (conversion.fraction()?.to_owned(), Vec::new()),
            ('c', "") if conversion.width <= 1 => ("char".to_owned(), vec![here]),
            ('s', "") => ("string".to_owned(), vec![int.constant(conversion.width.into())]),
            ('[', "") => {
                let given =
                    [here, int.constant(conversion.width.into())].into_iter().chain(conversion.set.given(module));
                ("set".to_owned(), given.collect())
            }
            _ => return None,
        };
        // It finds what it wants unless the file ends.
        let is_sure = ['c', 's'].contains(&conversion.letter);
        if !conversion.is_kept {
            may_stop |= !is_sure;
            continue;
        }
        if made.len() == 32 {
            return None;
        }
        sure |= u64::from(is_sure && !may_stop) << made.len();
        may_stop = false;
        made.push((name, pointers.next().filter(|to| to.ty() == pointer)?, given));
    }
    let reads = pieces.iter().any(|piece| *piece != Piece::Blanks);
    let file = match format {
        0 => module.before(call).call(module.declare(INPUT, pointer, &[]), &[]),
        _ => arguments[0],
    };
    let mut given = vec![file, int.constant(made.len() as u64), int.constant(sure), bit.constant(u64::from(reads))];
    let mut name = CONVERTED;
    if module.function("ungetc").is_some_and(Value::has_uses) {
        name = CONVERTED_BEHIND;
        given.extend(begins(module, &pieces, &text));
    }
    let types: Vec<_> = given.iter().map(|value| value.ty()).collect();
    let count = module.before(call).call(module.declare(name, int, &types), &given);
    for (index, (name, to, given)) in made.into_iter().enumerate() {
        let builder = module.before(call);
        let is_made = builder.compare(LLVMIntPredicate::LLVMIntSGT, count, int.constant(index as u64));
        let given: Vec<Value> = [to].into_iter().chain(given).chain([is_made]).collect();
        let types: Vec<_> = given.iter().map(|value| value.ty()).collect();
        builder.call(module.declare(&format!("{SCAN}{name}"), module.void(), &types), &given);
    }
    call.replace_uses(count);
    call.erase();
    Some(())
}

/// How a format begins, for a character that was given back: whether blanks may stand there, what comes then, and of which
/// characters that is.
fn begins(module: &Module, pieces: &[Piece], text: &str) -> Vec<Value> {
    let (int, bit) = (module.int(32), module.int(1));
    let first = pieces.iter().find(|piece| **piece != Piece::Blanks);
    let mut skips = pieces.first() == Some(&Piece::Blanks);
    let (mut kind, mut is_kept, mut set) = ('-', false, Set::default());
    match first {
        None => {}
        Some(Piece::Blanks) => {}
        Some(Piece::Text(from, _)) => {
            let letter = text.as_bytes()[*from];
            set.bits[usize::from(letter / 64)] |= 1 << (letter % 64);
            kind = '[';
        }
        Some(Piece::Value(conversion)) => {
            let is_number = conversion.letter == 'd' && conversion.width == 0;
            is_kept = conversion.is_kept;
            skips |= !['c', '['].contains(&conversion.letter);
            (kind, set) = match conversion.letter {
                'c' | 's' => ('c', Set { bits: [u64::MAX; 2], others: true }),
                '[' => ('[', conversion.set),
                _ => (if is_number { 'd' } else { '?' }, set),
            };
        }
    }
    let flags = [kind as u64, u64::from(skips), u64::from(is_kept)];
    let mut given = vec![int.constant(flags[0]), bit.constant(flags[1]), bit.constant(flags[2])];
    given.extend(set.given(module));
    given
}

/// Replaces a call that reads a string as its format says, if all of its conversions are known.
pub fn show_scanned(module: &Module, function: Value, call: Value) -> Option<()> {
    let known = known::called(call)?;
    let (arguments, int, bit, pointer) = (call.arguments(), module.int(32), module.int(1), module.pointer());
    let text = known::text_of(arguments[1]).filter(|text| text.is_ascii())?;
    if call.ty() != int {
        return None;
    }
    // All of it is looked at before anything is put in: the name of each piece, and what it is given behind the state.
    let mut pointers = arguments[known.named()..].iter().copied();
    let mut shown = Vec::new();
    let pieces = pieces(&text)?;
    for piece in &pieces {
        let conversion = match piece {
            Piece::Blanks => {
                shown.push(("blank", Vec::new()));
                continue;
            }
            &Piece::Text(from, to) => {
                let at = module.pointer_int().constant(from as u64);
                let start = module.before(call).part(module.int(8), arguments[1], &[at]);
                shown.push(("text", vec![start, int.constant((to - from) as u64)]));
                continue;
            }
            Piece::Value(conversion) => conversion,
        };
        let place = match conversion.is_kept {
            false => pointer.zero(),
            true => pointers.next().filter(|place| place.ty() == pointer)?,
        };
        let width = int.constant(conversion.width.into());
        shown.push(match (conversion.letter, &*conversion.size, conversion.bytes(module), conversion.fraction()) {
            ('c', "", ..) => ("char", vec![place, width]),
            ('s', "", ..) => ("string", vec![place, width]),
            ('[', "", ..) => ("set", [place, width].into_iter().chain(conversion.set.given(module)).collect()),
            ('n', "", ..) if conversion.is_kept && conversion.width == 0 => ("count", vec![place, arguments[0]]),
            (letter, _, Some(bytes), _) => {
                let has_sign = bit.constant(u64::from(matches!(letter, 'd' | 'i')));
                ("number", vec![place, int.constant(bytes.into()), int.constant(conversion.base()), has_sign, width])
            }
            (_, _, _, Some(ty)) if conversion.width == 0 => {
                super::only_to_nearest(module, call);
                (ty, vec![place])
            }
            _ => return None,
        });
    }
    // As large as the state is on any machine.
    let state = variadic::room(module, function, module.int(64).times(2))?;
    shown.insert(0, ("start", vec![arguments[0]]));
    for (name, given) in shown {
        let given: Vec<Value> = [state].into_iter().chain(given).collect();
        let types: Vec<_> = given.iter().map(|value| value.ty()).collect();
        module.before(call).call(module.declare(&format!("{FROM}{name}"), module.void(), &types), &given);
    }
    let count = module.before(call).call(module.declare(&format!("{FROM}end"), int, &[pointer]), &[state]);
    call.replace_uses(count);
    call.erase();
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conversion(is_kept: bool, width: u32, size: &str, letter: char) -> Piece {
        Piece::Value(Conversion { is_kept, width, size: size.to_owned(), letter, set: Set::default() })
    }

    #[test]
    fn formats_are_taken_apart() {
        let expected = [
            conversion(true, 0, "", 'd'),
            Piece::Text(2, 3),
            conversion(false, 12, "h", 'x'),
            Piece::Blanks,
            Piece::Blanks,
            Piece::Text(12, 13),
            conversion(true, 0, "l", 'f'),
            Piece::Text(16, 18),
        ];
        assert_eq!(pieces("%d,%*12hx \t%%%lfab").as_deref(), Some(&expected[..]));
        assert_eq!(pieces(" \n").as_deref(), Some(&[Piece::Blanks][..]));
        assert!(["%", "%*", "%5", "%l", "%0d", "%[", "%[^", "%[]", "%[^]", "%[b-a]", "%[a-c-e]", "%[--a]", "%[a--]"]
            .iter()
            .all(|text| pieces(text).is_none()));
    }

    #[test]
    fn sets_hold_what_they_name() {
        let members = |text: &str| {
            let (set, length) = Set::read(text.as_bytes()).unwrap();
            assert_eq!(length, text.len(), "{text}");
            let is_member = |letter: &u8| set.bits[usize::from(letter / 64)] >> (letter % 64) & 1 == 1;
            ((1..128).filter(is_member).map(char::from).collect::<String>(), set.others)
        };
        assert_eq!(members("a-c_]"), ("_abc".to_owned(), false));
        assert_eq!(members("]x-]"), ("-]x".to_owned(), false));
        assert_eq!(members("-a]"), ("-a".to_owned(), false));
        let (all, others) = members("^]\n]");
        assert!(others && all.len() == 125 && !all.contains(['\n', ']']));
        assert_eq!(Set::read(b"^a]b").map(|(_, length)| length), Some(3));
    }
}
