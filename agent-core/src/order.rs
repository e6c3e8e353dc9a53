//! Sorting with little code: one sort of positions serves every type. In the browser each type that is
//! sorted by itself would bring a whole sort of its own.

use std::cmp::Ordering;

/// Sorts by a comparison. What is equal stays in order.
pub fn sort_by<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let mut places: Vec<usize> = (0..items.len()).collect();
    sort_places(&mut places, &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    let mut taken: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(places.into_iter().filter_map(|place| taken.get_mut(place)?.take()));
}

/// Sorts by a key. What is equal stays in order.
pub fn sort_by_key<T, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

#[inline(never)]
fn sort_places(places: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    places.sort_by(|a, b| compare(*a, *b));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_as_the_standard_library_does() {
        fn check(items: &[(u8, &str)]) {
            let (mut ours, mut theirs) = (items.to_vec(), items.to_vec());
            sort_by_key(&mut ours, |(number, _)| *number);
            theirs.sort_by_key(|(number, _)| *number);
            assert_eq!(ours, theirs);
        }
        check(&[]);
        check(&[(2, "a")]);
        check(&[(2, "a"), (1, "b"), (2, "c"), (1, "d"), (0, "e")]);
        let many: Vec<(u8, &str)> = (0_u8..200).map(|n| (n.wrapping_mul(73) % 11, "x")).collect();
        check(&many);
    }
}
