/**
 * Tests the figures of the papers: published results, missing results, a new run of an experiment, and a point opened
 * on the bench.
 */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { version } from "../../package.json";
import { scenarioToUrl } from "../../src/engine/index.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import type { Experiment, StoredOutcome, StudySize } from "../../src/experiments/experiment.ts";
import { experiments } from "../../src/experiments/experiments.ts";
import { type RunRecord, storedOutcome } from "../../src/experiments/stored-outcome.ts";
import { type OpenOptions, openPage, painted } from "./browser.ts";
import { digest, fragment, go, savedBy } from "./page-state.ts";

function experimentOf(id: string): Experiment {
  const found = experiments.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no experiment ${id}`);
  return found;
}

/**
 * Returns published results, computed as on the command line. Tests serve them instead of the files beside the page.
 */
function computed(experiment: Experiment, size: StudySize): StoredOutcome {
  const jobs = experiment.jobs(size);
  const records = new Map<string, RunRecord>();
  for (const job of jobs) {
    const simulation = new Simulation(job.scenario);
    simulation.advance(Number.POSITIVE_INFINITY);
    const snapshot = simulation.snapshot();
    const reading = JSON.parse(JSON.stringify(experiment.read(snapshot, job)));
    records.set(job.key, { digest: snapshot.digest, packets: snapshot.results.packets, reading });
  }
  return storedOutcome(experiment, size, "9.9.9", jobs, records);
}

/** Serves only these results. */
async function serveResults(page: Page, stored: readonly StoredOutcome[]): Promise<void> {
  await page.route("**/papers/*.json", (route) => {
    const found = stored.find(({ id }) => route.request().url().endsWith(`/papers/${id}.json`));
    return found === undefined
      ? route.fulfill({ status: 404, body: "not found" })
      : route.fulfill({ json: found });
  });
}

/** An experiment with few short runs, points that have runs, and claims of which some fail. */
const SUBJECT = experimentOf("kwon-9");
const QUICK = computed(SUBJECT, "quick");
/** The quick runs are served as if they were all runs of the experiment. */
const PUBLISHED: StoredOutcome = { ...QUICK, size: "full" };
/** The real results of a figure with few quick runs, changed so that one claim fails. */
const ONE_FAILS = ((): StoredOutcome => {
  const stored: StoredOutcome = JSON.parse(readFileSync("public/papers/abe-8.json", "utf8"));
  const claims = stored.outcome.claims.map((claim, i) => (i === 0 ? { ...claim, holds: false } : claim));
  return { ...stored, outcome: { ...stored.outcome, claims } };
})();
const MAP = computed(experimentOf("map-beta"), "quick");
/** The browser reports results that are not served as a failed request. This is no error of the page. */
const MISSING = /404|Failed to load resource/;

const ADDRESS = `screen=papers&figure=${SUBJECT.id}`;

function openFigure(stored: readonly StoredOutcome[], options: OpenOptions = {}): Promise<Page> {
  const prepare = (page: Page) => serveResults(page, stored);
  return openPage({ expected: MISSING, fragment: ADDRESS, prepare, ...options });
}

const MAP_ADDRESS = "screen=papers&figure=map-beta";

const surface = (page: Page) => page.getByRole("slider").first();

describe("the screen of papers", () => {
  test("the head links to it; the simulator keeps its state, and the code of the screen is loaded only then", async () => {
    const page = await openPage({ fragment: "v=2&beta-ecn=0.8", expected: MISSING });
    const programs: string[] = [];
    page.on("request", (request) => programs.push(new URL(request.url()).pathname));
    await painted(page);
    const shown = await digest(page);
    expect(programs.filter((path) => /Papers|Sweep/.test(path))).toEqual([]);
    await page.getByRole("link", { name: "Papers", exact: true }).click();
    await page.getByRole("heading", { level: 2 }).waitFor();
    expect(programs.some((path) => path.includes("PapersScreen"))).toBe(true);
    expect(await fragment(page)).toBe("screen=papers");
    expect(await page.title()).toContain("Papers");
    expect(await page.getByRole("main").getByRole("link").count()).toBe(experiments.length);
    await page.getByRole("link", { name: "Bench", exact: true }).click();
    await expect.poll(() => digest(page)).toBe(shown);
    expect(await fragment(page)).toMatch(/^v=2&beta-ecn=0\.8/);
    await page.goBack();
    await page.goBack();
    await expect.poll(() => digest(page)).toBe(shown);
    // After a reload, the page shows the same results.
    await page.getByRole("link", { name: "Papers", exact: true }).click();
    await page.reload();
    await page.getByRole("heading", { level: 2 }).waitFor();
    await page.getByRole("link", { name: "Bench", exact: true }).click();
    await expect.poll(() => fragment(page)).toMatch(/beta-ecn=0\.8/);
  });

  test("suggests the most similar figures for an unknown one; without runs everything is shown at once", async () => {
    const page = await openFigure([], { fragment: "screen=papers&figure=kwon-99" });
    const notice = page.getByRole("status", { name: "Notice" });
    expect(await notice.innerText()).toContain("kwon-9");
    // Figures of closed forms need no runs and are computed immediately.
    await go(page, "screen=papers&figure=kwon-4");
    await surface(page).waitFor();
    expect(await page.getByRole("button", { name: /^Full/ }).count()).toBe(0);
  });
});

describe("a published figure", () => {
  test("counts the project's own checks separately, on its page and on its card", async () => {
    const { outcome } = PUBLISHED;
    const [first, ...others] = outcome.claims;
    const claims = [{ ...first, basis: "ours" as const }, ...others];
    const page = await openFigure([{ ...PUBLISHED, outcome: { ...outcome, claims } }]);
    const ours = page.getByRole("region", { name: "Additional checks" });
    await ours.waitFor();
    expect(await ours.getByRole("listitem").count()).toBe(1);
    const papers = page.getByRole("region", { name: "Claims of the paper, and results" });
    expect(await papers.getByRole("listitem").count()).toBe(others.length);
    const holding = others.filter(({ holds }) => holds).length;
    await page.getByRole("link", { name: "Papers", exact: true }).first().click();
    await page.getByText(new RegExp(`^${holding} of the papers’ ${others.length} claims hold`)).waitFor();
    await page
      .getByText(`${experiments.length - 1} figures have no results here and are not counted.`)
      .waitFor();
    // Cards load their results when they come into view.
    await page
      .getByRole("main")
      .getByRole("link", { name: `${SUBJECT.where} ${SUBJECT.title}`, exact: true })
      .scrollIntoViewIfNeeded();
    await page.getByText(`ours: ${first.holds ? 1 : 0} of 1`).waitFor();
  });

  test("a damaged or foreign result is refused, and the figure can be computed here", async () => {
    const torn = { ...PUBLISHED, outcome: { ...PUBLISHED.outcome, figures: [{ id: "shares" }] } };
    const page = await openFigure([torn as unknown as StoredOutcome]);
    const results = page.getByRole("region", { name: "Results", exact: true });
    await expect.poll(() => results.innerText()).toContain("holds no results that this page can read");
    await page.getByRole("button", { name: /^Quick/ }).waitFor();
  });

  test("a heat map is navigated by arrow keys; a cell opens its run, and Back returns", async () => {
    const page = await openFigure([MAP], { fragment: MAP_ADDRESS });
    const maps = page.getByRole("slider", { name: /cells/ });
    await maps.first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const [{ x, xs }] = MAP.outcome.heatMaps;
    const said = await maps.first().getAttribute("aria-valuetext");
    expect(said).toContain(`${x.label} ${xs[1]}`.replaceAll("_", " "));
    await maps.last().focus();
    await page.keyboard.press("ArrowRight");
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(500);
    await page.keyboard.press("Enter");
    await expect.poll(() => fragment(page)).toMatch(/^v=2/);
    await painted(page);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  });

  test("states which claims hold and what made it, works by keyboard and pointer, and can be saved", async () => {
    const page = await openFigure([PUBLISHED]);
    await surface(page).waitFor();
    const text = await page.getByRole("main").innerText();
    for (const part of [SUBJECT.title, "9.9.9", PUBLISHED.digest, ...SUBJECT.chosen.slice(0, 1)]) {
      expect(text.replaceAll("\u00a0", " ")).toContain(part.replaceAll("_", ""));
    }
    const { claims } = PUBLISHED.outcome;
    expect(await page.getByText("Holds: ").count()).toBe(claims.filter(({ holds }) => holds).length);
    expect(await page.getByText("Does not hold: ").count()).toBe(claims.filter(({ holds }) => !holds).length);

    // Arrow keys move from point to point; Enter opens the run on the bench, Back returns.
    await surface(page).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const [figure] = PUBLISHED.outcome.figures;
    const { series, x, y } = figure;
    expect(await surface(page).getAttribute("aria-valuetext")).toContain(`${x.label} ${series[0].x[1]}`);
    expect(await surface(page).getAttribute("aria-label")).toContain(y.label);
    await page.keyboard.press("Enter");
    const job = SUBJECT.jobs("full").find(({ key }) => key === series[0].jobs?.[1]);
    await expect.poll(() => fragment(page)).toBe(scenarioToUrl(job!.scenario));
    expect((await painted(page)).done).toBe(true);
    await page.goBack();
    await surface(page).waitFor();
    expect(await fragment(page)).toBe(ADDRESS);

    await page
      .getByRole("button", { name: /^Table: / })
      .first()
      .click();
    expect(await page.getByRole("table").first().getByRole("row").count()).toBeGreaterThan(3);
    for (const [name, sign] of [
      ["CSV", `# ${figure.id}`],
      ["SVG", "<svg"],
    ]) {
      const saved = await savedBy(page, page.getByRole("button", { name: `Save as ${name}` }).first());
      for (const part of [sign, `Sawtooth ${version}`, PUBLISHED.digest, ADDRESS.split("&")[1]])
        expect(saved).toContain(part);
    }

    // A click selects a point. The point's link opens its run.
    await surface(page).click();
    const link = page.getByRole("link", { name: "Open this run in the simulator" }).first();
    const href = await link.getAttribute("href");
    await link.click();
    await expect.poll(() => fragment(page)).toBe(href?.slice(1));
  });
});

describe("running a figure again", () => {
  test("gives the published result, and the page can show either", async () => {
    const page = await openFigure([QUICK]);
    await page.getByRole("button", { name: /^Quick/ }).click();
    const results = page.getByRole("region", { name: "Results", exact: true });
    await expect.poll(() => results.innerText()).toContain("identical to the published results");
    expect(await results.innerText()).toContain(QUICK.digest);
    await page.getByRole("radio", { name: "Published" }).check();
    await surface(page).waitFor();
  });

  test("is offered with an explanation if no result is published", async () => {
    const page = await openFigure([]);
    const results = page.getByRole("region", { name: "Results", exact: true });
    await expect.poll(() => results.innerText()).toMatch(/published results are not available.*404/s);
    await page.getByRole("button", { name: /^Quick/ }).click();
    await expect.poll(() => results.innerText()).toContain(QUICK.digest);
    await surface(page).waitFor();
    expect(
      await page.getByText("Holds in this quick check, which is not conclusive: ").count(),
    ).toBeGreaterThan(0);
    expect(await page.getByText("✓").count()).toBe(0);
  });

  test("a quick look states what it omits; a point opens with the run that it is compared with", async () => {
    const page = await openFigure([ONE_FAILS], { fragment: "screen=papers&figure=abe-8" });
    await page.getByText("gives no values of its curves, so none are drawn").waitFor();
    await page.getByRole("button", { name: /^Quick/ }).click();
    const results = page.getByRole("region", { name: "Results", exact: true });
    await expect.poll(() => results.innerText()).toContain("Run here: 4 runs");
    const main = page.getByRole("main");
    await main
      .getByText(
        "The quick size takes 4 of 600 runs. It leaves out 10 of 12 values of RTT, 3 of 5 values of β and 9 of 10 seeds.",
      )
      .waitFor();
    await surface(page).focus();
    await page.keyboard.press("Home");
    expect(await surface(page).getAttribute("aria-valuetext")).toContain("(1 of 10 seeds, spread not known)");
    // The table has twelve round-trip times, of which two were run. The other rows are empty, and so are the columns
    // of lines that were not run.
    await page
      .getByRole("button", { name: /^Table: / })
      .first()
      .click();
    const rows = page.getByRole("table").first().getByRole("row");
    expect(await rows.count()).toBe(13);
    expect(await rows.filter({ hasText: /\d\.\d/ }).count()).toBe(3);
    expect(await rows.filter({ hasText: "–" }).count()).toBe(12);
    await main.getByText("Holds in these few runs, but does not as published: ").waitFor();
    const all = ONE_FAILS.outcome.claims.length;
    await main
      .getByText(new RegExp(`of ${all} hold here as published.*published: ${all - 1} of ${all} hold`))
      .waitFor();

    // A point opens on the bench with its baseline as the pinned run.
    await page.getByRole("radio", { name: "Published" }).check();
    const [{ series }] = ONE_FAILS.outcome.figures;
    await surface(page).focus();
    await page.keyboard.press("Home");
    // The lowest line is the baseline of the others.
    const link = () => page.getByRole("link", { name: /^Open this run in the simulator/ }).first();
    expect(await link().innerText()).toBe("Open this run in the simulator");
    await page.keyboard.press("ArrowDown");
    expect((await link().innerText()).replace("\u00a0", " ")).toMatch(/beside β\s*ecn\s+0\.5$/);
    const [own, base] = [1, 0].map((at) =>
      experimentOf("abe-8")
        .jobs("full")
        .find(({ key }) => key === series[at].jobs?.[0]),
    );
    const expected = `${scenarioToUrl(own!.scenario)}&pin=${encodeURIComponent(scenarioToUrl(base!.scenario))}`;
    expect(await link().getAttribute("href")).toBe(`#${expected}`);
    await link().click();
    await expect.poll(() => fragment(page)).toBe(expected);
  });

  test("shows points as they arrive, pauses while the bench is shown, and can be cancelled", async () => {
    const page = await openFigure([], { fragment: "screen=papers&figure=abe-4" });
    await page.getByRole("button", { name: /^Full/ }).click();
    const progress = page.getByRole("progressbar");
    await expect.poll(async () => Number(await progress.getAttribute("value"))).toBeGreaterThan(2);
    await surface(page).waitFor();
    await page
      .getByText("Some runs are still in progress: each point and its spread cover the completed seeds")
      .waitFor();
    const saved = await savedBy(page, page.getByRole("button", { name: "Save as CSV" }).first());
    expect(saved).toMatch(/computed in the browser, \d+ of 480 runs/);
    await page.getByRole("link", { name: "Bench", exact: true }).click();
    expect((await painted(page)).done).toBe(true);
    await page.goBack();
    const before = Number(await progress.getAttribute("value"));
    await expect.poll(async () => Number(await progress.getAttribute("value"))).toBeGreaterThan(before);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect
      .poll(() => page.getByRole("region", { name: "Results", exact: true }).innerText())
      .toMatch(/Cancelled after \d+ of \d+ runs/);
  });
});
