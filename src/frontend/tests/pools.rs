//! Allocations of any number: what a call gives out is one object then, and programs do what they do where each is one of its own.

use super::*;
use bitreach_formula::testing::Random;

/// Reads its next step from a number, so that each row of numbers is a program of its own.
const STEPS: &str = "
    int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void free(void *);
    void reach_error(void) {}
    struct node { int data; char mark; struct { int low; struct { short a, b; } high; } part; struct node *next, *prev; };
    static void inner(short *p, int v) { p[0] = v; p[-1] = v + 1; }
    int main(void) {
      struct node *a = 0, *b = 0, *c = 0;
      int same = 0;
      for (int step = 0; step < 14; step++) {
        int v = __VERIFIER_nondet_int();
        switch (__VERIFIER_nondet_int()) {
        case 0: case 1: a = malloc(sizeof *a); a->data = v; a->next = b; a->prev = 0; break;
        case 2: c = calloc(1, sizeof *c); break;
        case 3: if (a) a->next = c; break;
        case 4: if (b) { b->prev = a; b->mark = v; } break;
        case 5: b = a; break;
        case 6: if (a) a = a->next; break;
        case 7: if (b && b->prev) b = b->prev; break;
        case 8: FREE break;
        case 9: if (a && a->data != v && a->data < 2) reach_error(); break;
        case 10: same += a == b; if (same > 2) reach_error(); break;
        case 11: if (c) c->data += v; break;
        case 12: c = a; break;
        case 13: if (c) { inner(&c->part.high.b, v); if (c->part.high.b == 2) reach_error(); } break;
        }
      }
      return 0;
    }";

/// How the program ends that these numbers make of the steps.
fn end(program: &Program, numbers: &[u128]) -> String {
    let mut left = numbers.iter();
    let mut inputs = |request: InputRequest| match program.map.inputs[request.input.0].kind {
        InputKind::Call(_) => BitVec::new(request.width, left.next().copied().unwrap_or(14)),
        _ => BitVec::new(request.width, 1),
    };
    match Interpreter::new(program).record(&mut inputs, 100_000).outcome {
        Outcome::Exit(Exit::Unmodelled(row)) => program.map.unmodelled[row.0].reason.clone(),
        Outcome::Exit(Exit::Error(site)) => program.map.sites[site.0].kind.to_string(),
        other => format!("{other:?}"),
    }
}

/// The steps as programs: with as many objects as there can be, and with pools.
fn read_steps(source: &str, property: Property) -> [Program; 2] {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.c");
    std::fs::write(&path, source).unwrap();
    let stop = StopFlag::new();
    let inputs = [path.as_path().into()];
    let module = prepare(&inputs, property, DataModel::Lp64, RECURSION, Assumed::default(), &stop).unwrap().plain;
    let single = Bounds { instances: 14, ..Bounds::DEFAULT };
    let pools = Bounds { endless: true, ..single };
    [single, pools].map(|bounds| read::read(&module.bitcode, module.map.clone(), &module.objects, bounds).unwrap())
}

#[test]
fn pools_do_what_objects_do() {
    let count_pools = |program: &Program| program.objects.iter().filter(|object| object.tail.is_some()).count();
    let mut random = Random::new(17);
    let mut ends = std::collections::BTreeMap::<String, usize>::new();
    for free in ["", "if (a != b) free(a);"] {
        for property in [Property::UnreachCall, Property::ValidDeref, Property::ValidFree] {
            let [single, pools] = read_steps(&STEPS.replace("FREE", free), property);
            assert_eq!((count_pools(&single), count_pools(&pools) >= 2), (0, true));
            // Where a node may be freed, nodes of both calls are one pool: an access meets them alike.
            assert_eq!(pools.instances.len(), if free.is_empty() { 2 } else { 1 });
            for _ in 0..400 {
                let number = |at: usize| random.below(if at % 2 == 0 { 3 } else { 14 }) as u128;
                let numbers: Vec<u128> = (0..28).map(number).collect();
                let [single, pools] = [&single, &pools].map(|program| end(program, &numbers));
                *ends.entry(pools.clone()).or_default() += 1;
                // Which objects have been alive together is not known of pools.
                if !pools.starts_with("comparison of pointers to different objects") {
                    assert_eq!(pools, single, "{free} {property} {numbers:?}");
                }
            }
        }
    }
    assert!(ends.len() >= 5 && ends.values().filter(|count| **count > 20).count() >= 4, "{ends:?}");
}

#[test]
fn what_leaves_its_instance_is_no_pool() {
    let list = |body: &str| {
        format!(
            "int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void reach_error(void) {{}}
             struct node {{ struct node *next; int data[4]; }};
             int main(void) {{ struct node *l = 0; while (__VERIFIER_nondet_int()) {{
               struct node *x = malloc(sizeof *x); x->next = l; {body} l = x; }} return 0; }}"
        )
    };
    let is_pool = |body: &str| {
        let [_, pools] = read_steps(&list(body), Property::UnreachCall);
        pools.objects.iter().any(|object| object.tail.is_some())
    };
    assert!(is_pool("x->data[2] = 1;"));
    assert!(!is_pool("x->data[__VERIFIER_nondet_int()] = 1;"));
    assert!(!is_pool("struct node *y = x + 2; if (y->next) reach_error();"));
    assert!(!is_pool("struct node *y = x - 1; if (y->next) reach_error();"));
}

/// Two calls that allocate, one of them once; what is accessed through one pointer is one pool, if it has one size and may be freed.
#[test]
fn calls_that_give_nodes_of_one_structure_have_one_pool() {
    let pools = |head: &str, meets: &str, frees: &str| {
        let source = format!(
            "int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void free(void *); void reach_error(void) {{}}
             struct node {{ long data; struct node *next; }}; struct wide {{ long data; struct wide *next; long more; }};
             int main(void) {{ {head} *h = malloc(sizeof *h); h->data = 1; struct node *l = 0;
             while (__VERIFIER_nondet_int()) {{ struct node *x = malloc(sizeof *x); x->data = 2; x->next = l; l = x; }}
             {meets} if (l && l->data == 3) reach_error(); {frees} return 0; }}"
        );
        let [_, pools] = read_steps(&source, Property::UnreachCall);
        pools.instances.iter().map(|row| row.alive.is_some()).collect::<Vec<bool>>()
    };
    let (meets, frees) = ("if (__VERIFIER_nondet_int()) l = (void *) h;", "free(l);");
    let object = |pools: &[bool]| pools.len();
    assert_eq!(pools("struct node", meets, frees), [true]);
    // Those that stay apart, that nothing frees, and of another size.
    assert_eq!(object(&pools("struct node", "", frees)), 1);
    assert_eq!(pools("struct node", meets, ""), [false]);
    assert_eq!(object(&pools("struct wide", meets, frees)), 1);
}

/// A pointer to one member of the nodes of one call, and to another of those of the other: it leads to no one place in a pool of both.
#[test]
fn calls_of_which_a_pointer_leads_to_different_places_have_no_pool_together() {
    let instances = |pointer: &str| {
        let source = format!(
            "int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void free(void *); void reach_error(void) {{}}
             struct node {{ int x, y; }};
             int main(void) {{ struct node *a = malloc(sizeof *a); a->x = a->y = 1; int *q = &a->x; struct node *l = a;
             while (__VERIFIER_nondet_int()) {{ struct node *t = malloc(sizeof *t); t->x = 1; t->y = 2; l = t;
               if (__VERIFIER_nondet_int()) q = &t->{pointer}; }}
             if (*q == 2) reach_error(); if (l->x) free(a); return 0; }}"
        );
        let [_, pools] = read_steps(&source, Property::UnreachCall);
        pools.instances.iter().map(|row| row.alive.is_some()).collect::<Vec<bool>>()
    };
    assert_eq!((instances("x"), instances("y")), (vec![true], vec![false]));
}

/// Reads of any width, anywhere in a node and at its end: what leaves the node is an error, though the pool goes on behind it.
#[test]
fn what_reads_beyond_an_instance_is_found() {
    let mut errors = 0;
    for offset in 0..=12 {
        for ty in ["char", "short", "int", "long"] {
            let source = format!(
                "int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void reach_error(void) {{}}
                 struct node {{ int a, b, c; }};
                 int main(void) {{ struct node *l = 0;
                 while (__VERIFIER_nondet_int()) {{ struct node *x = malloc(sizeof *x); x->a = x->b = x->c = 0; l = x; }}
                 if (l) {{ {ty} v = *({ty} *) ((char *) l + {offset}); if (v == 5) reach_error(); }} return 0; }}"
            );
            let [single, pools] = read_steps(&source, Property::ValidDeref).map(|program| end(&program, &[1, 1, 0]));
            assert_eq!(pools, single, "{ty} at {offset}");
            errors += usize::from(pools == "access out of bounds");
        }
    }
    assert!(errors >= 15, "{errors} reads leave the node");
}

/// A copy from any instance goes, as far as is known, to each place that is so far from another by the distance of instances: `g.first` may then hold
/// what `link` does, besides the address of a member that it really holds. What it holds is no one place.
#[test]
fn what_copies_confuse_is_no_pool() {
    let is_pool = |held: &str| {
        let source = format!(
            "int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void free(void *); void reach_error(void) {{}}
             void *memcpy(void *, const void *, unsigned long);
             struct node {{ long x, y, z; void *link; }}; struct {{ void *first; struct node node; }} g;
             int main(void) {{ struct node *c = 0;
             while (__VERIFIER_nondet_int()) {{ struct node *n = malloc(sizeof *n); n->x = n->y = n->z = 0; n->link = n;
               if (__VERIFIER_nondet_int()) {{ c = n; g.first = {held}; }} }}
             if (c) {{ memcpy(&g.node, c, sizeof *c); if (g.node.link && __VERIFIER_nondet_int()) return 1; free(g.first); }}
             return 0; }}"
        );
        let [_, pools] = read_steps(&source, Property::ValidFree);
        !pools.instances.is_empty()
    };
    assert_eq!((is_pool("n"), is_pool("&n->z")), (true, false));
}
