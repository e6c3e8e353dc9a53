// Made from the types of the crate `shared-types`. Do not edit.
// To make it again: UPDATE=1 cargo test -p shared-types --features schemas --test typescript

/**
 * Background → content script.
 */
export type ContentMessage = { "type": "OBSERVE",
/**
 * Wait until the document has been quiet, at most this many milliseconds. 0: at once.
 */
settleMs: number, } | { "type": "EXECUTE",
/**
 * What to do.
 */
operations: Array<Operation>,
/**
 * Whether the fields being written are outlined and scrolled to.
 */
show: boolean,
/**
 * As in `OBSERVE`, after the last operation.
 */
settleMs: number,
/**
 * Whether the answer carries a snapshot.
 */
observe: boolean,
/**
 * The job, for Stop and undo.
 */
jobId: string,
/**
 * What the buttons of widgets say.
 */
signs: Signs,
/**
 * What the documents around have just said to be seen, where the document is in a frame of another origin.
 */
seen?: SeenAround | null, } | { "type": "HOLD",
/**
 * What of it is held from now on.
 */
hold: Hold, } | { "type": "ENTRIES",
/**
 * The content script's number of the button, or of the form.
 */
button: number, } | { "type": "PLACES",
/**
 * Numbers of the elements.
 */
elements: Array<number>,
/**
 * Whether they are scrolled to, as far as the browser lets a frame scroll what is around it.
 */
scroll: boolean, } | { "type": "FRAMED",
/**
 * Number of the element that shows the frame.
 */
element: number,
/**
 * The how manieth of `window.frames` the frame said that it is.
 */
frame: number,
/**
 * The parts, in the frame's own window.
 */
parts: Array<RawBox>,
/**
 * What there must be of each at least.
 */
least: RawPaint, } | { "type": "POINTED" } | { "type": "LINKS" } | { "type": "NEXT_PICKED",
/**
 * Numbers of their elements.
 */
elements: Array<number>, } | { "type": "HALT",
/**
 * The job.
 */
jobId: string, } | { "type": "UNDO_WRITES",
/**
 * The job.
 */
jobId: string, } | { "type": "OUTLINE",
/**
 * Number of the element; `None` takes the outline away.
 */
element?: number | null, } | { "type": "HUD",
/**
 * `None` takes it away.
 */
hud: Hud | null, } | { "type": "SET_LOG_LEVEL",
/**
 * The level.
 */
level: LogLevel, };

/**
 * Content script → background, in answer.
 */
export type ContentReply = {
/**
 * One for each operation that was reached.
 */
results: Array<OperationResult>,
/**
 * The frame as it is now, if asked for.
 */
snapshot?: RawSnapshot | null,
/**
 * What goes along with a press, in order.
 */
entries?: Array<FormEntry>,
/**
 * With `entries`: how and where to the press sends, and the button itself, as text.
 */
way?: Private,
/**
 * With `entries`: `RawControl::digest` of what is pressed, of that very moment.
 */
wayDigest?: string | null,
/**
 * With `entries`: [`RawSnapshot::values_digest`] of that very moment.
 */
valuesDigest?: string | null,
/**
 * The content script's number of the field that was pointed at last, or next.
 */
pointed?: number | null,
/**
 * The links that are rendered, in the page's order, as they are.
 */
links?: Array<PageLink>,
/**
 * Where elements, or parts of a frame, are in the outermost window that the document can look into; none for what is
 * not there.
 */
places?: Array<RawBox | null>,
/**
 * The how manieth of its parent's `window.frames` that window is; none for the page itself.
 */
frame?: number | null,
/**
 * `RawSnapshot::place`, as it was when places were told.
 */
path?: Array<number>,
/**
 * Whether operations were left undone, because what was said around is no longer of the place of the next.
 */
isStale?: boolean,
/**
 * What parts of a frame have too little of to be seen: the name of a measure, `covered`, `window` where scrolling may
 * help, empty where it is enough.
 */
lacks?: Array<string>,
/**
 * What was wrong with the message, if something was.
 */
error?: string,
/**
 * Fields put back, and fields left alone.
 */
undone: [number, number],
/**
 * Milliseconds spent executing.
 */
executeMs: number,
/**
 * Milliseconds spent waiting for the page to be quiet.
 */
settleMs: number, };

/**
 * Facts that are checked again where the write happens.
 */
export type Expect = {
/**
 * `location.origin`
 */
origin: string,
/**
 * Local name in lower case.
 */
tag: string,
/**
 * `type` property; empty where there is none.
 */
type: string,
/**
 * `id` attribute.
 */
id: string,
/**
 * `name` attribute.
 */
name: string,
/**
 * `RawSnapshot::values_digest`, when the form's values must be what the person approved.
 */
valuesDigest?: string | null,
/**
 * `RawControl::digest` of what is pressed, when it must send what the person approved.
 */
way?: string | null,
/**
 * The same of the hidden inputs that go along, by the content script's number.
 */
hidden?: Array<[number, string]> | null,
/**
 * Names and digests of all that goes along, as the card listed it ([`FormEntry::digest`]).
 *
 * [`FormEntry::digest`]: crate::snapshot::FormEntry::digest
 */
entries?: Array<[string, string]> | null,
/**
 * Names of entries that were shown to change at each press, and may.
 */
varies?: Array<string>,
/**
 * `RawControl::words`, where a field must still be called what it was called when it was judged.
 */
words?: string | null,
/**
 * The number of what stands in for a control that cannot be seen itself: a label, an opener, a box.
 */
face?: number | null,
/**
 * What must be painted at least, of the element or of its face. Without it nothing is seen.
 */
paint?: RawPaint | null, };

/**
 * How something belongs to the control that it stands in for.
 */
export type FaceKind = "label" | "beside" | "around1" | "around2" | "around3" | "around4";

/**
 * A file to put into a field.
 */
export type FileData = {
/**
 * File name.
 */
name: string,
/**
 * Media type.
 */
mediaType: string,
/**
 * Contents in base64.
 */
data: Private, };

/**
 * An entry of what a form would send (HTML, "constructing the entry list").
 */
export type FormEntry = {
/**
 * Its name.
 */
name: string,
/**
 * Its value; of a file the name, of a password bullets.
 */
value: Private,
/**
 * A digest of it as it would be sent, comparable within its document.
 */
digest: string,
/**
 * The content script's number of the control that it is of; absent where a script has added it, or the
 * button that is pressed.
 */
ref?: number | null,
/**
 * Whether it is a file.
 */
isFile?: boolean,
/**
 * Whether it is of a hidden input.
 */
isHidden?: boolean,
/**
 * Whether it is other than what its control holds.
 */
isChanged?: boolean, };

/**
 * A frame's snapshot with the browser's names for the frame.
 */
export type FrameSnapshot = {
/**
 * 0 for the page itself.
 */
frameId: number,
/**
 * The browser's id of the document.
 */
documentId: string,
/**
 * Its facts.
 */
snapshot: RawSnapshot, };

/**
 * What is held of what a page would send or open by itself.
 */
export type Hold = "nothing" | "sends" | "everything" | "turn";

/**
 * What the HUD shows. It takes no decision.
 */
export type Hud = {
/**
 * One short line.
 */
title: string,
/**
 * Another, or nothing.
 */
detail: string,
/**
 * 0 to 1; negative when there is nothing to measure.
 */
progress: number,
/**
 * `working`, `waiting`, `done`, `error`.
 */
tone: string, };

/**
 * An option of an opened list.
 */
export type ListOption = {
/**
 * The content script's number of it.
 */
ref: number,
/**
 * What a person reads.
 */
text: string,
/**
 * `aria-disabled`
 */
disabled?: boolean,
/**
 * `aria-selected`
 */
selected?: boolean, };

/**
 * How much is logged to the consoles. No level logs a value.
 */
export type LogLevel = "off" | "error" | "info" | "debug";

/**
 * One primitive step on one element.
 */
export type Operation = {
/**
 * The content script's number of the element (`RawNode::element`).
 */
ref: number,
/**
 * What must still be true of it.
 */
expect: Expect, } & ({ "op": "setText",
/**
 * The text.
 */
value: Private,
/**
 * How.
 */
strategy: TextStrategy, } | { "op": "setOptions",
/**
 * Positions in `RawControl::options`.
 */
positions: Array<number>,
/**
 * Their values, checked before choosing.
 */
values: Array<string>, } | { "op": "setChecked",
/**
 * The state it should have.
 */
checked: boolean, } | { "op": "setFiles",
/**
 * The files.
 */
files: Array<FileData>, } | { "op": "openList",
/**
 * Text to filter by, for lists that want typing.
 */
filter?: Private | null,
/**
 * Whether what is chosen already is taken out first, where the box shows it as tokens.
 */
clear?: boolean, } | { "op": "pickDate",
/**
 * `YYYY-MM-DD`, or `YYYY-MM` where a month is wanted.
 */
date: Private, } | { "op": "pickOption",
/**
 * The content script's number of the option.
 */
option: number, } | { "op": "closeList" } | { "op": "click",
/**
 * Whether it may send a form: the person said yes to it.
 */
maySend: boolean, } | { "op": "read" });

/**
 * What to do with an element. JSON is tagged by `op`.
 */
export type OperationKind = { "op": "setText",
/**
 * The text.
 */
value: Private,
/**
 * How.
 */
strategy: TextStrategy, } | { "op": "setOptions",
/**
 * Positions in `RawControl::options`.
 */
positions: Array<number>,
/**
 * Their values, checked before choosing.
 */
values: Array<string>, } | { "op": "setChecked",
/**
 * The state it should have.
 */
checked: boolean, } | { "op": "setFiles",
/**
 * The files.
 */
files: Array<FileData>, } | { "op": "openList",
/**
 * Text to filter by, for lists that want typing.
 */
filter?: Private | null,
/**
 * Whether what is chosen already is taken out first, where the box shows it as tokens.
 */
clear?: boolean, } | { "op": "pickDate",
/**
 * `YYYY-MM-DD`, or `YYYY-MM` where a month is wanted.
 */
date: Private, } | { "op": "pickOption",
/**
 * The content script's number of the option.
 */
option: number, } | { "op": "closeList" } | { "op": "click",
/**
 * Whether it may send a form: the person said yes to it.
 */
maySend: boolean, } | { "op": "read" };

/**
 * What came of an operation.
 */
export type OperationResult = {
/**
 * Whether it was done. Whether it *took* is decided from `read`.
 */
done: boolean,
/**
 * Why not.
 */
refusal?: RefusalReason | null,
/**
 * What stands in the way, for a person: `disabled`, or `covered by <div class=…>`.
 */
detail?: string,
/**
 * What was other than approved, as in `RawSnapshot::press_changed`.
 */
changed?: Array<string>,
/**
 * What the page says is wrong with it since it was written, in the page's words; they may quote it.
 */
complaint?: Private | null,
/**
 * What the element holds now: text, or `true`/`false` for what can be ticked, or file names.
 */
read?: Private | null,
/**
 * Positions of the chosen options of a `select`.
 */
chosen?: Array<number> | null,
/**
 * The options of an opened list.
 */
list?: Array<ListOption> | null, };

/**
 * A link of a page.
 */
export type PageLink = {
/**
 * What it is called, as the page says.
 */
text: string,
/**
 * Where it leads.
 */
address: string, };

/**
 * A profile value, a field's current value or a secret.
 *
 * `Debug` and log output show only that something is there, so a value cannot reach a log line by
 * accident. Numbers and booleans are accepted on input, because profiles and planners write them.
 */
export type Private = string;

/**
 * A box in a window, in CSS pixels.
 */
export type RawBox = {
/**
 * From the window's left edge.
 */
left: number,
/**
 * From its top.
 */
top: number,
/**
 * From its left edge.
 */
right: number,
/**
 * From its top.
 */
bottom: number, };

/**
 * The live state of a form control, a button or a widget, from its DOM properties.
 */
export type RawControl = {
/**
 * The `type` property (`submit` for a button without attribute), or `contenteditable`, or empty.
 */
type?: string,
/**
 * Current value: text of a control, text of an editable element. Never of a password:
 * there it is `"•"` when something is in it. Of chosen files their names.
 */
value?: Private,
/**
 * Whether the browser says that the person has changed it (`:user-valid`, `:user-invalid`), or is about to:
 * it has the focus and holds something else than the markup says.
 */
touched?: boolean,
/**
 * Whether it holds something else than the markup says (`defaultValue`, `defaultChecked`, `defaultSelected`).
 */
changed?: boolean,
/**
 * `checked`, for what can be.
 */
checked?: boolean | null,
/**
 * Matches `:disabled`.
 */
disabled?: boolean,
/**
 * `readOnly`
 */
readOnly?: boolean,
/**
 * `required`
 */
required?: boolean,
/**
 * `multiple`
 */
multiple?: boolean,
/**
 * `maxLength`, if not negative.
 */
maxLength?: number | null,
/**
 * `validationMessage`, when the control matches `:user-invalid`.
 */
validationMessage?: string,
/**
 * Options of a `select`, or of the `datalist` of an input.
 */
options?: Array<RawOption> | null,
/**
 * Options beyond the limit.
 */
omittedOptions?: number,
/**
 * Index in `nodes` of the form owner. A form that is not in the list: absent.
 */
form?: number | null,
/**
 * Whether it has a form owner at all.
 */
hasForm?: boolean,
/**
 * Resolved submit URL of a submit button (`formAction`, else the form's `action`).
 */
formAction?: string,
/**
 * Resolved `href` of a link.
 */
href?: string,
/**
 * Of a field, a digest of the words by which it is known. Only comparable in this document.
 */
words?: string,
/**
 * Of what is pressed, a digest of how and where to it sends, of its name, value and text; of a hidden
 * input, one of its name and value. Only comparable in this document.
 */
digest?: string,
/**
 * Number of chosen files.
 */
files?: number, };

/**
 * What may be seen of a control in its stead.
 */
export type RawFace = {
/**
 * The content script's number of it.
 */
ref: number,
/**
 * How it belongs to the control.
 */
how: FaceKind,
/**
 * How many other controls are in it.
 */
others?: number,
/**
 * What is painted of it.
 */
paint: RawPaint, };

/**
 * What a page tried to send or open by itself.
 */
export type RawHeld = {
/**
 * The how manieth attempt of this document it was, from 1 on.
 */
attempt: number,
/**
 * The content script's number of the form; absent for what is no form's.
 */
form?: number | null,
/**
 * The content script's number of the button that the form was to be sent by.
 */
submitter?: number | null,
/**
 * Where the form goes.
 */
formAction?: string,
/**
 * As `RawControl::digest`, of sending the form without a button.
 */
digest?: string, };

/**
 * An element or a text. Exactly one of `tag` and `text` is set.
 */
export type RawNode = {
/**
 * Index of the parent in `nodes`; absent for the root.
 */
parent?: number | null,
/**
 * A text node's text, white space as in the document.
 */
text?: string | null,
/**
 * An element's local name in lower case.
 */
tag?: string,
/**
 * The attributes that matter (see `content/markup.js`), verbatim.
 */
attrs?: { [key in string]: string },
/**
 * Number of the tree scope (document or shadow root) that ids are looked up in. 0: the document.
 */
scope?: number,
/**
 * The content script's number for the element, to name it in operations. Only on what can be
 * operated: controls, buttons, links, options of lists, forms that were held.
 */
ref?: number | null,
/**
 * True when the element or an ancestor is `display: none`, `visibility: hidden`, or skipped by
 * `content-visibility`.
 */
hidden?: boolean,
/**
 * What is painted of it. For elements with `ref` that are not `hidden`, and for what holds text directly
 * where it is in question whether that can be seen.
 */
paint?: RawPaint | null,
/**
 * What may be seen of a control in its stead, best first. Only where not all of it is painted itself.
 */
faces?: Array<RawFace>,
/**
 * Left, top, width, height in CSS pixels, relative to the document. For elements with `ref` and
 * for visible elements that hold text directly.
 */
box?: [number, number, number, number] | null,
/**
 * Whether it is laid out as a block of its own (not inline). Only where names are read from:
 * in labels, legends, buttons, links, and what ARIA attributes refer to.
 */
block?: boolean | null,
/**
 * Generated content: `::before` and `::after`, for labels, legends and buttons and what is in them.
 */
generated?: [string, string] | null,
/**
 * Whether its style draws what is no text and may be words: pictures, counters, markers of its own. Only in
 * what is pressed.
 */
draws?: boolean,
/**
 * Whether the text right in it can hardly be read. Only in what is pressed.
 */
faint?: boolean,
/**
 * The live state of a control.
 */
control?: RawControl | null,
/**
 * Of what shows a frame: the how manieth of `window.frames` that is.
 */
frame?: number | null, };

/**
 * An option as the DOM has it.
 */
export type RawOption = {
/**
 * `value`
 */
value: string,
/**
 * `label` or text.
 */
text: string,
/**
 * `selected`
 */
selected?: boolean,
/**
 * `disabled`, its own or its group's.
 */
disabled?: boolean, };

/**
 * What is painted of an element for a person who may scroll but does nothing else: measures of which more
 * is more to see (`content/paint.js`). Also what there must be of each at least, where something is written.
 */
export type RawPaint = {
/**
 * CSS pixels across that can be brought into view at once, after all that clips it; 0 where no
 * scrolling leads.
 */
width: number,
/**
 * The same from top to bottom.
 */
height: number,
/**
 * Share of its box that this is.
 */
share: number,
/**
 * The opacities of it and of all around it, multiplied. Of what fades in while nobody looks at the tab,
 * that of the end.
 */
opacity: number,
/**
 * How well what is written in it can be told from what is behind (WCAG 2.2, "contrast ratio", 1 to 21);
 * of what stands in for a control, and of a box to tick that the browser does not draw, the best of all
 * that is drawn in it. 21 where nothing is written, or a picture is behind.
 */
contrast: number,
/**
 * Size of its letters on the screen in CSS pixels; 0 where text begins outside of its box.
 */
letter: number,
/**
 * 1 when it stands upright, less the further it is turned, -1 when mirrored or upside down.
 */
upright: number,
/**
 * Share of its points over which nothing lies.
 */
free: number,
/**
 * Filters, masks, blend modes and clip paths of it and of all around it, as computed, each with its
 * name: `filter: blur(4px)`.
 */
effects: Array<string>, };

/**
 * One frame's facts. Nodes are listed in the order of the flat tree: what is in a shadow root stands
 * where it is rendered, and slotted nodes stand in their slots.
 */
export type RawSnapshot = {
/**
 * `location.href`
 */
url: string,
/**
 * `location.origin`; `"null"` for an opaque origin.
 */
origin: string,
/**
 * `document.title`
 */
title: string,
/**
 * `document.documentElement.lang`
 */
lang: string,
/**
 * `document.readyState`
 */
readyState: string,
/**
 * Width and height of the viewport in CSS pixels.
 */
viewport: [number, number],
/**
 * The nodes, parents before children.
 */
nodes: Array<RawNode>,
/**
 * Characters of text that were cut.
 */
omittedTextChars: number,
/**
 * Controls beyond the limit of nodes.
 */
omittedFields: number,
/**
 * Frames of this document that could not be looked into (counted by elements).
 */
omittedFrames: number,
/**
 * A digest over the values of the document's controls, only comparable in this document.
 */
valuesDigest: string,
/**
 * What the page tried to send or open by itself while it was written, and was held; the newest last.
 */
held?: Array<RawHeld>,
/**
 * What was other than approved when the approved press was kept back last: `values`, `way`,
 * `hidden:NAME`, `gone`, `entry:NAME`.
 */
pressChanged?: Array<string>,
/**
 * Whether the person has pressed a key or a button of the mouse in this document (sticky activation).
 */
used?: boolean,
/**
 * Whether the browser may have put back what fields held on an earlier visit: a reload, or a way back.
 */
restored?: boolean,
/**
 * Where the frame is: from the page down, the how manieth of its parent's `window.frames` each is. Empty for the page
 * itself.
 */
place?: Array<number>,
/**
 * Milliseconds that gathering took.
 */
gatherMs: number, };

/**
 * Why an action was not done. Every refusal has one.
 */
export type RefusalReason = "unknown-action" | "not-resolved" | "wrong-kind" | "element-changed" | "words-changed" | "document-changed" | "origin-changed" | "not-visible" | "disabled" | "read-only" | "covered" | "not-judged" | "unknown-key" | "no-provenance" | "does-not-fit" | "no-such-option" | "not-kept" | "needs-approval" | "no-consent" | "approval-stale" | "foreign-url" | "repeated" | "stopped" | "timed-out" | "page-error";

/**
 * What the documents around a frame of another origin were asked about: an operation is for it as it was then.
 */
export type SeenAround = {
/**
 * Where the element of each operation was, as `PLACES` said.
 */
places: Array<RawBox | null>,
/**
 * Where the frame was: `RawSnapshot::place`.
 */
path: Array<number>, };

/**
 * What the buttons of widgets say, in lower case and word by word. A button of a field that says anything
 * else is not pressed to open, turn or step it.
 */
export type Signs = {
/**
 * What opens a list or a calendar.
 */
opens: Array<string>,
/**
 * What turns the pages of a calendar.
 */
turns: Array<string>,
/**
 * What makes a number larger.
 */
more: Array<string>,
/**
 * What makes a number smaller.
 */
less: Array<string>,
/**
 * What empties a field. It is never pressed, but may stand beside what is.
 */
clears: Array<string>,
/**
 * Words of `opens` that choose: alone they choose what they stand beside, and open nothing.
 */
chooses: Array<string>,
/**
 * Words of `opens` for what such a word opens then: a list.
 */
lists: Array<string>,
/**
 * Words of `opens` for calendars: they open none for a list.
 */
days: Array<string>, };

/**
 * How text is written. The page decides which one it understands.
 */
export type TextStrategy = "setter" | "insertText" | "keys" | "tokens";
