/** Tests the rail beyond numbers: paths and links, routes and traffic of flows, suggestions, recordings from files, cards. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  congestionControls,
  declaredParams,
  defaultScenario,
  type Place,
  queueDisciplines,
  scenarioFromUrl,
  scenarioToUrl,
  setParam,
  topologies,
  trafficKinds,
} from "../../src/engine/index.ts";
import { readTraceFile } from "../../src/engine/recordings.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { fieldText, unitText } from "../../src/ui/bench/rail/ValueField.tsx";
import { openPage, painted } from "./browser.ts";
import {
  digest,
  enter,
  expectNoOverflow,
  expectSameAfterReload,
  follow,
  fragment,
  fragmentWith,
  ownFragment,
  PHONE,
} from "./page-state.ts";

const menu = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });
const undo = (page: Page) => page.getByRole("button", { name: "Undo", exact: true }).click();

test("another path brings its links and flows; one of its links and flows can be changed; undo removes them", async () => {
  const page = await openPage();
  const first = await painted(page);
  await menu(page, "Path").selectOption({ label: "Parking lot" });
  await fragmentWith(page, "path=");
  expect(await ownFragment(page)).toBe("v=2&path=parking-lot");
  await painted(page, first.count);
  await page.getByRole("button", { name: /Hop 3 only/ }).waitFor();
  await menu(page, "Path").selectOption({ label: "Dumbbell" });
  await expect.poll(() => ownFragment(page)).toBe("v=2");
  await undo(page);
  await fragmentWith(page, "path=parking-lot");

  await page.getByText("3 links").click();
  await page.getByRole("button", { name: /^Hop 2 10 Mbps/ }).click();
  const capacity = page.getByRole("textbox", { name: "Capacity" }).nth(1);
  await enter(capacity, "4");
  await fragmentWith(page, "link=id=hop2,capacity=4Mbps");
  await menu(page, "Queue").selectOption({ label: "RED" });
  await fragmentWith(page, "aqm=red");
  await page.getByRole("button", { name: /^Hop 2 4 Mbps · 10 ms · RED/ }).waitFor();
  await page.getByRole("button", { name: /All hops/ }).click();
  await menu(page, "Route").selectOption({ label: "Hop 2 only" });
  await fragmentWith(page, "route=hop2");
  await expectSameAfterReload(page);

  await page.getByText("3 links, 1 set by hand").click();
  await page.getByRole("button", { name: /^Hop 2 4 Mbps/ }).click();
  await menu(page, "Queue").selectOption({ label: "as all: CoDel" });
  await expect.poll(() => fragment(page)).not.toContain("red");

  // Many flows are collapsed to a few lines and a total.
  await follow(page, "v=2&path=gfc-2&duration=5s&warmup=1s");
  await page.getByText("22 flows in 12 groups").waitFor();
  const lines = page.getByRole("region", { name: "Flows" }).getByRole("listitem");
  expect(await lines.count()).toBe(6);
  await page.getByRole("button", { name: "Show all 12 groups" }).click();
  expect(await lines.count()).toBe(12);
});

test("a flow takes other traffic; traffic without TCP has no congestion control", async () => {
  const page = await openPage({ fragment: "v=2&flow=cc=newreno&flow=cc=cubic" });
  await painted(page);
  const line = (name: string) => page.getByRole("button", { name, exact: true });
  await line("flow 2 (CUBIC) CUBIC, ECN · 0 s to end").click();
  await menu(page, "Traffic").selectOption({ label: "Web pages" });
  await fragmentWith(page, "traffic=http");
  await enter(page.getByRole("textbox", { name: "Gap between pages" }), "0.5");
  await fragmentWith(page, "page-gap=0.5s");
  expect(await menu(page, "Congestion control").count()).toBe(2);
  await expectSameAfterReload(page);
  await line("flow 2 (CUBIC, web pages) CUBIC, ECN, web pages · 0 s to end").click();
  await menu(page, "Traffic").selectOption({ label: "CBR over UDP" });
  await fragmentWith(page, "traffic=cbr");
  expect(await menu(page, "Congestion control").count()).toBe(1);
});

test("a suggestion sets values that suit the path and can be undone; a pattern is typed, refused with its syntax, or taken from an example", async () => {
  const page = await openPage({ fragment: "v=2&aqm=pi" });
  const first = await painted(page);
  await page.getByRole("button", { name: "Design gains for this path" }).click();
  const link = await fragmentWith(page, "pi-b=");
  expect(link).toMatch(/pi-a=[\d.e-]+&pi-b=/);
  await page
    .getByText(/Gain on the present length .* instead of/)
    .first()
    .waitFor();
  await painted(page, first.count);
  await page.getByRole("button", { name: "Design gains for this path" }).click();
  await page.getByText("These values already suit the path.").first().waitFor();
  expect(decodeURIComponent(await fragment(page))).toBe(link);
  await undo(page);
  await expect.poll(() => ownFragment(page)).toBe("v=2&aqm=pi");

  await follow(page, "v=2&capacity-pattern=square:10:0.5");
  const field = page.getByRole("textbox", { name: "Capacity over time" });
  await enter(field, "square:10");
  await page.getByText(/must be empty, square:PERIOD:VALUE/).waitFor();
  await page.keyboard.press("Escape");
  expect(await field.inputValue()).toBe("square:10:0.5");
  const starts = page.getByRole("group", { name: "Capacity over time: start from" });
  await starts.getByRole("button", { name: "steps" }).click();
  await fragmentWith(page, "capacity-pattern=0:1;20:0.5");
  await starts.getByRole("button", { name: "none" }).click();
  await expect.poll(() => ownFragment(page)).toBe("v=2");
});

test("a link follows a file: it is drawn, repeats or ends, and is in the link; other files are refused with the line", async () => {
  const page = await openPage();
  const first = await painted(page);
  const path = page.getByRole("region", { name: "Path" });
  await path.getByText("Details").click();
  const load = (text: string) =>
    page
      .getByRole("region", { name: "Path" })
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: "drive.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await load("time_s,rate_mbps\n0,8\n20,0\n25,4\n");
  const link = await fragmentWith(page, "capacity-pattern=rates:");
  expect(decodeURIComponent(link)).toContain(";repeat");
  await page
    .getByRole("img", { name: "Capacity over 30 s: mean 6 Mbps, up to 8 Mbps in a second" })
    .waitFor();
  await page.getByText("Read: 3 rates in 30 s, mean 6 Mbps").waitFor();
  await painted(page, first.count);
  // The run equals a run of the same recording on the command line.
  const { scenario, problems } = scenarioFromUrl(decodeURIComponent(link));
  expect(problems).toEqual([]);
  expect(await digest(page)).toBe(runScenario(scenario).digest());
  const capacity = path.getByRole("textbox", { name: "Capacity", exact: true });
  expect(await capacity.inputValue()).toContain("6");
  expect(await capacity.getAttribute("aria-disabled")).toBe("true");
  // The sentence above the plots names the recording, on a phone too.
  const { width, height } = page.viewportSize() ?? PHONE;
  await page.setViewportSize(PHONE);
  await expectNoOverflow(page);
  await page.setViewportSize({ width, height });
  await page.getByRole("button", { name: "ends", exact: true }).click();
  await expect.poll(async () => decodeURIComponent(await fragment(page))).not.toContain(";repeat");
  await expectSameAfterReload(page);
  await load("0,8\nnothing\n");
  await page.getByText('Line 1 is "0,8"; expected a time in whole milliseconds').waitFor();
  await load("1\n2\nnothing\n");
  await page.getByText('Line 3 is "nothing"; expected a whole number of milliseconds.').waitFor();
});

test("a link whose recording is missing asks for the file, refuses a different file, and then runs", async () => {
  const lines = Array.from({ length: 6000 }, (_, i) => i * 3 + ((i * i) % 3) + 1);
  const read = readTraceFile(`${lines.join("\n")}\n`, true);
  if ("error" in read) throw new Error(read.error);
  const whole = setParam(defaultScenario(), { scope: "path" }, "capacity-pattern", read.text);
  const page = await openPage();
  await page.evaluate((link) => {
    location.hash = link;
  }, scenarioToUrl(whole));
  const notice = page.getByRole("status", { name: "Notice" }).or(page.locator(".notice"));
  await notice.getByText("the link needs the file of its capacity (6000 delivery opportunities").waitFor();
  const give = (list: readonly number[]) =>
    notice.locator('input[type="file"]').setInputFiles({
      name: "list",
      mimeType: "text/plain",
      buffer: Buffer.from(list.join("\r\n")),
    });
  await give(lines.slice(1));
  await notice.getByText("This is a different recording").waitFor();
  await give(lines);
  await fragmentWith(page, "capacity-pattern=opportunities@6000.");
  await expect.poll(() => digest(page)).toBe(runScenario(whole).digest());
  await expect.poll(() => notice.count()).toBe(0);
});

test("the card of an algorithm opens by keyboard, leads to its reference page, and applies it", async () => {
  const page = await openPage();
  await painted(page);
  const about = page.getByRole("button", { name: "About this queue discipline" });
  await about.focus();
  await page.keyboard.press("Enter");
  const card = page.getByRole("dialog", { name: "CoDel" });
  // The card starts with what a student reads. Parameters, specification and deviations are collapsed below.
  const first = await card.innerText();
  expect(first).toContain("how long each packet has waited");
  expect(first).not.toMatch(/RFC 8289|Newton|Interval/);
  for (const fold of ["Parameters", "Specification and differences"]) await card.getByText(fold).click();
  expect(await card.innerText()).toMatch(/Parameters[\s\S]*Interval[\s\S]*Internal values[\s\S]*RFC 8289/);
  const reference = await card.getByRole("link", { name: "Reference page" }).getAttribute("href");
  const response = await page.request.get(new URL(String(reference), page.url()).href);
  expect([response.status(), await response.text()]).toEqual([
    200,
    expect.stringContaining("<h1>CoDel</h1>"),
  ]);
  await card.getByRole("combobox", { name: "Queue discipline" }).selectOption({ label: "PIE" });
  await page.getByRole("dialog", { name: "PIE" }).getByRole("button", { name: "Use it" }).click();
  await fragmentWith(page, "aqm=pie");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  expect(await about.evaluate((button) => button === document.activeElement)).toBe(true);
});

test("theory is beside the numbers and over the plots; presets are grouped, and arrow keys move through them", async () => {
  const page = await openPage();
  const first = await painted(page);
  await page.getByRole("row", { name: "Theory: utilisation 78.6 %" }).waitFor();
  await page.getByText("Theory", { exact: true }).click();
  await page
    .getByText(/cut at once by β/)
    .first()
    .waitFor();
  const plot = page.getByRole("slider", { name: /^cwnd in segments\./ });
  expect(await plot.getAttribute("aria-label")).not.toContain("Theory");
  await page.getByRole("checkbox", { name: "Draw theory over the plots" }).check();
  await expect.poll(() => plot.getAttribute("aria-label")).toContain("Theory: Sawtooth: cwnd 87.5 segments");

  await page.getByRole("button", { name: "Presets" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { level: 3 }).first().waitFor();
  expect(await dialog.getByRole("heading", { level: 3 }).count()).toBeGreaterThanOrEqual(4);
  await dialog.getByRole("button", { name: /^One flow, CoDel/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await fragmentWith(page, "beta-ecn=0.8");
  await painted(page, first.count);
});

test("live: a flow joins on another route with other traffic; settings for the whole run are locked with the reason", async () => {
  const page = await openPage({ fragment: "v=2&path=parking-lot&mode=live" });
  await page.locator(".control__note", { hasText: "The topology cannot change during a live run" }).waitFor();
  expect(await menu(page, "Path").isDisabled()).toBe(true);
  const joining = page.getByRole("group", { name: "New flow" });
  await joining.getByRole("combobox", { name: "Traffic" }).selectOption({ label: "Web pages" });
  await joining.getByRole("combobox", { name: "Route" }).selectOption({ label: "Hop 2 only" });
  await joining.getByRole("button", { name: "Add a flow now" }).click();
  const link = await fragmentWith(page, "traffic=http");
  expect(link).toMatch(/flow=cc=newreno,traffic=http,[^&]*start=[\d.]+s[^&]*route=hop2/);
  await page.getByText("3 links").click();
  await page.getByRole("button", { name: /^Hop 3 10 Mbps/ }).click();
  const capacity = page.getByRole("textbox", { name: "Capacity" }).nth(1);
  await enter(capacity, "3");
  await fragmentWith(page, "s:link.hop3.capacity=3Mbps");
  expect(await digest(page)).toBe("");
});

/**
 * Returns settings that together use all entries of the page's menus. Setting i uses entry i of each menu; shorter
 * menus repeat their last entry.
 */
function settingsOfAll(): string[] {
  const kinds = { cc: congestionControls, aqm: queueDisciplines, traffic: trafficKinds, path: topologies };
  const most = Math.max(...Object.values(kinds).map(({ length }) => length));
  const idAt = (list: readonly { readonly id: string }[], at: number) =>
    list[Math.min(at, list.length - 1)].id;
  return Array.from({ length: most }, (_, at) => {
    const { cc, aqm, traffic, path } = kinds;
    const flow = `cc=${idAt(cc, at)},traffic=${idAt(traffic, at)}`;
    return `v=2&duration=1s&warmup=0s&path=${idAt(path, at)}&aqm=${idAt(aqm, at)}&flow=${flow}&flow=start=0.5s`;
  });
}

/** Returns the largest value of each number by its label, as the field writes it, with the unit. */
function largestOf(link: string): Map<string, readonly [text: string, unit: string]> {
  const { scenario } = scenarioFromUrl(`#${link}`);
  const shared = (["run", "path", "queue", "tcp"] as const).map((scope): Place => ({ scope }));
  const places = [...shared, ...scenario.flows.map((_, flow): Place => ({ scope: "flow", flow }))];
  const largest = new Map<string, readonly [string, string]>();
  for (const param of places.flatMap((place) => declaredParams(scenario, place))) {
    if (param.kind !== "number") continue;
    const text = fieldText(param, param.max);
    if (text.length >= (largest.get(param.label)?.[0].length ?? 0))
      largest.set(param.label, [text, unitText(param.unit)]);
  }
  return largest;
}

/** Number of characters, including the unit, that fit into the narrowest field. */
const LONG = 7;

/** Returns URLs that together contain every value that is too long for the narrowest field. */
function linksWithLongNumbers(): string[] {
  const known = new Set<string>();
  return settingsOfAll().filter((link) => {
    const long = [...largestOf(link)].filter(([, texts]) => texts.join("").length >= LONG);
    const fresh = long.map(([label]) => label).filter((label) => !known.has(label));
    for (const label of fresh) known.add(label);
    return fresh.length > 0;
  });
}

test("every number's field shows its largest value in full", async () => {
  const page = await openPage({ fragment: "v=2&duration=1s" });
  await painted(page);
  const seen = new Set<string>();
  for (const link of linksWithLongNumbers()) {
    await follow(page, link);
    const flow = page.getByRole("region", { name: "Flows" }).locator(".lines__name").first();
    if ((await flow.count()) > 0 && (await page.locator(".rail .lines .control").count()) === 0)
      await flow.click();
    const folded = page.locator(".rail details:not([open])");
    while ((await folded.count()) > 0)
      await folded.first().evaluate((part: HTMLDetailsElement) => (part.open = true));
    const { cut, labels } = await page.evaluate(
      (texts) => {
        const labels: string[] = [];
        const cut = [...document.querySelectorAll<HTMLElement>(".rail .field")].flatMap((field) => {
          const input = field.querySelector<HTMLInputElement>("input");
          const label = field.querySelector("button")?.ariaLabel?.replace(/: one step down$/, "") ?? "";
          const text = texts[label];
          if (input === null || text === undefined) return [];
          labels.push(label);
          const { value } = input;
          input.value = text;
          const { scrollWidth, clientWidth } = input;
          input.value = value;
          const isInside = field.getBoundingClientRect().right <= (field.closest(".rail")?.clientWidth ?? 0);
          return clientWidth > 0 && scrollWidth <= clientWidth && isInside ? [] : [`${label}: ${text}`];
        });
        return { cut, labels };
      },
      Object.fromEntries([...largestOf(link)].map(([label, [text]]) => [label, text])),
    );
    expect(cut, link).toEqual([]);
    for (const label of labels) seen.add(label);
  }
  expect(seen.size).toBeGreaterThan(70);
});
