//! HTML's `pattern`: whether the whole text matches.
//!
//! A matcher for the part of JavaScript's regular expressions that forms use, small because it runs in
//! the browser. It follows sets of positions instead of backtracking, so no pattern makes it slow. What
//! it does not know (look-around, back references, most of `\p{…}`) it does not judge.

/// Longest pattern and longest text that are looked at, in characters.
const LONGEST: usize = 512;

/// Deepest nesting of groups.
const DEEPEST: usize = 12;

/// Steps after which a pattern is given up.
const STEPS: usize = 200_000;

/// Most that a count may ask for.
const LARGEST_COUNT: usize = 1_000;

/// Whether the whole text matches; `None` when that cannot be told here.
pub(super) fn matches(pattern: &str, text: &str) -> Option<bool> {
    let chars: Vec<char> = pattern.chars().take(LONGEST + 1).collect();
    let text: Vec<char> = text.chars().take(LONGEST + 1).collect();
    if chars.len() > LONGEST || text.len() > LONGEST {
        return None;
    }
    let mut parser = Parser { rest: &chars, depth: 0 };
    let alternatives = parser.alternatives()?;
    if !parser.rest.is_empty() {
        return None;
    }
    let mut run = Run { text: &text, steps: 0 };
    let mut start = vec![false; text.len() + 1];
    *start.first_mut()? = true;
    let ends = run.any_of(&alternatives, &start)?;
    ends.last().copied()
}

enum Node {
    One(Set),
    Start,
    End,
    Group(Vec<Vec<Node>>),
    Repeat { node: Box<Node>, min: usize, max: usize },
}

#[derive(Default)]
struct Set {
    negated: bool,
    ranges: Vec<(char, char)>,
    /// `d`, `w`, `s` or `L`, and whether it is negated.
    classes: Vec<(char, bool)>,
}

impl Set {
    fn single(c: char) -> Self {
        Self { ranges: vec![(c, c)], ..Self::default() }
    }

    fn holds(&self, c: char) -> bool {
        let in_class = |class: char| match class {
            'd' => c.is_ascii_digit(),
            'w' => c.is_ascii_alphanumeric() || c == '_',
            's' => c.is_whitespace(),
            _ => c.is_alphabetic(),
        };
        let inside = self.ranges.iter().any(|(from, to)| (*from..=*to).contains(&c))
            || self.classes.iter().any(|(class, negated)| in_class(*class) != *negated);
        inside != self.negated
    }
}

struct Parser<'p> {
    rest: &'p [char],
    depth: usize,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<char> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn peek(&self) -> Option<char> {
        self.rest.first().copied()
    }

    fn eat(&mut self, wanted: &str) -> bool {
        let count = wanted.chars().count();
        let found =
            self.rest.len() >= count && self.rest.iter().zip(wanted.chars()).all(|(a, b)| *a == b);
        if found {
            self.rest = self.rest.get(count..).unwrap_or_default();
        }
        found
    }

    fn alternatives(&mut self) -> Option<Vec<Vec<Node>>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let mut alternatives = vec![Vec::new()];
        while let Some(c) = self.peek().filter(|c| *c != ')') {
            if c == '|' {
                self.next();
                alternatives.push(Vec::new());
                continue;
            }
            let node = self.atom()?;
            let node = self.repeated(node)?;
            alternatives.last_mut()?.push(node);
        }
        self.depth -= 1;
        Some(alternatives)
    }

    fn atom(&mut self) -> Option<Node> {
        Some(match self.next()? {
            '^' => Node::Start,
            '$' => Node::End,
            '.' => Node::One(Set {
                negated: true,
                ranges: vec![('\n', '\n'), ('\r', '\r')],
                ..Set::default()
            }),
            '[' => Node::One(self.class()?),
            '(' => {
                if self.peek() == Some('?') && !self.eat("?:") {
                    return None;
                }
                let inner = self.alternatives()?;
                if self.next() != Some(')') {
                    return None;
                }
                Node::Group(inner)
            }
            '\\' => {
                let mut set = Set::default();
                self.escape(&mut set)?;
                Node::One(set)
            }
            '*' | '+' | '?' | '{' | '}' | ']' => return None,
            c => Node::One(Set::single(c)),
        })
    }

    fn repeated(&mut self, node: Node) -> Option<Node> {
        let (min, max) = match self.peek() {
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            Some('?') => (0, 1),
            Some('{') => self.counts()?,
            _ => return Some(node),
        };
        self.next();
        // Whether it is lazy makes no difference to a whole match.
        self.eat("?");
        Some(Node::Repeat { node: Box::new(node), min, max })
    }

    /// `{2}`, `{2,}`, `{2,4}`; the closing brace is left for the caller.
    fn counts(&mut self) -> Option<(usize, usize)> {
        self.next();
        let min = self.number()?;
        let max = match self.peek()? {
            ',' => {
                self.next();
                if self.peek()? == '}' { usize::MAX } else { self.number()? }
            }
            _ => min,
        };
        (self.peek()? == '}' && min <= LARGEST_COUNT && min <= max).then_some((min, max))
    }

    fn number(&mut self) -> Option<usize> {
        let mut digits = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_digit) {
            digits.push(c);
            self.next();
        }
        digits.parse().ok()
    }

    fn class(&mut self) -> Option<Set> {
        let mut set = Set { negated: self.eat("^"), ..Set::default() };
        loop {
            let from = match self.next()? {
                ']' => return Some(set),
                '[' => return None,
                '\\' => self.escape(&mut set)?,
                c => {
                    set.ranges.push((c, c));
                    Some(c)
                }
            };
            let range = matches!(self.rest, ['-', to, ..] if *to != ']');
            if let (true, Some(from)) = (range, from) {
                self.next();
                let to = match self.next()? {
                    '\\' => self.escape(&mut set)??,
                    c => c,
                };
                set.ranges.push((from, to));
            }
        }
    }

    /// Adds what an escape stands for; gives its character, if it is a single one.
    fn escape(&mut self, set: &mut Set) -> Option<Option<char>> {
        let c = match self.next()? {
            class @ ('d' | 'w' | 's') => {
                set.classes.push((class, false));
                return Some(None);
            }
            class @ ('D' | 'W' | 'S') => {
                set.classes.push((class.to_ascii_lowercase(), true));
                return Some(None);
            }
            'p' if self.eat("{L}") || self.eat("{Letter}") || self.eat("{Alphabetic}") => {
                set.classes.push(('L', false));
                return Some(None);
            }
            't' => '\t',
            'n' => '\n',
            'r' => '\r',
            'u' => self.code(4)?,
            'x' => self.code(2)?,
            c if c.is_ascii_alphanumeric() => return None,
            c => c,
        };
        set.ranges.push((c, c));
        Some(Some(c))
    }

    fn code(&mut self, length: usize) -> Option<char> {
        let digits: String = self.rest.get(..length)?.iter().collect();
        self.rest = self.rest.get(length..)?;
        char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
    }
}

/// Positions of the text that have been reached, one flag each.
type Positions = Vec<bool>;

struct Run<'t> {
    text: &'t [char],
    steps: usize,
}

impl Run<'_> {
    fn any_of(&mut self, alternatives: &[Vec<Node>], from: &Positions) -> Option<Positions> {
        let mut reached = vec![false; from.len()];
        for sequence in alternatives {
            let mut here = from.clone();
            for node in sequence {
                here = self.after(node, &here)?;
            }
            merge(&mut reached, &here);
        }
        Some(reached)
    }

    fn after(&mut self, node: &Node, from: &Positions) -> Option<Positions> {
        self.steps += from.len();
        if self.steps > STEPS {
            return None;
        }
        let last = self.text.len();
        Some(match node {
            Node::Start => from.iter().enumerate().map(|(at, on)| *on && at == 0).collect(),
            Node::End => from.iter().enumerate().map(|(at, on)| *on && at == last).collect(),
            Node::One(set) => {
                let stepped = from.iter().zip(self.text).map(|(on, c)| *on && set.holds(*c));
                std::iter::once(false).chain(stepped).collect()
            }
            Node::Group(alternatives) => self.any_of(alternatives, from)?,
            Node::Repeat { node, min, max } => self.repeat(node, *min, *max, from)?,
        })
    }

    fn repeat(
        &mut self,
        node: &Node,
        min: usize,
        max: usize,
        from: &Positions,
    ) -> Option<Positions> {
        let mut here = from.clone();
        for _ in 0..min {
            here = self.after(node, &here)?;
        }
        let mut reached = here.clone();
        for _ in min..max {
            here = self.after(node, &here)?;
            if !merge(&mut reached, &here) {
                break;
            }
        }
        Some(reached)
    }
}

/// Adds positions; whether any was new.
fn merge(into: &mut Positions, from: &Positions) -> bool {
    let mut new = false;
    for (a, b) in into.iter_mut().zip(from) {
        new |= *b && !*a;
        *a |= *b;
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_forms() {
        for (pattern, text, expected) in [
            ("[0-9]{5}", "02139", Some(true)),
            ("[0-9]{5}", "2139", Some(false)),
            ("[0-9]{5}(-[0-9]{4})?", "02139-4307", Some(true)),
            (r"\d{3}-\d{3}-\d{4}", "617-253-5702", Some(true)),
            (r"\(\d{3}\) \d{3}[\-.]\d{4}", "(617) 253-5702", Some(true)),
            (r"^\+?[\d\s()-]+$", "+44 20 7946 0958", Some(true)),
            (r"[A-Za-z\s']+", "O'Brien", Some(true)),
            (r"[A-Za-z\s']+", "O’Brien", Some(false)),
            (r"[^@\s]+@[^@\s]+\.[a-z]{2,}", "a@b.org", Some(true)),
            (r"[^@\s]+@[^@\s]+\.[a-z]{2,}", "a@b.o", Some(false)),
            ("https?://.+", "http://x", Some(true)),
            ("https?://.+", "x", Some(false)),
            ("(0[1-9]|1[0-2])\\/?([0-9]{2})", "0431", Some(true)),
            ("(0[1-9]|1[0-2])\\/?([0-9]{2})", "1331", Some(false)),
            ("a|b|", "", Some(true)),
            (r"\p{L}+", "Übung", Some(true)),
            (r"[\u0041-\u0043]+", "CAB", Some(true)),
            ("[a-]+", "-a-", Some(true)),
            ("(a*)*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", Some(false)),
            ("(?=x).*", "x", None),
            (r"(.)\1", "aa", None),
            ("(((", "x", None),
            ("[^", "x", None),
            ("a{2", "aa", None),
            ("*", "x", None),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
        let deep = "(".repeat(400) + &")".repeat(400);
        assert_eq!(matches(&deep, "x"), None);
        let wide = "(((a{0,900}){0,900}){0,900}){0,900}b";
        assert_eq!(matches(wide, &"a".repeat(500)), None);
    }
}
