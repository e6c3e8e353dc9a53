// @ts-check
// Has a file of the person's read by the WASM module made for that (`extension-import`), which is loaded when it is needed:
// in a thread of its own (`reader.js`), so that the panel goes on and the reading can be ended at any moment.

/** How long a file may be read, in milliseconds. */
const LONGEST = 20_000;

/** Ends the reading that is under way, for one of these reasons. @type {(why: "stopped" | "another file") => void} */
let end = () => {};

/** All texts by their keys: a thread of its own has no `chrome.i18n`. @type {Promise<Record<string, string>> | undefined} */
let texts;

async function allTexts() {
  const answer = await fetch(chrome.runtime.getURL("_locales/en/messages.json"));
  const keys = Object.keys(await answer.json());
  return Object.fromEntries(keys.map((key) => [key, chrome.i18n.getMessage(key)]));
}

/** Ends the reading that is under way, if there is one. */
export function stopReading() {
  end("stopped");
}

/**
 * What is in a file, as JSON: a profile, or a table whose rows fill one form each. Throws a text for the person: what the reader says, or `slow` where it takes too long, or
 * `stopped`. Where another file is chosen meanwhile, nothing comes back at all: what comes of that one is what counts.
 * @param {"profile" | "rows"} what
 * @param {string} name
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} slow
 * @param {string} stopped
 * @returns {Promise<string>}
 */
export function readFile(what, name, bytes, slow, stopped) {
  end("another file");
  return new Promise((resolve, reject) => {
    const reader = new Worker(new URL("reader.js", import.meta.url), { type: "module" });
    const ended = () => {
      clearTimeout(timer);
      reader.terminate();
      if (end === endThis) end = () => {};
    };
    const timer = setTimeout(() => {
      ended();
      reject(slow);
    }, LONGEST);
    /** @param {"stopped" | "another file"} why */
    const endThis = (why) => {
      ended();
      if (why === "stopped") reject(stopped);
    };
    end = endThis;
    reader.onmessage = ({ data }) => {
      ended();
      if (typeof data.found === "string") resolve(data.found);
      else reject(data.why);
    };
    // It did not load, or the module's fault was one that nothing can catch.
    reader.onerror = () => {
      ended();
      reject(undefined);
    };
    texts ??= allTexts();
    texts.then(
      (known) => reader.postMessage({ what, name, bytes, texts: known }, [bytes.buffer]),
      () => {
        texts = undefined;
        ended();
        reject(undefined);
      },
    );
  });
}
