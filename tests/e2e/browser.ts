/** Opens the page like a user, and fails the test on any console error, failed request, or request to another host. */
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

/** The browser that the tests open: SAWTOOTH_BROWSER, by default Chromium. */
const given = process.env.SAWTOOTH_BROWSER ?? "chromium";

if (given !== "chromium" && given !== "firefox" && given !== "webkit")
  throw new Error(`SAWTOOTH_BROWSER is ${given}; it may be chromium, firefox or webkit.`);

export const browserName = given;

declare module "vitest" {
  interface TaskMeta {
    leftOut?: string;
  }
}

/** Skips a test that cannot run here, with the reason. The script lists such tests. */
export function leaveOut(reason: string): never {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new Error(`nothing can be left out outside of a test: ${reason}`);
  test.meta.leftOut = reason;
  return test.context.skip(reason);
}

/** Skips what Firefox cannot do by WebDriver BiDi. */
export function leaveOutInFirefox(reason: string): void {
  if (browserName === "firefox") leaveOut(`in Firefox ${reason}`);
}

export interface OpenOptions extends BrowserContextOptions {
  /** The URL's fragment, without "#". */
  readonly fragment?: string;
  /** Console errors and the like that this test expects. */
  readonly expected?: RegExp;
  /** Address of the page; by default the built one. */
  readonly url?: string;
  /** True to make any access to a storage throw, as in a frame or under a setting that forbids storing. */
  readonly noStorage?: boolean;
  /** True for a first visit. Otherwise the introduction is not shown. */
  readonly firstVisit?: boolean;
  /** Called before the page loads. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** The page's event at the last paint of a snapshot. */
export interface Painted {
  /** Number of paints so far. */
  readonly count: number;
  readonly url: string;
  readonly done: boolean;
}

interface PaintedWindow {
  sawtoothPainted?: Painted;
  /** The scenario that the page is asked to show, as URL text. */
  sawtoothAsked?: string;
}

/** Time limit for a wait that hangs. No normal test reaches it, however busy the machine is. */
const HANGING_MS = 120_000;

/** Browsers of this file: one Chromium, or one Firefox with motion and one without. */
const browsers = new Map<string, Promise<Browser>>();

/**
 * Browser contexts of this test file, by their options. A page in an existing context reuses the programs that the
 * context has loaded and compiled.
 */
const contexts = new Map<string, Promise<BrowserContext>>();

afterAll(async () => {
  contexts.clear();
  for (const browser of browsers.values()) await (await browser).close();
  browsers.clear();
});

/**
 * Opens a page with empty storage, by default at 1440 x 900. It is closed and checked when the test ends. Motion is reduced, to
 * save processor time; tests of moving packets set it explicitly.
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

/** Each file starts its own Firefox, so that a crash does not affect other files. */
function newBrowser(motion: "reduce" | "no-preference"): Promise<Browser> {
  if (browserName === "firefox") return firefox.launch(firefoxOptions(motion));
  return chromium.connect(inject("browserEndpoint"));
}

async function newContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const browser = await browserFor(options.reducedMotion === "no-preference" ? "no-preference" : "reduce");
  // The copy on the device would answer instead of the server, so only tests of that copy allow it.
  const context = await browser.newContext({ serviceWorkers: "block", ...options });
  context.setDefaultTimeout(HANGING_MS);
  return context;
}

/** Local storage belongs to the context. Session storage belongs to the page, and stays over a reload. */
function forgetOthers(firstVisit: string): void {
  try {
    if (sessionStorage.length > 0) return;
    localStorage.clear();
    sessionStorage.setItem("begun", "");
    localStorage.setItem("sawtooth.first-visit", firstVisit);
  } catch {
    // An empty page ("about:blank") has no storage.
  }
}

function forbidStorage(): void {
  const forbidden = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
    Object.defineProperty(window, name, { get: forbidden });
  // Firefox provides no service worker at all if a test blocks it.
  if (navigator.serviceWorker === undefined) return;
  Object.defineProperty(navigator.serviceWorker, "register", {
    value: () => Promise.reject(new DOMException("The operation is insecure.", "SecurityError")),
  });
}

/** Reports everything that the page's policy has refused, in every frame, as an error. */
function tellOfPolicy(): void {
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
    console.error(`policy: ${effectiveDirective} refused ${blockedURI} ${sample}`),
  );
}

/**
 * Reports loose texts, which are text nodes that React would change although a browser that translates the page may
 * have replaced them: texts next to other texts or elements.
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

/**
 * Waits until the whole run that was requested last is painted, in a paint newer than `since`, and the parts that follow the
 * plots are present.
 */
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

/** Waits until the whole page is stored on the device and answers instead of the server. */
export async function keptOnDevice(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
}

/** Waits until the complete run of a scenario other than the given ones (URL texts) is painted. */
export async function paintedOther(page: Page, urls: readonly string[]): Promise<Painted> {
  const handle = await page.waitForFunction((known) => {
    const last = (window as PaintedWindow).sawtoothPainted;
    return last?.done && !known.includes(last.url) ? last : null;
  }, urls);
  return (await handle.jsonValue()) as Painted;
}

/** Waits until the complete run of this scenario (URL text) is painted. */
export async function paintedRunOf(page: Page, url: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const last = (window as PaintedWindow).sawtoothPainted;
    return last?.done && last.url === wanted;
  }, url);
}

/** Prepares a page for `painted`, before it is opened. */
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
    const isMoved = message.text().startsWith("A part of the page is missing");
    if (message.type() === "error" || isMoved) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("crash", () => problems.push("the page crashed"));
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  // Listens on the context, because a page does not report the requests of its workers. No other page of the context
  // is open now.
  const hear = (request: Request) => {
    const { protocol, origin: to } = new URL(request.url());
    if (protocol.startsWith("http") && to !== origin) problems.push(`request to elsewhere: ${request.url()}`);
  };
  page.context().on("request", hear);
  page.once("close", () => page.context().off("request", hear));
  return problems;
}
