// @ts-check
// Pictures that stand in a style itself: how much the strongest in them hides. Decodes them beside the page; touches nothing
// of it.

(() => {
  if (!globalThis.vaulty || vaulty.pictures) return;

  /** What is looked at of pictures in styles: characters, pixels, and milliseconds that are waited for it. */
  const LONGEST_PICTURE = 500_000;
  const MOST_PIXELS = 4_000_000;
  const PICTURE_PATIENCE = 500;

  /** Pictures that stand in a style itself, with the alpha of what is drawn strongest in them. @type {Map<string, number>} */
  const pictures = new Map();
  /** Those that are being looked at. @type {Map<string, Promise<void>>} */
  const pending = new Map();

  /**
   * Whether a picture always looks as it does when it is looked at: a PNG without frames (APNG has `acTL`), an SVG of a
   * fixed size in which nothing moves or depends on where it is shown.
   * @param {string} url
   */
  const isStill = (url) => {
    const [, kind = "", encoding = "", data = ""] = /^data:image\/(png|svg\+xml)(;base64|;utf8|;charset=utf-?8)?,(.*)$/is.exec(url) ?? [];
    if (!kind) return false;
    try {
      const text = encoding.toLowerCase() === ";base64" ? atob(data) : decodeURIComponent(data);
      if (kind.toLowerCase() === "png") return !text.includes("acTL");
      const root = /<svg\b[^>]*>/i.exec(text)?.[0] ?? "";
      const isFixed = /\swidth\s*=\s*["']?\d+(?:px)?["'\s>]/i.test(root) && /\sheight\s*=\s*["']?\d+(?:px)?["'\s>]/i.test(root);
      return isFixed && !/<(?:[\w-]+:)?(?:animate|set|style|script|foreignobject|image|use|switch)|<!|<\?xml-stylesheet|animation|transition|@/i.test(text);
    } catch {
      return false;
    }
  };

  /** How much a picture hides at most: all, until it was looked at. @param {string} image */
  const pictureAlpha = (image) => {
    const [, url = ""] = /^url\("(data:image\/.*)"\)$/s.exec(image.replace(/\\(["\\])/g, "$1")) ?? [];
    if (!url || url.length > LONGEST_PICTURE || !isStill(url)) return 1;
    if (!pictures.has(url) && !pending.has(url)) {
      const look = alphaIn(url).catch(() => 1).then((alpha) => {
        pictures.set(url, alpha);
        pending.delete(url);
      });
      pending.set(url, look);
    }
    return pictures.get(url) ?? 1;
  };

  /** @param {string} url @returns {Promise<number>} The largest alpha in a picture. */
  const alphaIn = async (url) => {
    const picture = new Image();
    picture.src = url;
    await picture.decode();
    const [width, height] = [picture.naturalWidth, picture.naturalHeight];
    if (!width || !height || width * height > MOST_PIXELS) return 1;
    const paper = new OffscreenCanvas(width, height).getContext("2d");
    if (!paper) return 1;
    paper.drawImage(picture, 0, 0);
    const { data } = paper.getImageData(0, 0, width, height);
    let most = 0;
    for (let at = 3; at < data.length; at += 4) most = Math.max(most, data[at] ?? 0);
    return most / 255;
  };

  /** Waits until pictures were looked at that may hide something. @returns {Promise<boolean>} whether there was anything to wait for */
  const pictured = async () => {
    if (!pending.size) return false;
    await Promise.race([Promise.allSettled([...pending.values()]), new Promise((done) => { setTimeout(done, PICTURE_PATIENCE); })]);
    return true;
  };

  vaulty.pictures = { pictureAlpha, pictured };
})();
