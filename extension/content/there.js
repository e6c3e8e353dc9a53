// @ts-check
// Says whether the content scripts are in this document: putting them in once more takes longer. Touches nothing.

Boolean(globalThis.vaulty?.performs);
