/** A league as a teacher holds one: files, Start, the table and who met whom, and the same numbers as in a terminal. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { version } from "../../package.json";
import { TEMPLATES } from "../../src/engine/own/templates.ts";
import { programReader } from "../../src/engine/own-code.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import {
  builtInEntrant,
  LeagueRuns,
  leagueMatches,
  leaguePaths,
  pairTable,
  readMatch,
  withNames,
} from "../../src/experiments/league.ts";
import { figuresCsv } from "../../src/experiments/series.ts";
import { ready, senderWith } from "../engine/own/own-runs.ts";
import { openPage } from "./browser.ts";
import {
  expectAccessible,
  expectNoOverflow,
  fragment,
  PHONE,
  placeOf,
  press,
  savedBy,
} from "./page-state.ts";

beforeAll(ready);

const AIMD = TEMPLATES[0].code;
const file = (name: string, text: string) => ({
  name,
  mimeType: "text/javascript",
  buffer: Buffer.from(text),
});
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const state = (page: Page) => part(page, "The league").getByRole("status");

/** One path, one seed, and CUBIC alone of the built-in ones. */
async function openSmall(options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
  const page = await openPage({ ...options, fragment: "screen=class&league" });
  const paths = part(page, "Paths").getByRole("checkbox");
  await paths.first().waitFor();
  for (const box of await paths.all()) await box.uncheck();
  await part(page, "Paths")
    .getByRole("checkbox", { name: /^Fast link/ })
    .check();
  for (const name of ["NewReno", "BBRv2"]) await page.getByRole("checkbox", { name, exact: true }).uncheck();
  await page.getByRole("spinbutton", { name: "Seeds" }).fill("1");
  return page;
}

const start = (page: Page) => page.getByRole("button", { name: "Start", exact: true });

async function finished(page: Page, runs: number): Promise<void> {
  await expect.poll(() => state(page).innerText()).toMatch(new RegExp(`^${runs} runs in`));
}

/** The rows that a terminal would write. */
function pairsInTerminal(code: string): string {
  const own = { name: "anna", cc: programReader().add(code).id, code };
  const league = {
    entrants: withNames([own, builtInEntrant("cubic")]),
    paths: leaguePaths().filter(({ id }) => id === "fast"),
    seeds: 1,
    durationS: null,
  };
  const matches = leagueMatches(league);
  const readings = new Map(
    matches.map((match) => {
      const simulation = new Simulation(match.scenario);
      simulation.advance(Number.POSITIVE_INFINITY);
      return [match.key, readMatch(simulation.results(), [], match)];
    }),
  );
  const { head, rows } = pairTable(new LeagueRuns(league, matches, readings));
  return figuresCsv([], [head, ...rows]);
}

test("files are read and named, run after Start alone, and give the terminal's numbers; a press on a cell opens its run", async () => {
  const page = await openSmall();
  const programs = page.locator(".league__drop input[type=file]");
  await programs.setInputFiles([
    file("anna.js", AIMD),
    file("none.js", "let a = 1"),
    file("typo.js", "// @sender T\nfunction onAck(tcp) { tcp.cwnd += }\n"),
  ]);
  await page.getByText("none takes no part: line 1: One line must say what the program is").waitFor();
  // Only what can be read takes part; whether it begins is seen when it runs.
  expect(await page.getByRole("list", { name: "Programs" }).getByRole("listitem").count()).toBe(2);
  await page.getByText("anna", { exact: true }).click();
  expect(await page.getByLabel("Program of anna").inputValue()).toBe(AIMD);
  await page.getByText(/^9 runs: each two of 3 senders/).waitFor();
  expect(await state(page).count()).toBe(0);
  await start(page).click();
  await finished(page, 5);
  await page.getByText(/^typo takes no part: line 2: /).waitFor();
  await expectAccessible(page);

  const csv = await savedBy(page, page.getByRole("button", { name: "Save all pairs (CSV)" }));
  expect(csv).toMatch(
    /^# Sawtooth \d+\.\d+\.\d+.*\n# League of 2 senders on 1 path, 1 seed\n# digest [0-9a-f]{16} of 5 runs\n/,
  );
  expect(csv.replace(/^#.*\n/gm, "")).toBe(pairsInTerminal(AIMD));
  const json = JSON.parse(await savedBy(page, page.getByRole("button", { name: "Save all (JSON)" })));
  expect(json).toMatchObject({
    schema: 1,
    version,
    jobs: 5,
    seeds: 1,
    leftOut: [{ name: "typo" }],
    failed: [],
  });

  const table = page.getByRole("region", { name: "Table: The league" });
  const names = () => table.getByRole("rowheader").allInnerTexts();
  const byName = table.getByRole("button", { name: /^Sender/ });
  await byName.focus();
  await press(page, "Enter");
  expect(await names()).toEqual(["anna", "cubic"]);
  await press(page, "Enter");
  expect(await names()).toEqual(["cubic", "anna"]);
  expect(await table.getByRole("columnheader", { name: /^Sender/ }).getAttribute("aria-sort")).toBe(
    "descending",
  );

  await page.getByRole("radio", { name: "Utilisation" }).check();
  const map = page.getByRole("slider", { name: /^Utilisation: mean over 1 path, 1 seed\. .*2 by 2 cells/ });
  await map.focus();
  await press(page, "ArrowUp", "ArrowUp");
  expect(await map.getAttribute("aria-valuetext")).toMatch(
    /^beside anna, sender anna: Utilisation [\d.]+ % \(mean of 1 run\)/,
  );
  const { width, height } = await placeOf(map);
  await map.click({ position: { x: width * 0.8, y: height * 0.2 } });
  await expect.poll(() => fragment(page)).toMatch(/^v=2&.*capacity=100Mbps.*cc=cubic/);
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.goBack();
  await finished(page, 5);
});

test("a program that never comes back is ended, and the others play on; dropped files; a phone", async () => {
  const page = await openSmall({ viewport: PHONE });
  const slow = senderWith("function onSample(tcp) { 'x'.repeat(2e6).indexOf('x'.repeat(20) + 'y') }", "Slow");
  const held = await page.evaluateHandle(
    (texts) => {
      const data = new DataTransfer();
      for (const [name, text] of texts) data.items.add(new File([text], name));
      return data;
    },
    [
      ["anna.js", AIMD],
      ["slow.js", slow],
    ],
  );
  await page.locator(".league__drop").dispatchEvent("drop", { dataTransfer: held });
  await page.getByRole("list", { name: "Programs" }).getByText("slow", { exact: true }).waitFor();
  await start(page).click();
  await page.getByText(/^slow takes no part: A run was ended/).waitFor();
  await finished(page, 5);
  expect(await page.getByRole("region", { name: "Table: The league" }).getByRole("rowheader").count()).toBe(
    2,
  );
  await expectNoOverflow(page);
  await expectAccessible(page);
});

test("a league that is under way is cancelled, and what has come so far stays", async () => {
  const page = await openSmall();
  for (const name of [/^DropTail/, /^Long path/, /^Two round trips/, /^Variable link/])
    await part(page, "Paths").getByRole("checkbox", { name }).check();
  for (const box of await page.getByRole("group", { name: "Built-in senders" }).getByRole("checkbox").all())
    await box.check();
  await start(page).click();
  await page.getByText(/^league: \d+ of \d+ runs/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => state(page).innerText()).toMatch(/^Cancelled after \d+ of [\d,]+ runs\.$/);
  expect(await start(page).getAttribute("aria-disabled")).toBeNull();
  expect(await page.getByRole("button", { name: "Save all pairs (CSV)" }).getAttribute("aria-disabled")).toBe(
    "true",
  );
});
