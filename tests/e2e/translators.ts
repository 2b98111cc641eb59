/**
 * Simulates the translators of browsers in the page. A translated text ends in a soft hyphen. The locators of tests
 * still find it, and without the hyphen it must equal the text that the page has set.
 */
import type { Page } from "playwright-core";

export type Translator = "chrome" | "firefox";

/** Prepares a page, before it loads, for a reader whose browser always translates. */
export async function translate(page: Page, translator: Translator): Promise<void> {
  await page.addInitScript(translator === "chrome" ? playChrome : playFirefox);
}

export const untranslated = (text: string) => text.replaceAll("\u00ad", "");

/**
 * Simulates Chrome's translator (Google). It replaces adjacent texts by one `<font>` that contains another, so that
 * React's own text nodes leave the document. It translates text that is added or changed later, soon after. It
 * respects translate="no", and does not know that `<font>` draws nothing in an SVG.
 */
function playChrome(): void {
  const kept = "script, style, textarea, noscript, font, [translate=no], .notranslate";
  const said = (text: string) => (/\p{L}/u.test(text) ? `${text}\u00ad` : text);
  const translateText = (first: Text) => {
    if (first.data.trim() === "" || !first.isConnected || first.parentElement?.closest(kept) !== null) return;
    const texts = [first];
    for (let next = first.nextSibling; next instanceof Text; next = next.nextSibling) texts.push(next);
    const outer = document.createElement("font");
    outer.append(document.createElement("font"));
    outer.firstElementChild?.append(said(texts.map(({ data }) => data).join("")));
    first.before(outer);
    for (const text of texts) text.remove();
  };
  const translateIn = (root: Node) => {
    if (root instanceof Text) return translateText(root);
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
    texts.forEach(translateText);
  };
  document.addEventListener("DOMContentLoaded", () => {
    document.documentElement.classList.add("translated-ltr");
    new MutationObserver((records) =>
      setTimeout(() =>
        records.flatMap(({ target, addedNodes }) => [target, ...addedNodes]).forEach(translateIn),
      ),
    ).observe(document.body, { childList: true, characterData: true, subtree: true });
    translateIn(document.body);
  });
}

/**
 * Simulates Firefox's translator. It removes the content of a block and inserts it again in the order of the
 * translation: the block's elements, and its text nodes with other words. Adjacent texts become one, and the last
 * nodes are left over.
 */
function playFirefox(): void {
  const kept = "code, kbd, samp, var, svg, textarea, script, style, noscript, [translate=no], .notranslate";
  const said = (text: string) => (/\p{L}/u.test(text) ? `${text.replaceAll("\u00ad", "")}\u00ad` : text);
  const translateBlock = (block: Element) => {
    if (block.closest(kept) !== null) return;
    const nodes = [...block.childNodes].filter((node) => node instanceof Element || node instanceof Text);
    const texts = nodes.filter((node) => node instanceof Text);
    if (texts.every(({ data }) => data.trim() === "")) return;
    const translated: (Element | string)[] = [];
    for (const node of nodes) {
      const last = translated.at(-1);
      if (node instanceof Element) translated.push(node);
      else if (typeof last === "string") translated[translated.length - 1] = last + said(node.data);
      else translated.push(said(node.data));
    }
    block.replaceChildren();
    for (const one of translated) {
      const text = typeof one === "string" ? texts.shift() : undefined;
      if (text !== undefined) text.data = String(one);
      block.append(text ?? one);
    }
  };
  const observer = new MutationObserver((records) =>
    setTimeout(() => {
      const changed = new Set(records.flatMap(({ target, addedNodes }) => [target, ...addedNodes]));
      for (const node of changed) translateIn(node instanceof Text ? node.parentElement : node);
      observer.takeRecords();
    }),
  );
  const translateIn = (root: Node | null) => {
    if (!(root instanceof Element) || !root.isConnected) return;
    for (const block of [root, ...root.querySelectorAll("*")]) translateBlock(block);
  };
  document.addEventListener("DOMContentLoaded", () => {
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    translateIn(document.body);
    observer.takeRecords();
  });
}

interface Fiber {
  readonly tag: number;
  readonly memoizedProps: unknown;
  readonly stateNode: unknown;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/** Returns the elements whose text differs from the text that React has set, with both texts. */
export const contradictions = (page: Page): Promise<string[]> => page.evaluate(readContradictions);

function readContradictions(): string[] {
  const HOST_ELEMENT = 5;
  const HOST_TEXT = 6;
  const PORTAL = 4;
  const found: string[] = [];
  const root = document.getElementById("root") as HTMLElement & Record<string, Fiber | undefined>;
  const key = Object.keys(root).find((name) => name.startsWith("__reactContainer$"));
  if (key === undefined) throw new Error("React does not say what it has drawn");
  const textOf = (fiber: Fiber): string => {
    const foundBefore = found.length;
    if (fiber.tag === HOST_TEXT) return String(fiber.memoizedProps);
    if (fiber.tag === PORTAL) {
      inside(fiber);
      return "";
    }
    const { children } = (fiber.memoizedProps ?? {}) as { readonly children?: unknown };
    const isWhole = fiber.tag === HOST_ELEMENT && ["string", "number"].includes(typeof children);
    const text = isWhole ? String(children) : inside(fiber);
    if (fiber.tag !== HOST_ELEMENT) return text;
    const element = fiber.stateNode as Element;
    if (element instanceof HTMLTextAreaElement) return element.textContent;
    const said = (element.textContent ?? "").replaceAll("\u00ad", "");
    if (said !== text && found.length === foundBefore)
      found.push(
        `<${element.localName} class="${element.getAttribute("class")}"> says "${said}" instead of "${text}"`,
      );
    return text;
  };
  const inside = (fiber: Fiber): string => {
    let text = "";
    for (let child = fiber.child; child !== null; child = child.sibling) text += textOf(child);
    return text;
  };
  const container = root[key] as Fiber;
  inside((container.stateNode as { readonly current: Fiber }).current);
  return found;
}

/** Returns the number of translated texts on the page. */
export const translatedTexts = (page: Page): Promise<number> =>
  page.evaluate(() => document.body.textContent?.match(/\u00ad/g)?.length ?? 0);
