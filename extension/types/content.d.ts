/**
 * What the content scripts share inside one frame's isolated world. `snapshot.js` creates it;
 * the others add to it, in the order in which they are injected.
 */

import type { Expect, FaceKind, FormEntry, Hud, RawFace, RawHeld, RawPaint, RawSnapshot, RefusalReason, Signs } from "./vaulty.d.ts";

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

declare global {
  /** Number ↔ element. Numbers are stable for the life of the document. */
  interface VaultyContent {
    /** The element with this number, if it still exists. */
    element(number: number): Element | null;
    /** The number of an element; a new one if it has none yet. */
    numberOf(element: Element): number;
    /** An element's shadow root, closed ones included. */
    shadowOf(element: Element): ShadowRoot | null;
    /** Gathers the facts of this frame. */
    snapshot(): RawSnapshot;
    /** `RawSnapshot.valuesDigest`, as of now. */
    valuesDigest(): string;
    /** A digest of a text, only comparable in this document. */
    digest(text: string): string;
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
    /** Set once `perform.js` listens. */
    performs?: boolean;
  }

  /** Absent until `snapshot.js` has run. */
  var vaulty: VaultyContent;
}
