/**
 * Tests a measurement of a real connection over the run: chosen or dropped, its curves, its fit in numbers, moved, and removed.
 */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { captureOf } from "../measured/runs.ts";
import { openPage, painted } from "./browser.ts";
import { expectAccessible, ownFragment, savedBy } from "./page-state.ts";

const RUN = "v=2&duration=20s";
const TRACE = readFileSync(
  resolve(import.meta.dirname, "../../public/traces/linux-newreno-codel-rtt100-beta0.5.csv"),
  "utf8",
);

const compare = (page: Page) => page.getByRole("region", { name: "Compare", exact: true });
const plotWords = (page: Page, title: RegExp) =>
  page
    .locator(".chart-surface")
    .and(page.getByRole("slider", { name: title }))
    .getAttribute("aria-label");
const choose = (page: Page, name: string, content: Uint8Array | string) =>
  compare(page)
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });

/** A run on Linux, as its script records it. */
const RECORD = resolve(import.meta.dirname, "../cli/linux-record");

test("a script for Linux is saved, and the folder that it writes opens with its scenario", async () => {
  const page = await openPage({ fragment: "v=2&duration=5s&beta-ecn=0.8" });
  await painted(page);
  await page.getByRole("button", { name: "Share" }).click();
  const script = await savedBy(page, page.getByRole("button", { name: "Script for Linux (run.sh)" }));
  expect(script).toContain("\nSCENARIO='v=2&beta-ecn=0.8&duration=5s'\n");
  await page.getByText("1 setting is different on Linux:").waitFor();
  await page.keyboard.press("Escape");

  await compare(page)
    .locator('input[type="file"]')
    .setInputFiles(readdirSync(RECORD).map((name) => resolve(RECORD, name)));
  const table = compare(page).getByRole("table", { name: "How close the run and the measurement are" });
  await expect
    .poll(() => table.getByRole("row", { name: "flow 2: goodput (Mbps)" }).innerText())
    .toMatch(/8\.622\s+7\.003\s+−19 %/);
  expect(await ownFragment(page)).toMatch(/^v=2&aqm=droptail&limit=100p&flow=cc=cubic,rtt=1ms/);
  await compare(page).getByLabel("Flow in the plots").selectOption("flow 2");
  await expect.poll(() => plotWords(page, /^cwnd in segments/)).toContain("Linux: cwnd, from ");
  await expectAccessible(page, ".measured");
});

test("a capture of the same run is drawn over three plots, compared in numbers, moved, and removed", async () => {
  const page = await openPage({ fragment: RUN });
  await painted(page);
  await choose(page, "same.pcapng", captureOf(RUN));
  await page.getByText("“same.pcapng” is shown over the run.").first().waitFor();
  const table = compare(page).getByRole("table", { name: "How it fits" });
  await table.waitFor();
  const row = (name: string) => table.getByRole("row", { name });
  await expect
    .poll(() => row("throughput, mean (Mbps)").innerText())
    .toMatch(/7\.6\d\s+7\.6\d\s+[+−]?0(\.\d)? %/);
  expect(await row("cuts 2 2").innerText()).toContain("as many");
  await compare(page)
    .getByText("Both values cover the same time: 10 s to 20 s of the run, after the warm-up.")
    .waitFor();

  for (const [title, what] of [
    [/^cwnd in segments/, "“same.pcapng”: in flight (estimated), from 4"],
    [/^queue delay in ms/, "“same.pcapng”: srtt above its minimum"],
    [/^throughput in Mbps/, "“same.pcapng”: throughput, acknowledged data, over 1 s (estimated)"],
  ] as const)
    await expect.poll(() => plotWords(page, title)).toContain(what);
  await expectAccessible(page, ".measured");
  await compare(page).getByText("How the file was read").click();
  await compare(page).getByText("All values are estimates.").waitFor();

  // If the measurement starts two seconds later in the run, its reductions are later too, and a shorter part of it is
  // compared.
  const begin = compare(page).getByLabel("Start in the run (s)");
  await begin.fill("2");
  await compare(page)
    .getByText(/Cuts in the file and in the run: 14\.26 s and 12\.26 s \(−2 s\)/)
    .waitFor();
  await compare(page).getByRole("button", { name: "Align" }).click();
  await expect.poll(() => begin.inputValue()).toBe("0");

  // The measurement is not in the URL.
  expect(await ownFragment(page)).toBe(RUN);
  await compare(page).getByRole("button", { name: "Remove the measurement" }).click();
  await table.waitFor({ state: "detached" });
  await expect.poll(() => plotWords(page, /^cwnd in segments/)).not.toContain("Shown over it");
});

test("a table that is dropped on another screen opens the simulator; an invalid one is refused with its line; a kernel's trace replaces it", async () => {
  const page = await openPage({ fragment: RUN });
  await painted(page);
  const drop = (name: string, text: string) =>
    page.evaluate(
      ([file, content]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], file));
        document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
      },
      [name, text] as const,
    );
  await drop("bad.csv", "t,cwnd\n0,10\n1,abc\n");
  await page
    .getByRole("dialog")
    .getByText("Line 3: “cwnd” is “abc”; expected a number or an empty cell.")
    .waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Go on" }).click();

  await drop("kernel.csv", TRACE);
  const table = compare(page).getByRole("table", { name: "How it fits" });
  await table.waitFor();
  await expect.poll(() => plotWords(page, /^cwnd in segments/)).toContain("“kernel.csv”: cwnd, from");

  await compare(page).getByLabel("Kernel trace").selectOption({ index: 1 });
  await expect.poll(() => plotWords(page, /^cwnd in segments/)).not.toContain("kernel.csv");
  await expect.poll(() => plotWords(page, /^cwnd in segments/)).toContain("Shown over it");
  await choose(page, "no.txt", "hello\n");
  await compare(page)
    .getByText(/“no\.txt” is not a supported measurement: line 1 is “hello”\. Supported: output of ss -ti/)
    .waitFor();
});
