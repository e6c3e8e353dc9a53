//! Many changes in one program, each behind a switch (mutant schemata: Untch, Offutt and Harrold, 1993): compiling
//! takes long, choosing takes none.
//!
//! A function `{ B }` becomes `{ match chosen(7) { 17 => return { B with change 17 }, …, _ => {} } B }`. Its other text
//! stays as it is, functions within it have switches of their own.

use std::{collections::BTreeMap, ops::Range};

use anyhow::Result;
use syn::{
    spanned::Spanned as _,
    visit::{self, Visit},
};

use super::list::Mutant;

/// Says which change is tried: none where it is not set.
pub(super) const CHOSEN: &str = "VAULTY_MUTANT";
/// Names a file for the numbers of the functions that are called.
pub(super) const REACHED: &str = "VAULTY_REACHED";

/// A file with switches.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Switched {
    pub(super) text: String,
    /// What stands where in the text.
    pub(super) regions: Vec<(Range<usize>, Owner)>,
    /// The number of the function that each change is in.
    pub(super) within: BTreeMap<usize, usize>,
}

impl Switched {
    /// Whom a place in the text belongs to.
    pub(super) fn owner(&self, place: &Range<usize>) -> Option<Owner> {
        let around = self
            .regions
            .iter()
            .filter(|(region, _)| region.start <= place.start && place.start <= region.end);
        around.min_by_key(|(region, _)| region.len()).map(|(_, owner)| *owner)
    }
}

/// A body, and the changes in it with their numbers.
type Function<'a> = (Range<usize>, Vec<(usize, &'a Mutant)>);

/// Whom a part of a text belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// A function with switches, by its number.
    Function(usize),
    /// The copy with a change, by its number.
    Mutant(usize),
}

/// What stands between the braces of each function of a source, as bytes.
pub(super) fn bodies(source: &str) -> Result<Vec<Range<usize>>> {
    struct Bodies(Vec<Range<usize>>);
    impl Bodies {
        fn add(&mut self, block: &syn::Block) {
            let braces = block.span().byte_range();
            self.0.push(braces.start + 1..braces.end.saturating_sub(1));
        }
    }
    impl<'ast> Visit<'ast> for Bodies {
        fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
            self.add(&function.block);
            visit::visit_item_fn(self, function);
        }
        fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
            self.add(&function.block);
            visit::visit_impl_item_fn(self, function);
        }
        fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
            function.default.iter().for_each(|block| self.add(block));
            visit::visit_trait_item_fn(self, function);
        }
    }
    let mut bodies = Bodies(Vec::new());
    bodies.visit_file(&syn::parse_file(source)?);
    Ok(bodies.0)
}

/// The innermost body that a place lies in.
pub(super) fn body_of<'a>(
    bodies: &'a [Range<usize>],
    place: &Range<usize>,
) -> Option<&'a Range<usize>> {
    let around = |body: &&Range<usize>| body.start <= place.start && place.end <= body.end;
    bodies.iter().filter(around).min_by_key(|body| body.len())
}

/// A source with a copy of a body for each change in it. Functions are numbered from `first` on; a change that lies
/// in none is left out.
pub(super) fn switched(
    source: &str,
    bodies: &[Range<usize>],
    mutants: &[(usize, &Mutant)],
    first: usize,
) -> Switched {
    let mut functions: BTreeMap<usize, Function<'_>> = BTreeMap::new();
    for &(number, mutant) in mutants {
        let Some(body) = body_of(bodies, &mutant.place) else { continue };
        let (_, own) = functions.entry(body.start).or_insert_with(|| (body.clone(), Vec::new()));
        own.push((number, mutant));
    }
    let (mut text, mut regions, mut within) = (String::new(), Vec::new(), BTreeMap::new());
    // Bodies that have begun: where they end in the source, where they began in the text, and whose they are.
    let (mut open, mut copied) = (Vec::<(usize, usize, usize)>::new(), 0);
    let close = |open: &mut Vec<(usize, usize, usize)>, text: &str, copied: usize, to: usize| {
        let mut closed = Vec::new();
        while let Some((end, began, number)) = open.pop_if(|(end, ..)| *end <= to) {
            closed.push((began..text.len() + end - copied, Owner::Function(number)));
        }
        closed
    };
    for (number, (body, own)) in functions.into_values().enumerate() {
        regions.extend(close(&mut open, &text, copied, body.start));
        text += part(source, copied..body.start);
        copied = body.start;
        open.push((body.end, text.len(), first + number));
        text += &format!(" match crate::__mutants::chosen({}) {{", first + number);
        for (mutant, change) in own {
            text += &format!(" {mutant} => return {{");
            let began = text.len();
            text += part(source, body.start..change.place.start);
            text += &spaced(&change.replacement);
            text += part(source, change.place.end..body.end);
            regions.push((began..text.len(), Owner::Mutant(mutant)));
            text += "\n},";
            within.insert(mutant, first + number);
        }
        text += " _ => {} }";
    }
    regions.extend(close(&mut open, &text, copied, source.len()));
    text += part(source, copied..source.len());
    Switched { text, regions, within }
}

/// A source with these changes in their places, each in a home of its own, which is what belongs to it.
pub(super) fn changed(source: &str, mutants: &[(usize, Range<usize>, &Mutant)]) -> Switched {
    let mut mutants = mutants.to_vec();
    mutants.sort_by_key(|(_, home, _)| home.start);
    let (mut text, mut regions, mut copied) = (String::new(), Vec::new(), 0);
    for (number, home, mutant) in mutants {
        text += part(source, copied..home.start);
        let began = text.len();
        text += part(source, home.start..mutant.place.start);
        text += &spaced(&mutant.replacement);
        text += part(source, mutant.place.end..home.end);
        copied = home.end;
        regions.push((began..text.len(), Owner::Mutant(number)));
    }
    text += part(source, copied..source.len());
    Switched { text, regions, within: BTreeMap::new() }
}

/// What replaces an operator or a word must not grow together with its neighbours.
fn spaced(replacement: &str) -> String {
    format!(" {replacement} ")
}

fn part(source: &str, range: Range<usize>) -> &str {
    source.get(range).unwrap_or_default()
}

/// The module that is added to a crate whose functions have switches: this many of them.
pub(super) fn module(functions: usize) -> String {
    format!(
        r#"
#[doc(hidden)]
pub mod __mutants {{
    use std::{{fs::{{File, OpenOptions}}, io::Write as _, sync::{{OnceLock, atomic::{{AtomicBool, Ordering}}}}}};

    static SETTINGS: OnceLock<(u32, Option<File>)> = OnceLock::new();
    static REACHED: [AtomicBool; {functions}] = [const {{ AtomicBool::new(false) }}; {functions}];

    #[inline]
    pub fn chosen(function: usize) -> u32 {{
        let (chosen, reached) = SETTINGS.get_or_init(|| {{
            let chosen = std::env::var("{CHOSEN}").ok().and_then(|number| number.parse().ok());
            let reached = std::env::var_os("{REACHED}");
            let file = reached.and_then(|file| OpenOptions::new().create(true).append(true).open(file).ok());
            (chosen.unwrap_or(u32::MAX), file)
        }});
        if let Some(mut file) = reached.as_ref() && !REACHED[function].swap(true, Ordering::Relaxed) {{
            file.write_all(format!("{{function}}\n").as_bytes()).unwrap();
        }}
        *chosen
    }}
}}
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
/// Ends with `}`.
fn outer(a: bool, b: bool) -> bool {
    fn inner(c: u8) -> bool { c > 1 }
    a && inner(2) // {
}
fn last() -> u8 { 1 }
";

    fn mutant(of: &str, replacement: &str) -> Mutant {
        let start = SOURCE.find(of).unwrap();
        Mutant {
            name: format!("{of} to {replacement}"),
            file: "a.rs".to_owned(),
            place: start..start + of.len(),
            replacement: replacement.to_owned(),
        }
    }

    #[test]
    fn a_change_belongs_to_the_innermost_function() {
        let bodies = bodies(SOURCE).unwrap();
        assert_eq!(bodies.len(), 3);
        let check = |of: &str, expected: Option<&str>| {
            let body = body_of(&bodies, &mutant(of, "").place).map(|body| &SOURCE[body.clone()]);
            assert_eq!(body.map(str::trim), expected, "{of}");
        };
        check("> 1", Some("c > 1"));
        check("inner(2)", Some(SOURCE[bodies[0].clone()].trim()));
        check("bool)", None);
    }

    #[test]
    fn each_change_has_a_copy_of_the_body() {
        let mutants = [mutant("&&", "||"), mutant("> 1", ">= 1"), mutant("c > 1", "true")];
        let numbered: Vec<_> = mutants.iter().enumerate().map(|(at, m)| (10 + at, m)).collect();
        let switched = switched(SOURCE, &bodies(SOURCE).unwrap(), &numbered, 5);
        let expected = "\
/// Ends with `}`.
fn outer(a: bool, b: bool) -> bool { match crate::__mutants::chosen(5) { 10 => return {
    fn inner(c: u8) -> bool { c > 1 }
    a  ||  inner(2) // {

}, _ => {} }
    fn inner(c: u8) -> bool { match crate::__mutants::chosen(6) { 11 => return { c  >= 1  
}, 12 => return {  true  
}, _ => {} } c > 1 }
    a && inner(2) // {
}
fn last() -> u8 { 1 }
";
        assert_eq!(switched.text, expected);
        assert!(syn::parse_file(&switched.text).is_ok());
        let whose = |of: &str| {
            let at = switched.text.rfind(of).unwrap();
            switched.owner(&(at..at + 1))
        };
        assert_eq!(whose("||"), Some(Owner::Mutant(10)));
        assert_eq!(whose("true"), Some(Owner::Mutant(12)));
        assert_eq!(whose("c > 1"), Some(Owner::Function(6)));
        assert_eq!(whose("a && inner"), Some(Owner::Function(5)));
        assert_eq!(whose("fn last"), None);
        assert_eq!(switched.within, BTreeMap::from([(10, 5), (11, 6), (12, 6)]));
    }

    #[test]
    fn alone_a_change_stands_in_its_place() {
        let (mutant, bodies) = (mutant("c > 1", "true"), bodies(SOURCE).unwrap());
        let home = body_of(&bodies, &mutant.place).unwrap().clone();
        let changed = changed(SOURCE, &[(3, home, &mutant)]);
        assert_eq!(changed.text, SOURCE.replace("c > 1", " true "));
        let at = changed.text.find("true").unwrap();
        assert_eq!(changed.owner(&(at..at)), Some(Owner::Mutant(3)));
        assert!(syn::parse_file(&format!("mod a {{ {} }}", module(3))).is_ok());
    }
}
