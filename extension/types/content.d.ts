/**
 * What the content scripts share inside one frame's isolated world. `dom.js` creates it;
 * the others add to it, in the order in which they are injected.
 */

import type { ContentMessage, ContentReply, Expect, FaceKind, FileData, FormEntry, Hud, ListOption, LogLevel, OperationResult, PageLink, RawControl, RawFace, RawHeld, RawNode, RawPaint, RawSnapshot, RefusalReason, SeenAround, Signs, TextStrategy } from "./vaulty.d.ts";

/** Something read through a prototype: of a node, whatever its own properties are called. */
type Read = (target: any, ...rest: any[]) => any;

/** Each from 0 to 1. */
export type Colour = [red: number, green: number, blue: number, alpha: number];

/** In pixels of the window. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** In pixels of the window. */
export interface Point {
  x: number;
  y: number;
}

/** One layer of a background (CSS Backgrounds 3). */
export interface Layer {
  image: string;
  size: string;
  place: string;
  repeat: string;
  clip: string;
}

/** A shadow's colour and lengths (CSS Backgrounds 3, Filter Effects 1). */
export interface Shadow {
  colour: Colour;
  alpha: number;
  x: number;
  y: number;
  blur: number;
  spread: number;
  isInner: boolean;
}

/** What an element does to all that is in it. */
export interface Surrounding {
  element: Element;
  parent: Element | null;
  opacity: number;
  effects: string[];
  matrix: DOMMatrix | null;
  isBackHidden: boolean;
  overflowX: string;
  overflowY: string;
  position: string;
  clip: string;
  clipPath: string;
  /** Whether it neither clips, fades, turns nor holds what is positioned. */
  isPlain: boolean;
  /** The nearest around it that is not plain, or a document's root. */
  beyond: Element | null | undefined;
}

/** What is around elements, each read once for one look at the page. */
export interface Surroundings {
  styleIn(element: Element): CSSStyleDeclaration;
  rectIn(element: Element): DOMRect;
  surroundingOf(element: Element): Surrounding;
  /** The nearest around an element that does anything to it. */
  beyond(inner: Surrounding): Element | null;
}

/** The window of a document, and the frame that shows it. */
export interface Port {
  box: Box;
  overflowX: string;
  overflowY: string;
  direction: string;
  scrolled: [number, number];
  /** What can be scrolled to. */
  all: [number, number];
  /** Whether what the body says of overflow is said of the window. */
  isBodys: boolean;
  /** Whether it is a frame of another site's, around which nothing can be looked at. */
  isUnknown: boolean;
  frame: {
    element: Element;
    place: DOMRect;
    across: number;
    down: number;
    isRendered: boolean;
    pointOf: (point: Point) => Point;
    boxOf: (box: Box) => Box;
  } | null;
  /** Whether it shows the document turned, slanted or mirrored. */
  isTurned: boolean;
}

/** What an element's ground is, but for pictures. */
export interface Ground {
  colour: Colour;
  isPlain: boolean;
  isInset: boolean;
  isOpaque: boolean;
}

/** What is behind what is in elements, for one look at the page. None where a picture is. */
export interface Grounds {
  backdropOf(element: Element | null): Colour[] | null;
  groundOf(element: Element): Colour[] | null;
}

/** How well what is written or drawn in elements can be seen, for one look at the page: contrast, and size of letters. */
export interface Ink {
  lettersOf(element: any, rect: DOMRect, isField: boolean): [number, number];
  writingOf(element: any, rect: DOMRect): [number, number];
  inkOf(face: Element): number;
}

/** Something that may be painted over others and that no plain hit test finds. */
export interface Cover {
  element: Element;
  pseudo: "" | "::before" | "::after" | "::backdrop" | "::view-transition";
  /** How far it paints beyond its box, in pixels; -1 where no box is known. */
  reach: number;
  isInert: boolean;
}

/** What `paint.js` measures. */
export interface VaultyPaint {
  /** A measure for one look at the page. */
  painter(covers?: (doc: Document) => Cover[]): { measure(element: Element, how?: { isFace?: boolean; isText?: boolean; box?: Box }): RawPaint; rectIn(element: Element): DOMRect; styleIn(element: Element): CSSStyleDeclaration };
  /** All that takes no presses and may be painted over others, of each document once: for one turn in which the page does not run. */
  coversOnce(): (doc: Document) => Cover[];
  /** What may be seen of a control in its stead, with what is painted of each. */
  facesOf(element: Element, look: { measure(element: Element, how?: { isFace?: boolean }): RawPaint }): RawFace[];
  /** The same, without measuring. */
  standIns(element: Element): [Element, FaceKind][];
  othersIn(face: Element, element: Element): number;
  /** The share of the points of what is shown that can be seen where it stands now; what is in `face` is its own. */
  freeNow(shown: Element, face: Element, reaches: (hit: Element, x: number, y: number) => boolean, covers: (doc: Document) => Cover[], all?: Point[]): number;
  freeOfCovers(shown: Element, face: Element, points: { x: number; y: number }[], covers: Cover[]): number;
  /** Waits until pictures were looked at that may hide something; whether there were any. */
  pictured(): Promise<boolean>;
  /** Whether it takes no presses because the page closed it off. */
  isInert(style: CSSStyleDeclaration): boolean;
  /** Whether letters or a picture of something else's stand over an element. */
  writesOn(cover: Cover, below: Element): boolean;
  pointsOf(face: Element): { x: number; y: number }[];
  /** What an element that takes no presses may lay over others. */
  coversOf(element: Element, style: CSSStyleDeclaration, tag: string): Cover[];
  /** What is drawn below what is shown above everything else, and takes no presses. */
  backdropsIn(root: Document | ShadowRoot): Cover[];
  /** Those of which something may be in the window now. */
  inWindow(covers: Cover[]): Cover[];
  /** Whether what is drawn of an element at a point hides what is shown below. */
  hidesAt(element: Element, point: { x: number; y: number }, shown: Element): boolean;
  /** Which measure is less than it must be at least; empty where none is. */
  lacks(now: RawPaint, least: RawPaint): string;
  /** Whether no effect is known to change what is seen. */
  isPlain(paint: RawPaint): boolean;
  /** Said of all that is in a frame that is turned, slanted or mirrored. */
  TURNED: string;
}

/** What the buttons of a widget are for. */
export type Purpose = "opens" | "turns" | "more" | "less" | "clears";

/** Of the words that open: those that choose, those for lists, those for calendars. */
export type Opener = "chooses" | "lists" | "days";

/** Why an operation was not done. */
export interface Refused {
  reason: RefusalReason;
  detail: string;
  /** What is other than approved. */
  changed: string[];
}

/** Whose something is that is pressed, and as what. */
export interface Claim {
  /** The field; of what was approved that very element. */
  owner: Element;
  as: "approved" | "self" | "option" | "day" | "toggler" | "pager" | "more" | "less" | "beside";
}

/** What is painted over others, of each document once for one turn of the page. */
export type Covers = (doc: Document) => Cover[];

/**
 * What one order carries along: how long it may still wait for elements, and the writes that are to be read back once
 * the page has had its turn.
 */
export interface Run {
  jobId: string;
  show: boolean;
  /** Milliseconds. */
  patience: number;
  unread: Unread[];
  /** What the documents around this frame have just said to be seen of it, if they were asked. */
  seen?: SeenAround | null;
  /** The how manieth of the operations is done now. */
  at: () => number;
  /** When they came. */
  began: number;
  /** Whether one was not done, because what was said around is no longer of its place. */
  isStale: boolean;
}

/** A write that is to be read back. */
export interface Unread {
  result: OperationResult;
  element: Element;
  memory: Write;
}

/** What reading an element reports. */
export interface Reading {
  read: string;
  chosen?: number[];
}

/** What an operation wants of its element. */
export interface Needs {
  edits?: boolean;
  clicks?: boolean;
  still?: boolean;
  isOpen?: boolean;
}

/** What a field held before Vaulty wrote to it, and what it held afterwards. Only ever in memory. */
export interface Write {
  element: WeakRef<Element>;
  before: Reading;
  after: Reading;
  /** Those of a file field, before. */
  files: FileList | null;
  /** Whether an option of its list was chosen. */
  picked: boolean;
  /** Whether the page called it wrong before. */
  wasInvalid: boolean;
  /** What the page said of it before. */
  said: string;
  /** Whether a person had changed it before. */
  touched: boolean;
  /** The radio of the group that was chosen before. */
  rival: WeakRef<HTMLInputElement> | null;
}

/** What the walk over a page notes of it, in the order of the walk. */
export interface Gathered {
  nodes: RawNode[];
  omittedText: number;
  omittedFields: number;
  textLength: number;
  /** How far the document is scrolled. */
  scrolled: [number, number];
  /** Scope number of the host of each scope, and what its attributes refer to. */
  hostScopes: { scope: number; references: Set<Element> }[];
  /** Their indices in `nodes`. */
  forms: Map<Element, number>;
  /** What belongs to a form. */
  owned: [RawControl, Element][];
  /** What takes no presses and may hide what is below it. */
  covers: Cover[];
  /** Those of which something is in the window, as of the first look. */
  nearby: () => Cover[];
  look: ReturnType<VaultyPaint["painter"]>;
  /** What may be a field, of whatever element. */
  fields: [RawControl, Element][];
  /** What holds text itself, and takes up room; whether it is pressed. */
  holders: [RawNode, Element, boolean][];
  measured: [RawNode, Element][];
}

/** What is known of an element that is noted. */
export interface Noted {
  tag: string;
  attrs: Record<string, string>;
  scope: number;
  widget: boolean;
  option: boolean;
  role: string;
  hidden: boolean;
  /** Whether nothing below can be rendered. */
  gone: boolean;
  /** Whether it is, or is in, what is pressed or says what is ticked. */
  pressed: boolean;
  /** Whether a person reads what a style puts into it as part of a name. */
  generates: boolean;
}

/** A digest of the words by which a field is known, only comparable in this document. */
export type Words = (field: Element) => string;

declare global {
  /** Number ↔ element. Numbers are stable for the life of the document. */
  interface VaultyContent {
    /** The element with this number, if it still exists. */
    element(number: number): Element | null;
    /** The number of an element; a new one if it has none yet. */
    numberOf(element: Element): number;
    /** An element's shadow root, closed ones included. */
    shadowOf(element: Element): ShadowRoot | null;
    /** Numbers of elements, stable for the life of the document. */
    elements: { numbers: WeakMap<Element, number>; byNumber: Map<number, WeakRef<Element>> };
    /** Properties of nodes, read so that no page can shadow them, and digests (`dom.js`). */
    dom: Record<
      | "firstChild" | "nextSibling" | "previousSibling" | "nodeType" | "textContent" | "localName" | "attributeNames" | "attribute"
      | "hasAttribute" | "matches" | "checkVisibility" | "querySelector" | "rectOf",
      (target: any, argument?: any) => any
    > & {
      /** A function that takes what it is called on as its first argument. */
      uncurried(run: Function): Read;
      /** A property, read through the prototype of what has it. */
      getter(type: { prototype: object }, name: string): Read;
      /** A method, called through the prototype of what has it. */
      method(type: { prototype: any }, name: string): Read;
      /** As `shadowOf`, of an element with this local name. */
      shadowRootOf(host: Element, tag: string): ShadowRoot | null;
      /** A number for a file: another file, of whatever name, has another one. */
      numberOfFile(file: File): number;
      /** A text as two numbers, only comparable in this document. */
      mixed(text: string): [number, number];
      asHex(low: number, high: number): string;
      /** The words of a text, as a set. */
      words(text: string): Set<string>;
    };
    /** What browsers do differently (`platform.js`). */
    platform: {
      /** Selects what is in a field, where the browser's own command did nothing. */
      ensureSelected(owner: Element): void;
      /** Whether the browser says that a person has changed a field. */
      isTouched(element: Element): boolean;
      /** Whether a style transforms an element. */
      isTransformed(element: Element, style: CSSStyleDeclaration): boolean;
      /** Waits by a clock that goes on in tabs that nobody looks at; never ends where there is none. */
      unslowed(ms: number): Promise<void>;
    };
    /** What controls are and hold (`control.js`). */
    controls: {
      /** A selector of what can be filled in. */
      CONTROLS: string;
      WIDGET_ROLES: Set<string>;
      controlOf(target: any, tag: string): RawControl;
      cutValue(text: string): string;
      editable(target: Element): boolean;
      /** Whether it holds what Vaulty wrote into it when no person had touched it; `undo.js` knows. */
      holdsOurs(target: Element): boolean;
      /** Whether it is filled in, not pressed. */
      isFilledIn(target: Element): boolean;
      /** Whether something may be a list's box though nothing says so. */
      isLooseBox(target: Element, tag: string, attrs: Record<string, string>): boolean;
      /** Whether a label may be seen in its control's stead, or is none's. */
      mayStandIn(label: any): boolean;
      /** Whether a press on its label is one on it. */
      passesOn(target: any): boolean;
      /** The number of the field that the person is in. */
      pointed(): number | undefined;
      roleOf(target: Element): string;
    };
    /** What the markup and the style of an element say (`markup.js`). */
    markup: {
      /** Longest text that is taken. */
      MAX_TEXT: number;
      attributesOf(target: Element, tag: string): Record<string, string>;
      /** Whether a style draws in an element what is no text of it. */
      drawsUnread(target: Element): boolean;
      /** The texts that a style puts before and after. */
      generatedOf(target: Element): [string, string] | undefined;
      /** Whether an element is hidden, and whether everything in it must be. */
      hiddenness(target: Element, parent: { gone: boolean; hidden: boolean } | null): [boolean, boolean];
      /** Whether white space next to this can matter. */
      inline(node: Node | null, parentTag: string): boolean;
      kindOf(target: Element, tag: string, attrs: Record<string, string>): { widget: boolean; option: boolean; role: string };
      /** Elements that ARIA attributes refer to. */
      referenced(root: Document | ShadowRoot): Set<Element>;
      /** An address as the document resolves it. */
      resolved(address: string): string;
    };
    /** Notes each element and each text of the page (`walk.js`). */
    walk: {
      /** What a reading of the page begins with. */
      begun(): Gathered;
      /** To a tenth. */
      round(x: number): number;
      walk(all: Gathered, root: Element | null): void;
    };
    /** Gathers the facts of this frame. */
    snapshot(): RawSnapshot;
    /** `RawSnapshot.valuesDigest`, as of now. */
    valuesDigest(): string;
    /** A digest of a text, only comparable in this document. */
    digest(text: string): string;
    /** The words by which fields are known (`words.js`). */
    words: {
      /** Reads many fields of a page that does not change meanwhile. */
      reader(): Words;
      /** Whether a field is called otherwise than it was judged by, and than it was right after it was written. */
      areOther(field: Element, judged: string | null | undefined): boolean;
      /** What a field is called right after it was written is its own doing. */
      accept(field: Element): void;
      /** The page is judged anew. */
      forget(): void;
    };
    /** What a press sends as the form stands now (`forms.js`). */
    forms: {
      readonly asText: (value: FormDataEntryValue) => string;
      readonly attribute: Read;
      /** What differs from what was approved, right before the click. */
      readonly changes: (button: Element, expect: Expect, lists: Map<HTMLFormElement, [string, FormDataEntryValue][]>) => string[];
      /** Names whose entries differ between two lists. */
      readonly differing: (one: [string, string][], other: [string, string][]) => string[];
      /** What goes along with a press, each entry with the control that it is of. */
      readonly entries: (button: Element) => FormEntry[];
      /** The form that a press sends, or may have a script send. */
      readonly formOf: (button: Element) => HTMLFormElement | null;
      /** A digest of a hidden input. */
      readonly hidden: (input: HTMLInputElement) => string;
      /** Whether it is an element of HTML of this name, of whatever window. */
      readonly is: (node: any, name: string) => boolean;
      /** Whether it is the one entry that the browser itself fills in, with the name of an encoding. */
      readonly isCharset: (name: string, list: [string, FormDataEntryValue][]) => boolean;
      readonly isForm: (node: any) => node is HTMLFormElement;
      /** Whether what is under a name may differ: one entry stays one. */
      readonly isFree: (expect: Expect, name: string, one: [string, string][], other: [string, string][]) => boolean;
      /** Whether a list is made for us: nothing leaves. */
      readonly isListing: () => boolean;
      readonly isSubmitter: (button: Element) => boolean;
      /** Where a press leads by a link: its own, the one that it is in, those that it holds. */
      readonly linksOf: (button: Element) => (HTMLAnchorElement | HTMLAreaElement)[];
      /** What a form would send by a button (HTML, "constructing the entry list"). */
      readonly listOf: (button: Element, form?: HTMLFormElement | null) => [string, FormDataEntryValue][];
      /** What each form would send that a press may send: its own, or, where it has none, any. */
      readonly listsOf: (button: Element) => Map<HTMLFormElement, [string, FormDataEntryValue][]>;
      /** The values under a name. */
      readonly under: (list: [string, string][], name: string) => string[];
      /** A digest of how a press sends, and of the button itself; only comparable in this document. */
      readonly way: (button: Element) => string;
      /** How and where to a press sends, and the button itself, to be compared with those of another document. */
      readonly wayText: (button: Element) => string;
      /** How and where to a form is sent. */
      readonly wayOf: (button: Element, form: HTMLFormElement) => { url: string; method: string; target: string; enctype: string; };
    };
    /** What a form would send, and what leaves (`sent.js`). */
    sent: {
      /** A digest of how, where to and by which button a press sends. */
      way(button: Element): string;
      /** A digest of a hidden input. */
      hidden(input: HTMLInputElement): string;
      /** What differs from what was approved: `values`, `way`, `hidden:NAME`, `gone`. */
      changes(button: Element, expect: Expect, lists: Map<HTMLFormElement, [string, FormDataEntryValue][]>): string[];
      /** What each form would send that a press may send. */
      listsOf(button: Element): Map<HTMLFormElement, [string, FormDataEntryValue][]>;
      /** What goes along with a press, by the number of what is pressed: each entry with the control that it is of. */
      entriesOf(number: number): { entries?: FormEntry[]; way?: string; wayDigest?: string };
      /** Begins to compare what leaves with what is approved now. */
      watch(button: Element, expect: Expect, lists: Map<HTMLFormElement, [string, FormDataEntryValue][]>): void;
      /** What was otherwise when the approved press was kept back last. */
      kept(): string[];
    };
    /** What is painted of an element. Absent until `paint.js` has run. */
    paint: VaultyPaint;
    /** Elements as they are rendered, also those in frames of the site, read through the prototypes (`nodes.js`). */
    nodes: {
      /** The element around, in the tree that is rendered. */
      readonly above: (element: Element) => Element | null;
      readonly animationsOf: Read;
      readonly checkVisibility: Read;
      readonly childrenOf: Read;
      readonly clientHeight: Read;
      readonly clientLeft: Read;
      readonly clientTop: Read;
      readonly clientWidth: Read;
      /** The element that shows a frame, if it is of the same site. */
      readonly frameOf: (view: Window) => Element | null;
      readonly isElement: (node: any) => node is Element;
      readonly matches: Read;
      readonly nameOf: Read;
      readonly nextElement: Read;
      readonly ownerOf: Read;
      /** Where what a frame shows begins, and how much smaller it is than it says. */
      readonly placeOf: (element: Element) => NonNullable<Port["frame"]>;
      readonly previousElement: Read;
      readonly rectOf: Read;
      readonly rootOf: Read;
      readonly scrollHeight: Read;
      readonly scrollLeft: Read;
      readonly scrollTop: Read;
      readonly scrollWidth: Read;
      readonly select: Read;
      readonly styleOf: (element: Element, pseudo?: string) => CSSStyleDeclaration;
      readonly surrounds: (outer: Element, inner: Element) => boolean;
      readonly viewOf: (element: Element) => Window;
    };
    /** Colours as styles name them, and how well one can be told from another (`colours.js`). */
    colours: {
      /** A list of one colour, always the same. */
      readonly alone: (colour: Colour) => Colour[];
      readonly BLACK_AND_WHITE: Colour[];
      readonly colourOf: (text: string) => Colour;
      /** The colours of a computed `background-image`; none where there is a picture in it. */
      readonly coloursIn: (image: string) => Colour[] | null;
      readonly contrastOf: (one: Colour, other: Colour) => number;
      /** A colour that is seen in part. */
      readonly faded: (colour: Colour, seen: number) => Colour;
      /** Contrast of what has nothing to read: the largest that there is (WCAG 2.2, "contrast ratio"). */
      readonly FULL_CONTRAST: 21;
      /** Alpha from which on a colour hides what is below it. */
      readonly HIDES: 0.5;
      readonly over: (top: Colour, below: Colour) => Colour;
    };
    /** Lengths and boxes: shapes that clip, what is left of a box that is cut off or scrolled (`boxes.js`). */
    boxes: {
      readonly alongX: (box: Box, port: Box, overflow: string, scrolled: number, all: number, direction: string) => { left: number; right: number; };
      readonly alongY: (box: Box, port: Box, overflow: string, scrolled: number, all: number) => { top: number; bottom: number; };
      readonly cut: (box: Box, by: Box) => Box;
      /** How far a point is from the edges of a box: top, right, bottom, left; less than 0 outside. */
      readonly depthsOf: (box: Box, point: Point) => number[];
      readonly isCutting: (overflow: string) => boolean;
      readonly isIn: (box: Box, point: Point, reach?: number) => boolean;
      readonly isScrolling: (overflow: string) => boolean;
      /** Smallest side of a part that counts as drawn, in CSS pixels: screen readers' texts are in boxes of 1 × 1. */
      readonly LEAST_PART: 2;
      readonly lengthOf: (text: string, size: number) => number;
      readonly round: (x: number) => number;
      /** The box around what a basic shape leaves of a box (CSS Shapes 1); nothing where it is another shape. */
      readonly shapeIn: (path: string, box: Box) => Box | null;
      /** Parts of a list, brackets kept together. */
      readonly split: (text: string, mark: RegExp) => string[];
    };
    /** Pictures that stand in a style itself: how much the strongest in them hides (`pictures.js`). */
    pictures: {
      /** How much a picture hides at most: all, until it was looked at. */
      readonly pictureAlpha: (image: string) => number;
      /** Waits until pictures were looked at that may hide something. */
      readonly pictured: () => Promise<boolean>;
    };
    /** What a style paints in and around a box (`layers.js`). */
    layers: {
      /** How much borders, inner shadows and outlines hide at a point. */
      readonly edgesAt: (style: CSSStyleDeclaration, box: Box, point: Point, scale: number) => number;
      /** How much of a box a layer is painted in: all of it, some, or as good as none. */
      readonly extentOf: (layer: Layer, box: Box) => "all" | "some" | "none";
      /** How much a style's ground hides at a point in its box. */
      readonly groundAt: (style: CSSStyleDeclaration, box: Box, point: Point) => number;
      /** How much of what is below a gradient or a picture hides at a point. */
      readonly imageAt: (image: string, box: Box, point: Point, unknown?: number) => number;
      /** Whether what is seen through a filter can't be told any more (Filter Effects 1). */
      readonly isBlinding: (filter?: string) => boolean;
      /** Whether a layer is painted where letters are. */
      readonly isFilling: (clip: string) => boolean;
      /** Topmost first; the colour lies below the last. */
      readonly layersOf: (style: CSSStyleDeclaration) => Layer[];
      /** How far a shadow or an outline paints around a box. */
      readonly reachOf: (style: CSSStyleDeclaration) => number;
      readonly shadowsIn: (text: string) => Shadow[];
      readonly SIDES: readonly ["Top", "Right", "Bottom", "Left"];
      /** Share of a box, across and down, from which on it counts that a layer is painted there, and from which on it is all. */
      readonly SOME: 0.3;
      /** The shadows that an element throws, those of its filters included. */
      readonly thrownBy: (style: CSSStyleDeclaration) => Shadow[];
      /** Of what one thing after the other hides, what all of them hide together. */
      readonly together: (alphas: number[]) => number;
    };
    /** Where letters stand and how much ink they are (`letters.js`). */
    letters: {
      /** Where across an element it is looked at, as shares of its width. */
      readonly ACROSS: number[];
      /** The share of its lines that a text fills with ink: a fifth of ordinary letters, all of it of blocks. */
      readonly inkShare: (text: string, style: CSSStyleDeclaration) => number;
      /** Whether letters are written in an element as a whole. */
      readonly isWritable: (element: any) => boolean;
      /** How much an element's own letters hide at a point. */
      readonly lettersAt: (element: Element, style: CSSStyleDeclaration, point: Point) => number;
      /** Where in a field letters stand first: a few of them, at the side and in the line in which it begins. */
      readonly lettersIn: (element: any, rect: DOMRect, style?: CSSStyleDeclaration) => Box;
      /** Where an element is looked at, in the window of its document. */
      readonly pointsOf: (face: Element) => Point[];
      /** Around all the text right in an element. */
      readonly rectOfTexts: (element: Element) => DOMRect;
      /** How wide what can be written in is, in its own pixels. */
      readonly roomOf: (element: any, style: CSSStyleDeclaration) => number;
      readonly textsIn: (element: Element) => Text[];
    };
    /** How much of what is below an element, or what it generates, is hidden by it at a point (`veils.js`). */
    veils: {
      /** Whether a list's sign is one that the page drew. */
      readonly hasOwnSign: (style: CSSStyleDeclaration) => boolean;
      /** Whether what is drawn of an element at a point hides what is below. */
      readonly hidesAt: (element: Element, point: Point, shown: Element) => boolean;
      /** Smallest reach that could hide a field, in pixels; rings around what has the focus are smaller. */
      readonly LEAST_REACH: 12;
      /** Whether an element paints anything that may lie over others. */
      readonly paintsAny: (element: Element, style: CSSStyleDeclaration, tag: string) => boolean;
      /** What draws something of its own, whatever its style says. */
      readonly REPLACED: RegExp;
      /** How much of what is below something is hidden by it at a point, from 0 to 1. What is not known hides. */
      readonly veilAt: (cover: Cover, shown: Element, point: Point) => number;
      /** Whether letters or a picture of something else's stand over an element. */
      readonly writesOn: (cover: Cover, below: Element) => boolean;
    };
    /** What takes no presses and may be painted over others (`covers.js`). */
    covers: {
      /** What is drawn below what is shown above everything else, and takes no presses. */
      readonly backdropsIn: (root: Document | ShadowRoot) => Cover[];
      /** What an element itself may lay over others. */
      readonly coversOf: (element: Element, style: CSSStyleDeclaration, tag: string) => Cover[];
      /** All that takes no presses and may be painted over others, of each document once: for one turn in which the page does not run. */
      readonly coversOnce: () => (doc: Document) => Cover[];
      /** Those of which something may be in the window now. */
      readonly inWindow: (covers: Cover[]) => Cover[];
      /** Whether it takes no presses because the page closed it off (HTML, inert subtrees; CSS Basic UI 4). */
      readonly isInert: (style: CSSStyleDeclaration) => boolean;
      /** What is shown above everything else, each with something drawn below it. */
      readonly ON_TOP: ":popover-open, :modal, :fullscreen";
    };
    /** What lies above what, and the share of an element that is free of all that is above it (`stacking.js`). */
    stacking: {
      /** Does something while everything takes presses, in these trees. */
      readonly allPressable: <T>(doc: Document, elements: Element[], work: () => T) => T;
      /** The share of an element's points that can be seen now, where it stands: a press there would reach it, nothing that takes no presses lies over it, and so on for the frames that it is in. */
      readonly freeNow: (shown: Element, face: Element, reaches: (hit: Element, x: number, y: number) => boolean, covers: (doc: Document) => Cover[], all?: Point[]) => number;
      /** The share of points of an element that can be seen through all that takes no presses. */
      readonly freeOfCovers: (shown: Element, face: Element, points: Point[], covers: Cover[]) => number;
      /** All that a press at a point would hit if everything took presses, topmost first. */
      readonly stackAt: (doc: Document, x: number, y: number) => Element[];
    };
    /** What may be seen of a control in its stead (`faces.js`). */
    faces: {
      readonly facesOf: (element: Element, look: { measure(element: Element, how?: { isFace?: boolean }): RawPaint }) => RawFace[];
      /** How many controls other than this one are in an element; but for such as stand for it, of two of which neither has the element for its own. */
      readonly othersIn: (face: Element, element: Element) => number;
      /** What may be seen of a control in its stead, best first, and how it belongs to it. */
      readonly standIns: (element: Element) => [Element, FaceKind][];
    };
    /** What each element does to all that is in it (`surroundings.js`). */
    surroundings: {
      /** Whether what is positioned in it is held by it. */
      readonly holds: (outer: Surrounding, position: string) => boolean;
      /** How a mask is named among what changes what is seen. */
      readonly MASK: "mask: ";
      /** What is around elements, for one look at the page: what was read of one is not read again. */
      readonly isTurned: (element: Element) => boolean;
      readonly surroundingsOnce: () => Surroundings;
    };
    /** What is left of a box by what clips it (`clips.js`). */
    clips: {
      readonly clippedBy: (box: Box, outer: Surrounding) => Box;
      readonly shapedBy: (box: Box, outer: Surrounding, effects: string[]) => Box;
      /** The window, as a document is seen through it. */
      readonly throughWindow: (box: Box, port: Port, isFixed: boolean) => Box;
      /** The windows of documents, for one look at the page. */
      readonly windowsOnce: (surroundingOf: (element: Element) => Surrounding) => { portOf: (of: Document) => Port; };
    };
    /** What is behind what is in an element (`grounds.js`). */
    grounds: {
      /** Grounds, for one look at the page. */
      readonly groundsOnce: ({ styleIn, rectIn }: Surroundings, covers: (doc: Document) => Cover[]) => Grounds;
    };
    /** How well what is written or drawn in an element can be told from what is behind it (`ink.js`). */
    ink: {
      /** Ink, for one look at the page. */
      readonly inkOnce: ({ styleIn }: Surroundings, { backdropOf, groundOf }: Grounds) => Ink;
      /** Letters of what has no text, in CSS pixels. */
      readonly NO_TEXT: 16;
    };
    /** Waits, also in a tab that nobody looks at. Milliseconds. */
    delay(ms: number): Promise<void>;
    /** Waits until the document is quiet, at most this many milliseconds. */
    settle(ms: number): Promise<void>;
    /** The same; quiet counts from the last writes, where they are watched. */
    settleSinceWrites(ms: number): Promise<void>;
    /** Watches the document from here on, for a reading that follows soon. */
    watchSinceWrites(): void;
    /** Ends that. */
    forgetWatch(): void;
    /** Elements of Vaulty's own, which no snapshot holds. */
    own: WeakSet<Node>;
    /** Shows the HUD, in the top frame; `null` takes it away. */
    hud?(hud: Hud | null): void;
    /** Outlines an element; `null` takes the outline away. One that the person points at is scrolled to. */
    outline?(element: Element | null, isPointedAt?: boolean): void;
    /** Frames of other origins, from within and from around them (`framed.js`). */
    framed: {
      /** From the page down, the how manieth of its parent's frames each window is. */
      place(): number[];
      /** Where elements, or parts of a frame, are, and what the latter have too little of to be seen. */
      answer(message: Extract<ContentMessage, { type: "PLACES" | "FRAMED" }>): Partial<ContentReply>;
      /** Whether an element is still where the documents around were asked about, and that not long ago. */
      isAsSeen(element: Element, run: Run): boolean;
      /** Says in the node of an element that shows a frame which one that is, and what is painted of it. */
      tell(element: Element, tag: string, node: RawNode, look: { measure(element: Element, how: { isFace: boolean }): RawPaint }): void;
    };
    /** Which of some fields the person is in next, by number; nothing once somebody else asks (`picked.js`). */
    nextPicked?(numbers: number[]): Promise<number | undefined>;
    /** The links that are rendered (`links.js`). */
    links?(): PageLink[];
    /** The tree as it is rendered (`tree.js`). */
    tree: {
      roots(): (Document | ShadowRoot)[];
      above(node: Node): Node | null;
      surrounds(outer: Node, inner: Node): boolean;
      fits(element: Element, selector: string): boolean;
      outwards(element: Element): Element[];
      closest(element: Element, selector: string): Element | null;
      named(element: Element, attribute: string): Element[];
      within(node: Node): Node[];
      flat(node: Node): Element[];
      isRendered(element: Element): boolean;
      isOpen(popup: Element): boolean;
      isShown(element: Element): boolean;
      focused(): Element | null;
      labelsOf(element: Element): Element[];
    };
    /** What does something when it is pressed (`acts.js`). */
    acts: {
      /** What acts around an element or is it, up to but without `end`. */
      readonly actingUpTo: (element: Element, end: Element | null) => Element | null;
      /** Whether it acts when it is pressed. */
      readonly isActing: (element: Element) => boolean;
      /** Whether a press on it goes elsewhere. */
      readonly isLink: (element: Element) => boolean;
      /** Whether a press on it sends or empties a form. Of components of the page's own, whether they say so. */
      readonly isSubmitter: (element: Element) => boolean;
    };
    /** What the buttons of widgets say of themselves (`signs.js`). */
    signs: {
      /** Whether all that it says is known for this purpose, or it is a sign. */
      readonly isKnownAs: (element: Element, purpose: Purpose, field?: Element) => boolean;
      /** Takes the words that came with an order. */
      readonly learn: (signs: Signs) => void;
      /** What a field is called: its buttons may repeat it. */
      readonly nameOf: (field: Element | undefined) => Set<string>;
      /** Of the words that open: those that choose, those for lists, those for calendars. */
      readonly openers: Record<Opener, Set<string>>;
      /** All that a person, or their screen reader, could take for what it says. */
      readonly sayingsOf: (element: Element) => string;
      /** What an element says of itself: nothing (it is a sign at most), what is known for this purpose, be it with the field's own name, or else. */
      readonly saysOf: (element: Element, purpose: Purpose, field?: Element) => "nothing" | "known" | "else";
      readonly words: Record<Purpose, Set<string>>;
      readonly wordsIn: (text: string) => string[];
    };
    /** What belongs to a widget (`parts.js`). */
    parts: {
      wrappersOf(box: Element): Element[];
      territoryOf(box: Element): Element;
      popupsOf(field: Element): Element[];
      look(): void;
      note(field: Element): void;
      watch(field: Element): void;
      isFresh(field: Element, element: Element): boolean;
      opened(field: Element, popup: Element): boolean;
      cameUpWith(field: Element, part: Element): Element;
      isToggler(field: Element, part: Element): boolean;
      isPager(field: Element, part: Element): boolean;
      isStep(field: Element, part: Element, way: "more" | "less"): boolean;
      isInPopup(field: Element, part: Element): boolean;
    };
    /** What leaves the document by itself (`hold.js`). */
    hold: {
      /** Holds it from now on, for 40 s unless renewed. */
      start(): void;
      /** Holds for a while what sends what is in the document: something was pressed without a yes. */
      sends(): void;
      /** Whether it does. */
      holdsSends(): boolean;
      /** What the worker wants held; `turn` lets go of what `start` holds once the page had its turn. */
      as(wanted: "nothing" | "sends" | "everything" | "turn"): void;
      /** Lets go of what `start` holds. */
      end(): void;
      /** Lets go of everything: what follows was said yes to. */
      allow(): void;
      /** Holds what comes of this work, and does not tell it. */
      aside<T>(work: () => T): T;
      told(): RawHeld[];
      /** Forgets what was told. */
      forget(): void;
      /** The button that the page meant a held form to be sent by. */
      submitterOf(form: Element): HTMLElement | null;
    };
    /** Why an operation was not done. Thrown inside, reported outside. */
    Refusal: new (reason: RefusalReason, detail?: string) => Refused;
    /** What may get a press or a key, by what is claimed of it (`claims.js`). */
    claims: {
      /** Whether a key may be meant for the field there. */
      readonly hears: (owner: Element, target: Element) => boolean;
      /** A tick in what is pressed, that shows whether it is chosen. */
      readonly isInnerTick: (inner: Element, element: Element) => boolean;
      /** Whether it is the field's: itself, its own label, or the box that it alone stands in. */
      readonly isOwn: (element: Element, owner: Element) => boolean;
      readonly isOwnLabel: (element: Element, owner: Element) => boolean;
      /** Whether a key may reach a field itself. */
      readonly mayTap: (owner: Element, key: string) => boolean;
      /** Why something may not get a key; nothing where it may. */
      readonly objectionToKey: (owner: Element, target: Element, key: string) => string;
      /** Whether pressing a label does to its control what pressing the field, or the element in it, does. */
      readonly passesOnTo: (label: Element, owner: Element, element?: Element) => boolean;
      /** Throws where something may not get an event of a press: `target` is the element or lies in it. */
      readonly permit: (target: Element, element: Element, claim: Claim) => void;
    };
    /** The one exit for presses and keys (`press.js`). All of it throws a `Refusal` where it may not. */
    hand: {
      press(claim: Claim, element: Element, point: { x: number; y: number; hit?: Element | null }, lastCheck?: () => void): void;
      tap(claim: Claim, element: Element): void;
      pressBeside(owner: Element, outer: Element): void;
      sendForm(form: HTMLFormElement, lastCheck: () => void): void;
      isOwn(element: Element, owner: Element): boolean;
      isOwnLabel(element: Element, owner: Element): boolean;
      hears(owner: Element, target: Element): boolean;
      moveFocus(element: Element, how: "focus" | "blur"): void;
      sendInput(element: Element, data: string, inputType: string): boolean;
      sendChange(element: Element): boolean;
      sendKey(owner: Element, target: Element, type: string, key: string, more: object): boolean;
      tapKey(owner: Element, target: Element, key: string, keyCode: number): void;
      mayTap(owner: Element, key: string): boolean;
      sendBeforeInput(owner: Element, init: InputEventInit): boolean;
      selectAll(owner: Element): void;
      insert(owner: Element, text: string): boolean;
    };
    /** What an order of the worker carries from operation to operation: whether it was stopped, what it waits for, which (`turn.js`). */
    turn: {
      /** One turn of the event loop; unlike a timer it is not slowed down in a tab that nobody sees. */
      readonly breath: () => Promise<any>;
      readonly checkpoint: (run: Run) => void;
      readonly log: (level: Exclude<LogLevel, "off">, ...parts: (string | number)[]) => void;
      /** Between two looks at a page that is changing. */
      readonly LOOK_AGAIN: number;
      /** Looks again and again until `look` returns something true, at most `ms` milliseconds. */
      readonly until: <T>(run: Run, ms: number, look: () => T) => Promise<T>;
      /** The field that was written last. */
      lastWritten: Element | null;
      /** A stopped job never runs again. */
      halt(jobId: string): void;
      isHalted(jobId: string): boolean;
      setLogLevel(level: LogLevel): void;
    };
    /** What elements are and what they hold (`read.js`). */
    reader: {
      /** What the page says of a field that it calls invalid. */
      readonly complaintAbout: (element: Element) => string;
      /** A short tag for a person to recognise an element by. Never holds its text or value. */
      readonly describe: (element: Element) => string;
      /** Some lists call selected what the keyboard would choose. It is chosen where the box shows it, or where the box only shows a number of choices. */
      readonly isChosen: (option: Element, shown: string, counts: boolean) => boolean;
      readonly isDisabled: (element: Element) => boolean;
      readonly isEditable: (element: Element) => element is HTMLElement;
      readonly isExpanded: (box: Element) => boolean;
      readonly isInvalid: (element: Element) => boolean;
      /** Whether a box says nothing of what it is; nor does what it opens. */
      readonly isLoose: (box: Element) => boolean;
      readonly isNative: (element: Element) => boolean;
      readonly isReadOnly: (element: Element) => boolean;
      readonly isSame: (one: Reading, other: Reading) => boolean;
      readonly isTextControl: (element: Element) => element is HTMLInputElement | HTMLTextAreaElement;
      readonly isTickable: (element: Element) => element is HTMLInputElement;
      /** Whether it is ticked; `undefined` for what cannot be. */
      readonly isTicked: (element: Element) => boolean | undefined;
      /** The `type` property of a control of the browser's own. */
      readonly kindOf: (element: Element) => string;
      /** What can be pressed there and reads as something; what may do more than choose is not among it. */
      readonly looseOptions: (elements: Element[]) => Element[];
      readonly oneLine: (text: string) => string;
      /** The options in a list that are rendered. */
      readonly optionsIn: (list: Element) => Element[];
      /** What an element holds. */
      readonly reading: (element: Element) => Reading;
      /** The text that a box shows as its choice: its own, or that of what it stands in. */
      readonly shownBy: (box: Element) => string;
      /** What a person reads there. */
      readonly textOf: (element: Element) => string;
    };
    /** What a person could see and hit of an element now (`reach.js`). */
    reach: {
      readonly bringIntoView: (element: Element) => void;
      /** Where a click on what is seen of an element reaches it, and what it hits there. */
      readonly clickPoint: (face: Element, element: Element) => { x: number; y: number; hit: Element; } | Refused;
      readonly isInView: (element: Element) => boolean;
      /** Whether a person could see it, after scrolling to it. */
      readonly isVisible: (element: Element) => boolean;
      /** As `clickPoint`, after scrolling there where that helps. */
      readonly reachablePoint: (face: Element, element: Element) => { x: number; y: number; hit: Element; } | Refused;
      /** Whether a click on `hit` is a click on `element`. */
      readonly reaches: (element: Element, hit: Element) => boolean;
    };
    /** Presses and keys where a person would give them, through the one exit (`press.js`) (`click.js`). */
    clicks: {
      /** The click that was judged: on this element alone. */
      readonly clickApproved: (face: Element, element: Element, lastCheck: () => void) => void;
      /** Presses and clicks a field where a person would. */
      readonly clickOn: (face: Element, element: Element, lastCheck?: () => void) => void;
      /** Presses and clicks what belongs to a field. */
      readonly clickPart: (part: Element, claim: Claim) => void;
      /** How a keyboard names a character. */
      readonly keyOf: (character: string) => { code: string; keyCode: number; shiftKey: boolean; };
      /** What Escape closes and a form may stand in. */
      readonly MODAL: "dialog, [role=dialog], [role=alertdialog], [aria-modal=true]";
      /** How long a list may take to appear, and its options after that. */
      readonly POPUP_APPEARS: 400;
      /** How long a list may take to close after a choice. */
      readonly POPUP_CLOSES: 500;
      /** Closes what a field opened while it was written, as people do: they press beside it. */
      readonly pressBeside: (field: Element, run: Run) => Promise<void>;
      /** A key that is no character, for the field itself. */
      readonly tapKey: (element: Element, key: string, keyCode: number) => void;
    };
    /** Checks the facts again that an operation carries, and waits a little until its element can be used (`prepare.js`). */
    actionable: {
      /** The element that an operation is for, if it is still what was planned for. */
      readonly find: (number: number, expect: Expect) => Element;
      /** How long it waits for one of them. */
      readonly PATIENCE_EACH: 300;
      /** Waits a little until the element can be used, scrolls to it and outlines it. */
      readonly prepare: (element: Element, expect: Expect, run: Run, needs: Needs) => Promise<Element>;
    };
    /** Sliders and steppers: arrow keys as ARIA has them, else their own + and − (`stepper.js`). */
    stepper: {
      /** What has a number and is no text. */
      readonly isStepped: (element: Element) => boolean;
      /** By arrow keys, as ARIA has it, else by the buttons beside it. */
      readonly step: (element: Element, wanted: number, run: Run) => Promise<void>;
    };
    /** Text into a field, in the ways in which pages take it (`text.js`). */
    typing: {
      /** Text without what would be Enter in a field of one line. */
      readonly fitting: (element: Element, text: string) => string;
      readonly insertAll: (element: Element, text: string) => Promise<void>;
      readonly setNatively: (element: HTMLInputElement | HTMLTextAreaElement, text: string) => void;
      /** Types that the browser edits with a widget of its own: key strokes don't make up their value. */
      readonly SETTER_ONLY: Set<string>;
      readonly typeKey: (element: Element, character: string) => void;
      readonly typeKeys: (element: Element, text: string, run: Run) => Promise<void>;
    };
    /** Boxes that hold several entries as tokens (`tokens.js`). */
    tokens: {
      /** Takes tokens out of a box by Backspace in its empty text. */
      readonly clearTokens: (box: Element, input: Element, run: Run) => Promise<void>;
      /** Makes a token of each entry and takes out those that were there. */
      readonly writeTokens: (box: Element, entries: string[], run: Run) => Promise<void>;
    };
    /** A value into a field, by the way that was chosen for it, and whether the page took it (`write.js`). */
    writing: {
      /** Why the page cannot be believed to have taken what a field shows; empty where nothing says so. */
      readonly doubt: (element: Element, wasInvalid: boolean) => "" | "the page marks it as invalid" | "the field that it stands for stays without it" | "what it opened stays open";
      readonly writeText: (element: Element, value: string, strategy: TextStrategy, run: Run) => Promise<void>;
    };
    /** What is chosen, ticked or handed over: options of selects, boxes and radios, files (`choices.js`). */
    choices: {
      readonly checkOptions: (select: HTMLSelectElement, positions: number[], values: string[]) => void;
      readonly chooseOptions: (select: HTMLSelectElement, positions: number[], lastCheck?: () => void) => void;
      /** How long a page may take to show the name of a file that it took out of the field. */
      readonly FILE_SHOWS: 300;
      readonly giveFiles: (input: HTMLInputElement, files: FileData[]) => void;
      /** Whether the page shows these names near a file field. Some pages take the files and empty the field. */
      readonly showsNames: (input: Element, files: FileData[]) => boolean;
      /** Ticks or unticks by clicking, where a person would click. */
      readonly tick: (element: Element, face: Element, checked: boolean, run: Run, lastCheck: () => void) => Promise<void>;
    };
    /** What fields held before they were written, for as long as the document lives, and putting it back (`undo.js`). */
    memory: {
      /** Remembers what an element holds before it is written. */
      readonly remember: (element: Element, run: Run) => Write;
      readonly remembered: (element: Element, run: Run) => Write | undefined;
      /** Puts back one write. */
      readonly restore: (element: Element, write: Write) => Promise<boolean>;
      readonly undo: (jobId: string) => Promise<[number, number]>;
    };
    /** Boxes that open a list: opening, reading its options, choosing one, closing (`lists.js`). */
    lists: {
      /** Closes a list, and takes back what was typed to filter it. */
      readonly closeList: (box: Element, run: Run) => Promise<void>;
      /** The list of a box that is open already. */
      readonly openedBy: (box: Element) => Element | null;
      readonly openList: (box: Element, face: Element, filter: string | null | undefined, clear: boolean, run: Run) => Promise<ListOption[]>;
      readonly pickOption: (box: Element, number: number, run: Run) => Promise<void>;
      /** The button behind a box that opens its list, else a sign there that can be pressed. What stands before the box takes a token out. */
      readonly togglerOf: (box: Element) => Element | null;
    };
    /** Calendars: what turns them is learnt by pressing it, then a day is chosen (`calendars.js`). */
    calendars: {
      /** Opens the calendar of a field, turns to the month and presses the day. What each sign does is seen by pressing it. */
      readonly pickDate: (field: Element, face: Element, date: string, run: Run) => Promise<void>;
    };
    /** Set once `perform.js` listens. */
    performs?: boolean;
  }

  /** Absent until `dom.js` has run. */
  var vaulty: VaultyContent;
}
