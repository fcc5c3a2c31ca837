//! The order in which locations are visited: a weak topological order (Bourdoncle: *Efficient chaotic iteration strategies with
//! widenings*, FMPA 1993).
//!
//! A loop is visited until nothing changes in it before anything behind it is. Otherwise bounds that grow for a while in one loop have
//! grown to the extremes in the next one, where nothing takes them back if the word does not change there.

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use petgraph::visit::Dfs;
use rustc_hash::{FxHashMap, FxHashSet};

/// Loops that lie in so many others are not looked into.
const DEEPEST: usize = 8;

/// A piece of the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// One location.
    Location(u128),
    /// A loop, in the order of one round, the head first.
    Loop(Vec<Part>),
}

/// The order of the locations that paths from `entry` come to.
pub(super) fn order(graph: &DiGraphMap<u128, ()>, entry: u128) -> Vec<Part> {
    let mut ranks = FxHashMap::default();
    let mut search = Dfs::new(graph, entry);
    while let Some(location) = search.next(graph) {
        ranks.insert(location, ranks.len());
    }
    let edges = graph.all_edges().filter(|(from, _, _)| ranks.contains_key(from)).map(|(from, to, _)| (from, to));
    let mut reached = DiGraphMap::from_edges(edges);
    reached.add_node(entry);
    parts(&reached, &ranks, 0)
}

/// The components of a graph, each behind those that lead to it.
fn parts(graph: &DiGraphMap<u128, ()>, ranks: &FxHashMap<u128, usize>, depth: usize) -> Vec<Part> {
    let mut components = tarjan_scc(graph);
    components.reverse();
    let part = |mut component: Vec<u128>| {
        component.sort_by_key(|location| ranks[location]);
        let head = component[0];
        if component.len() == 1 {
            let alone = Part::Location(head);
            return if graph.contains_edge(head, head) { Part::Loop(vec![alone]) } else { alone };
        }
        if depth == DEEPEST {
            return Part::Loop(component.into_iter().map(Part::Location).collect());
        }
        let mut body = DiGraphMap::new();
        for &from in &component[1..] {
            body.add_node(from);
            for to in graph.neighbors(from).filter(|to| *to != head && component.contains(to)) {
                body.add_edge(from, to, ());
            }
        }
        Part::Loop([Part::Location(head)].into_iter().chain(parts(&body, ranks, depth + 1)).collect())
    };
    components.into_iter().map(part).collect()
}

/// The heads of loops, each with the locations of its loop: only where a step goes back to one is there a cycle, so that only there bounds
/// have to be widened.
pub(super) fn heads(order: &[Part]) -> FxHashMap<u128, FxHashSet<u128>> {
    let mut found = FxHashMap::default();
    for part in order {
        add_heads(part, 0, &mut found);
    }
    found
}

fn add_heads(part: &Part, depth: usize, found: &mut FxHashMap<u128, FxHashSet<u128>>) -> FxHashSet<u128> {
    let parts = match part {
        Part::Location(location) => return FxHashSet::from_iter([*location]),
        Part::Loop(parts) => parts,
    };
    let inside: FxHashSet<u128> = parts.iter().flat_map(|part| add_heads(part, depth + 1, found)).collect();
    // Those that are not looked into may have cycles without the head.
    let heads = parts.iter().take(if depth == DEEPEST { parts.len() } else { 1 });
    let heads = heads.filter_map(|part| if let Part::Location(head) = part { Some(*head) } else { None });
    found.extend(heads.map(|head| (head, inside.clone())));
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use Part::{Location, Loop};

    fn ordered(edges: &[(u128, u128)]) -> Vec<Part> {
        order(&DiGraphMap::from_edges(edges.iter().copied()), edges[0].0)
    }

    #[test]
    fn a_loop_comes_before_what_is_behind_it() {
        let two = ordered(&[(1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (7, 1)]);
        let own = |location| Loop(vec![Location(location)]);
        assert_eq!(two, [Location(1), own(2), own(3), Location(4)], "what nothing comes to is left out");
    }

    #[test]
    fn inner_loops_are_parts_of_outer_ones() {
        let nested = ordered(&[(1, 2), (2, 3), (3, 4), (4, 3), (3, 5), (5, 2), (2, 6)]);
        let inner = Loop(vec![Location(3), Location(4)]);
        assert_eq!(nested, [Location(1), Loop(vec![Location(2), inner, Location(5)]), Location(6)]);
        let heads = heads(&nested);
        let loops = [(2, vec![2, 3, 4, 5]), (3, vec![3, 4])];
        assert_eq!(heads, loops.map(|(head, inside)| (head, inside.into_iter().collect())).into_iter().collect());
    }

    /// Each location is in the order once, also where all lead to all.
    #[test]
    fn nothing_is_left_out() {
        let edges: Vec<(u128, u128)> = (0..20).flat_map(|from| (0..20).map(move |to| (from, to))).collect();
        fn locations(parts: &[Part]) -> Vec<u128> {
            let inside = |part: &Part| match part {
                Location(location) => vec![*location],
                Loop(parts) => locations(parts),
            };
            parts.iter().flat_map(inside).collect()
        }
        let mut found = locations(&ordered(&edges));
        found.sort_unstable();
        assert_eq!(found, (0..20).collect::<Vec<_>>());
        assert_eq!(heads(&ordered(&edges)).len(), 20, "each of them is on a cycle");
    }
}
