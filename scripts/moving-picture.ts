/**
 * `npx tsx scripts/moving-picture.ts`: records docs/images/drag.gif, the README's picture of a drag of β_ecn. Needs a built page
 * in dist/, Chromium, and ImageMagick's `convert`.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium, type Page } from "playwright-core";
import { serveFolder } from "../tests/e2e/static-server.ts";
import { chromiumArguments, ensureChromium } from "./engines.ts";

const root = resolve(import.meta.dirname, "..");
const WIDTH_PX = 1180;
const HEIGHT_PX = 800;
/** Ends of the drag, as shares of the slider's width. */
const FROM = 0.28;
const TO = 0.85;
const STEPS = 8;
const FRAME_HUNDREDTHS_S = 12;
const REST_HUNDREDTHS_S = 90;

interface Counting {
  drawnRuns?: number;
}

/** Script for the page that counts the complete runs that it has drawn. */
const COUNT_RUNS = `
  globalThis.drawnRuns = 0;
  addEventListener("sawtooth:painted", ({ detail }) => { if (detail.done) drawnRuns++; });
`;

const folder = mkdtempSync(join(tmpdir(), "sawtooth-drag-"));
const site = await serveFolder(join(root, "dist"));
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() });
try {
  const page = await browser.newPage({
    viewport: { width: WIDTH_PX, height: HEIGHT_PX },
    colorScheme: "light",
    reducedMotion: "reduce",
  });
  const frames = await dragFrames(page, site.url);
  const { status, stderr } = spawnSync(
    "convert",
    [
      ...["-loop", "0", ...frames],
      ...["-resize", "800x", "+dither", "-colors", "48", "-fuzz", "2%", "-layers", "optimize"],
      join(root, "docs/images/drag.gif"),
    ],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`convert failed: ${stderr || "is ImageMagick installed?"}`);
} finally {
  await browser.close();
  await site.close();
  rmSync(folder, { recursive: true });
}

/** Drags the slider. Returns arguments of `convert`: duration and file of each frame. */
async function dragFrames(page: Page, url: string): Promise<string[]> {
  await page.addInitScript(COUNT_RUNS);
  await page.goto(`${url}#v=2&beta-ecn=0.5`);
  await drawnMoreThan(page, 0);
  const slider = page.getByRole("slider", { name: /β/ }).first();
  const box = await slider.boundingBox();
  if (box === null) throw new Error("The slider of β_ecn is not on the screen.");
  await showPointer(page);
  const y = box.y + box.height / 2;
  const xAt = (share: number) => box.x + box.width * (0.05 + 0.9 * share);
  const shares = Array.from({ length: STEPS + 1 }, (_, step) => FROM + ((TO - FROM) * step) / STEPS);
  await page.mouse.move(xAt(FROM), y);
  await page.mouse.down();
  const frames: string[] = [];
  for (const [step, share] of [...shares, ...shares.slice(0, -1).reverse()].entries()) {
    const before = await drawnRuns(page);
    await page.mouse.move(xAt(share), y);
    if (step > 0) await drawnMoreThan(page, before);
    const path = join(folder, `${String(step).padStart(3, "0")}.png`);
    await page.screenshot({ path });
    const rests = step === 0 || step === STEPS;
    frames.push("-delay", String(rests ? REST_HUNDREDTHS_S : FRAME_HUNDREDTHS_S), path);
  }
  await page.mouse.up();
  return frames;
}

function drawnRuns(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as Counting).drawnRuns!);
}

/**
 * Waits until more than `before` complete runs have been drawn, but at most 3 s: a step that does not change the value draws
 * nothing.
 */
async function drawnMoreThan(page: Page, before: number): Promise<void> {
  const drawn = page.waitForFunction((runs) => (globalThis as Counting).drawnRuns! > runs, before);
  await Promise.race([drawn, page.waitForTimeout(3000)]);
  drawn.catch(() => undefined);
}

/** Draws a mouse pointer into the page, because screenshots do not contain it. */
async function showPointer(page: Page): Promise<void> {
  await page.evaluate(() => {
    const pointer = document.createElement("div");
    pointer.style.cssText =
      "position:fixed;z-index:9999;pointer-events:none;width:18px;height:18px;margin:-9px;border-radius:50%;background:rgb(220 60 40 / 0.55);border:2px solid white";
    document.body.append(pointer);
    document.addEventListener("pointermove", ({ clientX, clientY }) => {
      pointer.style.left = `${clientX}px`;
      pointer.style.top = `${clientY}px`;
    });
  });
}
