/**
 * Tests a sweep: started from the bench's run, opened by a URL, with a second setting, and opened on the bench from a
 * cell.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type OpenOptions, openPage, painted } from "./browser.ts";
import { enter, fragment, fragmentWith, go, placeOf, savedBy } from "./page-state.ts";

const open = (fragment: string, options: OpenOptions = {}) =>
  openPage({ ...options, fragment: `screen=sweep&${fragment}` });

const state = (page: Page) => page.getByRole("main").getByRole("status");
const surface = (page: Page) => page.getByRole("slider").first();

/** Waits until the sweep as currently defined has completed this number of runs. */
async function finished(page: Page, runs: number): Promise<void> {
  await expect
    .poll(() => state(page).allInnerTexts())
    .toContainEqual(expect.stringMatching(new RegExp(`^${runs} runs in`)));
}

describe("a sweep", () => {
  test("starts with the run of the simulator, and runs at once if it is small", async () => {
    const page = await openPage({ fragment: "v=2&aqm=pie" });
    await painted(page);
    await page.getByRole("link", { name: "Sweep" }).click();
    await finished(page, 10);
    expect(await fragment(page)).toBe("screen=sweep&v=2&aqm=pie&x=beta-ecn=0.5:0.95:0.05&metric=utilisation");
    expect(await surface(page).getAttribute("aria-label")).toMatch(/Utilisation .*against β ecn/);
    await page.getByRole("link", { name: "Bench", exact: true }).click();
    await expect.poll(() => fragment(page)).toBe("v=2&aqm=pie");
  });

  test("its link and its file contain it, with a spread over seeds; another metric needs no new runs", async () => {
    const page = await open("v=2&aqm=pie&x=beta-ecn=0.5,0.8&metric=goodput&seeds=3");
    await finished(page, 6);
    const read = async () => {
      await surface(page).focus();
      await page.keyboard.press("End");
      return surface(page).getAttribute("aria-valuetext");
    };
    const before = await read();
    expect(before).toMatch(
      /β ecn 0\.8: [\d.]+ Mbps, 95 % interval [\d.]+ to [\d.]+, range .* \(mean of 3 seeds\)/,
    );
    await page.reload();
    await finished(page, 6);
    expect(await read()).toBe(before);
    const save = page.getByRole("button", { name: "Save all points (CSV)" });
    const text = await savedBy(page, save);
    expect(text).toMatch(
      /^# Sawtooth \d+\.\d+\.\d+.*\n# http.*#screen=sweep.*\n# digest [0-9a-f]{16} of 6 runs\n# Varied: β_ecn\n# Numbers cover 10 s to 100 s/,
    );
    expect(text).toContain("\nbeta_ecn,metric,unit,seeds,mean,sd,ci95_low,ci95_high,min,max\n");
    expect(text).toMatch(/\n0\.8,goodput,Mbps,3,[\d.]+,[\d.]+,[\d.]+,[\d.]+,[\d.]+,[\d.]+\n/);
    // Another metric needs no new runs.
    await page.getByRole("combobox", { name: "Measure" }).selectOption("utilisation");
    await fragmentWith(page, "metric=utilisation");
    expect(await surface(page).getAttribute("aria-label")).toContain("Utilisation");
    await finished(page, 6);
    // No scenario was chosen on the bench before, so the bench takes over the sweep's scenario.
    await page.getByRole("link", { name: "Bench", exact: true }).click();
    await expect.poll(() => fragment(page)).toMatch(/^v=2&aqm=pie/);
  });

  test("is edited by hand: another setting, its range, a list of the same values", async () => {
    const page = await open("v=2&x=beta-ecn=0.5,0.8");
    await page.getByRole("combobox", { name: "Vary: setting", exact: true }).selectOption("capacity");
    await fragmentWith(page, "x=capacity=");
    for (const [field, value] of [
      ["From", "5"],
      ["To", "20"],
      ["Step", "x2"],
    ]) {
      await enter(page.getByRole("textbox", { name: field }), value);
    }
    await fragmentWith(page, "x=capacity=5:20:x2");
    await page.getByRole("radio", { name: "List" }).check();
    await fragmentWith(page, "x=capacity=5Mbps,10Mbps,20Mbps");
    await finished(page, 3);
    const values = page.getByRole("textbox", { name: "Values, separated by commas or semicolons" });
    await enter(values, "5,7");
    await expect
      .poll(() => page.getByRole("alert").allInnerTexts())
      .toContainEqual(expect.stringContaining("separate values by semicolons"));
    await values.fill("5; 7,5");
    await page.keyboard.press("Enter");
    await fragmentWith(page, "x=capacity=5,7.5");
    await finished(page, 2);
  });
});

describe("two settings", () => {
  const MAP = "v=2&x=beta-ecn=0.5,0.7,0.9&y=rtt=20ms,100ms&metric=utilisation";

  test("of numbers make a heat map; a cell opens its run, and Back returns to the map", async () => {
    const page = await open(MAP);
    await finished(page, 6);
    const map = page.getByRole("slider", { name: /3 by 2 cells/ });
    const box = await placeOf(map);
    // Clicks the upper right cell: β_ecn 0.9 and RTT 100 ms, which is the bench's default.
    await map.click({ position: { x: box.width * 0.9, y: box.height * 0.25 } });
    await map.click({ position: { x: box.width * 0.9, y: box.height * 0.25 } });
    await expect.poll(() => fragment(page)).toBe("v=2&beta-ecn=0.9");
    await painted(page);
    await page.goBack();
    await expect.poll(() => fragment(page)).toBe(`screen=sweep&${MAP}`);
    await finished(page, 6);
  });

  test("one with names makes a line for each name, and two with names make points and a table", async () => {
    const page = await open("v=2&x=rtt=20ms,100ms&y=aqm=codel,pie&metric=goodput");
    await finished(page, 4);
    for (const name of ["codel", "pie"])
      expect(await page.getByRole("button", { name: new RegExp(name) }).count()).toBe(1);
    await page.getByRole("checkbox", { name: "DropTail" }).check();
    await fragmentWith(page, "y=aqm=droptail,codel,pie");
    await finished(page, 6);
    await page.getByRole("button", { name: "Vary only one setting" }).click();
    await finished(page, 2);
    // If both settings have names instead of numbers as values, the result is a table whose rows open their runs.
    await go(page, "screen=sweep&v=2&x=aqm=codel,pie&y=cc=newreno,cubic&metric=goodput");
    await finished(page, 4);
    expect(await page.getByRole("table").getByRole("row").count()).toBe(5);
    await page.getByRole("link", { name: "Open in the simulator: aqm pie, cc newreno" }).click();
    await expect.poll(() => fragment(page)).toBe("v=2&aqm=pie");
  });
});

describe("several seeds", () => {
  test("give intervals, a row per seed on demand, and differences to a chosen value", async () => {
    const page = await open("v=2&aqm=pie&duration=20s&x=rtt=20ms,100ms&metric=goodput&seeds=3");
    await finished(page, 6);
    const heading = page.getByRole("heading", { level: 3 });
    expect(await heading.innerText()).toBe("Goodput over RTT, mean and 95 % interval of 3 seeds");
    const compared = page.getByRole("combobox", { name: "Compare with" });
    expect(await compared.inputValue()).toBe("");
    await compared.selectOption("rtt=20ms");
    await fragmentWith(page, "seeds=3&against=rtt=20ms");
    await page.getByRole("heading", { name: "Difference to RTT 20ms, seed by seed" }).waitFor();
    await page.getByRole("checkbox", { name: "One row per seed" }).check();
    const rows = page.getByRole("region", { name: "Table: Each seed: RTT" }).getByRole("row");
    await expect.poll(() => rows.count()).toBe(7);
    const csv = await savedBy(page, page.getByRole("button", { name: "Save all points (CSV)" }));
    expect(csv).toContain("\nrtt_ms,metric,unit,against,seed,seeds,mean,");
    expect(csv.match(/\n100,goodput,Mbps,rtt=20ms,/g)).toHaveLength(4);
    // A cell can no longer be compared with a value of a setting that is no longer varied.
    await page.getByRole("combobox", { name: "Vary: setting", exact: true }).selectOption("capacity");
    await expect.poll(() => fragment(page)).not.toContain("against");
  });

  test("seeds without effect are reported with an alternative, and have no interval", async () => {
    const page = await open("v=2&cc=cubic&duration=20s&x=beta-loss=0.5,0.7&seeds=3");
    await finished(page, 6);
    const notice = page.getByRole("status", { name: "Notice" });
    expect(await notice.innerText()).toMatch(/^These seeds change nothing: all 3 runs[\s\S]*start times/);
    await surface(page).focus();
    await page.keyboard.press("End");
    expect(await surface(page).getAttribute("aria-valuetext")).toMatch(
      /% {1,2}\(the same with each of 3 seeds, no interval\)$/,
    );
  });

  test("show the half widths of a heat map's intervals too", async () => {
    const page = await open("v=2&aqm=pie&duration=20s&x=beta-ecn=0.5,0.7&y=rtt=20ms,100ms&seeds=3");
    await finished(page, 12);
    await page.getByRole("radio", { name: "Half width of the 95 % interval" }).check();
    const map = page.getByRole("slider", { name: /Utilisation: half width of the 95 % interval over/ });
    await map.focus();
    await page.keyboard.press("ArrowRight");
    expect(await map.getAttribute("aria-valuetext")).toContain("half width of the 95 % interval");
  });
});

test("the user can choose the owner of a setting that differs between flows, and replaced values are named", async () => {
  const flows = "flow=cc=newreno,rtt=20ms&flow=cc=newreno,rtt=80ms";
  const page = await open(`v=2&${flows}&x=rtt=40ms,160ms&metric=goodput`);
  await finished(page, 2);
  // An old URL keeps its meaning, and the page explains this.
  const said = page.getByText("RTT of all flows: each value replaces 20 ms (flow 1), 80 ms (flow 2).");
  await expect.poll(() => said.count()).toBe(2);
  const heading = page.getByRole("heading", { level: 3 });
  expect(await heading.innerText()).toBe("Goodput of all flows over RTT of all flows");
  const whose = page.getByRole("combobox", { name: "Vary: whose" });
  expect(await whose.locator("option").allInnerTexts()).toEqual([
    "all flows, replacing 20 ms, 80 ms",
    "each flow, a factor on its own",
    "flow 1, NewReno, ECN: 20 ms",
    "flow 2, NewReno, ECN: 80 ms",
  ]);
  await whose.selectOption("flow2.rtt");
  await fragmentWith(page, "x=flow2.rtt=40ms,160ms");
  await finished(page, 2);
  await expect.poll(() => heading.innerText()).toBe("Goodput of all flows over RTT of flow 2");
  expect(await said.count()).toBe(0);
  await whose.selectOption("each-flow.rtt");
  await fragmentWith(page, "x=each-flow.rtt=0.5,0.75,1,1.5,2");
  await finished(page, 5);
  expect(await surface(page).getAttribute("aria-label")).toContain("against RTT of each flow (× its own)");
  await page.getByText("RTT of each flow is multiplied: 20 ms (flow 1), 80 ms (flow 2).").first().waitFor();
  const csv = await savedBy(page, page.getByRole("button", { name: "Save all points (CSV)" }));
  expect(csv).toContain(
    "# Varied: RTT of each flow (× its own)\n# RTT of each flow is multiplied: 20 ms (flow 1)",
  );
  expect(csv).toMatch(/\neach_flow_rtt_times_own,metric/);
  await surface(page).focus();
  await page.keyboard.press("Home");
  const link = page.getByRole("link", {
    name: /^Open this run in the simulator: .*RTT of each flow 0\.5 × its own/,
  });
  await link.click();
  await expect.poll(() => fragment(page)).toMatch(/rtt=10ms.*rtt=40ms/);
});

test("links keep their own values with a remark; all links, or each link's own value, can be chosen", async () => {
  const path = "path=parking-lot&link=id=hop2,capacity=5Mbps";
  const page = await open(`v=2&${path}&duration=5s&x=capacity=2Mbps,8Mbps`);
  await finished(page, 2);
  await page.getByText("link hop2 keeps its own, 5 Mbps.").first().waitFor();
  const heading = page.getByRole("heading", { level: 3 });
  expect(await heading.innerText()).toBe("Utilisation of link hop1 over Capacity of link hop1 and link hop3");
  await page.getByRole("combobox", { name: "Vary: whose" }).selectOption("all-links.capacity");
  await fragmentWith(page, "x=all-links.capacity=2Mbps,8Mbps");
  await expect.poll(() => heading.innerText()).toBe("Utilisation of link hop1 over Capacity of all links");
  await enter(page.getByRole("textbox", { name: "Seeds per point" }), "none");
  const start = page.getByRole("button", { name: "Run the sweep" });
  await expect.poll(() => start.isDisabled()).toBe(true);
  await page.getByText("The sweep cannot run until “Seeds” is corrected.").waitFor();
  expect((await state(page).allInnerTexts()).join()).toContain("shows the sweep before the last change");
});

test("a large sweep waits to be started, shows its progress and can be cancelled", async () => {
  const page = await open("v=2&capacity=100Mbps&x=beta-ecn=0.5:0.95:0.05&metric=utilisation&seeds=20");
  await page.getByText("10 × 20 seeds: 200 runs").waitFor();
  expect(await page.getByRole("progressbar").count()).toBe(0);
  await page.getByRole("button", { name: "Run the sweep" }).click();
  await page.getByRole("progressbar").waitFor();
  await surface(page).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect
    .poll(() => state(page).allInnerTexts())
    .toContainEqual(expect.stringMatching(/Cancelled after \d+ of 200 runs/));
});

test("a faulty link reports each fault at its field and sweeps nothing else", async () => {
  const page = await open("v=2&beta-ecn=7&x=nope=1,2&y=rtt=1:2&metric=bla&seeds=0");
  await expect
    .poll(() => page.getByRole("alert").allInnerTexts())
    .toEqual(expect.arrayContaining([expect.stringContaining("nope"), expect.stringContaining("1 to 1000")]));
  expect(await page.getByRole("status", { name: "Notice" }).innerText()).toContain("0.3 to 0.99");
  expect(await page.getByRole("button", { name: "Run the sweep" }).isDisabled()).toBe(true);
  await page.getByRole("combobox", { name: "Vary: setting", exact: true }).selectOption("beta-ecn");
  await fragmentWith(page, "x=beta-ecn=0.5:0.95:0.05");
});
