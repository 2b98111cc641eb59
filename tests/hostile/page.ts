/**
 * The part of `npm run hostile` that opens each attack as a link or a file in the built page in Chromium. The page's process may use
 * at most 600 MB, and 10 s of processor time until it has said so in one sentence and is at rest. Needs `npm run build`, and Linux for
 * the memory.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { chromiumArguments, ensureChromium } from "../../scripts/engines.ts";
import { type StaticServer, serveFolder } from "../e2e/static-server.ts";
import { MOST_BYTES, MOST_CPU_S } from "./attacks.ts";

const dist = resolve(import.meta.dirname, "../../dist");

let server: StaticServer;

beforeAll(async () => {
  if (!existsSync(join(dist, "index.html"))) throw new Error("The page is not built: npm run build.");
  server = await serveFolder(dist);
});

const tried: string[] = [];
afterAll(async () => {
  process.stdout.write(`${tried.length} attacks on the page\n`);
  await server.close();
});

/** The browser's processes that draw pages, with their workers. */
async function pageProcesses(browser: Browser): Promise<{ readonly id: number; readonly cpuTime: number }[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.filter(({ type }) => type === "renderer");
}

const peakBytes = (id: number) =>
  1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1]);

/** Time for which the page is watched to see whether it is at rest (ms), and the time between two looks. */
const REST_MS = 1500;
const LOOK_MS = 50;
/** Share of the looks in which a page at rest may still have work. */
const REST_SHARE = 0.1;
/** Processor time after which an attack has failed (s): far above the limit. */
const HANGING_CPU_S = 3 * MOST_CPU_S;
/** Number of times that a page may be at rest before its sentence appears: a worker may be loading. */
const MOST_RESTS = 20;

/**
 * Returns true if a thread of the process has work: it is running, or it waits for a processor. Its processor time would
 * not tell that on a busy machine.
 */
function hasWork(id: number): boolean {
  try {
    const folder = `/proc/${id}/task`;
    const states = readdirSync(folder).map((thread) => readFileSync(join(folder, thread, "stat"), "utf8"));
    return states.some((stat) => /\) R /.test(stat));
  } catch {
    // A thread has ended while its state was read.
    return true;
  }
}

/** Watches a process for some time, and returns true if it was at rest. */
async function isAtRest(id: number): Promise<boolean> {
  let [looks, working] = [0, 0];
  for (let leftMs = REST_MS; leftMs > 0; leftMs -= LOOK_MS) {
    looks++;
    if (hasWork(id)) working++;
    await setTimeout(LOOK_MS);
  }
  return working <= REST_SHARE * looks;
}

interface Seen {
  readonly bytes: number;
  /** Processor time until the sentence, and until the page is at rest. */
  readonly saidS: number;
  readonly restS: number;
  readonly said: string;
}

/** Opens a page, attacks it, and waits for a sentence that matches. */
export async function attacked(
  link: string,
  attack: (page: Page) => Promise<void>,
  sentence: RegExp,
): Promise<Seen> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() });
  try {
    const page = await browser.newPage({ reducedMotion: "reduce" });
    // A busy machine decides how long anything takes; processor time is what counts.
    page.setDefaultTimeout(0);
    await page.goto(`${server.url}#${link}`);
    await page.locator(".headline").waitFor();
    const costliest = async () =>
      (await pageProcesses(browser)).reduce((most, one) => (one.cpuTime > most.cpuTime ? one : most));
    const before = (await costliest()).cpuTime;
    const usedS = async () => (await costliest()).cpuTime - before;
    const found = page.getByText(sentence).locator("visible=true").first();
    const heard: { saidS: number; said: string }[] = [];
    const faults: unknown[] = [];
    attack(page)
      .then(() => found.waitFor())
      .then(usedS)
      .then(async (saidS) => heard.push({ saidS, said: (await found.innerText()).replace(/\s+/g, " ") }))
      .catch((fault) => faults.push(fault));
    for (let rests = 0; ; ) {
      const isResting = await isAtRest((await costliest()).id);
      if (faults.length > 0) throw faults[0];
      if (isResting && heard.length > 0) break;
      if (isResting) rests++;
      if (rests > MOST_RESTS) throw new Error("The page is at rest, without the sentence.");
      if ((await usedS()) > HANGING_CPU_S)
        throw new Error(`No rest after ${HANGING_CPU_S} s of processor time.`);
    }
    const restS = await usedS();
    const bytes = Math.max(...(await pageProcesses(browser)).map(({ id }) => peakBytes(id)));
    return { bytes, ...heard[0], restS };
  } finally {
    await browser.close();
  }
}

/** Expects that an attack has cost little. */
export function expectLittle(what: string, { bytes, saidS, restS, said }: Seen): void {
  tried.push(what);
  process.stdout.write(
    `${saidS.toFixed(1).padStart(6)} s ${restS.toFixed(1).padStart(6)} s ${(bytes / 1e6).toFixed(0).padStart(5)} MB  ${what}: ${said.slice(0, 200)}\n`,
  );
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(restS).toBeLessThan(MOST_CPU_S);
}
