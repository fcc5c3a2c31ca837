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
