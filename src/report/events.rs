//! What happens at a line of a path, in words and in order: what is read, what is called, what changes, what is returned.

use super::bytes::grouped;
use super::rows::{rows, told_once};
use super::{NamedValue, PathLine};

/// Something that happens at a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Event {
    /// What.
    pub words: String,
    /// The bits of the number in it.
    pub bits: Option<String>,
}

/// What happens at a line.
pub(super) fn events(line: &PathLine) -> Vec<Event> {
    // What a function of the library reads is told by what it gives, and changes.
    let inputs: Vec<NamedValue> = line.inputs.iter().filter(|input| !input.by_library).cloned().collect();
    let (inputs, assignments) = told_once(&inputs, &line.assignments);
    let event = |kind: &str, value: &NamedValue| {
        let bits = value.shown.is_none().then(|| value.hexadecimal.clone());
        Event { words: format!("{kind}{} = {}", name(value), value.value()), bits }
    };
    let mut events: Vec<Event> = rows(&grouped(&inputs)).iter().map(|value| event("input ", value)).collect();
    events.extend(line.call.as_ref().map(|call| Event { words: call.to_string(), bits: None }));
    events.extend(rows(&assignments).iter().map(|value| event("", value)));
    events.extend(
        line.returns
            .as_ref()
            .map(|value| Event { words: format!("{} returns {}", value.name, value.value()), bits: None }),
    );
    events
}

/// What happens at a line, an event a text.
pub(super) fn happens(line: &PathLine) -> Vec<String> {
    let text = |event: Event| match event.bits {
        Some(bits) => format!("{} ({bits})", event.words),
        None => event.words,
    };
    events(line).into_iter().map(text).collect()
}

/// A value with its name and its bits.
pub(super) fn named(value: &NamedValue) -> String {
    match &value.shown {
        Some(shown) => format!("{} = {shown}", name(value)),
        None => format!("{} = {} ({})", name(value), value.decimal, value.hexadecimal),
    }
}

/// The name of a variable, and whose it is where that is not clear.
fn name(value: &NamedValue) -> String {
    match (&value.function, value.line) {
        (None, None) => value.name.clone(),
        (Some(function), None) => format!("{} (of {function})", value.name),
        (None, Some(line)) => format!("{} (of line {line})", value.name),
        (Some(function), Some(line)) => format!("{} (of {function}, line {line})", value.name),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Call, SourcePlace};
    use super::*;

    fn number(name: &str, number: u32) -> NamedValue {
        let (name, decimal, hexadecimal) = (name.to_owned(), number.to_string(), format!("0x{number:08x}"));
        NamedValue { name, decimal, hexadecimal, width: 32, ..NamedValue::default() }
    }

    #[test]
    fn what_happens_is_told_in_order() {
        let place = SourcePlace { file: "a.c".into(), line: 1, function: "main".into(), depth: 0 };
        let call = Call {
            function: "strlen".into(),
            is_library: true,
            arguments: Some(vec![NamedValue { shown: Some("\"abc\"".into()), ..number("s", 0) }]),
            result: Some(number("strlen", 3)),
        };
        let mut line = PathLine {
            inputs: vec![number("f()", 7)],
            call: Some(call.clone()),
            assignments: vec![NamedValue { function: Some("main".into()), ..number("n", 3) }],
            returns: Some(number("add", 9)),
            ..PathLine::new(place, None)
        };
        let expected =
            ["input f() = 7 (0x00000007)", "strlen(\"abc\") = 3", "n (of main) = 3 (0x00000003)", "add returns 9"];
        assert_eq!(happens(&line), expected);
        line.inputs.push(NamedValue { by_library: true, ..number("strlen()", 1) });
        assert_eq!(happens(&line), expected);
        line.call = Some(Call { is_library: false, result: None, ..call });
        assert_eq!(happens(&line)[1], "strlen(s = \"abc\")");
        line.call = Some(Call { function: "f".into(), is_library: true, arguments: None, result: None });
        assert_eq!(happens(&line)[1], "f(…)");
    }
}
