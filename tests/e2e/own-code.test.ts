/** Rules of one's own, written in the page: by keys alone, in a lesson, from a stranger's link, with faults, and with the command line's bits. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { scenarioFromUrl } from "../../src/engine/index.ts";
import { TEMPLATES } from "../../src/engine/own/templates.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { packText } from "../../src/teaching/packed-text.ts";
import { ownScenario, ready, senderWith } from "../engine/own/own-runs.ts";
import { openPage, painted } from "./browser.ts";
import { digest, expectAccessible, expectNoOverflow, fragment, go, PHONE, press } from "./page-state.ts";

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
    .getByRole("region", { name: `Your own ${what}` })
    .getByRole("button", { name, exact: true })
    .press("Enter");
  await verdict(page).getByText("The run follows this text.").waitFor();
}

/** Of the link's use, in points, as the sentence over the plots has it. */
async function gainOf(page: Page): Promise<number> {
  const told = await page.locator(".headline").innerText();
  const [, now, before] = /(\d[\d.]*) % of the link used instead of (\d[\d.]*) %/.exec(told) ?? [];
  return Number(now) - Number(before);
}

test("ABE is written by keys in one word, and the gain is said", async () => {
  const page = await openPage({ fragment: "duration=40s" });
  await painted(page);
  await openTemplate(page, "AIMD");
  // The text has the focus; in it to the line that a mark asks.
  await press(page, "Control+End");
  for (let line = 0; line < 6; line++) await page.keyboard.press("ArrowUp");
  await press(page, "End", "Shift+Control+ArrowLeft");
  await page.keyboard.type("0.85");
  await verdict(page).getByText("The run follows this text.").waitFor();
  await expect.poll(() => gainOf(page)).toBeGreaterThan(5);
  // Tab leaves the text.
  await press(page, "Tab");
  expect(
    await editor(page).evaluate((element) => element === (element.getRootNode() as ShadowRoot).activeElement),
  ).toBe(false);
  await expectAccessible(page);
});

test("a fault is told with its line, the plots keep what held, and the page lives", async () => {
  const page = await openPage({ fragment: "v=2&duration=20s" });
  await painted(page);
  await openTemplate(page, "AIMD");
  const held = runScenario(ownScenario(TEMPLATES[0].code, "cc=own&duration=20s")).digest();
  await expect.poll(() => digest(page)).toBe(held);
  await editor(page).click();
  await press(page, "Control+End");
  await page.keyboard.type("\nfunction onSample(tcp) { for (;;) {} }");
  await expect
    .poll(() => verdict(page).innerText(), { timeout: 20_000 })
    .toMatch(/Line \d+: One call took more than 1 million steps: a loop may have no end\./);
  expect(await verdict(page).innerText()).toContain("The plots show the last version that held.");
  expect(await digest(page)).toBe(held);
  // Emptied, the text is still there to be written and to be undone.
  await press(page, "Control+a", "Delete");
  await verdict(page).getByText("One line must say what the program is").waitFor();
  await press(page, "Control+z");
  expect(await editor(page).innerText()).toContain("function onSample(tcp) { for (;;) {} }");
  // Letters are the text's, not the bench's keys.
  expect(await page.locator(".projector").count()).toBe(0);
  await page.getByRole("button", { name: "Back to the controls" }).click();
  await page.getByRole("button", { name: "Edit its program" }).first().waitFor();
});

test("log lines lead to their time, and variables are told at the playhead", async () => {
  const code = senderWith(
    "let cuts = 0\nfunction onMark(tcp) { cuts += 1; tcp.ssthresh = tcp.cwnd / 2; log('cut', cuts) }",
    "Logger",
  );
  const page = await openPage({ fragment: `program=${packText(code)}&cc=own&duration=20s` });
  await page.getByRole("button", { name: "Run it" }).click();
  await page.getByRole("button", { name: "Edit its program" }).first().click();
  const line = page.locator(".code__log li").nth(2);
  await expect.poll(() => line.innerText()).toMatch(/ s cut 3$/);
  await line.getByRole("button").click();
  await expect.poll(() => page.locator(".code__watch").innerText()).toMatch(/cuts\s+[23]/);
  await page.locator(".headline").click();
  await page.keyboard.press("w");
  await expect.poll(() => page.locator(".why__card").innerText()).toMatch(/Logger\s+line 7: function onMark/);
});

test("a link with a program shows it first, and runs it on a word only", async () => {
  const code = TEMPLATES[1].code;
  const link = `v=2&program=${packText(code)}&cc=own&duration=20s`;
  const page = await openPage({ fragment: link });
  const dialog = page.getByRole("dialog", { name: "A program came along" });
  await dialog.waitFor();
  expect(await dialog.getByLabel("Program 1").inputValue()).toBe(code);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Leave it" }).click();
  expect(await fragment(page)).not.toContain("cc=own-");
  await page.reload();
  await page.getByRole("button", { name: "Run it" }).click();
  const { scenario } = scenarioFromUrl(link);
  await expect.poll(() => digest(page)).toBe(runScenario(scenario).digest());
});

test("a lesson leads to one line that is written by keys, and sees it", async () => {
  const page = await openPage({ fragment: "screen=lessons" });
  await page.getByRole("link", { name: "Start: Add ABE in one line" }).press("Enter");
  const guide = page.getByRole("region", { name: "Lesson: Add ABE in one line" });
  await expect.poll(() => editor(page).innerText()).toContain("tcp.cwnd = tcp.cwnd * 0.5");
  // What comes with the page itself asks nobody.
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
  // The next step has the controls again where the lesson says so, and here the same program still.
  await guide.getByRole("button", { name: "Next" }).press("Enter");
  await expect.poll(() => editor(page).innerText()).toContain("tcp.cwnd = tcp.cwnd * 0.8");
});

test.each([
  ["lesson", "lessons/write-aimd.md", "Lesson: Write AIMD"],
  ["task", "challenges/abe-challenge.md", "Task: Implement ABE in NewReno"],
])("the programs of a %s in a link are shown first, and run on a word only", async (kind, file, name) => {
  const link = `${kind}=${packText(readFileSync(file, "utf8"))}`;
  const page = await openPage({ fragment: link });
  const dialog = page.getByRole("dialog", { name: "A program came along" });
  await dialog.waitFor();
  expect(await dialog.getByLabel("Program 1").inputValue()).toMatch(/^\/\/ @sender/);
  await dialog.getByRole("button", { name: "Leave it" }).press("Enter");
  await page.getByRole("region", { name }).waitFor();
  expect(await fragment(page)).not.toContain("cc=own-");
  await page.reload();
  await page.getByRole("button", { name: "Run it" }).press("Enter");
  await expect.poll(() => fragment(page)).toContain("cc=own-");
  await page.getByRole("region", { name }).waitFor();
});

test("a program with markup in it is shown as text", async () => {
  const code = senderWith(
    '// <img src=x onerror="document.title=1"> </script><script>document.title=2</script>',
  );
  const page = await openPage({ fragment: `program=${packText(code)}&cc=own` });
  const dialog = page.getByRole("dialog", { name: "A program came along" });
  expect(await dialog.getByLabel("Program 1").inputValue()).toBe(code);
  expect(await page.locator("dialog img").count()).toBe(0);
});

test("every template has the bits of the command line", async () => {
  const page = await openPage();
  await painted(page);
  for (const { kind, code } of TEMPLATES) {
    const settings = `${kind === "sender" ? "cc" : "aqm"}=own&duration=12s`;
    await go(page, `v=2&program=${packText(code)}&${settings}`);
    await page.getByRole("button", { name: "Run it" }).click();
    await expect
      .poll(() => digest(page), { timeout: 20_000 })
      .toBe(runScenario(ownScenario(code, settings)).digest());
  }
});

test("on a phone the text comes below the plots, and nothing is cut off", async () => {
  const page = await openPage({ fragment: "duration=20s", viewport: PHONE });
  await painted(page);
  await openTemplate(page, "CoDel", "queue");
  await expectNoOverflow(page);
  await expectAccessible(page);
});
