/** Opens the page as a person would, and fails the test on any console error, failed request or request to elsewhere. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  firefox,
  type Page,
  type Request,
} from "playwright-core";
import { afterAll, expect, inject, onTestFinished, TestRunner } from "vitest";
import { firefoxOptions, prepareForFirefox } from "./firefox.ts";

/** Which browser the tests open: SAWTOOTH_BROWSER, Chromium unless it says another. */
const given = process.env.SAWTOOTH_BROWSER ?? "chromium";

if (given !== "chromium" && given !== "firefox" && given !== "webkit")
  throw new Error(`SAWTOOTH_BROWSER is ${given}; it may be chromium, firefox or webkit.`);

export const browserName = given;

declare module "vitest" {
  interface TaskMeta {
    leftOut?: string;
  }
}

/** A test that cannot be done here is left out by name and with the reason; the script lists them. */
export function leaveOut(reason: string): never {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new Error(`nothing can be left out outside of a test: ${reason}`);
  test.meta.leftOut = reason;
  return test.context.skip(reason);
}

/** What cannot be done with Firefox by WebDriver BiDi. */
export function leaveOutInFirefox(reason: string): void {
  if (browserName === "firefox") leaveOut(`in Firefox ${reason}`);
}

export interface OpenOptions extends BrowserContextOptions {
  /** The URL's fragment, without "#". */
  readonly fragment?: string;
  /** Console errors and the like that this test is about. */
  readonly expected?: RegExp;
  /** Where the page is, unless it is the built one. */
  readonly url?: string;
  /** Merely touching a storage throws, as in a frame or under a setting that forbids a site to store anything. */
  readonly noStorage?: boolean;
  /** Nobody has been here before; otherwise the lines for a first visitor are over. */
  readonly firstVisit?: boolean;
  /** Before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** What the page said when it last painted a snapshot. */
export interface Painted {
  /** Number of paints so far. */
  readonly count: number;
  readonly url: string;
  readonly done: boolean;
}

interface PaintedWindow {
  sawtoothPainted?: Painted;
  /** The scenario that the page is to show, as URL text. */
  sawtoothAsked?: string;
}

/** Ends a wait that hangs; no test is meant to come near it, however busy the machine is. */
const HANGING_MS = 120_000;

/** Those of this file: one Chromium, or a Firefox for pages where things move and one for the others. */
const browsers = new Map<string, Promise<Browser>>();

/** Of this file, by how they were opened: a later page finds the programs that an earlier one has fetched and compiled. */
const contexts = new Map<string, Promise<BrowserContext>>();

afterAll(async () => {
  contexts.clear();
  for (const browser of browsers.values()) await (await browser).close();
  browsers.clear();
});

/**
 * A page that remembers nothing of others, 1440 x 900 unless told otherwise; closed and judged when the test ends. Nothing
 * moves by itself, so that the processors work for the test: what is about packets that move says so.
 */
export async function openPage(how: OpenOptions = {}): Promise<Page> {
  const {
    fragment = "",
    expected,
    url = inject("pageUrl"),
    noStorage,
    prepare,
    firstVisit,
    ...options
  } = how;
  if (browserName === "webkit") leaveOut("WebKit has tests of its own: tests/e2e/any-engine.test.ts");
  if (options.hasTouch) leaveOutInFirefox("it cannot be given a touch screen");
  const context = await contextFor({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const problems = collectProblems(page, new URL(url).origin);
  onTestFinished(async () => {
    await page.close();
    expect(problems.filter((problem) => !expected?.test(problem))).toEqual([]);
  });
  if (browserName === "firefox") await prepareForFirefox(page, options.colorScheme ?? "light");
  await page.addInitScript(forgetOthers, firstVisit === true ? "" : "over");
  await page.addInitScript(tellOfPolicy);
  await page.addInitScript(tellOfLooseTexts);
  await recordPaints(page);
  if (noStorage) await page.addInitScript(forbidStorage);
  await prepare?.(page);
  await page.goto(addressOf(url, fragment));
  return page;
}

function contextFor(options: BrowserContextOptions): Promise<BrowserContext> {
  const key = JSON.stringify(options);
  const found = contexts.get(key) ?? newContext(options);
  contexts.set(key, found);
  return found;
}

function browserFor(motion: "reduce" | "no-preference"): Promise<Browser> {
  const key = browserName === "firefox" ? motion : "";
  const found = browsers.get(key) ?? newBrowser(motion);
  browsers.set(key, found);
  return found;
}

/** A Firefox that crashes must not take those of other files along. */
function newBrowser(motion: "reduce" | "no-preference"): Promise<Browser> {
  if (browserName === "firefox") return firefox.launch(firefoxOptions(motion));
  return chromium.connect(inject("browserEndpoint"));
}

async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const browser = await browserFor(options.reducedMotion === "no-preference" ? "no-preference" : "reduce");
  // A copy on the device would answer for the server; what is about that copy asks for it.
  const context = await browser.newContext({ serviceWorkers: "block", ...options });
  context.setDefaultTimeout(HANGING_MS);
  return context;
}

/** What is stored is the context's; what a session stores is the page's, and stays over a reload. */
function forgetOthers(firstVisit: string): void {
  try {
    if (sessionStorage.length > 0) return;
    localStorage.clear();
    sessionStorage.setItem("begun", "");
    localStorage.setItem("sawtooth.first-visit", firstVisit);
  } catch {
    // An empty page has no storage.
  }
}

function forbidStorage(): void {
  const forbidden = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
    Object.defineProperty(window, name, { get: forbidden });
  // Firefox has none at all where a test keeps it from the page.
  if (navigator.serviceWorker === undefined) return;
  Object.defineProperty(navigator.serviceWorker, "register", {
    value: () => Promise.reject(new DOMException("The operation is insecure.", "SecurityError")),
  });
}

/** What the page's policy has refused, in every frame of it: an error like any other. */
function tellOfPolicy(): void {
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
    console.error(`policy: ${effectiveDirective} refused ${blockedURI} ${sample}`),
  );
}

/**
 * React changes a text that stands beside other texts or elements as a node of its own, and counts on finding it where it
 * was. A browser that translates has put another in its place.
 */
function tellOfLooseTexts(): void {
  const ofReact = (node: Node | null): node is Text =>
    node instanceof Text && Object.keys(node).some((key) => key.startsWith("__reactFiber"));
  const tell = (act: string, text: Text, parent: Node | null) => {
    const place = parent instanceof Element ? parent : null;
    if (place === null || place.closest("[translate=no]") !== null) return;
    const head = place.cloneNode(false) as Element;
    console.error(
      `loose text ${act}: "${text.data}" in ${head.outerHTML.replace(/\s(?:style|id|d)="[^"]*"/g, "")} ${place.textContent?.slice(0, 80)}`,
    );
  };
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue") as PropertyDescriptor;
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Node, value: string) {
      if (ofReact(this)) tell("set", this, this.parentNode);
      nodeValue.set?.call(this, value);
    },
  });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (ofReact(child)) tell("removed", child, this);
    return removeChild.call(this, child) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    if (ofReact(next)) tell("passed", next, this);
    return insertBefore.call(this, node, next) as T;
  };
}

export function pageAddress(fragment: string): string {
  return addressOf(inject("pageUrl"), fragment);
}

function addressOf(url: string, fragment: string): string {
  return fragment === "" ? url : `${url}#${fragment}`;
}

/** Waits until the whole run that was asked for last is painted, not before a paint newer than `since`, and what follows the plots is there. */
export async function painted(page: Page, since = 0): Promise<Painted> {
  const handle = await page.waitForFunction((after) => {
    const { sawtoothPainted: last, sawtoothAsked: asked } = window as PaintedWindow;
    return last?.done && last.count > after && last.url === asked ? last : null;
  }, since);
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".rail, .transport")].every((part) => part.childElementCount > 0),
  );
  return (await handle.jsonValue()) as Painted;
}

/** Waits until the whole page is on the device, and answers for the server. */
export async function keptOnDevice(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
}

/** Waits until the complete run of another scenario than these, as URL texts, is painted. */
export async function paintedOther(page: Page, urls: readonly string[]): Promise<Painted> {
  const handle = await page.waitForFunction((known) => {
    const last = (window as PaintedWindow).sawtoothPainted;
    return last?.done && !known.includes(last.url) ? last : null;
  }, urls);
  return (await handle.jsonValue()) as Painted;
}

/** Waits until the complete run of this scenario, as URL text, is painted. */
export async function paintedRunOf(page: Page, url: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const last = (window as PaintedWindow).sawtoothPainted;
    return last?.done && last.url === wanted;
  }, url);
}

/** For `painted`, before the page is opened. */
export async function recordPaints(page: Page): Promise<void> {
  await page.addInitScript(listenForPaint);
}

function listenForPaint(): void {
  let count = 0;
  addEventListener("sawtooth:painted", (event) => {
    const { url, done } = (event as CustomEvent<Painted>).detail;
    (window as PaintedWindow).sawtoothPainted = { count: ++count, url, done };
  });
  addEventListener("sawtooth:asked", (event) => {
    (window as PaintedWindow).sawtoothAsked = (event as CustomEvent<string>).detail;
  });
}

function collectProblems(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    const isMoved = message.text().startsWith("A part of the page is not where it was put");
    if (message.type() === "error" || isMoved) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("crash", () => problems.push("the page crashed"));
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  // Of the context, because a page does not tell of what its workers ask for; no other page is open meanwhile.
  const hear = (request: Request) => {
    const { protocol, origin: to } = new URL(request.url());
    if (protocol.startsWith("http") && to !== origin) problems.push(`request to elsewhere: ${request.url()}`);
  };
  page.context().on("request", hear);
  page.once("close", () => page.context().off("request", hear));
  return problems;
}
