//! Random functions: called directly and through pointers, recursive, with pointers and records for arguments.

use super::expressions::{Parameter, PAIRS};
use super::generate::{Callable, Generator};
use super::program::Node;
use super::types::{Type, INT, UCHAR};

/// How many levels recursive functions go down at most.
const LEVELS: usize = 4;

impl Generator {
    /// Functions of all kinds; callers know them afterwards.
    pub fn functions(&mut self) -> Vec<Node> {
        let mut nodes: Vec<Node> = (0..PAIRS).map(|number| self.pair(number)).collect();
        for _ in 0..1 + self.random.below(2) {
            let node = match self.random.below(13) {
                0 => self.sum(),
                1 => self.backwards(),
                2 => self.reader(),
                3 => self.changer(),
                4 | 5 => self.writer(),
                6 => self.recursion(),
                7 => self.mutual_recursion(),
                8 => self.recursion_with_pointers(),
                9 => self.apply(),
                10 => self.counter(),
                11 => self.table_of_functions(),
                _ => self.tail_recursion(),
            };
            nodes.extend(node);
        }
        nodes
    }

    /// What is made where only globals and these parameters are known.
    fn within<T>(&mut self, parameters: &[(&str, Type)], make: impl FnOnce(&mut Generator) -> T) -> T {
        let known = self.places.len();
        parameters.iter().for_each(|(name, ty)| self.register(name, ty.clone(), false));
        let made = make(self);
        self.places.truncate(known);
        made
    }

    fn returned(&mut self, depth: usize) -> Node {
        Node::line(format!("return {};", self.expression(depth)))
    }

    /// A function of two numbers, which reads globals and writes nothing.
    fn pair(&mut self, number: usize) -> Node {
        let body = self.within(&[("a", INT), ("b", INT)], |generator| {
            let early = Node::block(format!("if (a < {})", generator.random.below(50)), vec![generator.returned(2)]);
            vec![early, generator.returned(2)]
        });
        Node::block(format!("static int pair{number}@(int a, int b)"), body)
    }

    fn knows(&mut self, name: String, parameters: Vec<Parameter>) {
        self.callable.push(Callable { name, parameters, gives: Some(INT) });
    }

    fn acts(&mut self, name: String, parameters: Vec<Parameter>, gives: Option<Type>) {
        self.actions.push(Callable { name, parameters, gives });
    }

    /// Sums an array up by a pointer that moves, with `break` and `continue`.
    fn sum(&mut self) -> Vec<Node> {
        let name = self.name("sum") + "@";
        let ty = self.random.pick(&[INT, UCHAR, Type::Scalar(2)]).clone();
        let (skipped, limit) = (self.random.below(20), 50 + self.random.below(400));
        let at = Type::declare(&ty, "*from", &self.records);
        let lines = [
            format!("if (*from == {skipped}) {{ from++; continue; }}"),
            "total += *from++;".to_owned(),
            format!("if (total > {limit}) break;"),
        ];
        let turn = Node::block("while (count-- > 0)", lines.into_iter().map(Node::line).collect());
        let body = vec![Node::line("int total = 0;"), turn, Node::line("return total;")];
        let node = Node::block(format!("static int {name}(const {at}, int count)"), body);
        self.knows(name, vec![Parameter::Row(ty, 4), Parameter::Below(4)]);
        vec![node]
    }

    /// Folds an array from its end, by comparing pointers.
    fn backwards(&mut self) -> Vec<Node> {
        let name = self.name("back") + "@";
        let ty = self.random.pick(&[INT, Type::Scalar(3), Type::Scalar(7)]).clone();
        let (from, end) = (ty.declare("*from", &self.records), ty.declare("*end = from + 4", &self.records));
        let turn = vec![Node::line("end--;"), Node::line("total = total * 3 + (int)*end + (int)(end - from);")];
        let body = vec![
            Node::line("int total = 1;"),
            Node::line(format!("const {end};")),
            Node::block("while (end > from)", turn),
            Node::line("return total;"),
        ];
        let node = Node::block(format!("static int {name}(const {from})"), body);
        self.knows(name, vec![Parameter::Row(ty, 4)]);
        vec![node]
    }

    /// Takes a record by value.
    fn reader(&mut self) -> Vec<Node> {
        let name = self.name("read") + "@";
        let ty = Type::Record(self.random.below(self.records.len()));
        let body = self.within(&[("s", ty.clone())], |generator| vec![generator.returned(2)]);
        let node = Node::block(format!("static int {name}({})", ty.declare("s", &self.records)), body);
        self.knows(name, vec![Parameter::Value(ty)]);
        vec![node]
    }

    /// Takes a record by value, changes it, and gives it back.
    fn changer(&mut self) -> Vec<Node> {
        let name = self.name("change") + "@";
        let ty = Type::Record(self.random.below(self.records.len()));
        let body = self.within(&[("s", ty.clone()), ("x", INT)], |generator| {
            let mut body = Vec::new();
            (0..2).for_each(|_| generator.statement(1, &mut body));
            body.push(Node::line("return s;"));
            body
        });
        let given = ty.declare(&format!("{name}({}, int x)", ty.declare("s", &self.records)), &self.records);
        let node = Node::block(format!("static {given}"), body);
        self.acts(name, vec![Parameter::Value(ty.clone()), Parameter::Number], Some(ty));
        vec![node]
    }

    /// Writes through a pointer.
    fn writer(&mut self) -> Vec<Node> {
        let name = self.name("write") + "@";
        let target = self.pointer_target();
        let body = self.within(&[("at", target.clone().pointer()), ("x", INT)], |generator| {
            let mut body = Vec::new();
            (0..2).for_each(|_| generator.statement(1, &mut body));
            if matches!(target, Type::Scalar(_)) {
                let value = generator.expression(1);
                body.push(Node::line(format!("*at ^= {value};")));
            }
            body
        });
        let at = target.clone().pointer().declare("at", &self.records);
        let node = Node::block(format!("static void {name}({at}, int x)"), body);
        self.acts(name, vec![Parameter::Address(target), Parameter::Number], None);
        vec![node]
    }

    /// Calls itself and goes on.
    fn recursion(&mut self) -> Vec<Node> {
        let name = self.name("deep") + "@";
        let body = self.within(&[("n", INT), ("x", INT)], |generator| {
            let last = Node::block("if (n <= 0)", vec![generator.returned(1)]);
            let call = Node::line(format!("int r = {name}(n - 1, {});", generator.expression(1)));
            let after = generator.within(&[("r", INT)], |generator| generator.returned(2));
            vec![last, call, after]
        });
        let node = Node::block(format!("static int {name}(int n, int x)"), body);
        self.acts(name, vec![Parameter::Below(LEVELS), Parameter::Number], Some(INT));
        vec![node]
    }

    /// A loop in the form of a function.
    fn tail_recursion(&mut self) -> Vec<Node> {
        let name = self.name("tail") + "@";
        let body = self.within(&[("n", INT), ("x", INT)], |generator| {
            let last = Node::block("if (n <= 0)", vec![Node::line("return x;")]);
            vec![last, Node::line(format!("return {name}(n - 1, {});", generator.expression(1)))]
        });
        let node = Node::block(format!("static int {name}(int n, int x)"), body);
        self.acts(name, vec![Parameter::Below(8), Parameter::Number], Some(INT));
        vec![node]
    }

    /// Two functions that call each other.
    fn mutual_recursion(&mut self) -> Vec<Node> {
        let (even, odd) = (self.name("even") + "@", self.name("odd") + "@");
        let one = |generator: &mut Generator, own: &str, other: &str| {
            let body = generator.within(&[("n", INT), ("x", INT)], |generator| {
                let last = Node::block("if (n <= 0)", vec![generator.returned(1)]);
                let (value, more) = (generator.expression(1), generator.literal());
                vec![last, Node::line(format!("return {other}(n - 1, {value}) ^ {more};"))]
            });
            Node::block(format!("static int {own}(int n, int x)"), body)
        };
        let declared = Node::line(format!("static int {odd}(int n, int x);"));
        let nodes = vec![declared, one(self, &even, &odd), one(self, &odd, &even)];
        self.acts(even, vec![Parameter::Below(LEVELS), Parameter::Number], Some(INT));
        nodes
    }

    /// Each level gets a pointer to the local of the one above.
    fn recursion_with_pointers(&mut self) -> Vec<Node> {
        let name = self.name("down") + "@";
        let value = self.within(&[("n", INT)], |generator| generator.expression(1));
        let lines = [
            format!("int here = {value};"),
            "if (n <= 0) { *at += 5; return *at; }".to_owned(),
            format!("int deeper = {name}(n - 1, &here);"),
            "*at ^= deeper;".to_owned(),
            "return deeper + here;".to_owned(),
        ];
        let body = lines.into_iter().map(Node::line).collect();
        let node = Node::block(format!("static int {name}(int n, int *at)"), body);
        self.acts(name, vec![Parameter::Below(LEVELS), Parameter::Address(INT)], Some(INT));
        vec![node]
    }

    /// Calls what it is given.
    fn apply(&mut self) -> Vec<Node> {
        let name = self.name("apply") + "@";
        let body = vec![Node::line("int first = f(a, b);"), Node::line("return first + f(b, 3);")];
        let node = Node::block(format!("static int {name}(int (*f)(int, int), int a, int b)"), body);
        self.knows(name, vec![Parameter::Function, Parameter::Number, Parameter::Number]);
        vec![node]
    }

    /// Keeps a number from call to call.
    fn counter(&mut self) -> Vec<Node> {
        let name = self.name("count") + "@";
        let lines = [
            format!("static long long total = {};", self.random.below(100)),
            "total = total * 3 + by;".to_owned(),
            "return (int)total;".to_owned(),
        ];
        let node = Node::block(format!("static int {name}(int by)"), lines.into_iter().map(Node::line).collect());
        self.acts(name, vec![Parameter::Number], Some(INT));
        vec![node]
    }

    /// Calls by number.
    fn table_of_functions(&mut self) -> Vec<Node> {
        let (name, table) = (self.name("select") + "@", self.name("functions") + "@");
        let kept = if self.random.once_in(2) { "const " } else { "" };
        let rows: Vec<String> = (0..4).map(|_| format!("pair{}@", self.random.below(PAIRS))).collect();
        let rows = Node::line(format!("static int (*{kept}{table}[4])(int, int) = {{{}}};", rows.join(", ")));
        let body = vec![Node::line(format!("return {table}[k & 3](a, b);"))];
        let node = Node::block(format!("static int {name}(int k, int a, int b)"), body);
        self.knows(name, vec![Parameter::Number, Parameter::Number, Parameter::Number]);
        vec![rows, node]
    }
}
