/**
 * What the content scripts share inside one frame's isolated world. `snapshot.js` creates it;
 * `overlay.js` and `perform.js` add to it.
 */

import type { Hud, RawSnapshot } from "./vaulty.d.ts";

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
