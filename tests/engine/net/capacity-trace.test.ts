import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { droptail } from "../../../src/engine/aqm/droptail.ts";
import { scenarioFromUrl, scenarioToUrl, validateScenario } from "../../../src/engine/index.ts";
import {
  bitsUntil,
  canonicalTrace,
  isTraceNamed,
  meanRateBps,
  missingTrace,
  opportunitiesText,
  ratesText,
  TraceReader,
  traceInLink,
  traceNameOf,
  traceOf,
  traceWords,
  withRepeat,
} from "../../../src/engine/net/capacity-trace.ts";
import { runScenario } from "../../../src/engine/simulator.ts";
import { cases } from "../../effort.ts";
import { PortBench } from "./port-bench.ts";

const MS = 1e6;
const S = 1e9;

function recorded(text: string) {
  const trace = traceOf(text);
  if (trace === null) throw new Error(`not a recording: ${text.slice(0, 60)}`);
  return trace;
}

/** Adjacent gaps are equal, similar, or very different. */
const anyGaps = fc.array(fc.oneof(fc.constant(0), fc.nat(3), fc.nat(40), fc.nat(3000)), {
  minLength: 1,
  maxLength: 60,
});

/** Generates ascending times from gaps. The last gap is above zero. */
const anyTimes = anyGaps.map((gaps) => {
  let ms = 0;
  const times = gaps.map((gap) => {
    ms += gap;
    return ms;
  });
  return ms === 0 ? [...times, 1] : times;
});

const anyRates = fc
  .array(
    fc.record({
      lastsUs: fc.oneof(fc.constant(1e6), fc.integer({ min: 1, max: 5e6 })),
      bps: fc.oneof(fc.constant(0), fc.constant(5e6), fc.integer({ min: 1, max: 1e8 })),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .filter((rows) => rows.some(({ bps }) => bps > 0));

const ratesOf = (rows: readonly { lastsUs: number; bps: number }[], repeats: boolean) =>
  ratesText(
    rows.map(({ lastsUs }) => lastsUs),
    rows.map(({ bps }) => bps),
    repeats,
  );

describe("the text of a recording", () => {
  test("contains every delivery opportunity", () => {
    fc.assert(
      fc.property(anyTimes, fc.boolean(), (times, repeats) => {
        const trace = recorded(opportunitiesText(times, repeats));
        const back = Array.from(trace.atNs).flatMap((atNs, i) => {
          const count = (trace.bits[i + 1] - trace.bits[i]) / (1504 * 8);
          return new Array<number>(count).fill(atNs / MS);
        });
        expect([back, trace.repeats, trace.lines]).toEqual([times, repeats, times.length]);
        expect(trace.periodNs).toBe(times[times.length - 1] * MS);
      }),
      cases(200),
    );
  });

  test("contains every rate, and is canonical", () => {
    fc.assert(
      fc.property(anyRates, fc.boolean(), (rows, repeats) => {
        const text = ratesOf(rows, repeats);
        const trace = recorded(text);
        expect(canonicalTrace(text)).toBe(text);
        let us = 0;
        for (const { lastsUs, bps } of rows) {
          const middleNs = (us + lastsUs / 2) * 1e3;
          expect(meanRateBps(trace, middleNs, middleNs)).toBe(bps);
          us += lastsUs;
        }
        expect(trace.periodNs).toBe(us * 1e3);
      }),
      cases(200),
    );
  });

  test("is short if lines are equal: a million lines, one per millisecond", () => {
    const text = opportunitiesText(
      Array.from({ length: 1_000_000 }, (_, i) => i + 1),
      true,
    );
    expect(text.length).toBeLessThan(40);
    expect(recorded(text).meanBps).toBeCloseTo(12.032e6, 0);
  });

  test("refers to a longer recording in a link by its lines and its digest, the same whether it repeats or not", () => {
    const times = Array.from({ length: 5000 }, (_, i) => i * 3 + (i % 7) * (i % 3 === 0 ? 1 : 0) + 20).sort(
      (a, b) => a - b,
    );
    const text = opportunitiesText(times, true);
    expect(text.length).toBeGreaterThan(1500);
    const inLink = traceInLink(text);
    expect(inLink).toMatch(/^opportunities@5000\.[0-9a-f]{16};repeat$/);
    expect(canonicalTrace(inLink)).toBe(text);
    expect(canonicalTrace(inLink.replace(";repeat", ""))).toBe(withRepeat(text, false));
    expect(isTraceNamed(inLink, withRepeat(text, false))).toBe(true);
    expect(traceNameOf(opportunitiesText([...times, 1e5], true))).not.toBe(traceNameOf(text));
    const wrongCount = inLink.replace("@5000", "@4999");
    expect(canonicalTrace(wrongCount)).toBeNull();
  });

  test("names the missing file", () => {
    const name = "opportunities@25301.0123456789abcdef;repeat";
    expect(canonicalTrace(name)).toBeNull();
    expect(missingTrace(name)).toBe(
      "the link needs the file of its capacity (25301 delivery opportunities, digest 0123456789abcdef), which is too long for a link",
    );
    const { scenario, problems } = scenarioFromUrl(`#v=2&capacity-pattern=${name}`);
    expect(scenario.path.params["capacity-pattern"]).toBe("");
    expect(problems.map(({ message }) => message)).toEqual([
      "Capacity over time: the link needs the file of its capacity (25301 delivery opportunities, digest 0123456789abcdef), which is too long for a link; none is used.",
    ]);
  });

  test.each([
    "opportunities:",
    "opportunities:B",
    "opportunities:BA",
    "opportunities:B!",
    "opportunities:BC.BC",
    "opportunities:B_______",
    "opportunities:BD",
    "opportunities:BD________D",
    "opportunities:AC",
    "rates:BC",
    "rates:BC.BA",
    "rates:BA.BC",
    "rates:BC.BCC",
    "rates:BC.BC.BC",
    "rates:BC.B-_____",
    "rates:BC.BC;repeat:10",
    "rates@1.0",
  ])("%s is refused", (text) => {
    expect(canonicalTrace(text)).toBeNull();
  });

  test("gives the mean when shown to people", () => {
    expect(traceWords(ratesText([1e6, 1e6], [4e6, 0], true))).toBe("recorded, mean 2 Mbps, repeats");
  });

  test("contains the statistics: mean, the busiest second, the longest outage, also across the repetition", () => {
    const trace = recorded(ratesText([1e6, 2e6, 1e6], [0, 9e6, 0], true));
    expect([trace.meanBps, trace.peakBps, trace.longestOutageNs]).toEqual([4.5e6, 9e6, 2 * S]);
  });
});

/** Implements the rules of Mahimahi's link_queue.cc for this test, delivery opportunity by delivery opportunity. */
function mahimahi(
  times: readonly number[],
  repeats: boolean,
  arrivals: readonly { atNs: number; bytes: number }[],
  untilNs: number,
): number[] {
  const leftNs: number[] = [];
  const waiting: { bytes: number }[] = [];
  let [next, left] = [0, 0];
  const period = times[times.length - 1];
  for (let round = 0; round === 0 || (repeats && round * period * MS <= untilNs); round++) {
    for (const ms of times) {
      const atNs = (round * period + ms) * MS;
      if (atNs > untilNs) return leftNs;
      // A packet that arrives at the same time as an opportunity is too late for it.
      while (next < arrivals.length && arrivals[next].atNs < atNs)
        waiting.push({ bytes: arrivals[next++].bytes + 4 });
      for (let budget = 1504; budget > 0; ) {
        if (left === 0) left = waiting.shift()?.bytes ?? 0;
        if (left === 0) break;
        const part = Math.min(budget, left);
        budget -= part;
        left -= part;
        if (left === 0) leftNs.push(atNs);
      }
    }
  }
  return leftNs;
}

function recordedBench(text: string): PortBench {
  const trace = recorded(text);
  const bench = new PortBench(trace.meanBps, (port) => droptail.create(port, { limit: "100000p" }));
  bench.port.recording = new TraceReader(trace);
  return bench;
}

const anyArrivals = fc.array(
  // Arrival times are never whole milliseconds, so that they never coincide with an opportunity.
  fc.record({ gapNs: fc.integer({ min: 1, max: 20 * MS }), bytes: fc.integer({ min: 40, max: 1500 }) }),
  { minLength: 1, maxLength: 80 },
);

describe("a link of opportunities", () => {
  test("delivers each packet at the same time as Mahimahi", () => {
    fc.assert(
      fc.property(anyTimes, fc.boolean(), anyArrivals, (times, repeats, gaps) => {
        let atNs = 0;
        const arrivals = gaps.map(({ gapNs, bytes }) => {
          atNs += gapNs;
          if (atNs % MS === 0) atNs++;
          return { atNs, bytes };
        });
        const untilNs = atNs + 2 * S;
        const bench = recordedBench(opportunitiesText(times, repeats));
        for (const { atNs: ns, bytes } of arrivals) bench.arrive(ns, { bytes });
        bench.runUntil(untilNs);
        expect(bench.sent.map((one) => one.atNs)).toEqual(mahimahi(times, repeats, arrivals, untilNs));
      }),
      cases(300),
    );
  });

  test("carries nothing after its end, and keeps the waiting packets", () => {
    const bench = recordedBench(opportunitiesText([5, 5, 9], false));
    for (let seq = 0; seq < 5; seq++) bench.arrive(1, { seq });
    bench.runUntil(10 * S);
    expect(bench.sent.map(({ atNs }) => atNs / MS)).toEqual([5, 5, 9]);
    expect(bench.port.discipline.packets).toBe(2);
  });

  test("an opportunity is wasted if no packet waits", () => {
    const bench = recordedBench(opportunitiesText([5, 10, 15], true));
    bench.arrive(11 * MS);
    bench.runUntil(S);
    expect(bench.sent.map(({ atNs }) => atNs / MS)).toEqual([15]);
    expect(bench.port.bytesOnLink()).toBe(1504);
  });
});

describe("a link of rates", () => {
  test("with one rate it behaves like a link of that capacity, packet by packet", () => {
    fc.assert(
      fc.property(anyArrivals, fc.integer({ min: 1e5, max: 1e8 }), (gaps, bps) => {
        const benches = [
          recordedBench(ratesText([3e5], [bps], false)),
          new PortBench(bps, (port) => droptail.create(port, { limit: "100000p" })),
        ];
        for (const bench of benches) {
          let atNs = 0;
          for (const { gapNs, bytes } of gaps) {
            atNs += gapNs;
            bench.arrive(atNs, { bytes });
          }
          bench.runUntil(atNs + 100 * S);
        }
        expect(benches[0].sent).toEqual(benches[1].sent);
      }),
      cases(100),
    );
  });

  test("keeps packets through an outage, and continues exactly at its end", () => {
    const bench = recordedBench(ratesText([10e3, 50e3, 40e3], [12e6, 0, 6e6], true));
    for (let seq = 0; seq < 12; seq++) bench.arrive(1, { seq });
    bench.runUntil(70 * MS);
    // A packet takes 1 ms at first, then 2 ms. The transmission of the tenth starts before the outage and ends after
    // it.
    expect(bench.sent.map(({ atNs }) => Math.round(atNs / 1000) / 1000)).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      60,
      62,
    ]);
  });

  test("completes a transmission with all the rates during it", () => {
    // A packet has 12,000 bits: 4,000 are sent at 4 Mbps in 1 ms, none for 2 ms, and 8,000 at 8 Mbps in 1 ms.
    const bench = recordedBench(ratesText([1e3, 2e3, 10e3], [4e6, 0, 8e6], false));
    bench.arrive(0, { seq: 0, bytes: 1500 });
    bench.arrive(0, { seq: 1, bytes: 1500 });
    bench.runUntil(S);
    expect(bench.sent.map(({ atNs }) => atNs / MS)).toEqual([0, 4]);
  });

  test("stays blocked if its last rate is zero", () => {
    const bench = recordedBench(ratesText([1e3, 1e3], [4e6, 0], false));
    bench.arrive(1.5 * MS);
    bench.runUntil(100 * S);
    expect(bench.sent).toEqual([]);
    expect(bench.port.bytesOnLink()).toBe(0);
  });
});

const anyRecording = fc.oneof(
  fc.tuple(anyTimes, fc.boolean()).map(([times, repeats]) => opportunitiesText(times, repeats)),
  fc.tuple(anyRates, fc.boolean()).map(([rows, repeats]) => ratesOf(rows, repeats)),
);

test("the total that has passed a link never exceeds the recording", () => {
  fc.assert(
    fc.property(anyRecording, anyArrivals, fc.array(fc.nat(3e9), { maxLength: 20 }), (text, gaps, looks) => {
      const bench = recordedBench(text);
      const trace = recorded(text);
      let atNs = 0;
      const times = gaps.map(({ gapNs, bytes }) => {
        atNs += gapNs;
        return { atNs, bytes, isLook: false };
      });
      for (const ns of looks) times.push({ atNs: ns, bytes: 0, isLook: true });
      times.sort((a, b) => a.atNs - b.atNs);
      for (const one of times) {
        if (one.isLook) bench.runUntil(one.atNs);
        else bench.arrive(one.atNs, { bytes: one.bytes });
        expect(bench.port.bytesOnLink() * 8).toBeLessThanOrEqual(
          bitsUntil(trace, bench.clock.nowNs) * (1 + 1e-12) + 1e-6,
        );
      }
    }),
    cases(200),
  );
});

test("the capacity over a time range is the sum over its parts", () => {
  fc.assert(
    fc.property(anyRecording, fc.nat(1e10), fc.nat(1e10), (text, a, b) => {
      const trace = recorded(text);
      const [from, to] = [Math.min(a, b), Math.max(a, b) + 1];
      const mean = meanRateBps(trace, from, to);
      const bits = bitsUntil(trace, to) - bitsUntil(trace, from);
      expect(mean).toBeGreaterThanOrEqual(0);
      expect((mean * (to - from)) / S).toBeCloseTo(bits, 3);
    }),
    cases(200),
  );
});

const read = (fragment: string) => {
  const { scenario, problems } = scenarioFromUrl(`#v=2&${fragment}`);
  expect(problems).toEqual([]);
  return scenario;
};

describe("a run", () => {
  const OUTAGE = ratesText([8e6, 2e6], [10e6, 0], true);

  test("with one rate has the results of that capacity", () => {
    const text = ratesText([1e6], [10e6], true);
    const results = [`capacity-pattern=${text}`, "capacity=10Mbps"].map((link) =>
      runScenario(read(`${link}&duration=10s&cc=cubic`)).results(),
    );
    expect(results[0]).toEqual(results[1]);
  });

  test("has the same scenario from its link and from its file", () => {
    const scenario = read(`capacity-pattern=${OUTAGE}&duration=10s`);
    expect(scenarioFromUrl(scenarioToUrl(scenario)).scenario).toEqual(scenario);
    expect(validateScenario(JSON.parse(JSON.stringify(scenario))).scenario).toEqual(scenario);
  });

  test("uses the available capacity: 8 of 10 s at 10 Mbps are all of it", () => {
    const { links, flows } = runScenario(
      read(`capacity-pattern=${OUTAGE}&aqm=droptail&limit=200p&rtt=20ms&duration=40s&warmup=10s`),
    ).results();
    expect(links[0].rateBps).toBeCloseTo(8e6, 0);
    expect(links[0].utilisation).toBeGreaterThan(0.85);
    expect(links[0].utilisation).toBeLessThanOrEqual(1);
    expect(flows[0].goodputBps).toBeLessThan(8e6);
    expect(links[0].sojournMs?.max).toBeGreaterThan(1500);
  });

  test("continues to its end without remaining capacity", () => {
    const text = opportunitiesText([10, 20, 30], false);
    const { links, flows } = runScenario(read(`capacity-pattern=${text}&duration=5s&warmup=1s`)).results();
    expect([links[0].utilisation, links[0].rateBps, flows[0].goodputBps]).toEqual([0, 0, 0]);
  });
});
