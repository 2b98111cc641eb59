/** Tests that take minutes: an hour of live mode, after which the page must not hold more memory, and random actions. */
import type { CDPSession, Page } from "playwright-core";
import { expect, test } from "vitest";
import { effort } from "../effort.ts";
import { openPage } from "./browser.ts";
import { SCREENS } from "./screens.ts";

/** The memory of a page and its workers after garbage collection, as the browser reports it. */
interface HeldMemory {
  /** Heap of the page, and heaps and arrays of all its workers. */
  readonly heapKb: number;
  readonly workersKb: number;
  /** Number of nodes in the document and outside it. */
  readonly nodes: number;
  /** Number of nodes outside the document. */
  readonly strayNodes: number;
  readonly listeners: number;
}

interface Heap {
  readonly usedSize: number;
  readonly backingStorageSize?: number;
}

const BYTES_PER_KB = 1024;

/** Measures all workers of the page, including workers that start later. */
class MemoryProbe {
  readonly #page: Page;
  readonly #cdp: CDPSession;
  readonly #workers = new Set<string>();
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #asked = 0;

  private constructor(page: Page, cdp: CDPSession) {
    this.#page = page;
    this.#cdp = cdp;
  }

  static async of(page: Page): Promise<MemoryProbe> {
    const cdp = await page.context().newCDPSession(page);
    const probe = new MemoryProbe(page, cdp);
    cdp.on("Target.attachedToTarget", ({ sessionId }) => probe.#workers.add(sessionId));
    cdp.on("Target.detachedFromTarget", ({ sessionId }) => probe.#workers.delete(sessionId));
    cdp.on("Target.receivedMessageFromTarget", ({ message }) => probe.#hear(message));
    await cdp.send("Target.setAutoAttach", {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: false,
    });
    await cdp.send("Performance.enable");
    return probe;
  }

  async held(): Promise<HeldMemory> {
    await this.#cdp.send("HeapProfiler.collectGarbage");
    const { metrics } = await this.#cdp.send("Performance.getMetrics");
    const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
    const inDocument = await this.#page.evaluate(() => {
      const walker = document.createTreeWalker(document);
      let count = 1;
      while (walker.nextNode() !== null) count += 1;
      return count;
    });
    const workers = await Promise.all([...this.#workers].map((session) => this.#heapOf(session)));
    return {
      heapKb: metric("JSHeapUsedSize") / BYTES_PER_KB,
      workersKb: workers.reduce((sum, bytes) => sum + bytes, 0) / BYTES_PER_KB,
      nodes: metric("Nodes"),
      strayNodes: metric("Nodes") - inDocument,
      listeners: metric("JSEventListeners"),
    };
  }

  async #heapOf(session: string): Promise<number> {
    await this.#ask(session, "HeapProfiler.collectGarbage");
    const { usedSize, backingStorageSize = 0 } = (await this.#ask(session, "Runtime.getHeapUsage")) as Heap;
    return usedSize + backingStorageSize;
  }

  #ask(sessionId: string, method: string): Promise<unknown> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, resolve);
      const message = JSON.stringify({ id, method });
      this.#cdp.send("Target.sendMessageToTarget", { sessionId, message }).catch(reject);
    });
  }

  #hear(message: string): void {
    const { id, result } = JSON.parse(message);
    this.#waiting.get(id)?.(result);
    this.#waiting.delete(id);
  }
}

const CHANGES = 400;
/** Time limit for a test that hangs. It takes six minutes, and more on a busy machine. */
const HANGING_MS = 1_200_000;
/** During the first minute, the page loads and compiles code that it uses for the first time. */
const SETTLED_AFTER = 60;
const SAMPLE_EVERY = 10;

interface Held extends HeldMemory {
  readonly changes: number;
}

/**
 * Allowed growth for each change: its line in the list, its label on each plot, and its undo steps. A run has at most
 * a thousand changes. Removed elements and their listeners must be freed.
 */
const MOST_A_CHANGE: Readonly<Record<keyof HeldMemory, number>> = {
  heapKb: 24,
  workersKb: 24,
  nodes: 16,
  strayNodes: 1,
  listeners: 0.2,
};

test.skipIf(effort !== "long")(
  "an hour of live mode with a change per second does not grow heap, nodes and listeners (long effort only)",
  async () => {
    const page = await openPage({ fragment: "v=2&duration=3600s&flow=&flow=cc=cubic,rtt=50ms&mode=live" });
    await page.getByRole("combobox", { name: "Speed" }).selectOption({ label: "10×" });
    const probe = await MemoryProbe.of(page);
    const held: Held[] = [];
    const end = page.getByRole("region", { name: "End of the live run" });
    for (let change = 1; change <= CHANGES && !(await end.isVisible()); change++) {
      const nextMs = Date.now() + 1000;
      await act(page, change);
      if (change % SAMPLE_EVERY === 0) held.push({ changes: change, ...(await probe.held()) });
      await page.waitForTimeout(Math.max(0, nextMs - Date.now()));
    }
    for (const one of held) console.info(JSON.stringify(one));
    const settled = held.filter(({ changes }) => changes >= SETTLED_AFTER);
    for (const [what, most] of Object.entries(MOST_A_CHANGE)) {
      const slope = slopeOf(settled.map((one) => [one.changes, one[what as keyof HeldMemory]]));
      console.info(`${what}: ${slope.toFixed(3)} a change, at most ${most}`);
      expect.soft(slope, what).toBeLessThanOrEqual(most);
    }
    expect(await end.isVisible()).toBe(true);
  },
  HANGING_MS,
);

const HANDLES = [
  "Capacity, on the throughput plot",
  "Target, on the queue delay plot",
  "Backoff on a mark",
  "RTT",
];

/**
 * Moves one control one step up, and later down again. Sometimes also asks for an explanation, or changes the view of
 * a plot.
 */
async function act(page: Page, change: number): Promise<void> {
  const handle = page.getByRole("slider", { name: HANDLES[change % HANDLES.length] }).first();
  await handle.focus();
  await page.keyboard.press(Math.floor(change / HANDLES.length) % 2 === 0 ? "ArrowUp" : "ArrowDown");
  if (change % 20 === 5) await page.getByRole("button", { name: "Why here?" }).first().click();
  if (change % 20 === 9) await page.keyboard.press("Escape");
  if (change % 15 === 0) await page.getByText("by flow", { exact: true }).click();
}

/** Returns the slope of the best-fitting straight line. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([at]) => at), mean(([, value]) => value)];
  return mean((point) => (point[0] - x) * (point[1] - y)) / mean(([at]) => (at - x) ** 2);
}

const RANDOM_USE_MS = 600_000;
const KEYS =
  "Escape Tab Enter Space ArrowLeft ArrowRight ArrowUp ArrowDown PageDown Home w k j l m p t a ? z".split(
    " ",
  );
const TYPED = "0 -1 0.8 50 1e9 12ms ,;, <b> 新 abc".split(" ");

/** Runs in the page. Marks one of the usable elements, and returns their number. Links out of the page are excluded. */
function chooseOne(share: number): string {
  document.querySelector("[data-chosen]")?.removeAttribute("data-chosen");
  const isOut = (element: Element) =>
    element.matches("[target], [href^=http], [href^=mailto], [href*='.html']");
  const all = [
    ...document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=slider]"),
  ].filter((one) => !isOut(one) && !one.matches(":disabled") && one.checkVisibility());
  const open = document.querySelector("dialog[open]");
  const usable = open === null ? all : all.filter((one) => open.contains(one));
  const chosen = usable[Math.floor(share * usable.length)];
  chosen?.setAttribute("data-chosen", "");
  return chosen === undefined ? "" : chosen.matches("select, input[type=file]") ? "list" : chosen.tagName;
}

/** Returns numbers from 0 to 1, equal for equal seeds (mulberry32). */
function randomShares(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test.skipIf(effort !== "long")(
  "ten minutes of random actions break nothing (long effort only)",
  async () => {
    const seed = Number(process.env.SAWTOOTH_SEED ?? Date.now() % 1e9);
    console.info(`SAWTOOTH_SEED=${seed} does the same again, as far as the machine's speed allows`);
    const share = randomShares(seed);
    const one = <T>(list: readonly T[]) => list[Math.floor(share() * list.length)];
    const page = await openPage({ fragment: "v=2" });
    page.on("dialog", (dialog) => void dialog.dismiss().catch(() => undefined));
    const within = { timeout: 1000, noWaitAfter: true };
    const use = async () => {
      const kind = await page.evaluate(chooseOne, share());
      const chosen = page.locator("[data-chosen]");
      if (kind === "list") await chosen.selectOption({ index: Math.floor(share() * 5) }, within);
      else if (kind === "INPUT" && share() < 0.5) await chosen.fill(one(TYPED), within);
      else if (kind !== "") await chosen.click({ ...within, force: true });
    };
    const drag = async () => {
      await page.mouse.move(1440 * share(), 900 * share());
      await page.mouse.down();
      await page.mouse.move(1440 * share(), 900 * share(), { steps: 4 });
      await page.mouse.up();
    };
    const acts = [
      ...Array.from({ length: 10 }, () => use),
      drag,
      () => page.keyboard.press(one(KEYS)),
      () => page.goto(`${page.url().replace(/#.*/, "")}#${one(SCREENS).link}`),
      async () => {
        await page.goBack();
        if (!page.url().startsWith("http")) await page.goForward();
      },
      () =>
        page.setViewportSize(
          one([
            { width: 390, height: 844 },
            { width: 1440, height: 900 },
          ]),
        ),
    ];
    const endMs = Date.now() + RANDOM_USE_MS;
    for (let count = 0; Date.now() < endMs; count++) {
      // An element that is covered or gone cannot be used, so errors are ignored here. The checks below and those at
      // the end of the test judge the page's reaction.
      await one(acts)().catch(() => undefined);
      if (count % 20 > 0) continue;
      const said = await page.locator("body").innerText();
      expect(said, `after ${count} acts at ${page.url()}`).not.toMatch(/could not be drawn|NaN|undefined/);
      expect(await page.locator("#root > *").count()).toBeGreaterThan(0);
    }
  },
  HANGING_MS,
);
