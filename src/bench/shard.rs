//! Which part of the work a machine takes: deterministic, so that machines that never talk to each other leave nothing out and
//! do nothing twice.
//!
//! Work is given out as by Graham (*Bounds on multiprocessing timing anomalies*, 1969): the longest first, each to the part that
//! has least so far. No part then takes more than 4/3 of the best possible time. Where no times are known all count the
//! same, and neighbours, which are often alike, go to different parts.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// Part `number` of `of`, as in `3/8`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(test, schemars(extend("pattern" = "^[1-9][0-9]*/[1-9][0-9]*$")))]
pub struct Shard {
    number: usize,
    of: usize,
}

/// How many parts are named at most.
const SHOWN: usize = 20;

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Whether this is not all of it.
    pub fn is_part(self) -> bool {
        self != Shard::WHOLE
    }

    /// Whether this part takes the piece of this number, from 0, where nothing is known of how long pieces take. That is what
    /// [`Shard::of_weights`] says where all weigh the same, for work whose end is not known yet.
    pub fn has(self, piece: usize) -> bool {
        piece % self.of + 1 == self.number
    }

    /// The parts that there are besides these, if all of these are of so many parts.
    pub fn others(self, begun: &BTreeSet<Shard>) -> Vec<Shard> {
        match begun.iter().all(|shard| shard.of == self.of) {
            true => (1..=self.of).map(|number| Shard { number, ..self }).filter(|one| !begun.contains(one)).collect(),
            false => Vec::new(),
        }
    }

    /// Which parts of a run that lacks something were begun, and which were not.
    pub fn begun(begun: &BTreeSet<Shard>) -> String {
        let names = |shards: Vec<Shard>| {
            let more = if shards.len() > SHOWN { format!(" and {} more", shards.len() - SHOWN) } else { String::new() };
            let names: Vec<String> = shards.iter().take(SHOWN).map(ToString::to_string).collect();
            format!("shard {}{more}", names.join(", "))
        };
        let others = begun.first().map(|shard| shard.others(begun)).unwrap_or_default();
        let so_far = format!("begun so far: {}", names(begun.iter().copied().collect()));
        let is_one_division = begun.iter().map(|shard| shard.of).collect::<BTreeSet<_>>().len() < 2;
        match (others.is_empty(), is_one_division) {
            (false, _) => format!("{so_far}; nothing from {}", names(others)),
            (true, true) => format!("{so_far}; the same command goes on with one that did not end"),
            (true, false) => {
                format!("{so_far}; these divide the work in different ways: run all parts of one division")
            }
        }
    }

    /// The places, in order, of what this part takes of work with these weights.
    pub fn of_weights(self, weights: &[f64]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..weights.len()).collect();
        // The sort is stable, so that ties stay in order.
        order.sort_by(|&one, &other| weights[other].total_cmp(&weights[one]));
        // Loads are small numbers of parts: looking at all of them is fast enough.
        let mut loads = vec![(0.0, 0usize); self.of];
        let mut taken = Vec::new();
        for place in order {
            let lighter = |one: &usize, other: &usize| {
                let ((one, ones), (other, others)) = (loads[*one], loads[*other]);
                f64::total_cmp(&one, &other).then(ones.cmp(&others))
            };
            let part = (0..self.of).min_by(lighter).unwrap_or(0);
            loads[part] = (loads[part].0 + weights[place], loads[part].1 + 1);
            if part + 1 == self.number {
                taken.push(place);
            }
        }
        taken.sort_unstable();
        taken
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Shard, Self::Error> {
        text.parse()
    }
}

impl FromStr for Shard {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Shard, Self::Err> {
        let parsed = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parsed {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST => Ok(Shard { number, of }),
            _ => Err("give the number of the part, from 1, and how many there are, at most 10000, as in 3/8"),
        }
    }
}

/// So many parts there are at most.
pub const MOST: usize = 10_000;

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_formula::testing::{for_all, Random};

    fn shares(weights: &[f64], of: usize) -> Vec<Vec<usize>> {
        (1..=of).map(|number| Shard { number, of }.of_weights(weights)).collect()
    }

    #[test]
    fn every_piece_of_work_is_in_one_part_and_parts_are_balanced() {
        let inputs = |random: &mut Random| {
            let weights: Vec<f64> = (0..random.below(60)).map(|_| random.below(1000) as f64).collect();
            (weights, random.below(8) + 1)
        };
        for_all(300, inputs, |(weights, of)| {
            let shares = shares(&weights, of);
            let mut all: Vec<usize> = shares.concat();
            all.sort_unstable();
            assert_eq!(all, (0..weights.len()).collect::<Vec<_>>());
            // Graham's bound, against what no schedule can be below.
            let load = |share: &Vec<usize>| share.iter().map(|&place| weights[place]).sum::<f64>();
            let (sum, longest) = (weights.iter().sum::<f64>(), weights.iter().copied().fold(0.0, f64::max));
            let heaviest = shares.iter().map(load).fold(0.0, f64::max);
            assert!(heaviest <= sum / of as f64 + longest + 1e-9, "{shares:?}");
        });
    }

    #[test]
    fn without_times_neighbours_are_apart_and_numbers_are_equal() {
        assert_eq!(shares(&[1.0; 7], 3), [vec![0, 3, 6], vec![1, 4], vec![2, 5]]);
        for (part, share) in shares(&[1.0; 7], 3).into_iter().enumerate() {
            let shard = Shard { number: part + 1, of: 3 };
            assert_eq!((0..7).filter(|&piece| shard.has(piece)).collect::<Vec<_>>(), share);
        }
        assert_eq!(shares(&[0.0; 4], 2), [vec![0, 2], vec![1, 3]]);
        assert_eq!(shares(&[1.0, 9.0, 1.0, 1.0], 2), [vec![1], vec![0, 2, 3]]);
        assert_eq!(shares(&[], 2), [vec![], Vec::<usize>::new()]);
    }

    #[test]
    fn parts_that_were_not_begun_are_named() {
        let part = |number, of| Shard { number, of };
        let others = |begun: &[Shard]| begun[0].others(&begun.iter().copied().collect());
        assert_eq!(others(&[part(2, 3)]), [part(1, 3), part(3, 3)]);
        assert_eq!(others(&[part(1, 3), part(1, 2)]), [], "it is not known which");
        assert_eq!(others(&[Shard::WHOLE]), []);
        let told = |begun: &[Shard]| Shard::begun(&begun.iter().copied().collect());
        assert_eq!(told(&[part(3, 3), part(1, 3)]), "begun so far: shard 1/3, 3/3; nothing from shard 2/3");
        let all = "begun so far: shard 1/2, 2/2; the same command goes on with one that did not end";
        assert_eq!(told(&[part(1, 2), part(2, 2)]), all);
        let mixed = told(&[part(1, 2), part(1, 3)]);
        assert!(mixed.ends_with("different ways: run all parts of one division"), "{mixed}");
        assert!(told(&[part(1, 30)]).ends_with(" 20/30, 21/30 and 9 more"), "{}", told(&[part(1, 30)]));
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        assert_eq!("3/8".parse::<Shard>().map(|shard| shard.to_string()), Ok("3/8".to_owned()));
        for bad in ["", "3", "0/8", "9/8", "1/0", "-1/2", "1/2/3", "a/b", "1/10001"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
