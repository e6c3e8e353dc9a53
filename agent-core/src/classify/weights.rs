//! Every weight and threshold of the classification, in one place. All are in 0..1.

/// Below this a field has no role.
pub(super) const THRESHOLD: f32 = 0.40;

/// A word marked `?` in the tables.
pub(super) const WEAK_WORD: f32 = 0.55;
/// A word of a language that is neither the page's nor English.
pub(super) const FOREIGN_WORD: f32 = 0.75;

/// The `autocomplete` attribute names the role.
pub(super) const AUTOCOMPLETE: f32 = 0.95;
/// The label says it.
pub(super) const LABEL: f32 = 0.90;
/// Text near the field says it, which the page itself does not make its label.
pub(super) const GUESSED_LABEL: f32 = 0.66;
/// The accessible name says it.
pub(super) const ACCESSIBLE_NAME: f32 = 0.85;
/// The placeholder says it. Placeholders may be examples.
pub(super) const PLACEHOLDER: f32 = 0.80;
/// `name` or `id` says it.
pub(super) const IDENTIFIER: f32 = 0.75;
/// The group's question says it.
pub(super) const QUESTION: f32 = 0.80;
/// The description says it.
pub(super) const DESCRIPTION: f32 = 0.30;
/// Text beside the field says it.
pub(super) const NEARBY: f32 = 0.55;
/// The heading above says it.
pub(super) const SECTION: f32 = 0.25;
/// The confidence that a field has no role when nothing at all is known of it.
pub(super) const NOTHING_KNOWN: f32 = 0.50;
/// The control's type tells much, but other things are typed into such boxes, too.
pub(super) const BROAD_TYPE: f32 = 0.50;
/// A file field that says nothing more is for any file.
pub(super) const ANY_FILE: f32 = 0.42;
/// The control's type leaves no doubt.
pub(super) const TYPE: f32 = 0.85;
/// The options are what such a field offers.
pub(super) const OPTIONS: f32 = 0.93;
/// `pattern`, `inputmode` and `maxlength` hint at it.
pub(super) const SHAPE: f32 = 0.30;
/// The neighbours decide it.
pub(super) const SEQUENCE: f32 = 0.85;

/// A word that is one among many in a text counts at least this share.
pub(super) const COVERAGE_FLOOR: f32 = 0.60;
/// A text of more words than this is a sentence, not a name of a field.
pub(super) const SENTENCE: f32 = 9.0;
/// A label has hardly more words than this, unless it lists what may be entered.
pub(super) const LABEL_WORDS: f32 = 5.0;
/// What a word in a sentence counts.
pub(super) const IN_SENTENCE: f32 = 0.50;
/// A word that is not the first of a label, or not the last of an identifier.
pub(super) const NOT_HEAD: f32 = 0.70;
/// What is left of the confidence when what people read contradicts `autocomplete`.
pub(super) const CONTRADICTED: f32 = 0.35;
/// A number beside a street is the house's when its label is this clear.
pub(super) const CLEAR_NUMBER: f32 = 0.60;
/// A label this clear can contradict `autocomplete`.
pub(super) const CLEAR_LABEL: f32 = 0.70;
/// Text that only stands near a field and is this clear can do so where a card, a password or an identity is at stake.
pub(super) const CLEAR_GUESS: f32 = 0.50;
/// The bare word "name" in an identifier of several words: `methodName` asks for nobody's name.
pub(super) const BARE_NAME: f32 = 0.50;
/// A word in what an identifier has in common with those of other fields.
pub(super) const SHARED: f32 = 0.50;
/// A hint in the field's own words, not only in the heading above it.
pub(super) const OWN_HINT: f32 = 0.40;
