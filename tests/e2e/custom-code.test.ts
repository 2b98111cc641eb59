/**
 * Tests custom programs in the page: by keyboard only, in a lesson, from another person's URL, with faults, and with
 * the same result as the command line.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { TEMPLATES } from "../../src/engine/custom/templates.ts";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { packText } from "../../src/lib/packed-text.ts";
import { PROGRAM_READER } from "../../src/teaching/document/file-programs.ts";
import { scratchFolder } from "../cli/scratch-folder.ts";
import { customScenario, ready, runnable, senderWith } from "../engine/custom/custom-runs.ts";
import { openPage, painted } from "./browser.ts";
import {
  digest,
  expectAccessible,
  expectNoOverflow,
  follow,
  fragment,
  go,
  PHONE,
  placeOf,
  press,
  savedBy,
} from "./page-state.ts";
import { serveFolder } from "./static-server.ts";

beforeAll(ready);

const verdict = (page: Page) => page.locator(".code__verdict");
const editor = (page: Page) => page.locator(".code .cm-content");

async function openTemplate(page: Page, name: string, what: "sender" | "queue" = "sender"): Promise<void> {
  await page
    .getByRole("button", { name: `Write your own ${what}` })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await page
    .getByRole("region", { name: `Custom ${what}` })
    .getByRole("button", { name, exact: true })
    .press("Enter");
  await verdict(page).getByText("The run follows this text.").waitFor();
}

/** Returns the increase of the link's utilisation in percentage points, as in the sentence above the plots. */
async function gainOf(page: Page): Promise<number> {
  const told = await page.locator(".headline").innerText();
  const [, now, before] = /(\d[\d.]*) % of the link used instead of (\d[\d.]*) %/.exec(told) ?? [];
  return Number(now) - Number(before);
}

test("ABE is written by keyboard by changing one word, and the gain is stated", async () => {
  const page = await openPage({ fragment: "duration=40s" });
  await painted(page);
  await openTemplate(page, "AIMD");
  // The editor has the focus. The link of an error moves the cursor to its line.
  await press(page, "Control+End");
  for (let line = 0; line < 6; line++) await page.keyboard.press("ArrowUp");
  await press(page, "End", "Shift+Control+ArrowLeft");
  await page.keyboard.type("0.85");
  await verdict(page).getByText("The run follows this text.").waitFor();
  await expect.poll(() => gainOf(page)).toBeGreaterThan(5);
  // Tab leaves the editor.
  await press(page, "Tab");
  expect(
    await editor(page).evaluate((element) => element === (element.getRootNode() as ShadowRoot).activeElement),
  ).toBe(false);
  await expectAccessible(page);
});

test("a fault is reported with its line, the plots keep the last working version, and the page works", async () => {
  const page = await openPage({ fragment: "v=2&duration=20s" });
  await painted(page);
  await openTemplate(page, "AIMD");
  const held = runScenario(customScenario(TEMPLATES[0].code, "cc=own&duration=20s")).digest();
  await expect.poll(() => digest(page)).toBe(held);
  await editor(page).click();
  await press(page, "Control+End");
  await page.keyboard.type("\nfunction onSample(tcp) { for (;;) {} }");
  await expect
    .poll(() => verdict(page).innerText(), { timeout: 20_000 })
    .toMatch(/Line \d+: One call took more than 1 million steps: a loop may have no end\./);
  expect(await verdict(page).innerText()).toContain("The plots show your last working version.");
  expect(await digest(page)).toBe(held);
  // An empty text can still be edited and undone.
  await press(page, "Control+a", "Delete");
  await verdict(page).getByText("One line must say what the program is").waitFor();
  await press(page, "Control+z");
  expect(await editor(page).innerText()).toContain("function onSample(tcp) { for (;;) {} }");
  // The editor receives the keys; they do not act as shortcuts.
  expect(await page.locator(".projector").count()).toBe(0);
  // The focus returns to the button that leads back.
  await page.getByRole("button", { name: "Back to the controls" }).press("Enter");
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe("Edit its program");
});

test("the most harmful programs end with a sentence and their line, the page works, and the other flow has results", async () => {
  const page = await openPage();
  await painted(page);
  for (const [text, sentence] of [
    ["for (;;) {}", "One call took more than 1 million steps: a loop may have no end."],
    ["const f = () => f(); f()", "A function calls itself too often."],
    ["const a = []; for (;;) a.push(new Array(1000).fill(0))", "The program needs more than 8 MB of memory."],
    [
      "/^(a+)+$/.test('a'.repeat(64) + 'b')",
      "One call took more than 1 million steps: a loop may have no end.",
    ],
  ]) {
    const code = senderWith(`function onMark(tcp) { ${text} }`);
    const settings = "flow=cc=own&flow=cc=cubic&duration=10s&warmup=1s";
    await go(page, `v=2&program=${packText(code)}&${settings}`);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const run = runScenario(customScenario(code, settings));
    await expect.poll(() => digest(page)).toBe(run.digest());
    expect(run.snapshot().results.flows[1].goodputBps).toBeGreaterThan(5e6);
    expect(await page.getByRole("alert").filter({ hasText: "Attacker" }).innerText()).toContain(
      `in flow 1 (line 6): ${sentence}`,
    );
  }
  await follow(page, "v=2&cc=cubic&duration=10s");
  expect(await page.getByText("Attacker").count()).toBe(0);
});

const PROBING = `// @sender Probing
// @probe aim (segments) Where the window is led to
let aim = 10
function onAck(tcp) { aim = tcp.cwnd + 5; tcp.cwnd += tcp.acked / tcp.cwnd }
function onMark(tcp) { tcp.cwnd = max(2, tcp.cwnd * 0.7) }
function onLos(tcp) { tcp.cwnd = tcp.minCwnd }
function explain(tcp, event) { return "After a " + event + " the rule keeps 70 %." }`;

const THRESHOLD = `// @queue Threshold
// @probe seen (count) Packets that have left
let seen = 0
function dequeue(packet) { seen += 1; if (packet.sojournMs > 8) mark() || drop() }
function explain(packet, queue, event) { return "A <b>" + event + "</b> beyond 8 ms." }`;

test.each([
  ["sender", PROBING, "aim", "After a mark the rule keeps 70 %."],
  ["queue", THRESHOLD, "seen", "A <b>mark</b> beyond 8 ms."],
])(
  "a probe of a custom %s has a plot, and the text of its explain function is in the story",
  async (kind, code, probe, words) => {
    const place = kind === "sender" ? "cc" : "aqm";
    const page = await openPage({ fragment: `v=2&program=${packText(code)}&${place}=own&duration=20s` });
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await painted(page);
    await page.getByRole("button", { name: "Next mark" }).click();
    if (kind === "sender") await page.getByRole("button", { name: "Step forward" }).click();
    await page.locator(".headline").click();
    await page.keyboard.press("w");
    await expect.poll(() => page.locator(".why__card").innerText()).toContain(words);
    await page.getByText("Inside the algorithm").click();
    const menu = page.locator(".inside select");
    if (kind === "sender") await menu.selectOption("0");
    await page.locator(".chart-probe .chart-title").getByText(probe, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Edit its program" }).first().click();
    const remark = "Line 6: onLos is not a hook, and nothing calls it; did you mean onLoss?";
    if (kind === "sender") await verdict(page).getByText(remark).waitFor();
    await expectAccessible(page);
  },
);

test("a link that is too long because of its program is offered as a file, which opens with the program", async () => {
  // A text that cannot be compressed.
  let seed = 1;
  const letter = () => {
    seed = (seed * 48271) % 2147483647;
    return String.fromCharCode(33 + (seed % 90));
  };
  const code = `${TEMPLATES[0].code}\n// ${Array.from({ length: 12_000 }, letter).join("")}`;
  const page = await openPage({ fragment: `v=2&program=${packText(code)}&cc=own&duration=10s` });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await painted(page);
  await page.getByRole("button", { name: "Share" }).click();
  await page
    .getByText(/^The link has [\d,.\s]+ characters, .* Send the scenario as a file instead/)
    .waitFor();
  const file = await savedBy(page, page.getByRole("button", { name: "Save the scenario as a file" }));
  expect(JSON.parse(file).programs).toEqual([code]);
});

test("My programs are renamed, compared with a version, saved, opened from a file and deleted by keys", async () => {
  const page = await openPage({ fragment: "v=2&duration=10s" });
  await painted(page);
  await openTemplate(page, "AIMD");
  const follows = () => verdict(page).getByText("The run follows this text.").waitFor();
  const write = async (text: string) => {
    await editor(page).press("Control+End");
    await page.keyboard.insertText(`\n${text}`);
  };
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const programOf = async () => /program=[^&]*/.exec(await fragment(page))?.[0];
  for (const text of ["// one", "// two"]) {
    const before = await programOf();
    await write(text);
    await expect.poll(programOf).not.toBe(before);
  }
  const versions = page.getByLabel("Compare with version");
  await page.getByText("My programs (1)").press("Enter");
  await versions.waitFor();
  await button("Compare").press("Enter");
  await expect.poll(() => fragment(page)).toContain("&pin=");
  // When the user restores an earlier version, the current text, which has a syntax error, is kept as a version.
  await write("function (");
  await verdict(page)
    .getByText(/Line \d+/)
    .first()
    .waitFor();
  await button("Go back to it").press("Enter");
  await expect.poll(() => editor(page).innerText()).not.toContain("function (");
  await follows();
  expect(await versions.locator("option").count()).toBeGreaterThan(1);
  expect(await button("Compare").getAttribute("title")).toBe("This version has not run here");

  await button("Rename AIMD").press("Enter");
  await press(page, "Control+a");
  await page.keyboard.type("Mine & only");
  await press(page, "Enter");
  await expect.poll(focused).toBe("Rename");
  const text = await savedBy(page, button("Save as a file: Mine & only"));
  expect(text).toContain("// one");
  await page
    .getByLabel("File of a program")
    .setInputFiles({ name: "mine.js", mimeType: "text/javascript", buffer: Buffer.from(text) });
  await page.getByText("My programs (2)").waitFor();
  await button("Open Mine & only").press("Enter");
  await follows();
  await page.reload();
  await button("Edit its program").first().press("Enter");
  await page.getByText("My programs (2)").press("Enter");
  await button(/^Delete /)
    .first()
    .press("Enter");
  await expect.poll(focused).toBe("Delete");
  await press(page, "Enter");
  await page.getByText("My programs (1)").waitFor();
  await expectAccessible(page);
});

test("in a frame the program is shown first, and runs after a visible confirmation", async () => {
  const folder = scratchFolder();
  const link = `${inject("pageUrl")}#v=2&program=${packText(TEMPLATES[0].code)}&cc=own&duration=10s&embed=1`;
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><iframe src="${link.replaceAll("&", "&amp;")}" title="Sawtooth" width="640" height="420"></iframe></html>`,
  );
  const host = await serveFolder(folder);
  onTestFinished(() => host.close());
  const page = await openPage({ url: host.url, expected: /^request to elsewhere/ });
  const frame = page.frameLocator("iframe");
  const run = frame.getByRole("button", { name: "Run", exact: true });
  await run.waitFor();
  const [box, around] = [await placeOf(run), await placeOf(page.locator("iframe"))];
  expect(box.y + box.height).toBeLessThanOrEqual(around.y + around.height);
  const scenario = customScenario(TEMPLATES[0].code, "cc=own&duration=10s");
  const digestOf = () => frame.locator("[data-digest]").getAttribute("data-digest");
  const ran = runScenario(scenario).digest();
  expect(await frame.locator(`[data-digest="${ran}"]`).count()).toBe(0);
  await run.click();
  await expect.poll(digestOf).toBe(ran);
  const root = frame.locator("html");
  expect(await root.evaluate((element) => element.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("log lines lead to their time, and variables are shown at the playhead", async () => {
  const code = senderWith(
    "let cuts = 0\nfunction onMark(tcp) { cuts += 1; tcp.ssthresh = tcp.cwnd / 2; log('cut', cuts) }",
    "Logger",
  );
  const page = await openPage({ fragment: `program=${packText(code)}&cc=own&duration=20s` });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Edit its program" }).first().click();
  const line = page.locator(".code__log li").nth(2);
  await expect.poll(() => line.innerText()).toMatch(/ s cut 3$/);
  await line.getByRole("button").click();
  await expect.poll(() => page.locator(".code__watch").innerText()).toMatch(/cuts\s+[23]/);
  await page.locator(".headline").click();
  await page.keyboard.press("w");
  await expect.poll(() => page.locator(".why__card").innerText()).toMatch(/Logger\s+line 7: function onMark/);
});

test("a link with a program shows it first, and runs it only after confirmation", async () => {
  const code = TEMPLATES[1].code;
  const link = `v=2&program=${packText(code)}&cc=own&duration=20s`;
  const page = await openPage({ fragment: link });
  const dialog = page.getByRole("dialog", { name: "Program in this link" });
  await dialog.waitFor();
  expect(await dialog.getByLabel("Program 1").inputValue()).toBe(code);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Do not run" }).click();
  expect(await fragment(page)).not.toContain("cc=own-");
  await page.reload();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const { scenario } = scenarioFromUrl(link, PROGRAM_READER);
  await expect.poll(() => digest(page)).toBe(runScenario(runnable(scenario)).digest());
});

const OTHERS = packText("// @sender Other\nfunction onAck(tcp) { tcp.cwnd += 1 }");
const RUNS = packText([10, 11].map((s) => `v=2&duration=${s}s&program=${OTHERS}&cc=own Run ${s}`).join("\n"));

/** Presses *Run* in the question by keyboard, as soon as the programs have been visible long enough. */
async function pressRun(page: Page): Promise<void> {
  const run = page.getByRole("button", { name: "Run", exact: true });
  await run.click({ trial: true });
  await run.press("Enter");
}

const question = (page: Page) => page.getByRole("dialog", { name: "Program in this link" });

test("a link whose key and percent signs are unusual asks as well, on an open page", async () => {
  const page = await openPage({ fragment: "v=2&duration=10s" });
  await painted(page);
  const before = await digest(page);
  await go(page, `v=2&duration=10s&x=%&pro%67ram=${OTHERS}&cc=own`);
  await question(page).getByRole("button", { name: "Do not run" }).click();
  expect(await digest(page)).toBe(before);
  await go(page, `v=2&duration=10s&x=%&pin=${encodeURIComponent(`v=2&x=%&pro%67ram=${OTHERS}&cc=own`)}`);
  await question(page).waitFor();
});

test.each([
  ["a comparison of runs", `screen=compare&runs=${RUNS}`, "Same seed"],
  ["a notebook", `screen=notebook&runs=${RUNS}`, "^2 runs$"],
  ["a sweep", `screen=sweep&v=2&duration=10s&program=${OTHERS}&cc=own&x=rtt=20ms,40ms`, "2 runs in"],
  ["a comparison of values", `screen=compare&v=2&duration=10s&program=${OTHERS}&cc=own`, "Same seed"],
])("%s with a program asks before it runs, in a new page and in an open one", async (_, link, done) => {
  const open = await openPage({ fragment: "v=2&duration=10s" });
  await painted(open);
  await go(open, link);
  await question(open).waitFor();

  const page = await openPage({ fragment: link });
  await question(page).getByRole("button", { name: "Do not run" }).click();
  await page
    .getByText(/allowed to run/)
    .first()
    .waitFor();
  expect(await page.getByText(new RegExp(done)).count()).toBe(0);
  await page.reload();
  await question(page).getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText(new RegExp(done)).first().waitFor();
});

test("a task that a teacher tests asks first, and so does a file that the editor opens", async () => {
  const page = await openPage({ fragment: "screen=class" });
  const task = `---
kind: task
id: others
lang: en
title: A task of somebody else
scenario: #cc=@attacker&duration=5s
count: utilisation >= 99 %
change: ecn
---

Reach it.

\`\`\`program attacker
${senderWith("// from a stranger")}
\`\`\`
`;
  await page.getByText("Open an existing task").press("Enter");
  await page
    .getByLabel("Open a file (.md)")
    .setInputFiles({ name: "task.md", mimeType: "text/markdown", buffer: Buffer.from(task) });
  await page.getByRole("button", { name: "Test the task" }).press("Enter");
  const asked = (from: string) => page.getByRole("dialog", { name: `Program in this ${from}` });
  await asked("task").getByRole("button", { name: "Do not run" }).press("Enter");
  expect(await page.getByText("1 variant").count()).toBe(0);
  await go(page, "v=2&duration=10s");
  await painted(page);
  await page.getByRole("button", { name: "Write your own sender" }).first().press("Enter");
  const buffer = Buffer.from(senderWith("// from a stranger"));
  const file = { name: "others.js", mimeType: "text/javascript", buffer };
  await page.getByLabel("File of a program").setInputFiles(file);
  await asked("file").getByRole("button", { name: "Do not run" }).press("Enter");
  expect(await fragment(page)).not.toContain("cc=own");
  await page.getByLabel("File of a program").setInputFiles(file);
  await asked("file").waitFor();
  await pressRun(page);
  await expect.poll(() => fragment(page)).toContain("cc=own");
  expect(await editor(page).innerText()).toContain("from a stranger");
});

test("a lesson leads to one line that is written by keyboard, and checks it", async () => {
  const page = await openPage({ fragment: "screen=lessons" });
  await page.getByRole("link", { name: "Start: Add ABE in one line" }).press("Enter");
  const guide = page.getByRole("region", { name: "Lesson: Add ABE in one line" });
  await expect.poll(() => editor(page).innerText()).toContain("tcp.cwnd = tcp.cwnd * 0.5");
  // A built-in program runs without a confirmation.
  expect(await page.getByRole("dialog").count()).toBe(0);
  await guide.getByRole("radio", { name: /stays as short/ }).press("Space");
  await guide.getByRole("button", { name: "Show the run" }).press("Enter");
  const asked = guide.locator(".lesson__asked");
  await expect.poll(() => asked.innerText()).toMatch(/Utilisation[^✓○]*now.79\.5.%/);
  await editor(page).focus();
  await press(page, "Control+Home", ...Array(7).fill("ArrowDown"), "End", "Backspace");
  await page.keyboard.type("8");
  await expect.poll(() => asked.innerText()).toMatch(/^Done/);
  await expect.poll(() => guide.innerText()).toMatch(/\+15\.0.points more than before/);
  await expectAccessible(page);
  // The next step of a lesson shows the controls only if the lesson says so. In this lesson the same program stays.
  await guide.getByRole("button", { name: "Next" }).press("Enter");
  await expect.poll(() => editor(page).innerText()).toContain("tcp.cwnd = tcp.cwnd * 0.8");
});

test.each([
  ["lesson", "lessons/write-aimd.md", "Lesson: Write AIMD"],
  ["task", "challenges/abe-challenge.md", "Task: Implement ABE in NewReno"],
])(
  "the programs of a %s in a link are shown first, and run only after confirmation",
  async (kind, file, name) => {
    const link = `${kind}=${packText(readFileSync(file, "utf8"))}`;
    const page = await openPage({ fragment: link });
    const dialog = page.getByRole("dialog", { name: `Program in this ${kind}` });
    await dialog.waitFor();
    expect(await dialog.getByLabel("Program 1").inputValue()).toMatch(/^\/\/ @sender/);
    await dialog.getByRole("button", { name: "Do not run" }).press("Enter");
    await page.getByRole("region", { name }).waitFor();
    expect(await fragment(page)).not.toContain("cc=own-");
    await page.reload();
    await pressRun(page);
    await expect.poll(() => fragment(page)).toContain("cc=own-");
    await page.getByRole("region", { name }).waitFor();
  },
);

test("a program with markup and hidden characters is displayed as it runs: before the run, and in the editor", async () => {
  const code = senderWith(
    '// <img src=x onerror="document.title=1"> </script>\nlet a = "x\u202ey\u2066z"\n// one \u2028let b = 2\ufeff',
  );
  const page = await openPage({ fragment: `program=${packText(code)}&cc=own` });
  const dialog = page.getByRole("dialog", { name: "Program in this link" });
  const shown = code
    .replace(/[\u202e\u2066\ufeff]/g, (sign) => `<U+${sign.charCodeAt(0).toString(16).toUpperCase()}>`)
    .replace("\u2028", "<U+2028>\n");
  expect(await dialog.getByLabel("Program 1").inputValue()).toBe(shown);
  expect(await page.locator("dialog img").count()).toBe(0);
  await pressRun(page);
  await page.getByRole("button", { name: "Edit its program" }).press("Enter");
  await expect
    .poll(() => editor(page).locator(".cm-specialChar").allInnerTexts())
    .toEqual(["<U+202E>", "<U+2066>", "<U+2028>", "<U+FEFF>"]);
  expect(await editor(page).locator("img[src]").count()).toBe(0);
});

test("every template gives the same result as the command line", async () => {
  const page = await openPage();
  await painted(page);
  for (const { kind, code } of TEMPLATES) {
    const settings = `${kind === "sender" ? "cc" : "aqm"}=own&duration=12s`;
    await go(page, `v=2&program=${packText(code)}&${settings}`);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect
      .poll(() => digest(page), { timeout: 20_000 })
      .toBe(runScenario(customScenario(code, settings)).digest());
  }
});

test("on a phone the editor is below the plots, and nothing is cut off", async () => {
  const page = await openPage({ fragment: "duration=20s", viewport: PHONE });
  await painted(page);
  await openTemplate(page, "CoDel", "queue");
  await expectNoOverflow(page);
  await expectAccessible(page);
});
