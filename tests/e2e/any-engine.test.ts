/**
 * Tests the page in three browser engines: every engine gives the same results, and the main actions of a user work.
 * These are the only tests of the page in WebKit: SAWTOOTH_BROWSER=webkit.
 */
import { resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { TEMPLATES } from "../../src/engine/custom/templates.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { packText } from "../../src/lib/packed-text.ts";
import { starredLinks } from "../bits/links.ts";
import { bitsOf } from "../bits/runner.ts";
import { customScenario, ready } from "../engine/custom/custom-runs.ts";
import { click, keepScreenshot, openTab, type Tab, there } from "./any-engine.ts";
import { serveFolder } from "./static-server.ts";

const SHORT = "v=2&duration=10s&warmup=2s";

const fragmentOf = (tab: Tab) => tab.run(() => decodeURIComponent(location.hash.slice(1)), null);

/** Returns the digest of the run on the screen. */
const digest = (tab: Tab) =>
  tab.run(() => document.querySelector<HTMLElement>("[data-digest]")?.dataset.digest ?? null, null);

const go = (tab: Tab, link: string) =>
  tab.run((next) => {
    location.hash = next;
  }, link);

/** Checks that the run of this URL is on the screen, with the same result as in Node. */
async function shows(tab: Tab, link: string): Promise<void> {
  await expect.poll(() => digest(tab), { message: link, interval: 200 }).toBe(bitsOf(link));
}

test("starts with the digest of the command line, like every fifth of forty links", async () => {
  const tab = await openTab({ link: "v=2" });
  await shows(tab, "v=2");
  await keepScreenshot(tab, "bench");
  for (const link of starredLinks.filter((_, i) => i % 5 === 0)) {
    await go(tab, link);
    await shows(tab, link);
  }
});

test("a custom program gives the same result as the command line", async () => {
  await ready();
  const tab = await openTab({ link: SHORT });
  await shows(tab, SHORT);
  for (const { kind, code } of TEMPLATES) {
    const settings = `${kind === "sender" ? "cc" : "aqm"}=own&duration=12s`;
    await go(tab, `v=2&program=${packText(code)}&${settings}`);
    await click(tab, "dialog button", "Run");
    await expect
      .poll(() => digest(tab), { message: kind, interval: 200 })
      .toBe(runScenario(customScenario(code, settings)).digest());
  }
});

test("a dragged handle changes the run and the link; the run stays while screens change", async () => {
  const tab = await openTab({ link: SHORT });
  await shows(tab, SHORT);
  const handle = await there(tab, ".rail [role=slider], .rail input[type=range]");
  await tab.drag(
    { x: handle.x - handle.width / 2 + 10, y: handle.y },
    { x: handle.x + handle.width / 4, y: handle.y },
  );
  await expect.poll(() => fragmentOf(tab)).toMatch(/beta-ecn=/);
  const [link] = (await fragmentOf(tab)).split("&pin=");
  await shows(tab, link);
  await click(tab, "header nav a", "Papers");
  await there(tab, "h1, h2", "Papers reproduced");
  await tab.back();
  await shows(tab, link);
  expect(await fragmentOf(tab)).toContain(link);
});

/** The actions of a user on a screen, and their expected results. */
interface Way {
  readonly name: string;
  readonly link: string;
  /** An action with a selector and its text, or a key to press. */
  readonly steps: readonly (string | readonly [act: "click" | "see", selector: string, text?: string])[];
}

const WAYS: readonly Way[] = [
  {
    name: "story",
    link: "v=2&duration=20s",
    steps: [["see", "[data-digest]"], "w", ["see", ".why__card"]],
  },
  {
    name: "lesson",
    link: "lesson=bufferbloat",
    steps: [
      ["see", "h1, h2, h3", "A buffer twelve times as large"],
      "Escape",
      ["click", "label:has([type=radio])"],
      ["click", "button", "Next"],
      ["see", "h1, h2, h3", "How long will a packet wait?"],
    ],
  },
  {
    name: "talk",
    link: "talk=one-mark",
    steps: [
      ["click", "button", "Next scene"],
      ["see", "[aria-label^='Talk: ']", "2 / 5"],
    ],
  },
  {
    name: "figure",
    link: "screen=papers&figure=kwon-9",
    steps: [
      ["see", "[role=slider]"],
      ["click", "button", "Table: "],
      ["see", "table td"],
    ],
  },
  {
    name: "sweep",
    link: "screen=sweep&v=2&duration=20s&x=beta-ecn=0.5,0.9&y=cc=cubic,newreno",
    steps: [["see", "p, div, span", "4 runs in"]],
  },
  {
    name: "notebook",
    link: SHORT,
    steps: [
      ["see", "[data-digest]"],
      ["click", "button", "Keep in the notebook"],
      ["see", "p, div, span", "Kept in the notebook as"],
      ["click", "header nav a", "Notebook"],
      ["see", "label, span", "Name of run 1"],
    ],
  },
  {
    name: "report",
    link: "screen=report&v=2&duration=5s&warmup=0s",
    steps: [["see", "p, div, span", "4 figures are drawn."]],
  },
  {
    name: "projector",
    link: "talk=one-mark&guide-step=4&present=1",
    steps: [["see", "button", "4 / 5"], "PageDown", "PageDown", "t", ["see", ".projector .chart-axes"]],
  },
];

test.each(WAYS)("$name", async ({ name, link, steps }) => {
  const tab = await openTab({ link });
  for (const step of steps) {
    if (typeof step === "string") await tab.press(step);
    else if (step[0] === "click") await click(tab, step[1], step[2]);
    else await there(tab, step[1], step[2]);
  }
  await keepScreenshot(tab, name);
});

interface Made {
  readonly made?: Blob[];
}

test("saves a picture as SVG and as PNG", async () => {
  const tab = await openTab({ link: SHORT });
  await shows(tab, SHORT);
  await tab.run(() => {
    const made: Blob[] = [];
    Object.assign(window, { made });
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob: Blob) => {
      made.push(blob);
      return createObjectURL.call(URL, blob);
    };
  }, null);
  await click(tab, "button", "Save picture: cwnd");
  for (const [kind, starts] of [
    ["SVG", "<svg"],
    ["PNG", "PNG"],
  ]) {
    await click(tab, ".save-picture__menu button", kind);
    const first = () =>
      tab.run(async () => {
        const last = (window as Made).made?.at(-1);
        return last === undefined ? "" : `${last.size > 5000} ${(await last.slice(0, 100).text()).trim()}`;
      }, null);
    await expect.poll(first).toContain(starts);
    expect(await first()).toMatch(/^true/);
  }
});

test("opens without its server after the page was stored on the device", async () => {
  const server = await serveFolder(resolve(import.meta.dirname, "../../dist"));
  onTestFinished(() => server.close());
  const tab = await openTab({ url: server.url, link: SHORT });
  await shows(tab, SHORT);
  await expect.poll(() => tab.run(() => navigator.serviceWorker.controller !== null, null)).toBe(true);
  await server.close();
  await tab.reload();
  await shows(tab, SHORT);
  await go(tab, "screen=papers");
  await there(tab, "h1, h2", "Papers reproduced");
});

test.each([
  { dark: true, reducedMotion: true },
  { dark: false, reducedMotion: false },
])("follows the device's colours and motion: %o", async ({ dark, reducedMotion }) => {
  const tab = await openTab({ dark, reducedMotion, link: "v=2" });
  await shows(tab, "v=2");
  const ink = await tab.run(() => getComputedStyle(document.body).color, null);
  const [red] = ink.match(/\d+/g) ?? [];
  expect(Number(red) > 128, ink).toBe(dark);
  await there(tab, ".transport button", reducedMotion ? "Play" : "Pause");
  await keepScreenshot(tab, dark ? "dark" : "light");
});

test("a glossary term has a dotted underline", async () => {
  const tab = await openTab({ link: "lesson=bufferbloat" });
  await there(tab, ".term__word");
  const line = await tab.run(() => {
    const style = getComputedStyle(document.querySelector(".term__word") as Element);
    return [style.textDecorationLine, style.textDecorationStyle];
  }, null);
  expect(line).toEqual(["underline", "dotted"]);
});
