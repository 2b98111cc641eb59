import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addFlow, getParam, type Scenario, setAqm, setCc, setParam } from "../../../src/engine/index.ts";
import { liveEndWords } from "../../../src/ui/bench/player/LiveEnd.tsx";
import { fragmentToState } from "../../../src/ui/core/read-fragment.ts";
import { durationOf } from "../../../src/ui/core/store.ts";
import { KNOWN_NAMES } from "../../../src/ui/parts/pieces.ts";
import { joiningAt } from "../../../src/ui/parts/words/setting-differences.ts";
import { cases } from "../../effort.ts";
import { withBeta } from "./made-runs.ts";
import { realLive } from "./real-live.ts";

type Page = ReturnType<typeof realLive>;

const FLOW = { scope: "flow", flow: 0 } as const;
const PATH = { scope: "path" } as const;

const stateOf = ({ bench }: Page) => bench.store.get();
const nowS = (page: Page) => stateOf(page).run.snapshot?.nowS ?? 0;
const betaOf = (scenario: Scenario) => getParam(scenario, FLOW, "beta-ecn");
const edit = ({ bench }: Page, change: (settings: Scenario) => Scenario) =>
  bench.edits.edit(change(bench.store.get().settings));
const toEnd = (page: Page) => page.simulator.pump(Number.POSITIVE_INFINITY);

/** Checks that the page's URL is read unchanged and without problems. */
function expectReadable(page: Page): void {
  const fragment = page.bench.url.link().split("#")[1];
  const { opening, problems, isOld } = fragmentToState(fragment, KNOWN_NAMES);
  expect([problems, isOld]).toEqual([[], false]);
  const { scenario } = stateOf(page);
  expect(opening.scenario).toEqual(scenario);
  for (const { atS } of scenario.changes) expect(atS).toBeLessThanOrEqual(durationOf(scenario));
}

function ended(fragment = "v=2&capacity=1Mbps&duration=5s"): Page {
  const page = realLive(fragment);
  toEnd(page);
  expect(stateOf(page).run.snapshot?.done).toBe(true);
  return page;
}

describe("after the end of a live run", () => {
  it("an edit is shown and kept out of the run, and the page says that it came too late", () => {
    const page = ended();
    const before = stateOf(page).scenario;
    edit(page, (settings) => withBeta(0.7, settings));
    toEnd(page);
    expect(stateOf(page).scenario).toEqual(before);
    expect(betaOf(stateOf(page).settings)).toBe(0.7);
    expect(liveEndWords(stateOf(page))).toEqual({
      title: "This live run has ended at 5 s.",
      lines: ["Too late for this run: β_ecn 0.70 instead of 0.50."],
      runOn: "Extend the run to 10 s with this",
      again: "Start again with this",
      limit: null,
    });
    expectReadable(page);
  });

  it("it is extended to twice its length, with the edit from the old end on, and the past stays identical", () => {
    const page = realLive("v=2&capacity=1Mbps&duration=5s");
    page.simulator.pump(2);
    edit(page, (settings) => setParam(settings, PATH, "capacity", 0.8));
    toEnd(page);
    const past = stateOf(page).run.snapshot?.flowEvents;
    edit(page, (settings) => withBeta(0.7, settings));
    page.bench.live.runOn();
    page.simulator.pump(5);
    expect(stateOf(page).run.snapshot?.flowEvents).toEqual(past);
    toEnd(page);
    const { scenario, settings } = stateOf(page);
    expect(durationOf(scenario)).toBe(10);
    expect(scenario.changes.map(({ atS, id, value }) => [atS, id, value])).toEqual([
      [2.000001, "capacity", 0.8],
      [5, "beta-ecn", 0.7],
    ]);
    expect(betaOf(settings)).toBe(0.7);
    expectReadable(page);
  });

  it("it restarts with the edit, and repeats earlier changes unless they are of the same setting", () => {
    const page = realLive("v=2&capacity=1Mbps&duration=5s");
    page.simulator.pump(1);
    edit(page, (settings) => withBeta(0.9, settings));
    page.simulator.pump(2);
    edit(page, (settings) => setParam(settings, PATH, "capacity", 0.8));
    toEnd(page);
    edit(page, (settings) => withBeta(0.7, settings));
    page.bench.live.again();
    page.simulator.pump(1);
    const { scenario, run } = stateOf(page);
    expect([betaOf(scenario), run.snapshot?.nowS]).toEqual([0.7, 1]);
    expect(scenario.changes.map(({ id }) => id)).toEqual(["capacity"]);
    expectReadable(page);
  });

  it("a flow that came too late takes part from the start on, or from the old end on", () => {
    const joined = (act: (page: Page) => void) => {
      const page = ended();
      edit(page, (settings) => addFlow(settings, joiningAt(settings.flows[0], nowS(page))));
      act(page);
      toEnd(page);
      expectReadable(page);
      return stateOf(page).scenario.flows.map(({ params }) => params.start);
    };
    expect(joined(({ bench }) => bench.live.again())).toEqual([0, 0]);
    expect(joined(({ bench }) => bench.live.runOn())).toEqual([0, 5]);
  });

  it("undo removes the edit and leads back to the run that was left, and redo forward again", () => {
    const page = ended();
    edit(page, (settings) => withBeta(0.7, settings));
    page.bench.edits.undo();
    expect(liveEndWords(stateOf(page))?.lines).toEqual([]);
    page.bench.edits.redo();
    page.bench.live.runOn();
    page.simulator.pump(7);
    edit(page, (settings) => withBeta(0.8, settings));
    page.simulator.pump(8);
    page.bench.edits.undo();
    page.simulator.pump(8.5);
    expect(stateOf(page).scenario.changes.map(({ value }) => value)).toEqual([0.7, 0.8, 0.7]);
    page.bench.edits.undo();
    page.simulator.pump(0);
    expect([nowS(page), durationOf(stateOf(page).scenario)]).toEqual([5, 5]);
    expect(liveEndWords(stateOf(page))?.lines).toEqual([
      "Too late for this run: β_ecn 0.70 instead of 0.50.",
    ]);
    page.bench.edits.redo();
    page.simulator.pump(0);
    expect([nowS(page), durationOf(stateOf(page).scenario)]).toEqual([8.5, 10]);
    expectReadable(page);
  });

  it("play and run again keep the edit", () => {
    for (const act of ["play", "again"] as const) {
      const page = ended();
      edit(page, (settings) => withBeta(0.7, settings));
      page.bench.live[act]();
      expect(betaOf(stateOf(page).scenario)).toBe(0.7);
    }
  });

  it("it is extended up to the maximum length, and states the limit", () => {
    const longest = ended("v=2&capacity=0.1Mbps&duration=3600s");
    edit(longest, (settings) => withBeta(0.7, settings));
    expect(liveEndWords(stateOf(longest))).toMatchObject({
      runOn: "Run on with this",
      limit: "No run is longer than 3600 s.",
    });
    longest.bench.live.runOn();
    expect(durationOf(stateOf(longest).scenario)).toBe(3600);
    expectReadable(longest);
    expect(liveEndWords(stateOf(ended("v=2&capacity=0.1Mbps&duration=2000s")))?.runOn).toBe(
      "Extend the run to 3600 s",
    );
    const busy = realLive("v=2&capacity=0.1Mbps&duration=300s");
    toEnd(busy);
    edit(busy, (settings) => setParam(settings, PATH, "capacity", 10_000));
    const words = liveEndWords(stateOf(busy));
    expect(words?.runOn).toMatch(/^Extend the run to 4\d\d s with this$/);
    expect(words?.lines.at(-1)).toMatch(/^Duration must be at most 4\d\d(\.\d+)? s, got 600 s: the link/);
  });

  it("a run with the maximum number of changes is extended without another one", () => {
    const changes = Array.from(
      { length: 1000 },
      (_, i) => `set=${1 + i / 1000}s:beta-ecn=${i % 2 === 0 ? 0.6 : 0.5}`,
    );
    const page = ended(`v=2&capacity=0.1Mbps&duration=5s&${changes.join("&")}`);
    expect(liveEndWords(stateOf(page))?.limit).toBeNull();
    edit(page, (settings) => setParam(settings, PATH, "capacity", 0.2));
    expect(liveEndWords(stateOf(page))?.limit).toBe("Changes must be at most 1000, got 1001.");
  });
});

describe("a live run that continues", () => {
  it("refuses what its link's reader would refuse, without a change", () => {
    const page = realLive("v=2&capacity=1Mbps&duration=3600s");
    page.simulator.pump(10);
    edit(page, (settings) => setParam(settings, PATH, "capacity", 10_000));
    page.simulator.pump(11);
    const { settings, notices, past } = stateOf(page);
    expect([getParam(settings, PATH, "capacity"), past, nowS(page)]).toEqual([1, [], 11]);
    expect(notices[0].lines[0]).toMatch(
      /^Duration must be at most .* s, got 3600 s: the link could carry more/,
    );
    expectReadable(page);
  });

  it("takes a rate that a whole run of its length could not have", () => {
    const page = realLive("v=2&capacity=0.1Mbps&duration=1000s");
    page.simulator.pump(990);
    edit(page, (settings) => setParam(settings, PATH, "capacity", 10_000));
    page.simulator.pump(990.01);
    expect(getParam(stateOf(page).settings, PATH, "capacity")).toBe(10_000);
    expect(durationOf(stateOf(page).scenario)).toBe(1000);
    expectReadable(page);
  });

  it("includes the changes that have been sent but not confirmed", () => {
    const changes = Array.from(
      { length: 999 },
      (_, i) => `set=${1 + i / 1000}s:beta-ecn=${i % 2 === 0 ? 0.6 : 0.5}`,
    );
    const page = realLive(`v=2&capacity=0.1Mbps&duration=5s&${changes.join("&")}`);
    page.simulator.pump(3);
    edit(page, (settings) => withBeta(0.7, settings));
    edit(page, (settings) => withBeta(0.8, settings));
    expect(stateOf(page).notices[0].lines).toEqual(["Changes must be at most 1000, got 1001."]);
    expect(betaOf(stateOf(page).settings)).toBe(0.7);
    page.simulator.pump(4);
    expectReadable(page);
  });

  it("starts from scratch if it cannot follow", () => {
    const page = realLive("v=2&capacity=1Mbps&duration=5s");
    page.simulator.pump(2);
    edit(page, (settings) => setParam(settings, { scope: "run" }, "seed", 7));
    page.simulator.pump(1);
    expect([nowS(page), stateOf(page).scenario.run.seed]).toEqual([1, 7]);
  });
});

describe("any sequence of actions in live mode", () => {
  const capacity = fc.constantFrom(0.1, 0.5, 1, 2, 500, 10_000);
  const step: fc.Arbitrary<(page: Page) => void> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .integer({ min: 0, max: 900 })
        .map((ms) => (page: Page) => page.simulator.pump(nowS(page) + ms / 1000)),
    },
    { weight: 2, arbitrary: fc.constant(toEnd) },
    capacity.map((mbps) => (page: Page) => edit(page, (one) => setParam(one, PATH, "capacity", mbps))),
    fc
      .integer({ min: 50, max: 99 })
      .map((beta) => (page: Page) => edit(page, (one) => setParam(one, FLOW, "beta-ecn", beta / 100))),
    fc
      .constantFrom("codel", "pie", "droptail", "fq-codel")
      .map((aqm) => (page: Page) => edit(page, (one) => setAqm(one, aqm))),
    fc
      .constantFrom("newreno", "cubic")
      .map((cc) => (page: Page) => edit(page, (one) => setCc(one, one.flows.length - 1, cc))),
    fc.constant((page: Page) => edit(page, (one) => addFlow(one, joiningAt(one.flows[0], nowS(page))))),
    fc
      .nat(3)
      .map(
        (flow) => (page: Page) =>
          edit(page, (one) =>
            setParam(
              one,
              { scope: "flow", flow: flow % one.flows.length },
              "stop",
              Math.ceil(nowS(page) * 1000) / 1000,
            ),
          ),
      ),
    fc.constant((page: Page) =>
      edit(page, (one) => setParam(one, { scope: "run" }, "seed", Number(one.run.seed) + 1)),
    ),
    { weight: 2, arbitrary: fc.constant(({ bench }: Page) => bench.edits.undo()) },
    fc.constant(({ bench }: Page) => bench.edits.redo()),
    fc.constant(({ bench }: Page) => bench.live.again()),
    { weight: 2, arbitrary: fc.constant(({ bench }: Page) => bench.live.runOn()) },
    fc.constant(({ bench }: Page) => bench.player.toggle()),
  );
  const start = fc.constantFrom(
    "duration=3s",
    "duration=3600s",
    "duration=4s&flow=&flow=cc=cubic&set=1s:capacity=0.5Mbps",
  );

  it("gives a link that is read unchanged", () => {
    fc.assert(
      fc.property(start, fc.array(step, { maxLength: 14 }), (link, steps) => {
        const page = realLive(`v=2&capacity=1Mbps&${link}`);
        for (const act of steps) {
          act(page);
          expectReadable(page);
        }
        page.simulator.pump(nowS(page));
        expectReadable(page);
      }),
      cases(40),
    );
  });
});
