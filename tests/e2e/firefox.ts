/** Firefox as its makers publish it, by WebDriver BiDi: Playwright's own Firefox is another program. */
import type { BrowserContextOptions, LaunchOptions, Page } from "playwright-core";
import { type Command, server, type Transport } from "playwright-core/lib/coreBundle";
import { findFirefox } from "../../scripts/engines.ts";

/** How Playwright prints: with inches where centimetres are meant. */
const PRINT = "browsingContext.print";
const CM_PER_INCH = 2.54;

interface Printed {
  readonly page: { readonly width: number; readonly height: number };
}

/** How Playwright asks for colours; Firefox 153 does not know it, but its own code can be asked. */
const COLOURS = "emulation.setMediaFeaturesOverride";

interface ColoursAsked {
  readonly features: { readonly "prefers-color-scheme"?: string | null };
  /** Pages and their frames; without them it is for those that are yet to come. */
  readonly contexts?: readonly string[];
}

/**
 * Runs among Firefox's own code. Its frames have the colours of a page; to give them to a frame would end Firefox. The medium
 * is taken back first, because after a page was printed it is no longer in force, but counted as the same.
 */
const SET_COLOURS = `(scheme, medium, ...pages) => {
  const { NavigableManager } = ChromeUtils.importESModule("chrome://remote/content/shared/NavigableManager.sys.mjs");
  for (const page of pages) {
    const { top } = NavigableManager.getBrowsingContextById(page);
    top.prefersColorSchemeOverride = scheme;
    top.mediumOverride = "";
    top.mediumOverride = medium;
  }
}`;

/** Playwright does not ask Firefox for it; it goes with the colours. */
let medium: "print" | "screen" = "screen";

/** Above the numbers of Playwright's own commands. */
const OWN_COMMAND = 1e9;

const { prototype } = server.WebSocketTransport;
const { send } = prototype;

/** The first window with Firefox's own code, by connection. */
const windows = new WeakMap<Transport, Promise<string>>();

/** Firefox 153 tells of a file without a navigation when a page has made it; Playwright passes over what has no name. */
const DOWNLOADS = ["browsingContext.downloadWillBegin", "browsingContext.downloadEnd"];

interface DownloadTold {
  readonly method?: string;
  readonly params: { readonly url: string; readonly navigation: string | null };
}

/** Connections whose downloads have names. */
const named = new WeakSet<Transport>();

/** Light unless a page asks for dark. Whether things move is a matter of the whole browser. */
export function firefoxOptions(motion: "reduce" | "no-preference"): LaunchOptions {
  const executablePath = findFirefox();
  if (executablePath === null)
    throw new Error("No Firefox was found: install it, or set FIREFOX_PATH to its program.");
  prototype.send = sendToFirefox;
  return {
    channel: "moz-firefox",
    executablePath,
    args: ["--remote-allow-system-access"],
    firefoxUserPrefs: {
      // Where Playwright's world and the page's both read these lists of an element, Firefox 153 crashes.
      "accessibility.ARIAElementReflection.enabled": false,
      // It would take the focus from the page; keys are given to the page all the same, and buttons do not hear them.
      "browser.download.alwaysOpenPanel": false,
      "layout.css.prefers-color-scheme.content-override": 1,
      "ui.prefersReducedMotion": motion === "reduce" ? 1 : 0,
    },
  };
}

/** Before the page is loaded. A context's colours are asked for when there is no page yet to give them to. */
export async function prepareForFirefox(
  page: Page,
  colorScheme: NonNullable<BrowserContextOptions["colorScheme"]>,
): Promise<void> {
  await showInFirefox(page, "screen", colorScheme);
  await page.addInitScript(countAsTyped);
}

/** As on paper or on a screen. */
export async function showInFirefox(
  page: Page,
  media: "print" | "screen",
  colorScheme: NonNullable<BrowserContextOptions["colorScheme"]>,
): Promise<void> {
  medium = media;
  await page.emulateMedia({ media, colorScheme });
}

/** In the page. Playwright fills a field by giving it a value, of which React is told as if the page had done it. */
function countAsTyped(): void {
  const forget = ({ isTrusted, target }: Event) => {
    const { _valueTracker } = target as { _valueTracker?: { setValue(value: string): void } };
    if (!isTrusted) _valueTracker?.setValue("\0");
  };
  addEventListener("input", forget, true);
}

function sendToFirefox(this: Transport, command: Command): void {
  nameDownloads(this);
  if (command.method === COLOURS) setColours(this, command);
  else send.call(this, command.method === PRINT ? onWholePaper(command) : command);
}

function onWholePaper(command: Command): Command {
  const { page, ...params } = command.params as Printed;
  const whole = { width: page.width * CM_PER_INCH, height: page.height * CM_PER_INCH };
  return { ...command, params: { ...params, page: whole } };
}

/** No two files that pages have made have one address. */
function nameDownloads(transport: Transport): void {
  if (named.has(transport)) return;
  named.add(transport);
  const { onmessage } = transport;
  transport.onmessage = (message) => {
    const { method = "", params } = message as DownloadTold;
    const isUnnamed = DOWNLOADS.includes(method) && params.navigation === null;
    onmessage?.call(
      transport,
      isUnnamed ? { ...message, params: { ...params, download: params.url } } : message,
    );
  };
}

/** The same command's number, so that the answer is taken for its own. */
function setColours(transport: Transport, { id, params }: Command): void {
  const { features, contexts = [] } = params as ColoursAsked;
  const texts = [features["prefers-color-scheme"] ?? "none", medium, ...contexts];
  windowOf(transport).then((context) => {
    send.call(transport, {
      id,
      method: "script.callFunction",
      params: {
        functionDeclaration: SET_COLOURS,
        arguments: texts.map((value) => ({ type: "string", value })),
        target: { context },
        awaitPromise: false,
      },
    });
  });
}

function windowOf(transport: Transport): Promise<string> {
  const found = windows.get(transport) ?? askForWindow(transport);
  windows.set(transport, found);
  return found;
}

interface Windows {
  readonly id?: number;
  readonly result: { readonly contexts: readonly { readonly context: string }[] };
}

function askForWindow(transport: Transport): Promise<string> {
  const { onmessage } = transport;
  return new Promise((resolve) => {
    transport.onmessage = (message) => {
      const { id, result } = message as Windows;
      if (id !== OWN_COMMAND) return onmessage?.call(transport, message);
      transport.onmessage = onmessage;
      resolve(result.contexts[0].context);
    };
    const params = { "moz:scope": "chrome", maxDepth: 0 };
    send.call(transport, { id: OWN_COMMAND, method: "browsingContext.getTree", params });
  });
}
