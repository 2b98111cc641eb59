/**
 * `npm run bench:ui [-- --json]`: measures, in a real browser and with real key presses, the time from a move of the β_ecn slider
 * to the repainted plots of the complete run, and the parts of this time. Then measures the longest task of the page during a
 * drag, the cost of the idle page, and how smooth a live run is.
 *
 * `-- --against FOLDER_OR_COMMIT [--rounds N]`: compares the page of this checkout with that of a folder or a commit, in turns.
 * The order changes with each round; medians over the rounds, and of the ratios, are printed.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, type CDPSession, chromium, type Page, type Worker } from "playwright-core";
import { build } from "vite";
import { commitNamed, inTreeOf } from "../src/cli/benchmark/against.ts";
import { quantile } from "../src/cli/benchmark/measure.ts";
import { measureFirstLoad } from "../tests/e2e/first-load.ts";
import { serveFolder } from "../tests/e2e/static-server.ts";
import { chromiumArguments, ensureChromium } from "./engines.ts";

// Probes that are put into the page and its worker before a move. They record the times of input, run, snapshot and paint.

/** Times of one move, in ms since the epoch, so that times of the page and of the worker can be compared. */
interface PageTimes {
  readonly inputMs: number;
  /** Time at which the run was sent to the worker (ms). */
  readonly askedMs: number;
  readonly heardMs: number;
  /** Time at which the plots were computed; then they wait for a frame (ms). */
  readonly modelledMs: number;
  readonly paintedMs: number;
}

interface WorkerTimes {
  readonly beganMs: number;
  readonly sentMs: number;
}

interface Painted {
  readonly url: string;
  readonly done: boolean;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

interface ProbedWindow {
  sawtoothProbe?: {
    painted: Painted | null;
    /** Times from the first input after `arm` to the paint of its complete run; null until then. */
    times: PageTimes | null;
    /** Time of the first paint of plots; null before it. */
    firstMs: number | null;
    arm(): void;
  };
}

interface ProbedWorker {
  sawtoothTimes?: Writable<WorkerTimes>;
}

/** Runs in the page, so it must not use anything outside its body. */
function installProbe(): void {
  let urlBefore: string | undefined;
  let armed = false;
  const now = () => performance.timeOrigin + performance.now();
  const times: Writable<PageTimes> = { inputMs: 0, askedMs: 0, heardMs: 0, modelledMs: 0, paintedMs: 0 };
  const probe: NonNullable<ProbedWindow["sawtoothProbe"]> = {
    painted: null,
    times: null,
    firstMs: null,
    arm() {
      urlBefore = probe.painted?.url;
      times.inputMs = 0;
      probe.times = null;
      armed = true;
    },
  };
  (window as ProbedWindow).sawtoothProbe = probe;
  addEventListener(
    "keydown",
    (event) => {
      if (armed && event.isTrusted && times.inputMs === 0)
        times.inputMs = performance.timeOrigin + event.timeStamp;
    },
    { capture: true },
  );
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) {
    const [message] = given as [{ path?: readonly string[] }];
    if (message?.path?.[0] === "run") times.askedMs = now();
    return Reflect.apply(post, this, given);
  };
  const hearing = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
  Object.defineProperty(MessagePort.prototype, "onmessage", {
    ...hearing,
    set(this: MessagePort, handler: ((event: MessageEvent) => void) | null) {
      const noting = (event: MessageEvent) => {
        if (event.data?.kind === "snapshot") times.heardMs = now();
        handler?.(event);
      };
      hearing?.set?.call(this, handler === null ? null : noting);
    },
  });
  const askFrame = window.requestAnimationFrame;
  window.requestAnimationFrame = (callback) => {
    times.modelledMs = now();
    return askFrame.call(window, callback);
  };
  addEventListener("sawtooth:painted", (event) => {
    times.paintedMs = now();
    probe.firstMs ??= times.paintedMs;
    probe.painted = (event as CustomEvent<Painted>).detail;
    // Only one move is measured at a time. A complete run with a new state is therefore the run of this move.
    if (!armed || times.inputMs === 0 || !probe.painted.done || probe.painted.url === urlBefore) return;
    probe.times = { ...times };
    armed = false;
  });
}

/** Runs in the worker of whole runs, so it must not use anything outside its body. */
function installWorkerProbe(): void {
  const now = () => performance.timeOrigin + performance.now();
  const times = { beganMs: 0, sentMs: 0 };
  (globalThis as ProbedWorker).sawtoothTimes = times;
  addEventListener("message", (event) => {
    const { data } = event as MessageEvent<{ path?: readonly string[] }>;
    if (data?.path?.[0] === "run") times.beganMs = now();
  });
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...given: unknown[]) {
    const [message] = given as [{ kind?: string } | null];
    if (message?.kind === "snapshot") times.sentMs = now();
    return Reflect.apply(post, this, given);
  };
}

// What only a trace of the browser shows: how long tasks of the page are, and the processor time of all processes.

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

interface Process {
  readonly type: string;
  readonly cpuTime: number;
}

const TASK = "ThreadControllerImpl::RunTask";
const MAIN_THREAD = "CrRendererMain";

/**
 * Returns the longest task on the main thread while `act` runs (ms). It is taken from a trace, because PerformanceObserver does
 * not report tasks under 50 ms.
 */
async function longestTaskMs(browser: Browser, act: () => Promise<void>): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const events = await traced(session, act);
  await session.detach();
  const mains = new Set(
    events.filter(({ name, args }) => name === "thread_name" && args?.name === MAIN_THREAD).map(threadOf),
  );
  const durations = new Map<string, number[]>();
  for (const event of events) {
    if (event.name !== TASK || event.ph !== "X" || !mains.has(threadOf(event))) continue;
    const known = durations.get(threadOf(event)) ?? [];
    durations.set(threadOf(event), [...known, (event.dur ?? 0) / 1000]);
  }
  // The trace also contains idle renderers. The busiest one is that of the page.
  const sum = (tasks: readonly number[]) => tasks.reduce((total, ms) => total + ms, 0);
  const [busiest = []] = [...durations.values()].sort((a, b) => sum(b) - sum(a));
  return Math.max(0, ...busiest);
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}

async function traced(session: CDPSession, act: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "__metadata"] },
  });
  await act();
  const complete = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()));
  await session.send("Tracing.end");
  await complete;
  return events;
}

/** Returns the processor time of all browser processes, in per cent of one core. */
async function corePercent(browser: Browser, ms: number): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const [before, beforeMs] = [await cpuSeconds(session), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, ms));
  const seconds = (await cpuSeconds(session)) - before;
  const percent = (100_000 * seconds) / (performance.now() - beforeMs);
  await session.detach();
  return percent;
}

async function cpuSeconds(session: CDPSession): Promise<number> {
  const { processInfo } = (await session.send("SystemInfo.getProcessInfo")) as { processInfo: Process[] };
  return processInfo.reduce((total, { cpuTime }) => total + cpuTime, 0);
}

const MOVES = 50;
/** Number of moves in one direction. After them the slider moves back, so that it stays in its range. */
const MOVES_PER_WAY = 10;
const DRAG_STEPS = 120;
const SLIDER = /β_?ecn|beta[_-]ecn/i;
const REST_MS = 4000;
const LIVE_MS = 3000;
/** URL of a live run: ten flows at 100 times real time, long enough not to end during the measurement. */
const LIVE_RUN = "v=2&duration=2000s&capacity=10Mbps&flow=count=10&mode=live";

/** Results of one page in one round, in ms. */
type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

const FIGURES = [
  "first plots",
  "median move",
  "95th percentile",
  "edit",
  "worker",
  "transfer",
  "models",
  "paint",
  "longest task",
] as const;

interface Parts {
  /** Time from the key press to the start of the run in the worker (ms). */
  readonly edit: number;
  readonly worker: number;
  /** Time of both messages between page and worker (ms). */
  readonly transfer: number;
  readonly models: number;
  /** Time until the plots are painted (ms), including the wait for a frame. */
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
  /** Parts of the median move (ms). */
  readonly parts: Parts;
  /**
   * Share of one core that the page uses while packets move in the picture of the path (%). `stillCorePercent` is the share while
   * they do not.
   */
  readonly movingCorePercent: number;
  readonly stillCorePercent: number;
  readonly liveFramesPerS: number;
  /** Compressed bytes that a new visitor loads before the first plots, worker included. */
  readonly firstLoadGzipBytes: number;
}

const root = resolve(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    json: { type: "boolean" },
    against: { type: "string" },
    rounds: { type: "string", default: "6" },
  },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds ${values.rounds}: a whole number from 1 on`);
if (values.against === undefined) {
  const report = await measure();
  console.log(values.json ? JSON.stringify(report) : inWords(report));
} else {
  const report = await measureInTurns(values.against);
  console.log(values.json ? JSON.stringify(report) : turnsInWords(report));
}

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
  await build({ root, logLevel: "error" });
  const server = await serveFolder(resolve(root, "dist"));
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() });
  try {
    const page = await openProbed(browser, server.url);
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

/** Opens the page as a new visitor, with the probes. */
async function openProbed(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // The TypeScript runner wraps named functions in this helper, which does not exist in the page.
  await page.addInitScript("globalThis.__name = (named) => named;");
  await page.addInitScript(installProbe);
  await page.goto(url);
  return page;
}

// Comparison of two builds of the page.

interface Comparison {
  readonly figure: string;
  /** Medians over the rounds (ms). */
  readonly before: number;
  readonly now: number;
  /** Median, lowest and highest ratio over the rounds. */
  readonly ratio: number;
  readonly ratios: readonly [lowest: number, highest: number];
}

async function measureInTurns(against: string): Promise<Comparison[]> {
  const other = builtPageOf(against);
  await build({ root, logLevel: "error" });
  const servers = [await serveFolder(other.folder), await serveFolder(resolve(root, "dist"))];
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() });
  const measured: [before: Figures[], now: Figures[]] = [[], []];
  try {
    for (let round = 0; round < rounds; round++)
      for (const which of round % 2 === 0 ? [0, 1] : [1, 0])
        measured[which].push(await measureRound(browser, servers[which].url));
  } finally {
    await browser.close();
    for (const server of servers) await server.close();
    other.remove();
  }
  return FIGURES.map((figure) => {
    const [before, now] = measured.map((all) => all.map((figures) => figures[figure]));
    const ratios = now.map((ms, round) => ms / before[round]);
    return {
      figure,
      before: rounded(quantile(before, 0.5)),
      now: rounded(quantile(now, 0.5)),
      ratio: quantile(ratios, 0.5),
      ratios: [Math.min(...ratios), Math.max(...ratios)],
    };
  });
}

async function measureRound(browser: Browser, url: string): Promise<Figures> {
  const page = await openProbed(browser, url);
  const moves = summary(await measureMoves(page));
  const firstPlotsMs = await page.evaluate(
    () => ((window as ProbedWindow).sawtoothProbe?.firstMs ?? Number.NaN) - performance.timeOrigin,
  );
  const longest = await longestTaskMs(browser, () => drag(page));
  await page.close();
  return {
    "first plots": firstPlotsMs,
    "median move": moves.medianMs,
    "95th percentile": moves.p95Ms,
    ...moves.parts,
    "longest task": longest,
  };
}

/** Returns the folder of a built page: the given folder, or a build of the given commit. */
function builtPageOf(against: string): { readonly folder: string; remove(): void } {
  if (existsSync(join(against, "index.html"))) return { folder: resolve(against), remove: () => undefined };
  const commit = commitNamed(against);
  const holder = mkdtempSync(join(tmpdir(), "sawtooth-page-"));
  const [tree, folder] = [join(holder, "tree"), join(holder, "dist")];
  const vite = [
    join(root, "node_modules/vite/bin/vite.js"),
    "build",
    "--logLevel",
    "error",
    "--outDir",
    folder,
  ];
  inTreeOf(commit, tree, () => execFileSync(process.execPath, vite, { cwd: tree, stdio: "inherit" }));
  return { folder, remove: () => rmSync(holder, { recursive: true, force: true }) };
}

function turnsInWords(all: readonly Comparison[]): string {
  const rows = all.map(({ figure, before, now, ratio, ratios: [lowest, highest] }) => [
    figure,
    before.toFixed(1),
    now.toFixed(1),
    ratio.toFixed(2),
    `${lowest.toFixed(2)} to ${highest.toFixed(2)}`,
  ]);
  const table = [["ms", "before", "now", "ratio", `ratios of ${rounds} rounds`], ...rows];
  return table
    .map(([figure, ...cells]) => figure.padEnd(16) + cells.map((cell) => `  ${cell.padStart(8)}`).join(""))
    .join("\n");
}

async function measureMoves(page: Page): Promise<Move[]> {
  await page.waitForFunction(() => (window as ProbedWindow).sawtoothProbe?.painted?.done === true);
  const [worker] = page.workers();
  await worker.evaluate("globalThis.__name = (named) => named;");
  await worker.evaluate(installWorkerProbe);
  await page.getByRole("slider", { name: SLIDER }).first().focus();
  // The first moves are not measured, because they compile the code.
  for (let i = 0; i < 2 * MOVES_PER_WAY; i++) await move(page, worker, i);
  const moves: Move[] = [];
  for (let i = 0; i < MOVES; i++) moves.push(await move(page, worker, i));
  return moves;
}

/** Presses an arrow key once. Measures from the key event to the paint of the complete run with the new value. */
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

/** Drags the slider back and forth with the mouse, one move per frame. Then waits until the last move is painted. */
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

/** Counts frames for `ms`. Runs in the page. */
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
