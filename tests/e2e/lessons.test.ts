/** Tests lessons: the first one by keyboard only, on a small screen, from a file, and with errors. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { packText } from "../../src/lib/packed-text.ts";
import { openPage, painted } from "./browser.ts";
import { expectAccessible, fragment, fragmentWith, go, LAPTOP, PHONE, tabTo } from "./page-state.ts";

const lesson = (page: Page) => page.getByRole("region", { name: "Lesson: Bufferbloat" });
const heading = (page: Page, name: string) => lesson(page).getByRole("heading", { name });

/** The heading of the step has the focus after each action. */
async function expectStep(page: Page, name: string): Promise<void> {
  await heading(page, name).waitFor();
  await page.waitForFunction((title) => (document.activeElement as HTMLElement).innerText === title, name);
}

async function pressButton(page: Page, button: string): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press("Enter");
}

test("the first lesson is completed by keyboard only, with a wrong prediction at first", async () => {
  const page = await openPage({ fragment: "lesson=bufferbloat" });
  await heading(page, "A buffer twelve times as large").waitFor();
  await fragmentWith(page, "limit=84p");
  await painted(page);
  const light = page.locator(".spotlight");
  await light.waitFor();
  expect(await light.innerText()).toBe("how full the link is");
  await page.keyboard.press("Escape");
  expect(await light.count()).toBe(0);
  await tabTo(page, "To the lesson");
  await page.keyboard.press("Enter");
  await tabTo(page, "Next");
  await page.keyboard.press("Enter");
  await heading(page, "A buffer twelve times as large").waitFor();
  await tabTo(page, "More throughput: fewer packets are dropped.", "Shift+Tab");
  await page.keyboard.press("Space");
  await pressButton(page, "Next");
  await expectStep(page, "How long will a packet wait?");
  // The current run is drawn below the pen.
  expect(await page.locator(".prediction__known").getAttribute("d")).toMatch(/^M/);
  for (const [point, times] of [
    [2, 2],
    [3, 5],
    [4, 5],
    [5, 5],
    [6, 5],
    [7, 5],
  ]) {
    await tabTo(page, `Point ${point} of 7`);
    for (let i = 0; i < times; i++) await page.keyboard.press("PageUp");
  }
  expect(await page.getByRole("slider", { name: "Point 7 of 7" }).getAttribute("aria-valuetext")).toBe(
    "at 60 s: 1120 ms",
  );
  await expectAccessible(page);
  await tabTo(page, "Show the run", "Shift+Tab");
  await page.keyboard.press("Enter");
  await expectStep(page, "The new model");
  expect(await fragmentWith(page, "pin=v=2&aqm=droptail&limit=84p")).toContain("lesson=bufferbloat");
  await page.getByText("you drew").waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await pressButton(page, "Next");
  await expectStep(page, "Compare with your prediction");
  const text = () => lesson(page).innerText();
  await expect
    .poll(text)
    .toMatch(/✓ How long will a packet wait\?\n+Mean height: you drew \d+ ms, the run has \d+ ms/);
  expect(await text()).toMatch(/✗ A buffer twelve times as large\n+You chose:\n+More throughput/);
  await expect.poll(text).toMatch(/waits 1\d{3}\sms instead of\s7\d(?:\.\d)?\sms/);
  await pressButton(page, "Next");
  await expectStep(page, "Repair it");
  await page.keyboard.press("Escape");
  await expect.poll(text).toContain("now 1200");
  await pressButton(page, "Show me one way");
  await expect.poll(text).toContain("This queue measures how long packets wait");
  expect(await fragmentWith(page, "pin=v=2&aqm=droptail")).not.toContain("#aqm=droptail");
  await pressButton(page, "Next");
  await expectStep(page, "Why");
  await pressButton(page, "Next");
  await expectStep(page, "On a faster link");
  await tabTo(page, "It stays the same, because the buffer is the same.");
  await page.keyboard.press("Space");
  await expect.poll(text).toContain("✗ Incorrect");
  await page.keyboard.press("ArrowDown");
  await expect.poll(text).toContain("✓ Right");
  await page.setViewportSize(LAPTOP);
  await pressButton(page, "Finish");
  // The drawing was right. The first answers to the prediction and to the question were wrong.
  await expectStep(page, "1 of 3 right");
  expect(
    await lesson(page)
      .getByRole("link", { name: /^Next: / })
      .getAttribute("href"),
  ).toBe("#lesson=mark-and-loss");
  await lesson(page).getByRole("link", { name: "All lessons" }).click();
  await page.getByText("✓ done, 1 of 3 right").waitFor();
});

test("on a phone: a lesson's sheet folds, progress is kept over a reload, and Back returns one step", async () => {
  const page = await openPage({
    fragment: "lesson=bufferbloat&guide-step=3",
    viewport: PHONE,
    colorScheme: "dark",
  });
  await heading(page, "The new model").waitFor();
  await fragmentWith(page, "pin=v=2&aqm=droptail&limit=84p");
  await painted(page);
  await page.keyboard.press("Escape");
  const fold = page.getByRole("button", { name: "Lesson: fold" });
  await fold.click();
  expect(await heading(page, "The new model").isVisible()).toBe(false);
  await page.getByRole("button", { name: "Lesson: unfold" }).click();
  // The part of the page that the lesson points at is not covered by the lesson's sheet.
  await lesson(page).getByRole("button", { name: "throughput" }).click();
  await page.locator(".spotlight").waitFor();
  const [spot, sheet] = await Promise.all([
    page.locator(".spotlight").boundingBox(),
    lesson(page).boundingBox(),
  ]);
  expect((spot?.y ?? 999) + (spot?.height ?? 0) / 2).toBeLessThan(sheet?.y ?? 0);
  await page.keyboard.press("Escape");
  await lesson(page).getByRole("button", { name: "Next", exact: true }).click();
  await heading(page, "Compare with your prediction").waitFor();
  const before = await fragmentWith(page, "guide-step=4");
  await page.reload();
  await heading(page, "Compare with your prediction").waitFor();
  await painted(page);
  expect(decodeURIComponent(await fragment(page))).toBe(before);
  await page.goBack();
  await heading(page, "The new model").waitFor();
  await fragmentWith(page, "guide-step=3");
  await page.getByRole("button", { name: "End the lesson" }).click();
  await expect.poll(() => fragment(page)).not.toContain("lesson");
  expect(await lesson(page).count()).toBe(0);
});

const EXAMPLE =
  [
    ...readFileSync(join(import.meta.dirname, "../../docs/lessons.md"), "utf8").matchAll(
      /^```markdown\n([\s\S]*?)^```$/gm,
    ),
  ].at(-1)?.[1] ?? "";

test("a lesson file is tried and shared as a link without storage; a broken link is reported", async () => {
  const page = await openPage({ fragment: "screen=lessons", noStorage: true });
  const choose = (text: string) =>
    page
      .getByLabel("Try a file")
      .setInputFiles({ name: "mine.md", mimeType: "text/markdown", buffer: Buffer.from(text) });
  await choose(EXAMPLE.replace("{utilisation change}", "{utilization change}"));
  await page.getByText("mine.md is not a lesson yet:").waitFor();
  expect(await page.locator(".problems").innerText()).toMatch(
    /^Line \d+: In \{utilization change\}: there is no utilization; utilisation\?/,
  );
  await choose(EXAMPLE);
  const outcome = page.getByText("6 steps, no problems.");
  await outcome.waitFor();
  // The result appears below the button, which is at the lower edge.
  await expect
    .poll(() => outcome.evaluate((part) => part.getBoundingClientRect().bottom <= innerHeight))
    .toBe(true);
  await page.locator(".own-lesson").getByRole("link", { name: "Start" }).click();
  const own = page.getByRole("region", { name: "Lesson: A mark and half a window" });
  await own.getByRole("heading", { name: "What will a gentler cut do?" }).waitFor();
  await painted(page);
  await expect.poll(() => own.innerText()).toMatch(/busy 79\.\d\s% of the time/);
  await own.getByRole("radio").nth(1).check();
  await own.getByRole("button", { name: "Show the run" }).click();
  await own.getByRole("heading", { name: "The same path with β_ecn 0.8".replace("_", "") }).waitFor();
  const link = await fragmentWith(page, "guide-step=2");
  const packed = /lesson=(z\.[\w-]+)/.exec(link)?.[1] ?? "";
  expect(packed.length).toBeGreaterThan(500);
  await go(page, `lesson=${packed.slice(0, -40)}`);
  const damaged = page.getByRole("region", { name: "Lesson: It cannot be read" });
  await damaged.getByText("The link is damaged").waitFor();
  await expectAccessible(page);
  await damaged.getByRole("button", { name: "End the lesson" }).click();
  expect(await damaged.count()).toBe(0);
  expect(await page.getByRole("slider", { name: /^cwnd in segments/ }).count()).toBe(1);
});

test("a lesson is written in the page: template, preview at the cursor, errors at their lines, claims tried", async () => {
  const page = await openPage({ fragment: "screen=class&lesson" });
  const text = page.getByRole("textbox", { name: "The lesson, as Markdown" });
  const preview = page.getByRole("region", { name: "The lesson" });
  await preview
    .getByText(/busy 79\.4/)
    .first()
    .waitFor();
  await preview.getByRole("button", { name: "Next step" }).click();
  await preview
    .getByRole("heading", { name: "The same path with β ecn 0.8" })
    .or(preview.getByText("The same path with"))
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Check its claims" }).click();
  await preview.getByText("2 claims, all true.").waitFor();
  await expectAccessible(page);
  const written = await text.inputValue();

  // A wrong claim leads to its line.
  await text.fill(written.replace("utilisation < 85 %", "utilisation < 60 %"));
  await page.getByRole("button", { name: "Check its claims" }).click();
  await preview.getByRole("button", { name: /^Line 17: not true: utilisation < 60 %/ }).click();
  const selected = () =>
    text.evaluate((area) => {
      const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement;
      return value.slice(selectionStart, selectionEnd);
    });
  expect(await selected()).toBe("holds: utilisation < 60 %");

  // Errors are shown at their lines. The text that was replaced can be restored.
  await text.fill(written.replace("step: run", "step: rum"));
  await page.getByRole("button", { name: /^Line 29: A step must be one of predict, run/ }).click();
  expect(await selected()).toBe("step: rum");
  expect(await page.locator(".writing__numbers [data-wrong]").allInnerTexts()).toEqual(["29"]);
  await page.reload();
  expect(await text.inputValue()).toContain("step: rum");
  await page.getByRole("button", { name: "Start from a template" }).click();
  expect(await text.inputValue()).toBe(written);
  await page.getByRole("button", { name: "Restore the previous lesson" }).click();
  expect(await text.inputValue()).toContain("step: rum");
  await page.getByRole("button", { name: "Start from a template" }).click();
  await page.getByRole("button", { name: "Start it" }).click();
  await page.getByRole("region", { name: /^Lesson: What does a gentler cut do/ }).waitFor();

  // A talk reports its errors in the same way.
  await go(page, "screen=class&talk");
  await page.getByRole("button", { name: "Start from a template" }).click();
  await page.getByText("The talk as text").click();
  const talk = page.getByRole("textbox", { name: "The file of the talk" });
  await talk.fill((await talk.inputValue()).replace("reveal: result", "reveal: nothing"));
  await page.getByRole("button", { name: /^Line 14: reveal: there is no "nothing" here/ }).waitFor();
  await page.getByText("The talk and its link do not change until all problems are corrected.").waitFor();
  await talk.fill((await talk.inputValue()).replace("reveal: nothing", "reveal: path"));
  await page.getByRole("region", { name: "The scene at the cursor" }).waitFor();
  await expect
    .poll(() => page.getByRole("textbox", { name: "Link of the talk" }).inputValue())
    .toMatch(/talk=z\./);
});

const WITH_PROGRAMS = `---
kind: lesson
id: with-programs
lang: en
title: Two programs
minutes: 5
learn: What a program does.
---

## One

step: explain
bench: #v=2&duration=10s&cc=@one

The link is busy {utilisation} of the time.

## Two

step: explain
bench: #v=2&duration=10s&cc=@two

The link is busy {utilisation} of the time.

\`\`\`program one
// @sender One
function onAck(tcp) { tcp.cwnd += 1 / tcp.cwnd }
\`\`\`

\`\`\`program two
// @sender Two
function onAck(tcp) { tcp.cwnd += 2 / tcp.cwnd }
\`\`\`
`;

test("the programs of a lesson run in its preview as its author types, and after a question if it came from a file", async () => {
  const page = await openPage({ fragment: "screen=class&lesson" });
  const text = page.getByRole("textbox", { name: "The lesson, as Markdown" });
  const preview = page.getByRole("region", { name: "The lesson" });
  const busy = preview.getByText(/The link is busy \d/).first();
  const dialog = page.getByRole("dialog");
  await text.fill(WITH_PROGRAMS);
  await busy.waitFor();
  for (const more of ["1", "12"]) {
    await text.fill(WITH_PROGRAMS.replace("+= 2", `+= 0.${more}`));
    await busy.waitFor();
  }
  expect(await dialog.count()).toBe(0);

  const buffer = Buffer.from(WITH_PROGRAMS.replace("+= 2", "+= 3"));
  await page
    .locator('input[type="file"][accept^=".md"]')
    .setInputFiles({ name: "theirs.md", mimeType: "text/markdown", buffer });
  const read = preview.getByRole("button", { name: "Read the programs" });
  await read.waitFor();
  // Typing in it does not let the programs run.
  await text.fill(WITH_PROGRAMS.replace("+= 2", "+= 3").replace("Two programs", "Their programs"));
  await read.click();
  expect(await dialog.getByLabel("Program 2").inputValue()).toContain("+= 3");
  await dialog.getByRole("button", { name: "Do not run" }).click();
  expect(await busy.count()).toBe(0);
  await read.click();
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  await busy.waitFor();

  // The link of a lesson asks as well.
  const other = await openPage({ fragment: `lesson=${packText(WITH_PROGRAMS)}` });
  await other.getByRole("dialog", { name: /^Program in this / }).waitFor();
});

test("the labs are a tab that keys reach, and a lab's task checks answers in any unit", async () => {
  const page = await openPage({ fragment: "screen=lessons" });
  await page.getByRole("tab", { name: "Lessons" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("heading", { name: "Labs", level: 2 }).waitFor();
  await expect.poll(() => fragment(page)).toBe("screen=lessons&labs");
  await page.getByRole("link", { name: "Task: Pings and pages beside a download" }).press("Enter");
  const questions = page.getByRole("region", { name: "Questions" });
  await expect.poll(() => page.locator(".task__value").nth(1).innerText()).toMatch(/\d+ ms ✗ not met/);
  const [, ms] = /([\d.]+) ms/.exec(await page.locator(".task__value").nth(1).innerText()) ?? [];
  await questions.getByRole("textbox").first().fill(`${ms} ms`);
  await questions.getByLabel("80 ms").check();
  await questions.getByRole("button", { name: "Check my answers" }).press("Enter");
  await questions.getByText("Right: 1 of 2.").waitFor();
  const feedback = questions.locator(".task__feedback");
  expect(await feedback.allInnerTexts()).toEqual([
    expect.stringMatching(/✓ right\. Expected: /),
    expect.not.stringContaining("Expected"),
  ]);
  await feedback.getByText("Show the right answer").click();
  await feedback.getByText("Expected: 0.8 s.").waitFor();
  await expectAccessible(page);
  // A verdict belongs to the answer that was checked.
  await questions.getByLabel("0.8 s").check();
  expect(await feedback.count()).toBe(1);
});
