//! Statements of programs about lives: declarations, pointers that are set and followed, and all ways in and out of blocks.

use super::lives::{Gives, Lives, Object, Shape, Takes};
use super::program::Node;

impl Lives {
    /// One statement, or a few that belong together; blocks are nested `depth` deep at most.
    pub fn statement(&mut self, depth: usize, out: &mut Vec<Node>) {
        self.budget = self.budget.saturating_sub(1);
        let nested = depth > 0;
        out.extend(match self.random.below(32) {
            0..=3 => self.declare(),
            4..=8 => self.point(),
            9..=13 => self.follow(),
            14 => self.direct(),
            15 | 16 => self.call(),
            17 => self.probe(),
            18..=20 if nested => self.alone(depth),
            21 if nested => self.conditional(depth),
            22..=24 if nested => self.turning(depth),
            25 if nested => self.switch(depth),
            26 | 27 if nested => self.skip(depth),
            28 if nested => self.again(depth),
            29 if nested => self.jump_in(depth),
            30 => self.jump(),
            _ => self.point(),
        });
    }

    /// What stands in a block: mostly something new first, that something points to.
    fn body(&mut self, depth: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        if self.random.below(3) > 0 {
            nodes.extend(self.declare());
            let newest = self.objects.last().cloned();
            if let Some(object) = newest.filter(|_| self.random.below(3) > 0) {
                nodes.extend(self.point_to(&object));
            }
        }
        for _ in 0..1 + self.random.below(2) {
            self.statement(depth - 1, &mut nodes);
        }
        nodes
    }

    /// A number.
    fn value(&mut self) -> String {
        match self.random.below(4) {
            0 if !self.rounds.is_empty() => self.random.pick(&self.rounds).clone(),
            1 => "seen@[1]".to_owned(),
            _ => self.random.below(40).to_string(),
        }
    }

    fn condition(&mut self) -> String {
        match self.random.below(5) {
            0 | 1 if !self.rounds.is_empty() => {
                let round = self.random.pick(&self.rounds).clone();
                format!("{round} {} {}", self.random.pick(&["==", ">", "!="]), self.random.below(2))
            }
            2 => "sum@ & 1u".to_owned(),
            _ => {
                let compared = self.random.pick(&["==", ">", "<", "!="]);
                format!("seen@[{}] {compared} {}", self.random.below(2), self.random.below(4))
            }
        }
    }

    /// The address of a number, and its shadow.
    fn address(&mut self) -> (String, String) {
        if self.random.once_in(6) {
            let pointer = self.random.pick(&self.pointers).clone();
            return (pointer.clone(), pointer + "s");
        }
        // What is declared last is the likeliest.
        let least = if self.random.once_in(3) { 0 } else { self.objects.len().saturating_sub(2) };
        let object = self.objects[least + self.random.below(self.objects.len() - least)].clone();
        self.address_in(&object)
    }

    fn address_in(&mut self, object: &Object) -> (String, String) {
        let (text, shadow) = object.number(self.random.below(4));
        (format!("&{text}"), shadow)
    }

    /// An initialiser of a box.
    fn box_value(&mut self) -> String {
        let (a, b, (to, shadow)) = (self.value(), self.value(), self.address());
        format!("{{{{{a}, {b}}}, {to}«, {shadow}»}}")
    }

    fn declare(&mut self) -> Vec<Node> {
        let shape = match self.random.below(6) {
            0..=2 => Shape::Number,
            3 => Shape::Array(2 + self.random.below(2)),
            _ => Shape::Box,
        };
        // What stands in an initialiser does not name what is declared.
        let initial = match shape {
            Shape::Box => self.box_value(),
            Shape::Number => self.value(),
            _ => format!("{{{}, {}}}", self.value(), self.value()),
        };
        let object = self.object("x", shape);
        let declared = match shape {
            Shape::Box => format!("struct box@ {}", object.text),
            Shape::Array(length) => format!("int {}[{length}]", object.text),
            _ => format!("int {}", object.text),
        };
        let shadow = object.shadow();
        self.objects.push(object.clone());
        if shape == Shape::Number && self.random.once_in(4) {
            let mut nodes = vec![Node::line(format!("{declared};« all({shadow}, 0);»"))];
            if self.random.below(3) > 0 {
                nodes.push(Node::line(format!("{} = {initial};« all({shadow}, 1);»", object.text)));
            }
            return nodes;
        }
        vec![Node::line(format!("{declared} = {initial};« all({shadow}, 1);»"))]
    }

    /// Sets a pointer: to something that can be named, or to something new.
    fn point(&mut self) -> Vec<Node> {
        if !self.boxes.is_empty() && self.random.once_in(3) {
            let pointer = self.random.pick(&self.boxes).clone();
            let boxes: Vec<Object> = self.objects.iter().filter(|object| object.shape == Shape::Box).cloned().collect();
            if boxes.is_empty() || self.random.once_in(4) {
                let value = self.box_value();
                let object = self.object("", Shape::Box);
                let set = format!("{pointer} = &(struct box@){value};");
                return vec![Node::line(format!("{set}« {pointer}s = {0}; all({0}, 1);»", object.shadow()))];
            }
            let object = self.random.pick(&boxes).clone();
            return vec![Node::line(format!("{pointer} = &{};« {pointer}s = {};»", object.text, object.shadow()))];
        }
        match self.random.below(10) {
            0 | 1 => self.literal(),
            2 => self.allocate(),
            3 => self.box_pointer(),
            _ => {
                let ((address, shadow), pointer) = (self.address(), self.random.pick(&self.pointers).clone());
                vec![Node::line(format!("{pointer} = {address};« {pointer}s = {shadow};»"))]
            }
        }
    }

    fn point_to(&mut self, object: &Object) -> Vec<Node> {
        if object.shape == Shape::Box && !self.boxes.is_empty() && self.random.once_in(2) {
            let pointer = self.random.pick(&self.boxes).clone();
            return vec![Node::line(format!("{pointer} = &{};« {pointer}s = {};»", object.text, object.shadow()))];
        }
        let ((address, shadow), pointer) = (self.address_in(object), self.random.pick(&self.pointers).clone());
        vec![Node::line(format!("{pointer} = {address};« {pointer}s = {shadow};»"))]
    }

    /// The pointer in a box.
    fn box_pointer(&mut self) -> Vec<Node> {
        let boxes: Vec<Object> = self.objects.iter().filter(|object| object.shape == Shape::Box).cloned().collect();
        if boxes.is_empty() {
            return self.literal();
        }
        let object = self.random.pick(&boxes).clone();
        let reads = format!("reads({}, 2);", object.shadow());
        match self.random.once_in(2) {
            true => {
                let pointer = self.random.pick(&self.pointers).clone();
                let text = &object.text;
                vec![Node::line(format!("«{reads} »{pointer} = {text}.to;« {pointer}s = {text}.tos;»"))]
            }
            false => {
                let ((address, shadow), text) = (self.address(), &object.text);
                let books = format!("{text}.tos = {shadow}; writes({}, 2);", object.shadow());
                vec![Node::line(format!("{text}.to = {address};« {books}»"))]
            }
        }
    }

    /// A compound literal: an object of the block around it, also where that is a statement without braces.
    fn literal(&mut self) -> Vec<Node> {
        let pointer = self.random.pick(&self.pointers).clone();
        let bare = self.random.once_in(6).then(|| self.condition());
        if bare.is_some() {
            self.open();
        }
        let (object, text) = match self.random.below(3) {
            0 => {
                let value = self.value();
                (self.object("", Shape::Number), format!("&(int){{{value}}}"))
            }
            1 => {
                let value = self.box_value();
                (self.object("", Shape::Box), format!("(struct box@){value}.v"))
            }
            _ => {
                let (a, b) = (self.value(), self.value());
                (self.object("", Shape::Array(2)), format!("(int[]){{{a}, {b}}}"))
            }
        };
        let books = format!("{pointer}s = {}; all({}, 1);", object.number(0).1, object.shadow());
        let Some(condition) = bare else { return vec![Node::line(format!("{pointer} = {text};« {books}»"))] };
        let here = self.here();
        self.close();
        let set = format!("if ({condition}) «{{ {here}; »{pointer} = {text};« {books} }}»");
        vec![Node::line(set), self.here_line()]
    }

    fn allocate(&mut self) -> Vec<Node> {
        let (pointer, value) = (self.random.pick(&self.pointers).clone(), self.value());
        let set = format!("{pointer} = __builtin_alloca(2 * sizeof(int));« {pointer}s = room(&frame, 2);»");
        vec![Node::line(format!("{set}\n«writes({pointer}s, 0); »*{pointer} = {value};"))]
    }

    /// Follows a pointer, whatever it points to now.
    pub fn follow(&mut self) -> Vec<Node> {
        if !self.boxes.is_empty() && self.random.once_in(3) {
            let pointer = self.random.pick(&self.boxes).clone();
            let (index, value) = (self.random.below(2), self.value());
            let text = match self.random.below(6) {
                0 | 1 => {
                    format!("«reads({pointer}s, {index}); »sum@ = sum@ * 3u + (unsigned int){pointer}->v[{index}];")
                }
                2 => format!("«reads({pointer}s, 2); reads({pointer}->tos, 0); »sum@ += (unsigned int)*{pointer}->to;"),
                3 => format!("«reads_all({pointer}s); »(void)*{pointer};"),
                _ => format!("«writes({pointer}s, {index}); »{pointer}->v[{index}] = {value};"),
            };
            return self.guarded(&pointer, text);
        }
        let (pointer, value) = (self.random.pick(&self.pointers).clone(), self.value());
        let text = match self.random.below(9) {
            0..=3 => format!("«reads({pointer}s, 0); »sum@ = sum@ * 3u + (unsigned int)*{pointer};"),
            4..=6 => format!("«writes({pointer}s, 0); »*{pointer} = {value};"),
            7 => format!("«reads({pointer}s, 0); »*{pointer} ^= {value};"),
            _ => format!("if («(reads({pointer}s, 0), »*{pointer}«)» > {value}) {{ sum@++; }}"),
        };
        self.guarded(&pointer, text)
    }

    fn guarded(&mut self, pointer: &str, text: String) -> Vec<Node> {
        vec![match self.random.below(10) {
            0 => Node::line(text),
            _ => Node::block(format!("if ({pointer})"), vec![Node::line(text)]),
        }]
    }

    /// Reads or writes an object by its name; an array also with an index that may be too large.
    fn direct(&mut self) -> Vec<Node> {
        let arrays = self.objects.iter().filter(|object| matches!(object.shape, Shape::Array(_)));
        let arrays: Vec<Object> = arrays.cloned().collect();
        let pool = if self.random.once_in(2) { &arrays } else { &self.objects };
        let object = self.random.pick(pool).clone();
        if let (Shape::Array(length), true) = (object.shape, self.random.once_in(4)) {
            // With the size of an element, the last two wrap around the address space.
            let index = match self.random.below(5) {
                0 => format!("{length} + seen@[0]"),
                1 => "seen@[1]".to_owned(),
                2 => "seen@[0] - 1".to_owned(),
                3 => format!("0x40000000u + (unsigned int)(seen@[0] & {})", length - 1),
                _ => format!("(1ul << (8 * sizeof(long) - 2)) + (unsigned long)(seen@[0] & {})", length - 1),
            };
            let (text, shadow, value) = (&object.text, object.shadow(), self.value());
            return vec![Node::line(format!("«writes({shadow}, {index}); »{text}[{index}] = {value};"))];
        }
        let ((text, shadow), value) = (object.number(self.random.below(4)), self.value());
        vec![Node::line(match self.random.once_in(2) {
            true => format!("«reads({shadow}, 0); »sum@ = sum@ * 3u + (unsigned int){text};"),
            false => format!("{text} = {value};« writes({shadow}, 0);»"),
        })]
    }

    /// Looks for a value that nothing has, unless it can be anything; then gives it one.
    fn probe_of(&mut self, object: &Object) -> Node {
        let ((text, shadow), value) = (object.number(0), self.value());
        let set = format!("{text} = {value};« writes({shadow}, 0);»");
        Node::line(format!("«probes({shadow}); »if ({text} == 7777777) {{ reach_error(); }}\n{set}"))
    }

    fn probe(&mut self) -> Vec<Node> {
        let newest = self.objects.last().cloned().filter(|object| object.level.is_some());
        match newest {
            Some(object) => vec![self.probe_of(&object)],
            None => self.direct(),
        }
    }

    /// Calls a function: one of those made before, or the one that is made.
    fn call(&mut self) -> Vec<Node> {
        let recursive = self.own.gives != Gives::Nothing && self.random.once_in(2);
        if !recursive && self.functions.is_empty() {
            return self.point();
        }
        let function = if recursive { self.own.clone() } else { self.random.pick(&self.functions).clone() };
        let mut arguments = vec![if recursive { "n - 1".to_owned() } else { self.random.below(3).to_string() }];
        let mut before = String::new();
        for takes in &function.takes {
            arguments.push(match takes {
                Takes::Number => self.value(),
                Takes::Address => {
                    let (address, shadow) = self.address();
                    format!("{address}«, {shadow}»")
                }
                Takes::Box => {
                    let boxes: Vec<Object> =
                        self.objects.iter().filter(|object| object.shape == Shape::Box).cloned().collect();
                    if boxes.is_empty() || self.random.once_in(3) {
                        format!("(struct box@){}", self.box_value())
                    } else {
                        let object = self.random.pick(&boxes).clone();
                        before += &format!("«reads_all({}); »", object.shadow());
                        object.text
                    }
                }
            });
        }
        let call = format!("{}({})", function.name, arguments.join(", "));
        let pointer = self.random.pick(&self.pointers).clone();
        let line = match (function.gives, self.random.below(5)) {
            (Gives::Number | Gives::Nothing, _) => format!("sum@ += (unsigned int){call};"),
            (Gives::Address, _) => format!("{pointer} = {call};« {pointer}s = returned;»"),
            (Gives::Box, 0) => format!("{pointer} = {call}.v;« {pointer}s = gone(2);»"),
            (Gives::Box, 1) => format!("sum@ += (unsigned int){call}.v[0];"),
            (Gives::Box, _) => {
                let boxes: Vec<Object> =
                    self.objects.iter().filter(|object| object.shape == Shape::Box).cloned().collect();
                if recursive || (!boxes.is_empty() && self.random.once_in(2)) {
                    if boxes.is_empty() {
                        format!("{call};")
                    } else {
                        let object = self.random.pick(&boxes).clone();
                        format!("{} = {call};« all({}, 1);»", object.text, object.shadow())
                    }
                } else {
                    let object = self.object("x", Shape::Box);
                    let line = format!("struct box@ {} = {call};« all({}, 1);»", object.text, object.shadow());
                    self.objects.push(object);
                    line
                }
            }
        };
        let line = Node::line(before + &line);
        if recursive {
            vec![Node::block("if (n > 0)", vec![line])]
        } else {
            vec![line]
        }
    }

    /// A block, also one with an array of variable length, which nothing jumps over.
    fn alone(&mut self, depth: usize) -> Vec<Node> {
        let variable = self.random.once_in(4);
        let block = self.block(|lives| {
            let mut nodes = Vec::new();
            if variable {
                let (object, value) = (lives.object("x", Shape::Variable(2)), lives.value());
                let (text, shadow) = (&object.text, object.shadow());
                nodes.push(Node::line(format!("int {text}[2 + (seen@[0] & 1)];« variable(&frame);»")));
                let set = format!("for (int k = 0; k < 2 + (seen@[0] & 1); k++) {{ {text}[k] = {value}; }}");
                nodes.push(Node::line(format!("{set}« all({shadow}, 1);»")));
                lives.objects.push(object.clone());
                nodes.extend(lives.point_to(&object));
            }
            nodes.extend(lives.body(depth));
            nodes
        });
        vec![block, self.here_line()]
    }

    fn conditional(&mut self, depth: usize) -> Vec<Node> {
        let condition = self.condition();
        let then = self.block(|lives| lives.body(depth));
        let mut nodes = vec![Node { children: vec![then], ..Node::line(format!("if ({condition})")) }];
        if self.random.once_in(3) {
            let otherwise = self.block(|lives| lives.body(depth));
            nodes.push(Node { children: vec![otherwise], ..Node::line("else") });
        }
        nodes.push(self.here_line());
        nodes
    }

    /// A loop of one of C's kinds.
    fn turning(&mut self, depth: usize) -> Vec<Node> {
        let outside = (self.breakable, self.continuable);
        (self.breakable, self.continuable) = (true, true);
        let bound = 2 + self.random.below(2);
        let node = match self.random.below(4) {
            0 | 1 => {
                self.open();
                let counter = self.object("i", Shape::Number);
                let (text, here) = (counter.text.clone(), self.here());
                if self.random.once_in(4) {
                    self.objects.push(counter.clone());
                }
                self.rounds.push(text.clone());
                let body = self.block(|lives| lives.body(depth));
                self.rounds.pop();
                self.close();
                let start = format!("int {text} = («{here}, all({}, 1), »0)", counter.shadow());
                let head = format!("for ({start}; («{here}, »{text} < {bound}); {text}++)");
                vec![Node { children: vec![body], ..Node::line(head) }]
            }
            kind => {
                let counter = self.name("k");
                self.counters.push(counter.clone());
                self.rounds.push(counter.clone());
                let body = self.block(|lives| lives.body(depth));
                self.rounds.pop();
                let (here, start) = (self.here(), Node::line(format!("{counter} = 0;")));
                let head = format!("while («{here}, »{counter}++ < {bound})");
                match kind {
                    2 => vec![start, Node { children: vec![body], ..Node::line(head) }],
                    _ => vec![start, Node { open: "do".to_owned(), children: vec![body], close: head + ";" }],
                }
            }
        };
        (self.breakable, self.continuable) = outside;
        [node, vec![self.here_line()]].concat()
    }

    /// A switch, with locals ahead of its first label, behind others, and with labels in blocks.
    fn switch(&mut self, depth: usize) -> Vec<Node> {
        let outside = std::mem::replace(&mut self.breakable, true);
        let selector = format!("seen@[{}]", self.random.below(2));
        let first = self.random.below(2);
        let body = self.block(|lives| {
            let mut nodes = Vec::new();
            let early = lives.random.once_in(2);
            if early {
                nodes.extend(lives.declare());
            }
            for label in first..first + 3 {
                let case = if label == first + 2 { "default:".to_owned() } else { format!("case {label}:") };
                let at = |lives: &Lives| Node::line(format!("{case} ;«{};»", lives.here()));
                if lives.random.once_in(3) {
                    let inner = lives.block(|lives| {
                        let mut nodes = lives.declare();
                        nodes.push(at(lives));
                        if lives.random.once_in(5) {
                            nodes.extend(lives.probe());
                        }
                        lives.statement(depth - 1, &mut nodes);
                        nodes
                    });
                    nodes.push(inner);
                    nodes.push(lives.here_line());
                } else {
                    nodes.push(at(lives));
                    if early && lives.random.once_in(4) {
                        nodes.extend(lives.probe());
                    }
                    lives.statement(depth - 1, &mut nodes);
                }
                if lives.random.once_in(2) {
                    nodes.push(Node::line("break;"));
                }
            }
            nodes
        });
        self.breakable = outside;
        vec![Node { children: vec![body], ..Node::line(format!("switch ({selector})")) }, self.here_line()]
    }

    /// A jump forward, over declarations.
    fn skip(&mut self, depth: usize) -> Vec<Node> {
        let (label, condition) = (self.name("skip"), self.condition());
        let mut nodes = vec![Node::line(format!("if ({condition}) {{ goto {label}; }}"))];
        nodes.extend(self.declare());
        nodes.extend(self.point());
        let newest = self.objects.last().cloned();
        (0..self.random.below(2)).for_each(|_| self.statement(depth - 1, &mut nodes));
        nodes.push(Node::line(format!("{label}: ;«{};»", self.here())));
        if let Some(object) = newest.filter(|_| self.random.once_in(5)) {
            nodes.push(self.probe_of(&object));
        }
        nodes
    }

    /// A jump back, out of a block, in the same one, or over it.
    fn again(&mut self, depth: usize) -> Vec<Node> {
        let (label, counter) = (self.name("again"), self.name("k"));
        self.counters.push(counter.clone());
        let mut nodes =
            vec![Node::line(format!("{counter} = 0;")), Node::line(format!("{label}: ;«{};»", self.here()))];
        let back = Node::line(format!("if ({counter}++ < 1) {{ goto {label}; }}"));
        self.rounds.push(counter);
        match self.random.below(3) {
            0 => nodes.extend(self.body(depth)),
            1 => {
                let block = self.block(|lives| lives.body(depth));
                nodes.extend([block, self.here_line()]);
            }
            _ => {
                let block = self.block(|lives| [lives.body(depth), vec![back.clone()]].concat());
                self.rounds.pop();
                nodes.extend([block, self.here_line()]);
                return nodes;
            }
        }
        self.rounds.pop();
        nodes.push(back);
        nodes
    }

    /// A jump into a block, behind its declarations.
    fn jump_in(&mut self, depth: usize) -> Vec<Node> {
        let (label, condition) = (self.name("in"), self.condition());
        let mut nodes = vec![Node::line(format!("if ({condition}) {{ goto {label}; }}"))];
        nodes.extend(self.follow());
        let block = self.block(|lives| {
            let mut nodes = lives.declare();
            nodes.push(Node::line(format!("{label}: ;«{};»", lives.here())));
            if lives.random.once_in(5) {
                nodes.extend(lives.probe());
            }
            lives.statement(depth - 1, &mut nodes);
            nodes
        });
        nodes.extend([block, self.here_line()]);
        nodes
    }

    /// A way out.
    fn jump(&mut self) -> Vec<Node> {
        let condition = self.condition();
        let out = match self.random.below(4) {
            0 if self.breakable => vec![Node::line("break;")],
            1 if self.continuable => vec![Node::line("continue;")],
            2 if self.own.gives != Gives::Nothing => self.leave(),
            _ => vec![Node::line(format!("goto {};", self.out))],
        };
        vec![Node::block(format!("if ({condition})"), out)]
    }

    /// The function's end, with what it gives.
    pub fn leave(&mut self) -> Vec<Node> {
        vec![Node::line(match self.own.gives {
            Gives::Nothing => return Vec::new(),
            Gives::Number => format!("return {};", self.value()),
            Gives::Address => {
                let (address, shadow) = self.address();
                format!("«returned = {shadow}; »return {address};")
            }
            Gives::Box => {
                let boxes: Vec<Object> =
                    self.objects.iter().filter(|object| object.shape == Shape::Box).cloned().collect();
                if boxes.is_empty() || self.random.once_in(3) {
                    format!("return (struct box@){};", self.box_value())
                } else {
                    let object = self.random.pick(&boxes).clone();
                    format!("«reads_all({}); »return {};", object.shadow(), object.text)
                }
            }
        })]
    }
}
