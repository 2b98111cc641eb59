/** What a page and its workers hold once the garbage is collected, by the browser's own counts. */
import type { CDPSession, Page } from "playwright-core";

export interface HeldMemory {
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
export class MemoryProbe {
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
