/**
 * `npm run bench:ui [-- --json]`: from a move of the β_ecn slider to the plots of the complete run repainted, in a real
 * browser with real key presses, one move after another, and the parts of that time; then the longest task of the page
 * while the slider is dragged without a pause; then what the page costs at rest, and how smoothly a live run is shown.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page, type Worker } from "playwright-core";
import { build } from "vite";
import { measureFirstLoad } from "../tests/e2e/first-load.ts";
import { serveFolder } from "../tests/e2e/static-server.ts";
import {
  installProbe,
  installWorkerProbe,
  type PageTimes,
  type ProbedWindow,
  type ProbedWorker,
  type WorkerTimes,
} from "./bench-ui-probe.ts";
import { corePercent, longestTaskMs } from "./bench-ui-trace.ts";
import { chromiumArguments, ensureChromium } from "./chromium.ts";

const MOVES = 50;
/** Moves in one direction before turning round: the slider's whole way and not beyond. */
const MOVES_PER_WAY = 10;
const DRAG_STEPS = 120;
const SLIDER = /β_?ecn|beta[_-]ecn/i;
const REST_MS = 4000;
const LIVE_MS = 3000;
/** Ten flows at a hundred times real time, long enough not to end while it is looked at. */
const LIVE_RUN = "v=2&duration=2000s&capacity=10Mbps&flow=count=10&mode=live";

interface Parts {
  /** From the key to the run handed over. */
  readonly edit: number;
  readonly worker: number;
  /** There and back. */
  readonly transfer: number;
  readonly models: number;
  /** With the wait for the frame. */
  readonly paint: number;
}

interface Move {
  readonly ms: number;
  readonly parts: Parts;
}

interface Report {
  readonly moves: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly longestTaskMs: number;
  /** Of the median move, in ms. */
  readonly parts: Parts;
  /** Of one core, with packets moving and without. */
  readonly movingCorePercent: number;
  readonly stillCorePercent: number;
  readonly liveFramesPerS: number;
  /** Over the wire until the first plots of a new visitor, worker included. */
  readonly firstLoadGzipBytes: number;
}

const { values } = parseArgs({ options: { json: { type: "boolean" } } });
const report = await measure();
console.log(values.json ? JSON.stringify(report) : inWords(report));

function inWords(of: Report): string {
  const parts = Object.entries(of.parts).map(([name, ms]) => `${name} ${ms} ms`);
  return [
    `${of.moves} moves of β_ecn to the whole run repainted: median ${of.medianMs} ms, 95th percentile ${of.p95Ms} ms`,
    `the median move: ${parts.join(", ")}`,
    `longest main-thread task of a drag: ${of.longestTaskMs} ms`,
    `at rest: ${of.movingCorePercent} % of a core with packets moving, ${of.stillCorePercent} % without`,
    `live, ten flows at 100x: ${of.liveFramesPerS} frames a second`,
    `first load: ${of.firstLoadGzipBytes} bytes until the first plots`,
  ].join("\n");
}

async function measure(): Promise<Report> {
  const root = resolve(import.meta.dirname, "..");
  await build({ root, logLevel: "error" });
  const server = await serveFolder(resolve(root, "dist"));
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    // The TypeScript runner wraps named functions in this helper of its own, which the page has not.
    await page.addInitScript("globalThis.__name = (named) => named;");
    await page.addInitScript(installProbe);
    await page.goto(server.url);
    const moves = await measureMoves(page);
    const longest = await longestTaskMs(browser, () => drag(page));
    const atRest = await measureRest(browser, page);
    await page.close();
    const { gzipBytes } = await measureFirstLoad(browser, resolve(root, "dist"));
    return {
      ...summary(moves),
      longestTaskMs: rounded(longest),
      ...atRest,
      liveFramesPerS: await measureLive(browser, server.url),
      firstLoadGzipBytes: gzipBytes,
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measureMoves(page: Page): Promise<Move[]> {
  await page.waitForFunction(() => (window as ProbedWindow).sawtoothProbe?.painted?.done === true);
  const [worker] = page.workers();
  await worker.evaluate("globalThis.__name = (named) => named;");
  await worker.evaluate(installWorkerProbe);
  await page.getByRole("slider", { name: SLIDER }).first().focus();
  // The first moves compile the code; what people feel is what comes after.
  for (let i = 0; i < 2 * MOVES_PER_WAY; i++) await move(page, worker, i);
  const moves: Move[] = [];
  for (let i = 0; i < MOVES; i++) moves.push(await move(page, worker, i));
  return moves;
}

/** One press of an arrow key; from the key's event to the paint of the complete run of the new value. */
async function move(page: Page, worker: Worker, i: number): Promise<Move> {
  await page.evaluate(() => (window as ProbedWindow).sawtoothProbe?.arm());
  await page.keyboard.press(Math.floor(i / MOVES_PER_WAY) % 2 === 0 ? "ArrowRight" : "ArrowLeft");
  const handle = await page.waitForFunction(() => (window as ProbedWindow).sawtoothProbe?.times ?? null);
  const times = (await handle.jsonValue()) as PageTimes;
  const { beganMs, sentMs } = (await worker.evaluate(
    () => (globalThis as ProbedWorker).sawtoothTimes,
  )) as WorkerTimes;
  return {
    ms: times.paintedMs - times.inputMs,
    parts: {
      edit: times.askedMs - times.inputMs,
      worker: sentMs - beganMs,
      transfer: beganMs - times.askedMs + times.heardMs - sentMs,
      models: times.modelledMs - times.heardMs,
      paint: times.paintedMs - times.modelledMs,
    },
  };
}

function summary(moves: readonly Move[]): Pick<Report, "moves" | "medianMs" | "p95Ms" | "parts"> {
  const sorted = [...moves].sort((a, b) => a.ms - b.ms);
  const middle = sorted.slice(sorted.length / 2 - 1, sorted.length / 2 + 1);
  const mean = (of: (move: Move) => number) => rounded((of(middle[0]) + of(middle[1])) / 2);
  return {
    moves: sorted.length,
    medianMs: mean(({ ms }) => ms),
    p95Ms: rounded(sorted[Math.ceil(sorted.length * 0.95) - 1].ms),
    parts: {
      edit: mean(({ parts }) => parts.edit),
      worker: mean(({ parts }) => parts.worker),
      transfer: mean(({ parts }) => parts.transfer),
      models: mean(({ parts }) => parts.models),
      paint: mean(({ parts }) => parts.paint),
    },
  };
}

/** Drags the thumb to and fro with the mouse, a move a frame, and waits until the last one is painted. */
async function drag(page: Page): Promise<void> {
  const box = await page.getByRole("slider", { name: SLIDER }).first().boundingBox();
  if (box === null) throw new Error("The β_ecn slider has no place on the page.");
  const y = box.y + box.height / 2;
  const x = (step: number) => box.x + box.width * (0.5 - 0.4 * Math.cos((step / DRAG_STEPS) * 4 * Math.PI));
  await page.mouse.move(x(0), y);
  await page.mouse.down();
  for (let step = 1; step <= DRAG_STEPS; step++) {
    await page.mouse.move(x(step), y);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.mouse.up();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
}

async function measureRest(
  browser: Browser,
  page: Page,
): Promise<Pick<Report, "movingCorePercent" | "stillCorePercent">> {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1000);
  const moving = await corePercent(browser, REST_MS);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.waitForTimeout(1000);
  const still = await corePercent(browser, REST_MS);
  return { movingCorePercent: rounded(moving), stillCorePercent: rounded(still) };
}

async function measureLive(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript("globalThis.__name = (named) => named;");
  await page.goto(`${url}#${LIVE_RUN}`);
  await page.getByRole("combobox", { name: "Speed" }).selectOption({ label: "100×" });
  await page.waitForTimeout(2000);
  const frames = await page.evaluate(framesIn, LIVE_MS);
  await page.close();
  return rounded((1000 * frames) / LIVE_MS);
}

/** Runs in the page. */
function framesIn(ms: number): Promise<number> {
  return new Promise((resolve) => {
    let frames = 0;
    const startMs = performance.now();
    const onFrame = (nowMs: number) => {
      if (nowMs - startMs >= ms) resolve(frames);
      else {
        frames += 1;
        requestAnimationFrame(onFrame);
      }
    };
    requestAnimationFrame(onFrame);
  });
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
