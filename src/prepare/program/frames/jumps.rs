//! Calls and returns as jumps.

use super::live::Live;
use super::sites::{conditions, ways, Site, Sites};
use super::{bytes, first, most, places, Why, ARRAY};
use crate::llvm::ir::{Block, Builder, LLVMIntPredicate, Module, Slot, Type, Value};
use crate::llvm::marker::declare::Markers;
use crate::llvm::marker::PREFIX;
use rustc_hash::{FxHashMap, FxHashSet};

/// Makes them. The calls are gone then.
pub fn make(module: &Module, main: Value, sites: &Sites) {
    let Some(first) = first(main) else { return };
    let functions = &sites.functions;
    let places = functions.iter().flat_map(|function| function.parameters.iter().chain(&function.result));
    let live = Live::of(main, sites, &places.map(|slot| slot.address()).collect());
    let builder = module.before(first).without_place();
    let depth = builder.slot(depth_type(module));
    let from = builder.slot(module.int(32));
    let mut jumps = Jumps {
        module,
        main,
        sites,
        markers: Markers::declare(module),
        first,
        depth,
        from,
        arrays: FxHashMap::default(),
        places: None,
        unmodelled: FxHashSet::default(),
    };
    sites.locals.iter().for_each(|local| jumps.in_frames(*local));
    jumps.unmodelled = unmodelled(sites);
    let frames: Vec<Vec<Slot>> =
        sites.sites.iter().map(|site| site.behind().map(|behind| live.before(behind)).unwrap_or_default()).collect();
    for number in 0..functions.len() {
        jumps.function(number, &frames);
    }
    for condition in conditions(main) {
        let (Some(end), Some(block)) = (condition.block().and_then(Block::terminator), condition.block()) else {
            continue;
        };
        if let Some(&next) = end.successors().first().filter(|_| end.operands().first() == Some(&condition)) {
            end.erase();
            module.at_end(block).jump(next);
            condition.erase();
        }
    }
}

/// The type of depths.
fn depth_type(module: &Module) -> Type {
    module.int(u64::BITS - most(module).leading_zeros())
}

/// The calls that control comes to after it came to a local that has a place, in the frame of the same function, by their order.
fn unmodelled(sites: &Sites) -> FxHashSet<usize> {
    let ends = sites.ends();
    let mut behind: FxHashSet<Block> = FxHashSet::default();
    let mut waiting: Vec<Block> = Vec::new();
    for local in sites.locals.iter().filter(|local| !Slot::of(**local).is_some_and(Slot::is_plain)) {
        let of_function = |block: &Block| sites.function_of.contains_key(block);
        waiting.extend(local.users().into_iter().filter_map(Value::block).filter(of_function));
    }
    while let Some(block) = waiting.pop() {
        if behind.insert(block) {
            waiting.extend(ways(block, &ends));
        }
    }
    let is_behind = |site: &Site| site.call.block().is_some_and(|block| behind.contains(&block));
    sites.sites.iter().enumerate().filter(|(_, site)| is_behind(site)).map(|(number, _)| number).collect()
}

struct Jumps<'m> {
    module: &'m Module,
    main: Value,
    sites: &'m Sites,
    markers: Markers,
    first: Value,
    /// How many calls from inside of recursion are open.
    depth: Slot,
    /// Which call from outside was the last.
    from: Slot,
    /// The arrays of frames: what they hold, how wide that is there, and of what.
    arrays: FxHashMap<Value, (Slot, Type)>,
    /// The array of the numbers of calls.
    places: Option<(Slot, Type)>,
    /// Calls that are not modelled, by their order.
    unmodelled: FxHashSet<usize>,
}

impl Jumps<'_> {
    /// A local that stays in memory, if each frame can have its own.
    fn in_frames(&self, local: Value) {
        let Some(size) = places::size(self.module, local, bytes(self.module)) else { return };
        if Slot::of(local).is_some_and(Slot::is_plain) {
            return;
        }
        let array = self.new_array(self.module.int(8).times(size.next_power_of_two()), &local.name());
        for user in local.users() {
            user.replace_operands(|operand, place| {
                let builder = self.module.before(place);
                (operand == local).then(|| self.cell(&builder, array, builder.read(self.depth)))
            });
        }
    }

    /// The calls of a function, and its return.
    fn function(&mut self, number: usize, frames: &[Vec<Slot>]) {
        let function = &self.sites.functions[number];
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        let of_function = |(_, site): &(usize, &Site)| site.callee == number;
        for (order, site) in self.sites.sites.iter().enumerate().filter(of_function) {
            let why = match site.caller {
                None => None,
                Some(_) if self.unmodelled.contains(&order) => Some(Why::Local),
                Some(_) if !frames[order].iter().all(|slot| self.memory_type(slot.ty()).is_some()) => {
                    Some(Why::Structure)
                }
                Some(_) => None,
            };
            match (why, site.caller) {
                (Some(why), _) => self.cut(site, function.row(self.module, why)),
                (None, None) => outside.push((site, order)),
                (None, Some(_)) => inside.push((site, order)),
            }
        }
        let outside: Vec<Block> =
            outside.iter().enumerate().filter_map(|(at, (site, _))| self.call_from_outside(site, at)).collect();
        let is_one_of_several = inside.len() > 1;
        let mut inside_places = Vec::new();
        for (at, (site, order)) in inside.into_iter().enumerate() {
            inside_places.extend(self.call_from_inside(site, is_one_of_several.then_some(at as u64), &frames[order]));
        }
        self.leave(function.leave, &outside, &inside_places);
    }

    /// A call that is not modelled.
    fn cut(&self, site: &Site, row: Value) {
        let (Some(block), Some(end)) = (site.call.block(), site.end()) else { return };
        let marker = self.module.before(site.call).call(self.markers.unmodelled, &[row]);
        marker.set_location_of(site.call);
        let condition = end.operands().first().copied();
        end.erase();
        condition.filter(|condition| !condition.has_uses()).into_iter().for_each(Value::erase);
        site.call.erase();
        self.module.at_end(block).unreachable();
    }

    /// Arguments go to where the function finds them, and control to its entry.
    fn enter(&self, site: &Site, builder: &Builder) {
        let function = &self.sites.functions[site.callee];
        for (slot, argument) in function.parameters.iter().zip(site.call.arguments()) {
            builder.write(*slot, argument);
        }
    }

    /// Replaces the end of a call's block by the jump into the function, and takes the call away.
    fn jump(&self, site: &Site) {
        let (Some(block), Some(end)) = (site.call.block(), site.end()) else { return };
        let condition = end.operands().first().copied();
        end.erase();
        condition.filter(|condition| !condition.has_uses()).into_iter().for_each(Value::erase);
        let jump = self.module.at_end(block).jump(self.sites.functions[site.callee].enter);
        jump.set_location_of(site.call);
        site.call.erase();
    }

    /// A call from outside of recursion; gives the block behind it.
    fn call_from_outside(&self, site: &Site, at: usize) -> Option<Block> {
        let behind = site.behind()?;
        let builder = self.module.before(site.call);
        self.enter(site, &builder);
        builder.write(self.depth, self.depth.ty().constant(0));
        builder.write(self.from, self.from.ty().constant(at as u64));
        self.jump(site);
        Some(behind)
    }

    /// A call from inside of recursion puts the frame away; gives the block that gets it back and goes on behind the call. `at` is
    /// its number, if there are several.
    fn call_from_inside(&mut self, site: &Site, at: Option<u64>, frame: &[Slot]) -> Option<Block> {
        let behind = site.behind()?;
        let arrays: Vec<(Slot, Slot, Type)> =
            frame.iter().filter_map(|slot| self.array(*slot).map(|(array, ty)| (*slot, array, ty))).collect();
        let places = at.map(|at| (at, self.places()));
        let builder = self.module.before(site.call);
        let depth = builder.read(self.depth);
        let last = self.depth.ty().constant(most(self.module) - 1);
        let is_last = builder.compare(LLVMIntPredicate::LLVMIntEQ, depth, last);
        builder.call(self.markers.stop_if, &[is_last, self.module.int(32).constant(0)]);
        for (slot, array, ty) in &arrays {
            let held = widened(&builder, builder.read(*slot), *ty);
            builder.store(held, self.cell(&builder, *array, depth));
        }
        if let Some((at, (places, ty))) = places {
            builder.store(ty.constant(at), self.cell(&builder, places, depth));
        }
        self.enter(site, &builder);
        builder.write(self.depth, builder.add(depth, self.depth.ty().constant(1)));
        self.jump(site);
        let back = self.module.append_block(self.main, "back");
        let builder = self.module.at_end(back);
        let depth = builder.read(self.depth);
        for (slot, array, ty) in arrays {
            let held = builder.load(ty, self.cell(&builder, array, depth));
            builder.write(slot, narrowed(&builder, held, slot.ty()));
        }
        builder.jump(behind);
        Some(back)
    }

    /// A return: to the call from outside where no other is open, else to the last one that is.
    fn leave(&self, leave: Block, outside: &[Block], inside: &[Block]) {
        leave.terminator().into_iter().for_each(Value::erase);
        let ([pop, out], module) = (["pop", "out"].map(|name| self.module.append_block(self.main, name)), self.module);
        let builder = module.at_end(leave);
        match (outside.is_empty(), inside.is_empty()) {
            (true, _) => builder.jump(pop),
            (false, true) => builder.jump(out),
            (false, false) => {
                let none = self.depth.ty().constant(0);
                let is_out = builder.compare(LLVMIntPredicate::LLVMIntEQ, builder.read(self.depth), none);
                builder.branch(is_out, out, pop)
            }
        };
        let builder = module.at_end(out);
        let from = builder.read(self.from);
        self.choose(out, from, outside);
        let builder = module.at_end(pop);
        let depth = builder.sub(builder.read(self.depth), self.depth.ty().constant(1));
        builder.write(self.depth, depth);
        let place = match (inside.len() > 1, self.places) {
            (true, Some((places, ty))) => builder.load(ty, self.cell(&builder, places, depth)),
            _ => from.ty().zero(),
        };
        self.choose(pop, place, inside);
    }

    /// Jumps from the end of a block to the one of this number; the last one takes all that is left.
    fn choose(&self, mut block: Block, number: Value, targets: &[Block]) {
        let Some((last, others)) = targets.split_last() else {
            self.module.at_end(block).unreachable();
            return;
        };
        for (at, target) in others.iter().enumerate() {
            let next = self.module.append_block(self.main, "next");
            let builder = self.module.at_end(block);
            let is_it = builder.compare(LLVMIntPredicate::LLVMIntEQ, number, number.ty().constant(at as u64));
            builder.branch(is_it, *target, next);
            block = next;
        }
        self.module.at_end(block).jump(*last);
    }

    /// The cell of an array at a depth.
    fn cell(&self, builder: &Builder, array: Slot, depth: Value) -> Value {
        let wide = self.module.pointer_int();
        builder.part(array.ty(), array.address(), &[wide.zero(), builder.zext(depth, wide)])
    }

    /// The array of what a local holds in all frames.
    fn array(&mut self, slot: Slot) -> Option<(Slot, Type)> {
        if let Some(&array) = self.arrays.get(&slot.address()) {
            return Some(array);
        }
        let ty = self.memory_type(slot.ty())?;
        let name = slot.address().name();
        let array = self.new_array(ty, name.strip_suffix(".reg2mem").unwrap_or(&name));
        self.arrays.insert(slot.address(), (array, ty));
        Some((array, ty))
    }

    fn places(&mut self) -> (Slot, Type) {
        let ty = self.module.int(8 * u32::from(self.sites.sites.len() > 256) + 8);
        let places = self.places.unwrap_or_else(|| (self.new_array(ty, "call"), ty));
        self.places = Some(places);
        places
    }

    fn new_array(&self, ty: Type, name: &str) -> Slot {
        let array = self.module.before(self.first).without_place().slot(ty.times(most(self.module)));
        array.address().set_name(&format!("{PREFIX}{ARRAY}{name}"));
        array
    }

    /// The type of a cell that holds values of a type.
    fn memory_type(&self, ty: Type) -> Option<Type> {
        match (ty.int_width(), ty.float_width()) {
            (Some(width @ 1..=128), _) => Some(self.module.int(width.next_power_of_two().max(8))),
            (_, Some(16 | 32 | 64)) => Some(ty),
            _ if ty.is_pointer() => Some(ty),
            _ => None,
        }
    }
}

fn widened(builder: &Builder, value: Value, ty: Type) -> Value {
    if value.ty() == ty {
        value
    } else {
        builder.zext(value, ty)
    }
}

fn narrowed(builder: &Builder, value: Value, ty: Type) -> Value {
    if value.ty() == ty {
        value
    } else {
        builder.resized(value, ty)
    }
}
