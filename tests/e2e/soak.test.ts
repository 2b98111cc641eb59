/** An hour of live mode in six minutes, with a change a second: what the page and its worker hold stays as it is. */
import type { CDPSession, Page } from "playwright-core";
import { expect, test } from "vitest";
import { effort } from "../effort.ts";
import { openPage } from "./browser.ts";

/** What a page and its workers hold once the garbage is collected, by the browser's own counts. */
interface HeldMemory {
  /** The page's heap, and the heaps and arrays of all its workers. */
  readonly heapKb: number;
  readonly workersKb: number;
  /** In the document and out of it. */
  readonly nodes: number;
  /** Out of it. */
  readonly strayNodes: number;
  readonly listeners: number;
}

interface Heap {
  readonly usedSize: number;
  readonly backingStorageSize?: number;
}

const BYTES_PER_KB = 1024;

/** Asks the workers that the page has now, or starts later. */
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
/** Ends what hangs: six minutes and what a busy machine adds. */
const HANGING_MS = 1_200_000;
/** The first minute fetches and compiles what is used for the first time. */
const SETTLED_AFTER = 60;
const SAMPLE_EVERY = 10;

interface Held extends HeldMemory {
  readonly changes: number;
}

/**
 * What may grow, for each change: its line in the list, its label on each plot, its steps back and forth. A run has a thousand
 * at most. What is taken out of the document is gone, and nobody listens for longer than he is there.
 */
const MOST_A_CHANGE: Readonly<Record<keyof HeldMemory, number>> = {
  heapKb: 24,
  workersKb: 24,
  nodes: 16,
  strayNodes: 1,
  listeners: 0.2,
};

test.skipIf(effort !== "long")(
  "an hour of live mode with a change a second leaves heap, nodes and listeners as they are (long effort only)",
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

/** One step of one control, up and later down again; now and then a question, and another look at a plot. */
async function act(page: Page, change: number): Promise<void> {
  const handle = page.getByRole("slider", { name: HANDLES[change % HANDLES.length] }).first();
  await handle.focus();
  await page.keyboard.press(Math.floor(change / HANDLES.length) % 2 === 0 ? "ArrowUp" : "ArrowDown");
  if (change % 20 === 5) await page.getByRole("button", { name: "Why here?" }).first().click();
  if (change % 20 === 9) await page.keyboard.press("Escape");
  if (change % 15 === 0) await page.getByText("by flow", { exact: true }).click();
}

/** Of the straight line that fits best. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([at]) => at), mean(([, value]) => value)];
  return mean((point) => (point[0] - x) * (point[1] - y)) / mean(([at]) => (at - x) ** 2);
}
