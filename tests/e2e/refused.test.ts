/**
 * Tests a browser or a frame that refuses what the page requests, such as the clipboard, and tests files dropped on
 * the page.
 */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { expectAccessible, go, press, saved } from "./page-state.ts";

/** Removes or refuses the clipboard, reading pixels, full screen, new windows and printing. */
function refuseAll(): void {
  const gone = (of: object, name: string, value?: unknown) =>
    Object.defineProperty(of, name, { value, configurable: true });
  gone(Navigator.prototype, "clipboard");
  gone(Document.prototype, "fullscreenEnabled", false);
  gone(window, "open", () => null);
  gone(window, "print", () => undefined);
  gone(CanvasRenderingContext2D.prototype, "getImageData", () => ({ data: [255, 255, 255, 255] }));
}

const notice = (page: Page, text: RegExp) => page.locator(".notice").filter({ hasText: text }).waitFor();

test("if the browser refuses everything, each message offers an alternative", async () => {
  const page = await openPage({
    fragment: "v=2&duration=20s",
    prepare: async (own) => void (await own.addInitScript(refuseAll)),
  });
  await painted(page);

  await page.getByRole("button", { name: "Share" }).click();
  const link = page.getByRole("textbox", { name: "Link", exact: true });
  await page.getByRole("button", { name: "Copy link" }).click();
  const byHand = page.getByRole("textbox", { name: "Copy link: copy this text by hand" });
  await expect.poll(() => byHand.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await link.inputValue());
  await page.getByText("press Ctrl+C or ⌘C to copy it").waitFor();
  await page.getByRole("button", { name: "Path (PNG)" }).click();
  await page.getByText("Save the picture as SVG").waitFor();
  const svg = await saved(page, page.getByRole("button", { name: "Path (SVG)" }).click());
  expect(svg.bytes.toString()).toContain("<svg");
  await expectAccessible(page, "dialog");
  await press(page, "Escape");

  await go(page, "screen=report");
  await page.getByText(/figures? (?:is|are) drawn/).waitFor();
  await page.getByRole("button", { name: "Print or save as PDF" }).click();
  await page.getByRole("alert").filter({ hasText: "Save it as one HTML file" }).waitFor();

  await go(page, "talk=one-mark&present=1");
  await painted(page);
  await page.getByRole("button", { name: "Speaker" }).click();
  await notice(page, /Press M to show the notes/);
  await press(page, "f");
  await notice(page, /Press F11/);
});

/** Drops files on the page like a user. Returns true if the browser's default action was not prevented. */
const drop = (page: Page, files: readonly { readonly name: string; readonly text: string }[]) =>
  page.evaluate((all) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of all) dataTransfer.items.add(new File([text], name));
    const send = (type: string) =>
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    return [send("dragover"), send("drop")];
  }, files);

const lesson = { name: "mine.md", text: readFileSync("lessons/mark-and-loss.md", "utf8") };

test("a dropped file opens, after a confirmation if work would be lost; unknown files are refused with a sentence", async () => {
  const page = await openPage({ fragment: "screen=papers" });
  const dialog = page.getByRole("dialog");
  await page.getByRole("heading", { name: "Papers reproduced" }).waitFor();
  expect(await drop(page, [lesson])).toEqual([false, false]);
  await page.getByRole("region", { name: /^Lesson: What a mark tells/ }).waitFor();

  await drop(page, [{ name: "mine.md", text: readFileSync("talks/one-mark.md", "utf8") }]);
  await dialog.getByText(/^The talk “One mark, half the window\?” replaces the current scenario/).waitFor();
  await expectAccessible(page, "dialog");
  await dialog.getByRole("button", { name: "Stay here" }).click();
  await page.getByRole("region", { name: /^Lesson: What a mark tells/ }).waitFor();

  expect(await drop(page, [lesson, { name: "film.mp4", text: "x" }])).toEqual([false, false]);
  await dialog.getByText("These are 2 files, and none has a hand-in.").waitFor();
  await expectAccessible(page, "dialog");
  await dialog.getByRole("button", { name: "Go on" }).click();
  await drop(page, [{ name: "s.json", text: '{"queue":{"aqm":"pie"}}' }]);
  await notice(page, /“s\.json” is opened/);
});
