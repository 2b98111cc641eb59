/** Tests with Firefox as released by Mozilla, through WebDriver BiDi. Playwright's own Firefox is a patched build. */
import type { BrowserContextOptions, LaunchOptions, Page } from "playwright-core";
import { type Command, server, type Transport } from "playwright-core/lib/coreBundle";
import { findFirefox } from "../../scripts/engines.ts";

/** Playwright's print command, which sends inches instead of centimetres. */
const PRINT = "browsingContext.print";
const CM_PER_INCH = 2.54;

interface Printed {
  readonly page: { readonly width: number; readonly height: number };
}

/** Playwright's command for colours. Firefox 153 does not support it, but its internal code can be called. */
const COLOURS = "emulation.setMediaFeaturesOverride";

interface ColoursAsked {
  readonly features: { readonly "prefers-color-scheme"?: string | null };
  /** Contexts of the pages and their frames; absent to set colours for pages that open later. */
  readonly contexts?: readonly string[];
}

/**
 * Runs in Firefox's internal code. Frames inherit the colours of a page; setting them on a frame would crash Firefox. The
 * medium is reset first, because after printing it no longer applies but still counts as set.
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

/** Firefox does not get the medium from Playwright, so it is sent together with the colours. */
let medium: "print" | "screen" = "screen";

/** Higher than the numbers of Playwright's own commands. */
const OWN_COMMAND = 1e9;

const { prototype } = server.WebSocketTransport;
const { send } = prototype;

/** The first window with Firefox's internal code, by connection. */
const windows = new WeakMap<Transport, Promise<string>>();

/** Firefox 153 reports a file that a page made without a navigation. Playwright ignores downloads without one. */
const DOWNLOADS = ["browsingContext.downloadWillBegin", "browsingContext.downloadEnd"];

interface DownloadTold {
  readonly method?: string;
  readonly params: { readonly url: string; readonly navigation: string | null };
}

/** Connections whose downloads have names. */
const named = new WeakSet<Transport>();

/** Returns options with light colours by default. Motion is a setting of the whole browser. */
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
      // Firefox 153 crashes if both Playwright's world and the page's read these lists of an element.
      "accessibility.ARIAElementReflection.enabled": false,
      // This panel would take the focus from the page, so that buttons miss keys.
      "browser.download.alwaysOpenPanel": false,
      "layout.css.prefers-color-scheme.content-override": 1,
      "ui.prefersReducedMotion": motion === "reduce" ? 1 : 0,
    },
  };
}

/** Call this before the page loads. A context's colours are requested before it has a page. */
export async function prepareForFirefox(
  page: Page,
  colorScheme: NonNullable<BrowserContextOptions["colorScheme"]>,
): Promise<void> {
  await showInFirefox(page, "screen", colorScheme);
  await page.addInitScript(countAsTyped);
}

/** Shows the page as on paper or on a screen. */
export async function showInFirefox(
  page: Page,
  media: "print" | "screen",
  colorScheme: NonNullable<BrowserContextOptions["colorScheme"]>,
): Promise<void> {
  medium = media;
  await page.emulateMedia({ media, colorScheme });
}

/** Runs in the page. Playwright fills a field by setting its value, which React would take for a change by the page. */
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

/** Gives each file that a page makes a unique address. */
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

/** Uses the number of the original command, so that the answer is matched with it. */
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
