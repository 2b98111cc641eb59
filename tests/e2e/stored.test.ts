/**
 * Tests the page's storage: two copies of the page on one origin, damaged and full storages, notes that would be
 * lost, and two tabs.
 */
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, painted } from "./browser.ts";
import { follow, go, savedBy } from "./page-state.ts";
import { type StaticServer, serveFolder } from "./static-server.ts";

const SCENARIO = "v=2&duration=10s";
const folder = mkdtempSync(join(tmpdir(), "sawtooth-"));
let host: StaticServer;

beforeAll(async () => {
  for (const copy of ["a", "b"]) symlinkSync(resolve(import.meta.dirname, "../../dist"), join(folder, copy));
  host = await serveFolder(folder, { subPath: "/" });
});

afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

const copyIn = (copy: string, fragment: string) =>
  openPage({ url: `${host.url}${copy}/index.html`, fragment });
const store = (page: Page, name: string, text: string) =>
  page.evaluate(([key, value]) => localStorage.setItem(key, value), [name, text] as const);
const names = (page: Page) => page.getByRole("textbox", { name: /^Name of run/ });
const notes = (page: Page) => page.getByRole("textbox", { name: "Notes" });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const setAside = (page: Page) => page.getByRole("status", { name: "Set aside on this device" });

test("two copies of the page on one origin have separate storage; older values appear in both, and damaged ones are set aside", async () => {
  const a = await copyIn("a", SCENARIO);
  const b = await copyIn("b", SCENARIO);
  await painted(a);
  await painted(b);
  await press(a, "Keep in the notebook");
  await a.getByText("Kept in the notebook as").waitFor();
  expect(await a.evaluate(() => Object.keys(localStorage))).toContain("sawtooth /a/ notebook");
  await go(b, "screen=notebook");
  await b.getByText("No runs yet.").waitFor();

  const text = await a.evaluate(() => localStorage.getItem("sawtooth /a/ notebook") ?? "");
  await store(b, "sawtooth.notebook", text);
  await b.reload();
  await expect.poll(() => names(b).count()).toBe(1);
  await store(b, "sawtooth /b/ notebook", "runs=z.damaged");
  await b.reload();
  await setAside(b).getByText("The notebook could not be read.").waitFor();
  expect(await savedBy(b, setAside(b).getByRole("button", { name: "Save as a file" }))).toBe(
    "runs=z.damaged",
  );
  await follow(b, SCENARIO);
  await painted(b);
  await press(b, "Keep in the notebook");
  await b.reload();
  await press(b, "Delete");
  await expect.poll(() => setAside(b).count()).toBe(0);
});

test("notes that are too complex are shown as typed, and the report opens again; on a full device, text lasts while the page is open", async () => {
  const page = await copyIn("a", `screen=report&${SCENARIO}`);
  const plain = page.getByText("This text is shown without formatting.");
  for (const text of [">".repeat(3500), "_a*".repeat(6600)]) {
    await notes(page).fill(text);
    await plain.waitFor();
    await page.reload();
    await plain.waitFor();
    expect(await notes(page).inputValue()).toBe(text);
  }
  await notes(page).fill("**short**");
  await page.locator(".report strong").getByText("short").waitFor();

  await page.evaluate(() => {
    for (let letters = 4_000_000; letters >= 1; letters = Math.floor(letters / 2)) {
      try {
        for (let i = 0; ; i++) localStorage.setItem(`filler ${letters} ${i}`, "x".repeat(letters));
      } catch {
        // Fills the remaining space with ever smaller pieces: the next piece is half as long.
      }
    }
  });
  await notes(page).fill("longer than what was stored before");
  await page.getByText("This browser does not store data for this page").waitFor();
  await follow(page, SCENARIO);
  await painted(page);
  await follow(page, `screen=report&${SCENARIO}`);
  await expect.poll(() => notes(page).inputValue()).toBe("longer than what was stored before");
  await page.reload();
  await expect.poll(() => notes(page).inputValue()).toBe("**short**");
});

test("two tabs write one report: the newer text is offered, and continuing to write loses neither text", async () => {
  const link = `screen=report&${SCENARIO}`;
  const [one, other] = [await copyIn("a", link), await copyIn("a", link)];
  for (const page of [one, other]) await notes(page).waitFor();
  await notes(one).fill("of one");
  await press(other, "Show the newer version");
  await expect.poll(() => notes(other).inputValue()).toBe("of one");
  await notes(one).fill("of one, more");
  await other.getByText("Another tab has saved a newer version").waitFor();
  await notes(other).fill("of the other");
  await setAside(other).getByText("was also changed in another tab").waitFor();
  await setAside(other).getByRole("button", { name: "Use it" }).click();
  await expect.poll(() => notes(other).inputValue()).toBe("of one, more");
  expect(await savedBy(other, setAside(other).getByRole("button", { name: "Save as a file" }))).toContain(
    "of the other",
  );
});
