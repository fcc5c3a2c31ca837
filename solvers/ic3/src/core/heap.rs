//! A binary heap of variables, the most active on top.

use bitreach_formula::Var;

/// The place of a variable that is not in the heap.
const ABSENT: u32 = u32::MAX;

/// The heap. The activities stand elsewhere and come with each call.
#[derive(Default)]
pub(crate) struct Heap {
    heap: Vec<Var>,
    /// By variable: its place in `heap`.
    places: Vec<u32>,
}

impl Heap {
    /// Starts anew with these variables.
    pub fn fill(&mut self, vars: impl Iterator<Item = Var>, activity: &[f64]) {
        for var in self.heap.drain(..) {
            self.places[var.index()] = ABSENT;
        }
        self.places.resize(activity.len(), ABSENT);
        for var in vars {
            self.places[var.index()] = self.heap.len() as u32;
            self.heap.push(var);
        }
        for place in (0..self.heap.len() / 2).rev() {
            self.sift_down(place, activity);
        }
    }

    /// Puts a variable in, if it is not in already.
    pub fn insert(&mut self, var: Var, activity: &[f64]) {
        if self.places[var.index()] == ABSENT {
            self.places[var.index()] = self.heap.len() as u32;
            self.heap.push(var);
            self.sift_up(self.heap.len() - 1, activity);
        }
    }

    /// Tells that a variable has become more active.
    pub fn bumped(&mut self, var: Var, activity: &[f64]) {
        if let Some(&place) = self.places.get(var.index()).filter(|&&place| place != ABSENT) {
            self.sift_up(place as usize, activity);
        }
    }

    /// Takes the most active variable out.
    pub fn pop(&mut self, activity: &[f64]) -> Option<Var> {
        let top = *self.heap.first()?;
        self.places[top.index()] = ABSENT;
        if let Some(last) = self.heap.pop().filter(|&last| last != top) {
            self.heap[0] = last;
            self.places[last.index()] = 0;
            self.sift_down(0, activity);
        }
        Some(top)
    }

    fn sift_up(&mut self, mut place: usize, activity: &[f64]) {
        let var = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if activity[self.heap[parent].index()] >= activity[var.index()] {
                break;
            }
            self.put(self.heap[parent], place);
            place = parent;
        }
        self.put(var, place);
    }

    fn sift_down(&mut self, mut place: usize, activity: &[f64]) {
        let var = self.heap[place];
        loop {
            let (left, right) = (2 * place + 1, 2 * place + 2);
            if left >= self.heap.len() {
                break;
            }
            let of = |place: usize| activity[self.heap[place].index()];
            let child = if right < self.heap.len() && of(right) > of(left) { right } else { left };
            if of(child) <= activity[var.index()] {
                break;
            }
            self.put(self.heap[child], place);
            place = child;
        }
        self.put(var, place);
    }

    fn put(&mut self, var: Var, place: usize) {
        self.heap[place] = var;
        self.places[var.index()] = place as u32;
    }
}
