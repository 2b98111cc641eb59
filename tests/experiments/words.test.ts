/** Tests that the sentences of experiments state the numbers of the published outcomes. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { defaultScenario } from "../../src/engine/index.ts";
import { runScenario } from "../../src/engine/simulator.ts";
import { tallyOf } from "../../src/experiments/claim-tally.ts";
import type { Experiment } from "../../src/experiments/experiment.ts";
import { experiments } from "../../src/experiments/experiments.ts";
import { listed, rangeText } from "../../src/lib/number-text.ts";
import { saidIn, sentencesOf, settingsIn } from "../teaching/claims.ts";
import { along, column, experimentOf, fixed, published, publishedOf, saidOf } from "./words.ts";

test("abe-4: the gain of PIE after 5 s and after 300 s", () => {
  const gains = ["100 ms", "200 ms"].map((rtt) =>
    fixed(along(publishedOf("abe-4"), "pie-length", rtt, [5, 300]), 1).join(" against "),
  );
  expect(saidOf("abe-4")).toContain(`over 100 and 200 ms (${gains.join(" %, ")} %)`);
});

test("abe-2: the idle share of the link over CoDel", () => {
  const payloadMbps = (20 * 1448) / 1500;
  const idle = ["CoDel", "CoDel, ECN"].flatMap((queue) =>
    along(publishedOf("abe-2"), "throughput", queue, [40, 60, 80, 100]).map(
      (mbps) => 100 * (1 - mbps / payloadMbps),
    ),
  );
  expect(saidOf("abe-2")).toContain(`From 40 to 100 ms ${rangeText(idle, 0)} % are idle`);
});

test("abe-11 and abe-12: ratios of the shortest round trip, and with 0.7 of the middle ones", () => {
  for (const id of ["abe-11", "abe-12"]) {
    const ratios = (rtt: string, betas: readonly number[]) => along(publishedOf(id), "ratio", rtt, betas);
    const short = rangeText(ratios("20 ms", [0.7, 0.75, 0.8, 0.85, 0.9]), 1);
    const middle = rangeText([...ratios("80 ms", [0.7]), ...ratios("160 ms", [0.7])], 1);
    expect(saidOf(id)).toContain(`the ratio is ${short}`);
    expect(saidOf(id)).toContain(`with 0.7 the ratio is ${middle}`);
  }
});

test("abe-9 and abe-10: how many of their claims hold with ten samples per second", () => {
  const claims = ["abe-9", "abe-10"].flatMap((id) => publishedOf(id).claims);
  const words = ["five", "six", "seven", "eight", "nine"];
  expect(claims).toHaveLength(12);
  const said = `by ten looks a second ${words[claims.filter(({ holds }) => holds).length - 5]}`;
  for (const id of ["abe-9", "abe-10"]) expect(saidOf(id)).toContain(said);
});

test("abe-9 and abe-10: medians and shares of ρ", () => {
  const of = (id: string, queue: string, name: string) =>
    listed(
      fixed(
        column(publishedOf(id), "rho", name, ([label]) => label === queue),
        2,
      ),
    );
  expect(saidOf("abe-9")).toContain(
    `The medians are ${of("abe-9", "PIE", "first: median")} with 0.75, 0.8 and 0.85.`,
  );
  const said = saidOf("abe-10");
  // With PIE the medians of ρ are near 1, as in the paper.
  expect(said).toContain(`The medians are ${of("abe-10", "CoDel", "first: median")}.`);
  expect(said).toContain(
    `By the first passage the shares are ${of("abe-10", "PIE", "first: share below 1")}.`,
  );
  expect(said).toContain(
    `Until F stays at 0.95 the shares are ${of("abe-10", "PIE", "for good: share below 1")}.`,
  );
});

test("ecodel: how many claims hold, and the losses if marks start at the target", () => {
  const ofPaper = experiments.filter(({ paper }) => paper.id === "ecodel");
  const tallies = ofPaper.map((one) => tallyOf(published(one).claims, one.paper).paper);
  const holding = tallies.reduce((sum, { holding: some }) => sum + some, 0);
  const all = tallies.reduce((sum, { all: some }) => sum + some, 0);
  expect(saidOf("ecodel-4")).toContain(
    `fewer of this paper's ${all} claims held when 21 held here, tried once; today ${holding} hold here`,
  );
  const failing = ofPaper.flatMap((one) =>
    published(one).claims.filter(({ id, holds }) => id === "utilisation-similar" && !holds),
  );
  expect(failing).toHaveLength(2);
  expect(saidOf("ecodel-4")).toContain("which fails in two of four scenarios");
  const lostAt = (rtts: readonly number[]) =>
    column(
      publishedOf("ecodel-13"),
      "lost",
      "ECN-enhanced, C = 1",
      ([scenario, rtt]) => scenario === "10 flows" && rtts.includes(Number(rtt)),
    );
  expect([fixed(lostAt([100]), 0), lostAt([20, 60])]).toEqual([["6"], [0, 0]]);
  expect(saidOf("ecodel-11")).toContain("six are lost, and none at 20 and 60 ms (ecodel-13)");
});

test("ecodel: original CoDel's losses are nearest to the paper's at 60 ms", () => {
  const off = (rttMs: number) => {
    const of = (name: string) => column(publishedOf("ecodel-13"), "lost", name, ([, rtt]) => rtt === rttMs);
    const paper = of("Paper: original CoDel");
    const logs = of("original CoDel").map((lost, i) => Math.abs(Math.log(lost / paper[i])));
    return logs.reduce((sum, log) => sum + log, 0);
  };
  expect(off(60)).toBeLessThan(Math.min(off(20), off(100)));
  expect(saidOf("ecodel-4")).toContain("A fit to the paper's losses with original CoDel gives 60 ms");
});

test("kwon: how close windows of 80 packets come to the Reno rows of tables II and III", () => {
  const off = [
    ["kwon-t2", "table-2-one-way"],
    ["kwon-t3", "table-3"],
  ].map(([id, table]) => {
    const [ours, paper] = ["ours", "paper"].map(
      (which) =>
        column(
          publishedOf(id),
          table,
          "FTP drops (%)",
          ([sender, whose]) => sender === "Reno" && whose === which,
        )[0],
    );
    return 100 * Math.abs(ours / paper - 1);
  });
  expect(saidOf("kwon-t2")).toContain(`with 80 they come within ${Math.ceil(Math.max(...off))} % of both`);
});

test("kwon-10: half of the signals are losses", () => {
  const [share] = column(publishedOf("kwon-10"), "mean-signals", "Share of marks among signals");
  expect(share).toBeCloseTo(0.5, 1);
  expect(saidOf("kwon-10")).toContain("Half of the signals are losses there (table)");
});

test("kwon-t2: what web pages deliver and wait for, and the losses of both directions", () => {
  const ours = (table: string, name: string) =>
    column(publishedOf("kwon-t2"), table, name, ([, whose]) => whose === "ours");
  const said = saidOf("kwon-t2");
  const oneWay = "table-2-one-way";
  expect(said).toContain(
    `Ours bring ${fixed(ours(oneWay, "HTTP (Mbps)").slice(0, 2), 2).join(" and ")} Mbps`,
  );
  const [reno, ecn] = ours(oneWay, "Response, mean (s)");
  expect(said).toContain(`They come ${(ecn - reno).toFixed(1)} s later`);
  const times = ["HTTP drops (%)", "UDP drops (%)"].flatMap((name) => {
    const paper = column(publishedOf("kwon-t2"), oneWay, name, ([, whose]) => whose === "paper");
    return ours("table-2-each-way", name).map((value, i) => value / paper[i]);
  });
  expect(said).toContain(`lose ${rangeText(times, 1)} times what the paper has`);
});

test("kwon-t4: how often web loses more than UDP, and the gain of (1, 0.9)", () => {
  const ratios = (id: string, table: string, which: string) => {
    const of = (name: string) => column(publishedOf(id), table, name, ([, whose]) => whose === which);
    const udp = of("UDP drops (%)");
    return of("HTTP drops (%)").map((value, i) => value / udp[i]);
  };
  const both = (which: string) => [
    ...ratios("kwon-t2", "table-2-one-way", which),
    ...ratios("kwon-t4", "table-4", which),
  ];
  const [least] = ratios("kwon-t4", "table-4", "paper").slice(-1);
  const said = saidOf("kwon-t4");
  expect(said).toContain(`${least.toFixed(2)} times as much`);
  expect(said).toContain(
    `up to ${Math.max(...both("paper")).toFixed(2)} times, and ours in all rows, ${rangeText(both("ours"), 2)} times`,
  );
  const totals = column(publishedOf("kwon-t4"), "table-4", "Total (Mbps)", ([, whose]) => whose === "ours");
  const best = Math.max(...totals.slice(0, -1));
  // The sentence names the paper's best pair. Here, too, this pair has the highest value.
  expect(best).toBe(totals[3]);
  expect(said).toContain(`has ${(totals[4] - totals[3]).toFixed(1)} Mbps more`);
});

test("kwon-t3: the cost of the common start and of the burst", () => {
  const drops = (id: string, table: string) =>
    column(
      publishedOf(id),
      table,
      "FTP drops (%)",
      ([sender, whose]) => whose === "ours" && sender !== "Reno",
    );
  const [start, burst] = [drops("kwon-t2", "table-2-one-way"), drops("kwon-t3", "table-3")];
  expect(saidOf("kwon-t3")).toContain(`packets worth ${rangeText(start, 2)} % at the common start`);
  for (const [i, value] of burst.entries()) expect(value - start[i]).toBeCloseTo(0.1, 1);
});

test("stored causes equal those of the sources, except for their numbers", () => {
  const folder = resolve(import.meta.dirname, "..", "..", "src", "experiments");
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  const sources = paths.map((path) => readFileSync(join(folder, path), "utf8")).join("\n");
  // Splits the sentences between numbers, because short pieces may have been joined.
  const pieces = experiments.flatMap((experiment) =>
    published(experiment).claims.flatMap(({ cause = "" }) =>
      cause.split(/[−+]?\d[\d.,]*|\. /).filter((piece) => piece.length > 30),
    ),
  );
  expect(pieces.length).toBeGreaterThan(30);
  expect(pieces.filter((piece) => !sources.includes(piece))).toEqual([]);
});

/**
 * Returns the numbers that a figure's sentence may contain without a source: settings and positions of its runs and
 * pictures, and numbers of its claims.
 */
function knownNumbers(experiment: Experiment): Set<string> {
  const { claims, figures, tables, heatMaps } = published(experiment);
  const jobs = experiment.jobs("full");
  const few = jobs.filter((_, i) => i % Math.ceil(jobs.length / 12) === 0);
  const texts = [
    ...claims.map((claim) => JSON.stringify(claim)),
    ...figures.flatMap(({ title, series }) => [title, ...series.flatMap(({ label, x }) => [label, ...x])]),
    ...tables.flatMap(({ rows }) => rows.map(([first]) => first)),
    ...heatMaps.flatMap(({ xs, ys }) => [...xs, ...ys]),
    ...jobs.map(({ key }) => key),
    ...few.flatMap(({ scenario }) => settingsIn(scenario)),
  ];
  return new Set(
    texts.flatMap((text) => [...String(text).matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => number)),
  );
}

test("each number of a figure's sentence is set, drawn or claimed there, or checked here", () => {
  const elsewhere = [
    // The paths of abe-9 and abe-10, and the share after two reductions to 0.8, which is tested below.
    ...["abe-9: 48", "abe-10: 48", "prr-pairs: 0.64"],
    // Linux with 250 ticks per second has ticks of 4 ms.
    ...["control-feedback-3: 4 ms", "control-feedback-4: 4 ms"],
    // The numbers of these experiments are tested below.
    ...["4", "11", "12"].flatMap((id) => [`control-ecodel-${id}: 15`, `control-ecodel-${id}: 17 ms`]),
  ];
  const bare = experiments.flatMap((experiment) => {
    const known = knownNumbers(experiment);
    return sentencesOf(experiment.shows)
      .flatMap((sentence) => saidIn(sentence).numbers)
      .filter((number) => !known.has(number.split(" ")[0]))
      .map((number) => `${experiment.id}: ${number}`);
  });
  expect(bare.sort()).toEqual(elsewhere.sort());
});

test("the counts in the sentences of abe-9, abe-10 and prr-pairs", () => {
  for (const id of ["abe-9", "abe-10"]) {
    const paths = experimentOf(id)
      .jobs("full")
      .map(({ scenario: { path, flows } }) => `${path.params.capacity} ${flows[0].params.rtt}`);
    expect(new Set(paths)).toHaveLength(48);
  }
  expect(0.8 ** 2).toBeCloseTo(0.64, 9);
});

test("control-ecodel-4: where marks end slow start, at both round trips", () => {
  for (const id of ["ecodel-4", "control-ecodel-4"]) {
    const job = experimentOf(id)
      .jobs("full")
      .find(({ scenario }) => scenario.queue.aqm === "ecn-codel");
    const { flowEvents, results } = runScenario(job?.scenario ?? defaultScenario()).snapshot();
    const first = flowEvents.flow.indexOf(0);
    const ms = (flowEvents.after[first] * 1500 * 8 * 1000) / results.links[0].rateBps;
    expect(ms).toBeGreaterThan(15);
    expect(ms).toBeLessThan(18);
  }
});
