/** A tab of any browser, reduced to what Chromium, Firefox and WebKit have in common. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject } from "vitest";
import { allAreNeeded } from "../../scripts/engines.ts";
import { browserName, leaveOut, openPage } from "./browser.ts";
import { missingOfWebKit, openWebKit } from "./webkit.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Looks {
  readonly dark?: boolean;
  readonly reducedMotion?: boolean;
}

export interface Tab {
  readonly goTo: (url: string) => Promise<unknown>;
  /** Runs a function in the page, which has access only to its argument. */
  readonly run: <A, T>(inPage: (given: A) => T | Promise<T>, given: A) => Promise<T>;
  readonly press: (key: string) => Promise<unknown>;
  readonly drag: (from: Point, to: Point) => Promise<unknown>;
  readonly reload: () => Promise<unknown>;
  readonly back: () => Promise<unknown>;
  readonly screenshot: () => Promise<Buffer>;
}

interface Opened extends Looks {
  /** Scenario URL without "#". */
  readonly link?: string;
  /** Address of the page; by default the built one. */
  readonly url?: string;
}

/** Error message of a browser whose server is unreachable, even if the stored copy of the page has answered. */
const GONE = /ERR_CONNECTION_REFUSED|ERR_FAILED/;

export async function openTab(opened: Opened = {}): Promise<Tab> {
  const { link = "", url = inject("pageUrl"), dark = false, reducedMotion = true } = opened;
  if (browserName === "webkit") {
    const missing = missingOfWebKit();
    if (missing.length > 0 && allAreNeeded) throw new Error(`There is no ${missing.join(", no ")}.`);
    if (missing.length > 0) leaveOut(`in WebKit: ${missing.join(", ")} is not installed`);
    const tab = await openWebKit({ dark, reducedMotion });
    await tab.goTo(link === "" ? url : `${url}#${link}`);
    return tab;
  }
  const page = await openPage({
    url,
    fragment: link,
    serviceWorkers: "allow",
    colorScheme: dark ? "dark" : "light",
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    expected: GONE,
  });
  return {
    goTo: (address) => page.goto(address),
    run: (inPage, given) => page.evaluate(inPage as never, given) as never,
    press: (key) => page.keyboard.press(key),
    drag: async (from, to) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 3 });
      await page.mouse.up();
    },
    reload: () => page.reload(),
    back: () => page.goBack(),
    screenshot: () => page.screenshot(),
  };
}

/** An element to look for, given by a selector and by its name or text. */
interface Sought {
  readonly selector: string;
  readonly text?: string;
}

/** Runs in the page. Scrolls the first visible element into view and returns its position; null if there is none. */
function placeOf({ selector, text }: Sought): (Point & { width: number; height: number }) | null {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => {
    const said = `${element.getAttribute("aria-label") ?? ""} ${element.textContent}`;
    const isOff = (element as HTMLButtonElement).disabled || element.ariaDisabled === "true";
    const isOn = !isOff && element.getClientRects().length > 0;
    return isOn && (text === undefined || said.includes(text));
  });
  if (found === undefined) return null;
  found.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = found.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, width, height };
}

export async function there(tab: Tab, selector: string, text?: string) {
  const sought = text === undefined ? { selector } : { selector, text };
  let place: ReturnType<typeof placeOf> = null;
  await expect
    .poll(
      async () => {
        place = await tab.run(placeOf, sought);
        return place === null ? `${selector} ${text ?? ""} is not there` : "";
      },
      { interval: 100, timeout: 60_000 },
    )
    .toBe("");
  return place as unknown as NonNullable<ReturnType<typeof placeOf>>;
}

export async function click(tab: Tab, selector: string, text?: string): Promise<void> {
  const place = await there(tab, selector, text);
  await tab.drag(place, place);
}

/** Saves a screenshot for inspection to the folder SAWTOOTH_SCREENSHOTS. */
export async function keepScreenshot(tab: Tab, name: string): Promise<void> {
  const folder = process.env.SAWTOOTH_SCREENSHOTS;
  if (!folder) return;
  // WebKitGTK paints only while something moves. Without this animation, the screenshot would never be ready.
  await tab.run(() => {
    const { style } = document.documentElement;
    let count = 0;
    const paint = () => {
      style.setProperty("--painted", String(count));
      style.opacity = count % 2 === 0 ? "0.999" : "1";
      if (count++ < 100) requestAnimationFrame(paint);
    };
    paint();
  }, null);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${browserName}-${name}.png`), await tab.screenshot());
}
