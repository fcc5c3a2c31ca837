//! Two runs side by side.

use super::merge::Run;
use super::questions::Question;
use super::record::Record;
use super::score::Class;
use std::collections::BTreeMap;

/// The questions that both runs asked, with both answers.
pub fn pairs<'a>(run: &'a Run, other: &'a Run) -> Vec<(&'a Record, &'a Record)> {
    let key = |question: &'a Question| (&question.task, &question.property);
    let others: BTreeMap<_, &Record> = other.records.iter().map(|record| (key(&record.question), record)).collect();
    let both = |record: &'a Record| Some((record, *others.get(&key(&record.question))?));
    run.records.iter().filter_map(both).collect()
}

/// Of these the ones whose verdicts are of different classes.
pub fn differences<'a>(pairs: &[(&'a Record, &'a Record)]) -> Vec<(&'a Record, &'a Record)> {
    pairs.iter().copied().filter(|(one, other)| Class::of(one) != Class::of(other)).collect()
}
