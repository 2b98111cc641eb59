/** Tests runs kept in the notebook and shared as one URL, and the report of a run. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { packTask } from "../../src/teaching/task/task.ts";
import { scratchFolder } from "../cli/scratch-folder.ts";
import { taskOf } from "../teaching/example-task.ts";
import { openPage, painted } from "./browser.ts";
import { expectAccessibleAs, follow, fragment, ownFragment, pagesOn, savedBy, showAs } from "./page-state.ts";

test("keeps runs over a reload, compares them with a base run, and puts all of them into a link", async () => {
  const page = await openPage({ fragment: "v=2" });
  await painted(page);
  // Keeps a run with the button, and another one with the keyboard.
  await page.getByRole("button", { name: "Keep in the notebook" }).click();
  for (const link of ["v=2&beta-ecn=0.8", "v=2&aqm=pie"]) {
    await follow(page, link);
    await page.locator("body").press("k");
    await page
      .getByRole("status", { name: "Notice" })
      .getByText(/^Kept in the notebook as/)
      .waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
  }
  await page.locator("body").press("Shift+K");
  const state = page.getByRole("main").getByRole("status");
  const computed = () => expect.poll(() => state.allInnerTexts()).toContain("3 runs");
  await computed();
  await page.reload();
  await computed();
  const names = page.getByRole("textbox", { name: /^Name of run/ });
  expect(await names.nth(1).inputValue()).toBe("β ecn 0.80");
  await names.nth(2).fill("with PIE");
  // With the keyboard, a run is moved up, deleted, and restored.
  await page.getByRole("button", { name: "Up: with PIE" }).press("Enter");
  await expect.poll(() => names.nth(1).inputValue()).toBe("with PIE");
  await page.getByRole("button", { name: "Delete: with PIE" }).press("Enter");
  await expect.poll(() => names.count()).toBe(2);
  await page.keyboard.press("Enter");
  await expect.poll(() => names.nth(1).inputValue()).toBe("with PIE");

  await page.getByRole("combobox", { name: "Differences from" }).selectOption("with PIE");
  const row = (name: RegExp) => page.getByRole("row", { name }).getByRole("cell").allInnerTexts();
  expect(await row(/^queue/)).toEqual(["CoDel", "PIE", "CoDel"]);
  const utilisation = await row(/^Utilisation/);
  expect(utilisation[0]).toMatch(/%\s+[+−]?[\d.]+ pt$/);
  expect(utilisation[1]).not.toContain("pt");
  expect(await page.getByRole("img", { name: /^Median [\d.]+ ms, / }).count()).toBe(3);
  const scales = page.getByRole("combobox", { name: "Scales" });
  // On PIE's scale the other queues would look flat, so each plot has its own scale and says so.
  expect(await page.getByText("queue delay (ms), own scale").count()).toBe(3);
  expect(await page.getByText("throughput (Mbps), own scale").count()).toBe(0);
  await scales.selectOption("the same for all runs");
  expect(await page.getByText(/, own scale$/).count()).toBe(0);
  await scales.selectOption("separate for each run");
  expect(await page.getByText("cwnd (segments), own scale").count()).toBe(3);

  const csv = await savedBy(page, page.getByRole("button", { name: "Save table (CSV)" }));
  const link = /#(screen=notebook&runs=z\.[\w-]+&base=2&scales=own)\n/.exec(csv)?.[1] ?? "";
  expect(csv).toMatch(/\nwith PIE,[0-9a-f]{16},/);

  const file = await savedBy(page, page.getByRole("button", { name: "Save as a file" }));
  expect(file).toMatch(/^notebook: 1\nbase: 2\nscales: own\n\nrun: NewReno, CoDel\nlink: v=2\n/);

  await page.evaluate((text) => {
    localStorage.clear();
    location.hash = text;
  }, link);
  await page.getByText("This notebook was opened from a link").waitFor();
  await computed();
  expect(await names.nth(1).inputValue()).toBe("with PIE");
  expect(await fragment(page)).toBe(link);
  await page.getByRole("button", { name: "Add its runs to my notebook" }).click();
  await expect.poll(() => fragment(page)).toBe("screen=notebook");
  await computed();
  // A file is shown without changing the stored notebook. A file with errors is refused, and the message names their
  // lines.
  const open = (text: string) =>
    page
      .getByLabel("Open a file")
      .setInputFiles({ name: "notebook.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  await open(`${file}run: without a link\n`);
  await page
    .getByRole("alert")
    .getByText(/is followed by its line/)
    .waitFor();
  await open(file);
  await page.getByText("This notebook was opened from a link or a file").waitFor();
  expect(await fragment(page)).toBe(link);
  await page.goBack();
  await expect.poll(() => fragment(page)).toBe("screen=notebook");
  await page.getByRole("button", { name: "Open in the simulator: with PIE" }).click();
  await expect.poll(() => ownFragment(page)).toBe("v=2&aqm=pie");
});

// The report can be written, survives a reload, can be printed, and can be saved as a file without dependencies.

const PINNED_AND_CHANGED =
  "v=2&beta-ecn=0.8&flows=2&duration=20s&warmup=2s&set=10s:capacity=5Mbps&pin=v%3D2%26flows%3D2%26duration%3D20s%26warmup%3D2s";
const MARKUP = '<img src="https://example.org/x.png" onerror="alert(1)"> & <script>alert(2)</script>';
const NOTES = `The link is **full**.\nThe queue stays.\n\n- first\n\n${MARKUP}`;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const drawn = (page: Page, count: number) => page.getByText(`${count} figures are drawn.`).waitFor();

/** Returns whether each figure is complete, and the height of the highest figure. */
const figuresOf = (page: Page) =>
  page.evaluate(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>(".report img")];
    return {
      count: pictures.length,
      whole: pictures.every(({ complete, naturalWidth }) => complete && naturalWidth > 300),
      named: pictures.every(({ alt }) => alt.length > 20),
      most: Math.max(...pictures.map((picture) => picture.closest("figure")?.offsetHeight ?? 0)),
      split: pictures.filter(
        (picture) => getComputedStyle(picture.closest("figure") as Element).breakInside !== "avoid",
      ).length,
    };
  });

/** Paper sizes without margins, at 96 px per inch. */
const PAPER = { A4: { widthMm: 210, heightMm: 297 }, Letter: { widthMm: 216, heightMm: 279 } };

async function expectPrintable(page: Page): Promise<void> {
  await showAs(page, "print", "dark");
  for (const [format, { widthMm, heightMm }] of Object.entries(PAPER)) {
    const [width, height] = [widthMm - 30, heightMm - 33].map((mm) => Math.floor((mm / 25.4) * 96));
    await page.setViewportSize({ width, height });
    const looks = await figuresOf(page);
    expect(looks).toMatchObject({ whole: true, split: 0 });
    expect(looks.most).toBeLessThan(height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    const pages = await pagesOn(page, format);
    expect(pages).toBeGreaterThan(1);
    expect(pages).toBeLessThan(9);
  }
  const seen = await page.evaluate(() => {
    const isSeen = (element: Element) => element.getClientRects().length > 0;
    return {
      controls: [...document.querySelectorAll("button, input, textarea, select, nav")].filter(isSeen).length,
      ink: getComputedStyle(document.querySelector(".report") as Element).color,
      ground: getComputedStyle(document.body).backgroundColor,
    };
  });
  expect(seen).toEqual({ controls: 0, ink: "rgb(17, 17, 17)", ground: "rgb(255, 255, 255)" });
  await showAs(page, "screen", "light");
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Opens the saved file from a disk in its own page, and checks it. */
async function expectStandsAlone(page: Page, html: string): Promise<void> {
  const file = join(scratchFolder(), "report.html");
  writeFileSync(file, html);
  const alone = await page.context().newPage();
  const asked: string[] = [];
  alone.on("request", (request) => asked.push(request.url()));
  alone.on("dialog", () => asked.push("a dialog"));
  // The console would report a style that the file's own policy refuses.
  alone.on("console", (message) => asked.push(message.text()));
  await alone.goto(pathToFileURL(file).href);
  expect(await alone.title()).toBe("Lab 2");
  expect(await alone.locator("h1").innerText()).toBe("Lab 2");
  expect(await alone.getByText(MARKUP).count()).toBe(1);
  expect(await alone.locator("strong").innerText()).toBe("full");
  expect(await figuresOf(alone)).toMatchObject({ count: 6, whole: true, named: true });
  expect(await alone.locator("script, button, input, link, iframe, [onerror]").count()).toBe(0);
  expect(html).not.toMatch(/unsafe|\sstyle=/);
  expect(await alone.locator("article").evaluate((article) => getComputedStyle(article).maxWidth)).toBe(
    "794px",
  );
  const code = await alone.getByRole("img", { name: /^QR code/ }).boundingBox();
  expect(code?.width).toBeGreaterThan(100);
  expect(asked.filter((url) => !/^(?:file|data):/.test(url))).toEqual([]);
  await alone.close();
}

test("a report of a pinned and a changed run is written, kept, printed and saved, with the task that it answers", async () => {
  const page = await openPage({ fragment: PINNED_AND_CHANGED });
  await painted(page);
  await page.locator("body").press("d");
  await drawn(page, 5);
  expect(await fragment(page)).toBe(`screen=report&${PINNED_AND_CHANGED}`);
  await field(page, "Title").fill("Lab 2");
  await field(page, "Name or number (optional)").fill("Ana");
  await field(page, "Notes").fill(NOTES);
  await page.getByRole("checkbox", { name: "Two flows' rates" }).check();
  await drawn(page, 6);
  await page.reload();
  await drawn(page, 6);
  expect(await field(page, "Notes").inputValue()).toBe(NOTES);
  const report = page.getByRole("article", { name: "Lab 2" });
  expect(await report.getByText("Ana", { exact: true }).count()).toBe(1);
  const goodput = report.getByRole("row", { name: /^Goodput \d/ });
  expect((await goodput.getByRole("cell").allInnerTexts()).slice(0, 2).join()).toMatch(/Mbps,.*Mbps/);
  expect(await report.getByRole("row", { name: /^at 10 s.*10 → 5 Mbps/ }).count()).toBe(1);
  expect(await report.getByRole("img", { name: /^QR code/ }).count()).toBe(1);
  expect(await report.getByText(/^Figure \d\. /).allInnerTexts()).toHaveLength(6);
  expect(await report.getByRole("figure").first().innerText()).toMatch(/Covers 0 s to 20 s\..*pinned run/);

  await expectAccessibleAs(page, "light", { width: 360, height: 740 });
  await expectAccessibleAs(page, "dark", { width: 1440, height: 900 });
  await expectPrintable(page);
  await drawn(page, 6);
  await expectStandsAlone(page, await savedBy(page, button(page, "Save as one HTML file")));

  const task = taskOf(["vary: rtt 40ms..80ms step 20ms\n", ""]);
  await follow(page, `${PINNED_AND_CHANGED.split("&pin=")[0]}&task=${packTask(task)}`);
  await page.locator("body").press("d");
  const conditions = page.getByRole("row", { name: /^Utilisation at least 95 %/ });
  await conditions.waitFor();
  expect(await conditions.innerText()).toMatch(/%, (?:not )?met\s+not tried/);
  expect(await button(page, "Use the notes of “Lab 2”").count()).toBe(1);
});

test("without storage, a report says so and otherwise works the same", async () => {
  const page = await openPage({
    fragment: "screen=report&v=2&duration=5s&warmup=0s",
    noStorage: true,
  });
  await drawn(page, 4);
  expect(await page.getByText("This browser does not store data for this page").count()).toBe(1);
  await field(page, "Notes").fill("kept nowhere");
  expect(await page.getByRole("article").getByText("kept nowhere").count()).toBe(1);
});

test("a report fills two pages by default, for one flow or two", async () => {
  const pinned = "v=2&duration=40s&beta-ecn=0.8&pin=v%3D2%26duration%3D40s";
  for (const [run, figures] of [
    [pinned, 4],
    ["v=2&duration=40s&flows=2", 5],
  ] as const) {
    const page = await openPage({ fragment: `screen=report&${run}` });
    await drawn(page, figures);
    expect(await pagesOn(page, "A4")).toBe(2);
  }
});
