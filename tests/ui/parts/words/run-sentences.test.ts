import { describe, expect, it, test } from "vitest";
import {
  defaultScenario,
  presets,
  type Scenario,
  scenarioFromUrl,
  setAqm,
  setLinkAqm,
  setParam,
  setTopology,
  setTraffic,
} from "../../../../src/engine/index.ts";
import {
  consequences,
  deafToMarks,
  differenceSentence,
  failedInShort,
  failedStarts,
  lostEcn,
  plainText,
  presentState,
  questionOf,
  settingsSentence,
} from "../../../../src/ui/parts/words/run-sentences.ts";
import { settingDifferences } from "../../../../src/ui/parts/words/setting-differences.ts";
import { type MetricRow, measured, metricRows } from "../../../../src/ui/plots/run-metrics.ts";
import { type MadeResults, madeMeasured, madeSnapshot, withBeta } from "../../core/made-runs.ts";
import { runOf as simulated } from "../../plots/simulated-runs.ts";

const shareOf = (utilisation: number) => `${(utilisation * 100).toFixed(1)} %`;

describe("the sentence of the difference", () => {
  it("states the change and its effect", () => {
    const parts = differenceSentence(
      { scenario: withBeta(0.8), snapshot: madeSnapshot({ utilisation: 0.9616, medianMs: 3.2 }), link: 0 },
      { scenario: withBeta(0.5), snapshot: madeSnapshot({ utilisation: 0.8, medianMs: 2 }), link: 0 },
    );
    expect(plainText(parts)).toBe(
      "β ecn 0.80 instead of 0.50: 96.2 % of the link used instead of 80.0 %, queue delay median 2.0 → 3.2 ms, p90 4.0 → 5.2 ms",
    );
    expect(parts.filter(({ tone }) => tone !== "plain").map(({ tone }) => tone)).toEqual([
      "setting",
      "good",
      "bad",
      "bad",
    ]);
  });

  it("compares what the sentence of one run states: the use of the link as in the numbers", () => {
    const of = (beta: number, utilisation: number) => ({
      scenario: withBeta(beta),
      snapshot: madeSnapshot({ utilisation, goodputMbps: 9 * utilisation }),
      link: 0,
    });
    const [now, before] = [of(0.8, 0.945), of(0.5, 0.794)];
    const text = plainText(differenceSentence(now, before));
    const [share, was] = [now, before].map(({ snapshot }) => shareOf(snapshot.results.links[0].utilisation));
    expect(text).toContain(`: ${share} of the link used instead of ${was}, `);
    const rows = metricRows(measured(now), measured(before)).link;
    expect(rows.find(({ id }) => id === "utilisation")?.value).toBe(share);
    expect(text).not.toContain("goodput");
  });

  it("covers any setting, not only β", () => {
    const start = defaultScenario();
    const faster = setParam(start, { scope: "path" }, "capacity", 20);
    expect(plainText(settingsSentence(start, faster))).toBe("Capacity 20 Mbps instead of 10 Mbps");
    const other = setAqm(start, "droptail");
    expect(plainText(settingsSentence(start, other))).toBe("DropTail instead of CoDel");
  });

  it("names another path only, because its flows are its own", () => {
    const start = defaultScenario();
    const other = setTopology(start, "parking-lot");
    expect(plainText(settingsSentence(start, other))).toBe("Parking lot instead of Dumbbell");
    const longer = setParam(other, { scope: "path" }, "hops", 4);
    expect(plainText(settingsSentence(other, longer))).toContain("Hops 4 instead of 3");
  });

  it("names the link whose own setting differs", () => {
    const lot = setTopology(defaultScenario(), "parking-lot");
    const slower = setParam(lot, { scope: "link", link: "hop2" }, "capacity", 5);
    expect(plainText(settingsSentence(lot, slower))).toBe("Hop 2 Capacity 5 Mbps instead of 10 Mbps");
    const own = setLinkAqm(lot, "hop2", "pie");
    expect(plainText(settingsSentence(lot, own))).toBe("Hop 2 PIE instead of CoDel");
  });

  it("names the traffic", () => {
    const start = defaultScenario();
    expect(plainText(settingsSentence(start, setTraffic(start, 0, "on-off")))).toMatch(/ instead of Bulk$/);
  });

  it("names the flows that changed, unless all changed equally", () => {
    const flows = "v=2&flow=cc=newreno&flow=cc=newreno,count=3&flow=cc=newreno";
    const [start, second] = [scenarioFromUrl(`#${flows}`).scenario, { scope: "flow", flow: 1 } as const];
    const sentence = (now: Scenario) => plainText(settingsSentence(start, now));
    const one = setParam(start, second, "beta-loss", 0.95);
    expect(sentence(one)).toBe("flows 2 to 4: β loss 0.95 instead of 0.50");
    const last = { scope: "flow", flow: 2 } as const;
    expect(sentence(setParam(one, last, "beta-loss", 0.95))).toBe(
      "flows 2 to 4 and flow 5: β loss 0.95 instead of 0.50",
    );
    expect(sentence(setParam(one, last, "beta-loss", 0.7))).toBe(
      "flows 2 to 4: β loss 0.95 instead of 0.50, flow 5: β loss 0.70 instead of 0.50",
    );
    const lot = setTopology(defaultScenario(), "parking-lot");
    const long = setParam(lot, { scope: "flow", flow: 0 }, "beta-loss", 0.95);
    expect(plainText(settingsSentence(lot, long))).toBe("long: β loss 0.95 instead of 0.50");
  });

  it("counts settings if there are too many to name", () => {
    const start = defaultScenario();
    let changed = setParam(withBeta(0.8, start), { scope: "path" }, "capacity", 20);
    changed = setParam(changed, { scope: "run" }, "seed", 5);
    expect(plainText(settingsSentence(start, changed))).toBe("3 settings changed");
  });

  it("names a setting once if it changed equally in all flows", () => {
    const start = defaultScenario();
    const two = { ...start, flows: [start.flows[0], start.flows[0]] };
    expect(settingDifferences(two, withBeta(0.8, two))).toHaveLength(1);
  });

  it("is empty if nothing differs", () => {
    const run = { scenario: defaultScenario(), snapshot: madeSnapshot(), link: 0 };
    expect(differenceSentence(run, { ...run, scenario: defaultScenario() })).toEqual([]);
  });
});

describe("the quantities of the sentence", () => {
  const quantities = (made: MadeResults) =>
    plainText(consequences(madeMeasured(made), madeMeasured({ flows: made.flows ?? 1 }))).replaceAll(
      /[\d.]+( ms)? → [\d.]+|unchanged at [\d.]+|[+−±]?[\d.]+/g,
      "#",
    );

  it("stay the same while the numbers change, even without a difference", () => {
    const all = [{}, { medianMs: 9 }, { utilisation: 0.3, jain: 0.4 }, { jain: 0.999 }];
    expect(new Set(all.map((made) => quantities(made))).size).toBe(1);
    expect(new Set(all.map((made) => quantities({ ...made, flows: 2 }))).size).toBe(1);
    expect(quantities({ flows: 2 })).toBe(
      "# % of the link used instead of # %, queue delay median # ms, p# # ms, Jain's index #",
    );
  });

  it("include no bare difference, which would read as a value: an unchanged one says so", () => {
    const text = plainText(consequences(madeMeasured({ flows: 2 }), madeMeasured({ flows: 2 })));
    expect(text).toMatch(
      /queue delay median unchanged at [\d.]+ ms, p90 unchanged at [\d.]+ ms, Jain's index unchanged at [\d.]+$/,
    );
  });

  it("use the share of the link between links of different capacity", () => {
    const wide = madeMeasured({ capacityMbps: 40, utilisation: 0.7 });
    expect(plainText(consequences(wide, madeMeasured({ utilisation: 0.9 })))).toMatch(
      /^70\.0 % of the link used instead of 90\.0 %, /,
    );
  });

  it("omit Jain's index if the numbers of flows differ", () => {
    const more = consequences(madeMeasured({ flows: 3 }), madeMeasured({ flows: 2 }));
    const thin = consequences(madeMeasured({ flows: 3, thin: [2] }), madeMeasured({ flows: 2 }));
    expect([plainText(more).includes("Jain"), plainText(thin).includes("Jain")]).toEqual([false, true]);
  });
});

describe("runs that cannot be compared", () => {
  const run = (made: Parameters<typeof madeSnapshot>[0], scenario = withBeta(0.8)) => ({
    scenario,
    snapshot: madeSnapshot(made),
    link: 0,
  });
  const pinned = run({}, withBeta(0.5));
  const said = (...runs: Parameters<typeof differenceSentence>) => plainText(differenceSentence(...runs));

  it("are an unfinished and a whole one, and runs in their warm-up", () => {
    expect(said(run({ nowS: 13.9, done: false }), pinned)).toBe(
      "β ecn 0.80 instead of 0.50 (so far, 13.9 of 100 s)",
    );
    expect(said(run({ nowS: 4, done: false }), pinned)).toBe("β ecn 0.80 instead of 0.50 (warming up)");
    expect(said(run({}), run({ nowS: 50, done: false }, withBeta(0.5)))).toMatch(/\(the pinned run is not/);
  });

  it("are runs of different lengths, and different paths", () => {
    const shorter = setParam(withBeta(0.5), { scope: "run" }, "duration", 50);
    expect(said(run({ nowS: 50 }, shorter), pinned)).toMatch(
      /not compared: the figures cover different times/,
    );
    const other = setTopology(withBeta(0.5), "parking-lot");
    expect(said(run({}, other), pinned)).toMatch(/not compared: the paths differ/);
  });
});

describe("the numbers", () => {
  const rowsOf = (...runs: Parameters<typeof metricRows>): MetricRow[] => {
    const { before, link, after } = metricRows(...runs);
    return [...before, ...link, ...after];
  };
  const find = (rows: readonly MetricRow[], id: string) => rows.find((row) => row.id === id)!;

  it("are beside their differences, coloured only if one direction is better", () => {
    const rows = rowsOf(
      madeMeasured({ goodputMbps: 9.01, utilisation: 0.942, marks: 139, drops: 4 }),
      madeMeasured({ goodputMbps: 7.5, utilisation: 0.784, marks: 53, drops: 0 }),
    );
    expect(find(rows, "total-goodput")).toMatchObject({
      value: "9.01 Mbps",
      difference: "+20.1 %",
      tone: "good",
    });
    expect(find(rows, "utilisation")).toMatchObject({
      value: "94.2 %",
      difference: "+15.8 pt",
      tone: "good",
    });
    expect(find(rows, "marks")).toMatchObject({ value: "139", difference: "+86", tone: "plain" });
    expect(find(rows, "queue-drops")).toMatchObject({ value: "4", difference: "+4", tone: "bad" });
    expect(find(rows, "delay-p50")).toMatchObject({ difference: "0.0 ms", tone: "plain" });
  });

  it("have no difference without a pinned run", () => {
    expect(rowsOf(madeMeasured(), null).every((row) => row.difference === null)).toBe(true);
  });

  it("include fairness only if there are several flows", () => {
    expect(rowsOf(madeMeasured(), null).some((row) => row.id === "jain")).toBe(false);
    const join = { startS: 30, flows: [1], firstS: 12.3, settledS: 12.3 };
    const rows = rowsOf(madeMeasured({ flows: 2, jain: 0.91, joins: [join] }), null);
    expect(find(rows, "jain")).toMatchObject({ value: "0.910", note: "of 2 flows" });
    expect(find(rows, "longest-convergence")).toMatchObject({
      value: "12.3 s",
      note: "after the join, and stayed",
    });
    const left = rowsOf(madeMeasured({ flows: 2, joins: [{ ...join, settledS: null }] }), null);
    expect(find(left, "longest-convergence")).toMatchObject({
      value: "not kept",
      note: "first 12.3 s after the join",
    });
    expect(find(rowsOf(madeMeasured({ flows: 2 }), null), "longest-convergence").value).toBe("none");
  });

  it("omit thin flows from Jain's index with a remark; a single flow has none", () => {
    const rows = rowsOf(madeMeasured({ flows: 3, thin: [2], jain: 0.99 }), null);
    expect(find(rows, "jain").note).toBe("of 2 flows; 1 thin flow left out");
    expect(find(rowsOf(madeMeasured({ flows: 2, thin: [1] }), null), "jain").value).toBe("none");
  });

  it("state which packets p99 covers, if there are several flows", () => {
    const noteOf = (flows: number) => find(rowsOf(madeMeasured({ flows }), null), "delay-p99").note;
    expect([noteOf(1), noteOf(2)]).toEqual(["", "packets of all flows"]);
  });

  it("wait for the end of the warm-up: no number, and no difference", () => {
    const rows = rowsOf(madeMeasured({ flows: 2, seconds: 0, goodputMbps: 0 }), madeMeasured({ flows: 2 }));
    expect(new Set(rows.map(({ value }) => value))).toEqual(new Set(["after warm-up"]));
    expect(rows.every(({ difference }) => difference === null)).toBe(true);
  });

  it("compare no rates between capacities", () => {
    const rows = rowsOf(madeMeasured({ capacityMbps: 40 }), madeMeasured());
    expect(find(rows, "total-goodput").difference).toBeNull();
    expect(find(rows, "utilisation").difference).not.toBeNull();
  });
});

function runOf(notOpened: readonly (number | undefined)[]) {
  const made = madeSnapshot({ flows: notOpened.length });
  const flows = made.results.flows.map((flow, i) =>
    notOpened[i] === undefined ? flow : { ...flow, notOpened: notOpened[i] },
  );
  const snapshot = { ...made, results: { ...made.results, flows } };
  return { scenario: defaultScenario(), snapshot, label: "", link: 0 };
}

const lines = (notOpened: readonly (number | undefined)[]) => failedStarts(runOf(notOpened));

test("names flows whose connections were not answered, three at most, and nothing if all opened", () => {
  expect(lines([undefined, undefined])).toEqual([]);
  const [one, several] = lines([1, 4]);
  expect(one).toMatch(/: 1 connection failed, its SYNs were not answered\.$/);
  expect(several).toMatch(/: 4 connections failed, their SYNs were not answered\.$/);
  expect(lines([1, 1, 1, 1, 1]).at(-1)).toBe("The same happened to connections of 2 more flows.");
});

test("the sentence over the plots states that before the use of the link", () => {
  const said = (notOpened: readonly (number | undefined)[]) => plainText(presentState(runOf(notOpened)));
  expect(failedInShort(runOf([undefined, undefined]))).toBeNull();
  expect(said([undefined, 1])).toMatch(/^Flow 2 failed to connect\. The link is \d/);
  expect(said([2, 1])).toMatch(/^2 flows failed to connect\. The link is \d/);
  expect(said([undefined])).toMatch(/^The link is \d/);
});

it("asks the question of a preset while it is unchanged", () => {
  const [, preset] = presets;
  expect(questionOf(preset.scenario)).toBe(preset.question);
  expect(questionOf(setParam(preset.scenario, { scope: "run" }, "seed", 77))).toBeNull();
});

it("states the progress of an unfinished run, and no numbers in the warm-up", () => {
  const said = (nowS: number) =>
    presentState({
      scenario: defaultScenario(),
      snapshot: madeSnapshot({ nowS, done: nowS === 100 }),
      label: "",
      link: 0,
    })
      .map(({ text }) => text)
      .join("");
  expect(said(100)).toMatch(/^The link is 84\.0 % used: .* median queue delay$/);
  expect(said(13.9)).toMatch(/; so far, 13\.9 of 100 s$/);
  expect(said(3)).toBe("Warming up: figures count from 10 s on");
});

test("names the flows that run without the ECN that they ask for", () => {
  const run = simulated(
    "v=2&aqm=dualpi2&flow=cc=cubic,rtt=40ms&flow=cc=newreno,rtt=40ms,start=5s&duration=12s",
  );
  expect(lostEcn(run)).toEqual([
    expect.stringMatching(/^flow 2.* runs without ECN: its SYN was lost, and the next SYN did not request/i),
  ]);
  expect(lostEcn(simulated("v=2&duration=12s"))).toEqual([]);
});

test("names the flows that ask for ECN and ignore marks, with the reason", () => {
  const [line] = deafToMarks(simulated("v=2&aqm=codel&cc=bbr3&rtt=20ms&duration=12s"));
  expect(line).toBe(
    "Flow 1 (BBRv3) negotiates ECN and ignores marks: marks count only on a low-latency route with a smallest RTT of at most 5 ms (bbr-ecn-max-rtt), and it is 20 ms. Its packets are marked where packets without ECN would be dropped.",
  );
  expect(deafToMarks(simulated("v=2&aqm=codel&cc=bbr3&rtt=20ms&ecn=off&duration=12s"))).toEqual([]);
  expect(deafToMarks(simulated("v=2&duration=12s"))).toEqual([]);
  expect(deafToMarks(simulated("v=2&cc=bbr1&flows=2&duration=12s"))).toEqual([
    expect.stringMatching(
      /^Each of the flows 1, 2 \(BBRv1\) negotiates ECN and ignores marks: marks are no signal to BBRv1\./,
    ),
  ]);
});

test("never states more than 100 % of the link", () => {
  const full = { ...simulated("v=2&duration=12s") };
  const [link] = full.snapshot.results.links;
  const results = { ...full.snapshot.results, links: [{ ...link, utilisation: 1.004 }] };
  expect(plainText(presentState({ ...full, snapshot: { ...full.snapshot, results } }))).toMatch(
    /^The link is 100\.0 % used/,
  );
});
