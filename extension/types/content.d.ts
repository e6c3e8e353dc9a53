/**
 * What the content scripts share inside one frame's isolated world. `snapshot.js` creates it;
 * `paint.js`, `overlay.js` and `perform.js` add to it.
 */

import type { FaceKind, Hud, RawFace, RawPaint, RawSnapshot } from "./vaulty.d.ts";

/** Something that is painted over others and that no plain hit test finds. */
export interface Cover {
  element: Element;
  pseudo: "" | "::before" | "::after";
  /** How far it paints beyond its box, in pixels; -1 where no box is known. */
  reach: number;
  isInert: boolean;
}

/** What `paint.js` measures. */
export interface VaultyPaint {
  /** A measure for one look at the page. */
  painter(): { measure(element: Element, how?: { isFace?: boolean }): RawPaint };
  /** What may be seen of a control in its stead, with what is painted of each. */
  facesOf(element: Element, look: { measure(element: Element, how?: { isFace?: boolean }): RawPaint }): RawFace[];
  /** The same, without measuring. */
  standIns(element: Element): [Element, FaceKind][];
  othersIn(face: Element, element: Element): number;
  /** The share of an element's points that can be seen where it stands now. */
  freeNow(face: Element, reaches: (hit: Element, x: number, y: number) => boolean): number;
  freeOfCovers(face: Element, points: { x: number; y: number }[], covers: Cover[]): number;
  pointsOf(face: Element): { x: number; y: number }[];
  hides(style: CSSStyleDeclaration, tag: string): boolean;
  reachOf(style: CSSStyleDeclaration): number;
  /** Which measure is less than it must be at least; empty where none is. */
  lacks(now: RawPaint, least: RawPaint): string;
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
    /** Set once `perform.js` listens. */
    performs?: boolean;
  }

  /** Absent until `snapshot.js` has run. */
  var vaulty: VaultyContent;
}
