/** A run by ear, in a real browser: silent until asked, then what the plots show, and silent again. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { pitchHz, soundTrack, TOUR_S } from "../../src/ui/bench/sound/sound-track.ts";
import { leaveOutInFirefox, openPage, painted } from "./browser.ts";
import { expectAccessible } from "./page-state.ts";

const LINK = "duration=40s";
const RATE = 22050;

interface HeardWindow {
  made: AudioContext[];
  rendered: OfflineAudioContext;
}

/** Notes each way to the loudspeaker that the page makes. */
function countContexts(): void {
  const heard = window as unknown as HeardWindow;
  heard.made = [];
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      heard.made.push(this);
    }
  };
}

/** What would go to the loudspeaker can be rendered, faster than it sounds. */
function renderInstead(rate: number): void {
  const heard = window as unknown as HeardWindow;
  class Rendered extends OfflineAudioContext {
    constructor() {
      super(1, rate * 6, rate);
      heard.rendered = this;
    }
    override get state(): AudioContextState {
      return "running";
    }
    override resume = () => Promise.resolve();
    close = () => Promise.resolve();
  }
  window.AudioContext = Rendered as unknown as typeof AudioContext;
}

const states = (page: Page) =>
  page.evaluate(() => (window as unknown as HeardWindow).made.map(({ state }) => state));

async function render(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const sound = await (window as unknown as HeardWindow).rendered.startRendering();
    return Array.from(sound.getChannelData(0));
  });
}

async function prepare(page: Page): Promise<void> {
  await page.addInitScript(countContexts);
}

test("is silent until asked, sounds as cwnd goes, and is silent again", async () => {
  leaveOutInFirefox("a machine without an audio device gives no sound to measure");
  const page = await openPage({ fragment: LINK, prepare });
  await painted(page);
  const button = page.getByRole("button", { name: "Sound: off" });
  await button.click();
  await page.getByRole("slider", { name: "Volume" }).fill("100");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.locator("body").press("ArrowRight");
  expect(await states(page)).toEqual([]);

  await page.locator("body").press("a");
  await page.getByRole("button", { name: "Sound: on" }).waitFor();
  expect(await states(page)).toHaveLength(1);
  await page.locator("body").press("ArrowRight");
  await expect.poll(() => states(page)).toEqual(["running"]);
  await page.locator("body").press("a");
  await button.waitFor();
  await expect.poll(() => states(page)).toEqual(["closed"]);

  await page.evaluate(renderInstead, RATE);
  await page.locator("body").press("Shift+A");
  await page.getByRole("button", { name: "Sound: on" }).waitFor();
  expectHeard(await render(page));
  // Its time is over, and so is the tour.
  await button.waitFor();

  // After a reload nothing sounds by itself; how loud it was to be is remembered.
  await page.reload();
  await painted(page);
  await button.click();
  expect(await page.getByRole("slider", { name: "Volume" }).inputValue()).toBe("100");
  expect(await states(page)).toEqual([]);
});

/** Never too loud, the pitch of cwnd where that stays for a moment, and nothing after the end. */
function expectHeard(sound: readonly number[]): void {
  const { scenario } = scenarioFromUrl(LINK);
  const track = soundTrack({ snapshot: runScenario(scenario).snapshot(), link: 0 }, null);
  const wanted = (atS: number) =>
    pitchHz(track.windowAt((atS * 40) / TOUR_S), track.reach ?? expect.fail("no window"));
  expect(loudest(sound, 0)).toBeLessThan(1);
  const looks = Array.from({ length: 90 }, (_, i) => 0.3 + i * 0.05).filter((atS) => {
    const [low, high] = [wanted(atS - 0.04), wanted(atS + 0.04)];
    return Math.abs(Math.log2(high / low)) < 0.12;
  });
  expect(looks.length).toBeGreaterThan(20);
  const offBy = looks.map((atS) => Math.abs(12 * Math.log2(dominantHz(sound, atS + LEAD_S) / wanted(atS))));
  expect(Math.max(...offBy), "semitones").toBeLessThan(1);
  expect(new Set(looks.map((atS) => Math.round(wanted(atS) / 20))).size).toBeGreaterThan(4);
  expect(loudest(sound, TOUR_S + 0.3)).toBeLessThan(1e-3);
}

function loudest(sound: readonly number[], fromS: number): number {
  return sound.slice(Math.round(RATE * fromS)).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** From the press to the first tone, and until a glide is there. */
const LEAD_S = 0.06;
const WINDOW_S = 0.08;

/** Where a Hann-windowed stretch has most power, from 100 to 900 Hz. */
function dominantHz(sound: readonly number[], aroundS: number): number {
  const from = Math.round((aroundS - WINDOW_S / 2) * RATE);
  const length = Math.round(WINDOW_S * RATE);
  let [best, most] = [0, 0];
  for (let hz = 100; hz <= 900; hz += 2) {
    let [re, im] = [0, 0];
    for (let i = 0; i < length; i++) {
      const value = sound[from + i] * Math.sin((Math.PI * i) / length) ** 2;
      const angle = (2 * Math.PI * hz * i) / RATE;
      re += value * Math.cos(angle);
      im += value * Math.sin(angle);
    }
    const power = re * re + im * im;
    if (power > most) [best, most] = [hz, power];
  }
  return best;
}
