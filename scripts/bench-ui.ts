/**
 * `npm run bench:ui [-- --json]`: from a move of the β_ecn slider to the plots of the complete run repainted, in a real
 * browser with real key presses, one move after another; then long tasks while the slider is dragged without a pause.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Locator, type Page } from "playwright-core";
import { build } from "vite";
import { serveFolder } from "../tests/e2e/static-server.ts";
import { installProbe, type ProbedWindow } from "./bench-ui-probe.ts";
import { chromiumArguments, ensureChromium } from "./chromium.ts";

const MOVES = 50;
/** Moves in one direction before turning round: the slider's whole way and not beyond. */
const MOVES_PER_WAY = 10;
const DRAG_STEPS = 120;
const SLIDER = /β_?ecn|beta[_-]ecn/i;

interface Report {
  readonly moves: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly longestTaskMs: number;
}

const { values } = parseArgs({ options: { json: { type: "boolean" } } });
const report = await measure();
console.log(
  values.json
    ? JSON.stringify(report)
    : `${report.moves} moves of β_ecn to the whole run repainted: median ${report.medianMs} ms, ` +
        `95th percentile ${report.p95Ms} ms; longest main-thread task ` +
        (report.longestTaskMs === 0 ? "under 50 ms" : `${report.longestTaskMs} ms`),
);

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
    return await measurePage(page);
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measurePage(page: Page): Promise<Report> {
  await page.waitForFunction(() => (window as ProbedWindow).sawtoothProbe?.painted?.done === true);
  const slider = page.getByRole("slider", { name: SLIDER }).first();
  await slider.focus();
  // The first moves compile the code; what people feel is what comes after.
  for (let i = 0; i < 2 * MOVES_PER_WAY; i++) await move(page, i);
  await page.evaluate(() => (window as ProbedWindow).sawtoothProbe?.forgetTasks());
  const times: number[] = [];
  for (let i = 0; i < MOVES; i++) times.push(await move(page, i));
  await drag(page, slider);
  const longestTaskMs = await page.evaluate(
    () => (window as ProbedWindow).sawtoothProbe?.longestTaskMs() ?? 0,
  );
  times.sort((a, b) => a - b);
  return {
    moves: times.length,
    medianMs: round((times[times.length / 2 - 1] + times[times.length / 2]) / 2),
    p95Ms: round(times[Math.ceil(times.length * 0.95) - 1]),
    longestTaskMs: round(longestTaskMs),
  };
}

/** One press of an arrow key; from the key's event to the paint of the complete run of the new value, in ms. */
async function move(page: Page, i: number): Promise<number> {
  await page.evaluate(() => (window as ProbedWindow).sawtoothProbe?.arm());
  await page.keyboard.press(Math.floor(i / MOVES_PER_WAY) % 2 === 0 ? "ArrowRight" : "ArrowLeft");
  const handle = await page.waitForFunction(() => (window as ProbedWindow).sawtoothProbe?.elapsedMs ?? null);
  return Number(await handle.jsonValue());
}

/** Drags the thumb to and fro with the mouse, a move a frame, and waits until the last one is painted. */
async function drag(page: Page, slider: Locator): Promise<void> {
  const box = await slider.boundingBox();
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

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
