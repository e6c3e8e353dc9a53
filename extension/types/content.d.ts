/**
 * What the content scripts share inside one frame's isolated world. `dom.js` creates it;
 * the others add to it, in the order in which they are injected.
 */

import type { Expect, FaceKind, FileData, FormEntry, Hud, ListOption, LogLevel, OperationResult, RawControl, RawFace, RawHeld, RawPaint, RawSnapshot, RefusalReason, Signs, TextStrategy } from "./vaulty.d.ts";

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
  painter(covers?: (doc: Document) => Cover[]): { measure(element: Element, how?: { isFace?: boolean; isText?: boolean }): RawPaint; rectIn(element: Element): DOMRect; styleIn(element: Element): CSSStyleDeclaration };
  /** All that takes no presses and may be painted over others, of each document once: for one turn in which the page does not run. */
  coversOnce(): (doc: Document) => Cover[];
  /** What may be seen of a control in its stead, with what is painted of each. */
  facesOf(element: Element, look: { measure(element: Element, how?: { isFace?: boolean }): RawPaint }): RawFace[];
  /** The same, without measuring. */
  standIns(element: Element): [Element, FaceKind][];
  othersIn(face: Element, element: Element): number;
  /** The share of the points of what is shown that can be seen where it stands now; what is in `face` is its own. */
  freeNow(shown: Element, face: Element, reaches: (hit: Element, x: number, y: number) => boolean, covers: (doc: Document) => Cover[]): number;
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
}

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
  /** The radio of the group that was chosen before. */
  rival: WeakRef<HTMLInputElement> | null;
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
      /** As `shadowOf`, of an element with this local name. */
      shadowRootOf(host: Element, tag: string): ShadowRoot | null;
      /** A text as two numbers, only comparable in this document. */
      mixed(text: string): [number, number];
      asHex(low: number, high: number): string;
      /** The words of a text, as a set. */
      words(text: string): Set<string>;
    };
    /** What controls are and hold (`control.js`). */
    controls: {
      /** A selector of what can be filled in. */
      CONTROLS: string;
      WIDGET_ROLES: Set<string>;
      controlOf(target: any, tag: string): RawControl;
      cutValue(text: string): string;
      editable(target: Element): boolean;
      /** Whether it is filled in, not pressed. */
      isFilledIn(target: Element): boolean;
      /** Whether something may be a list's box though nothing says so. */
      isLooseBox(target: Element, tag: string, attrs: Record<string, string>): boolean;
      /** Whether a label may be seen in its control's stead, or is none's. */
      mayStandIn(label: any): boolean;
      /** Whether a press on its label is one on it. */
      passesOn(target: any): boolean;
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
    };
    /** What a form would send, and what leaves (`sent.js`). */
    sent: {
      /** A digest of how, where to and by which button a press sends. */
      way(button: Element): string;
      /** A digest of a hidden input. */
      hidden(input: HTMLInputElement): string;
      /** What differs from what was approved: `values`, `way`, `hidden:NAME`, `gone`. */
      changes(button: Element, expect: Expect): string[];
      /** What goes along with a press, each entry with the control that it is of. */
      entries(button: Element): FormEntry[];
      /** Begins to compare what leaves with what is approved now. */
      watch(button: Element, expect: Expect): void;
      /** A number for a file: another file, of whatever name, has another one. */
      numberOfFile(file: File): number;
      /** What was otherwise when the approved press was kept back last. */
      kept(): string[];
    };
    /** What is painted of an element. Absent until `paint.js` has run. */
    paint: VaultyPaint;
    /** Waits, also in a tab that nobody looks at. Milliseconds. */
    delay(ms: number): Promise<void>;
    /** Waits until the document is quiet, at most this many milliseconds. */
    settle(ms: number): Promise<void>;
    /** Elements of Vaulty's own, which no snapshot holds. */
    own: WeakSet<Node>;
    /** Shows the HUD, in the top frame; `null` takes it away. */
    hud?(hud: Hud | null): void;
    /** Outlines an element; `null` takes the outline away. */
    outline?(element: Element | null): void;
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
    /** What belongs to a widget (`parts.js`). */
    parts: {
      isLink(element: Element): boolean;
      isSubmitter(element: Element): boolean;
      isActing(element: Element): boolean;
      actingUpTo(element: Element, end: Element | null): Element | null;
      learn(signs: Signs): void;
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
      readonly clickOn: (face: Element, element: Element) => void;
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
      readonly chooseOptions: (select: HTMLSelectElement, positions: number[]) => void;
      /** How long a page may take to show the name of a file that it took out of the field. */
      readonly FILE_SHOWS: 300;
      readonly giveFiles: (input: HTMLInputElement, files: FileData[]) => void;
      /** Whether the page shows these names near a file field. Some pages take the files and empty the field. */
      readonly showsNames: (input: Element, files: FileData[]) => boolean;
      /** Ticks or unticks by clicking, where a person would click. */
      readonly tick: (element: Element, face: Element, checked: boolean, run: Run) => Promise<void>;
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

  /** Absent until `snapshot.js` has run. */
  var vaulty: VaultyContent;
}
