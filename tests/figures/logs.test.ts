/**
 * Runs the experiments' scenarios again and checks the sentences about logs of single runs: windows, reductions and
 * losses.
 */
import { expect, test } from "vitest";
import { rangeText } from "../../src/lib/number-text.ts";
import { effort } from "../effort.ts";
import {
  along,
  column,
  experimentOf,
  lossesOf,
  outcomeWith,
  publishedOf,
  reductionsOf,
  saidOf,
} from "../experiments/words.ts";

/** Defines tests whose runs take long; only long effort runs them. */
const long = test.skipIf(effort !== "long");

const UNCHANGED = (url: string) => url;
const forS = (s: number) => (url: string) => url.replace(/duration=\d+s/, `duration=${s}s`);

test("abe-2: where CUBIC's reductions come in pairs", () => {
  const at = (queue: string) => along(publishedOf("abe-2"), "throughput", queue, [140, 180, 240]);
  const without = at("CoDel");
  const less = at("CoDel, ECN").map((mbps, i) => without[i] - mbps);
  expect(saidOf("abe-2")).toContain(`140, 180 and 240 ms stand out by ${rangeText(less, 0)} Mbps`);
  const shares = (queue: string, rttMs: number, change = UNCHANGED) =>
    reductionsOf("abe-2", new RegExp(`queue=${queue} rtt=${rttMs} seed=[12]$`), change).map((all) => {
      const later = all.slice(1);
      const close = later.filter(({ atS }, i) => i > 0 && atS - later[i - 1].atS < (2 * rttMs) / 1000);
      return close.length / later.length;
    });
  for (const rttMs of [140, 180, 240]) {
    for (const share of shares("codel-ecn", rttMs)) {
      expect(share).toBeGreaterThan(0.28);
      expect(share).toBeLessThan(0.52);
    }
    expect(shares("codel-ecn", rttMs, (url) => `${url}&recovery=classic`)).toEqual([0, 0]);
  }
  expect(shares("codel-ecn", 160)).toEqual([0, 0]);
  expect(saidOf("abe-2")).toContain("a third to a half of CUBIC's reductions come in pairs");
});

test("abe-4: the first reductions over 400 ms", () => {
  const of = (aqm: string) => reductionsOf("abe-4", new RegExp(`aqm=${aqm} rtt=400 beta=0.5 `), forS(60));
  const pie = of("pie");
  const said = saidOf("abe-4");
  expect(said).toContain(
    `leaves cwnd at ${rangeText(
      pie.map(([first]) => first.after),
      0,
    )} segments of 333, and little is lost until the next one ${rangeText(
      // The flow starts one second after the queue, which this subtracts.
      pie.map(([, second]) => second.atS - 1),
      0,
    )} s after the start`,
  );
  const first = of("codel").map(([one]) => one);
  const [before, after] = (["before", "after"] as const).map((end) =>
    rangeText(
      first.map((one) => one[end]),
      0,
    ),
  );
  expect(said).toContain(`its answer at ${before} segments, and 0.5 leaves ${after}.`);
});

test("slides-fct: where CoDel leaves its dropping state with β_ecn 0.5", () => {
  const early = (recovery: string) =>
    reductionsOf("slides-fct", new RegExp(`part=overshoot recovery=${recovery} aqm=codel beta=0.5 `)).map(
      (all) =>
        // Later reductions belong to congestion avoidance.
        all.flatMap(({ atS, after }) => (atS < 4 ? [after] : [])),
    );
  const [classic, prr] = [early("classic"), early("prr")];
  expect(new Set(classic.map(({ length }) => length))).toEqual(new Set([2]));
  expect(new Set(prr.map(({ length }) => length))).toEqual(new Set([3]));
  const said = saidOf("slides-fct");
  const last = (all: readonly number[][]) =>
    rangeText(
      all.map((windows) => windows[windows.length - 1]),
      0,
    );
  expect(said).toContain(`after two reductions with β_ecn 0.5, at ${last(classic)} segments of 83`);
  expect(said).toContain(`With PRR a third one follows, to ${last(prr)} segments`);
});

/** Returns the scenario with the first flow only, to show its slow start. */
function alone(url: string): string {
  const parts = url.split("&");
  const first = parts.findIndex((part) => part.startsWith("flow="));
  return forS(8)(parts.filter((part, i) => i === first || !part.startsWith("flow=")).join("&"));
}

test("ecodel: where marks and drops end slow start", () => {
  const said = saidOf("ecodel-4");
  const path = { "10": 417, "10-hs": 4167 } as const;
  const of = (flows: keyof typeof path, queue: string, rttMs: number) =>
    reductionsOf("ecodel-13", new RegExp(`flows=${flows} queue=${queue} rtt=${rttMs} seed=1$`), alone)[0];
  const marked = (["10", "10-hs"] as const).map((flows) => {
    const starts = [20, 60, 100].map((rttMs) => of(flows, "enhanced", rttMs)[0].before);
    return rangeText(starts, 0);
  });
  expect(said).toContain(
    `${marked[0]} segments at 50 Mbps and ${marked[1]} at 500 Mbps whatever the round trip`,
  );
  const left = (["10", "10-hs"] as const).map((flows) => of(flows, "enhanced", 100).at(-1)?.after);
  expect(said).toContain(
    `${left[0]} of the 417 segments that fill the path at 50 Mbps, with ${left[1]} of 4167 at 500 Mbps`,
  );
  for (const flows of ["10", "10-hs"] as const) {
    const times = of(flows, "original", 100)[0].before / path[flows];
    expect(times).toBeGreaterThan(2);
    expect(times).toBeLessThan(3);
  }
  expect(said).toContain("at two to three times the bandwidth-delay product");
});

test("kwon-t1: the five seeds of ECN(α, β) at 1 Mbps", () => {
  const outcomes = [1, 2, 3, 4, 5].map((seed) =>
    outcomeWith(
      experimentOf("kwon-t1"),
      UNCHANGED,
      (key) => key === `sender=ecn-ab capacity=1Mbps seed=${seed}`,
    ),
  );
  const of = (name: string) =>
    outcomes.map(
      (one) => column(one, "round-trips", name, ([label, rtt]) => label === "ECN(α, β)" && rtt === 110)[0],
    );
  const least = of("Drops (%)").sort((a, b) => a - b);
  const most = of("Packets in ECN periods (%)").sort((a, b) => b - a);
  const ends = (values: readonly number[], digits: number) =>
    `${values[0].toFixed(digits)} to ${values[4].toFixed(digits)}`;
  expect(saidOf("kwon-t1")).toContain(
    `they lose from ${ends(least, 1)} %, with ${ends(most, 0)} % of the packets in ECN periods`,
  );
});

test("kwon-t1: the deviation of the Reno row, with starts together and within a second", () => {
  const sumOfLogs = (jitter: string) => {
    const outcome = outcomeWith(
      experimentOf("kwon-t1"),
      (url) => url.replace("start-jitter=0ms", `start-jitter=${jitter}`),
      (key) => key.startsWith("sender=reno capacity="),
    );
    const [ours, paper] = ["Drops (%)", "Paper (%)"].map((name) =>
      column(outcome, "table-1", name, ([label]) => label === "Reno"),
    );
    return ours.reduce((sum, value, i) => sum + Math.abs(Math.log(value / paper[i])), 0).toFixed(2);
  };
  expect(saidOf("kwon-t1")).toContain(
    `sum of |ln| of its drops ${sumOfLogs("1000ms")}, together ${sumOfLogs("0ms")}`,
  );
});

test("kwon-t1: with ECN(α, β) nothing is lost at 5 and 10 Mbps after the first ten seconds", () => {
  // The runs of figure 8 count packets only from 10 s on.
  const lost = lossesOf("kwon-8", /capacity=(5|10)Mbps/);
  expect(lost).toEqual(lost.map(() => 0));
  expect(saidOf("kwon-t1")).toContain("At 5 and 10 Mbps all of it is lost in the first ten seconds");
});

test("kwon-14: with the first five seeds", () => {
  const outcome = outcomeWith(experimentOf("kwon-14"), UNCHANGED, (key) => /seed=[1-5]$/.test(key));
  const [share] = column(outcome, "delivered", "Mixed over homogeneous", ([name]) => name === "TCP2");
  expect(saidOf("kwon-14")).toContain(`TCP2 of figure 14 came out ${(100 * (share - 1)).toFixed(0)} % above`);
});

long("feedback-4: without the hosts' delay", () => {
  const hostsMs = /rtt=0\.1(\d+)ms/g;
  const outcome = outcomeWith(
    experimentOf("feedback-4"),
    (url) => url.replace(hostsMs, "rtt=0.0$1ms"),
    (key) => key.startsWith("way=cubic-pi "),
  );
  const [{ id }] = outcome.tables;
  const [share] = column(outcome, id, "S1 and all flows", ([label]) => label === "CUBIC with ECN from PI");
  expect(saidOf("feedback-4")).toContain(
    `S1 would have ${share.toFixed(2)} of its share with CUBIC and PI while all flows are on`,
  );
});
