/**
 * Tests sentences of the experiments about runs that are not published. The settings of these runs differ from the
 * published ones as the sentence says. The runs are made here, and their numbers are looked up in the text.
 */
import { expect, test } from "vitest";
import { listed, minus, rangeText } from "../../src/lib/number-text.ts";
import { effort } from "../effort.ts";
import { along, column, experimentOf, fixed, outcomeWith, saidOf } from "../experiments/words.ts";

/** Defines tests whose runs take long; only long effort runs them. */
const long = test.skipIf(effort !== "long");

const EXACT = (url: string) => url.replaceAll("ab-cut=whole", "ab-cut=exact");

const inPercent = (values: readonly number[], digits: number) =>
  fixed(
    values.map((value) => 100 * value),
    digits,
  );

long("kwon-8, kwon-11, kwon-14 and kwon-15: with fractions of a segment kept", () => {
  const rates = outcomeWith(experimentOf("kwon-8"), EXACT);
  const model = (name: string) => listed(fixed(column(rates, "ratios", name), 2));
  expect(saidOf("kwon-8")).toContain(`the corrected equations give ${model("corrected")} of what is sent`);
  expect(saidOf("kwon-8")).toContain(`as published then give ${model("as published")}.`);

  const rest = outcomeWith(experimentOf("kwon-11"), EXACT);
  const [queue] = column(rest, "equilibrium", "Average queue (packets)").slice(-1);
  const [share] = column(rest, "equilibrium", "Marked or dropped (share)").slice(-1);
  expect(saidOf("kwon-11")).toContain(
    `the queue over 11.5 ms is ${queue.toFixed(1)} KB, and ${inPercent([share], 1)} % of the packets`,
  );

  const mixed = (id: string) =>
    column(outcomeWith(experimentOf(id), EXACT), "delivered", "Mixed over homogeneous").slice(3);
  expect(saidOf("kwon-14")).toContain(`they have ${listed(inPercent(mixed("kwon-14"), 0))} %`);
  expect(1 - mixed("kwon-15")[0]).toBeCloseTo(0.1, 1);
  expect(saidOf("kwon-15")).toContain("TCP1 loses about a tenth");
});

long("kwon-t1: with fractions of a segment kept, and how much shorter the queue is", () => {
  const isOfEcn = (key: string) => /sender=(ecn-ab|reno-ecn) capacity/.test(key);
  const drops = column(
    outcomeWith(experimentOf("kwon-t1"), EXACT, isOfEcn),
    "table-1",
    "Drops (%)",
    ([sender]) => sender === "ECN(α, β)",
  );
  expect(saidOf("kwon-t1")).toContain(
    `it loses ${fixed(drops.slice(1), 2).join(" and ")} % there, which is within a third, but ${drops[0].toFixed(1)} % at 1 Mbps`,
  );
});

test("kwon-9 and kwon-10: with marks instead of drops above th_max", () => {
  const marked = (url: string) => url.replace("red-above-max=drop", "red-above-max=mark");
  const [share] = column(outcomeWith(experimentOf("kwon-9"), marked), "share-of-packets", "Mean (%)");
  expect(saidOf("kwon-9")).toContain(`instead of drops above th_max the share is ${share.toFixed(0)} %`);
  const signals = outcomeWith(experimentOf("kwon-10"), marked);
  const of = (name: string) => column(signals, "mean-signals", name)[0];
  expect(1 - of("Share of marks among signals")).toBeCloseTo(0.2, 1);
  expect(saidOf("kwon-10")).toContain(
    `a fifth are losses, p_e is ${of("p_e").toFixed(3)}, p ${of("p").toFixed(3)} and p_t ${of("p_t").toFixed(3)}`,
  );
});

test("kwon-9: over two round trips more", () => {
  const of = (rttMs: number) => {
    const isLonger = (key: string) => key.includes("rttMs=140");
    const outcome = outcomeWith(
      experimentOf("kwon-9"),
      (url) => url.replace("rtt=140ms", `rtt=${rttMs}ms`),
      isLonger,
    );
    return column(outcome, "share-of-packets", "Mean (%)", ([label]) => label === "1 Mbps over 140 ms")[0];
  };
  const lost = (rttMs: number) => {
    const isLonger = (key: string) => key.includes("sender=ecn-ab") && key.includes("rttMs=140");
    const outcome = outcomeWith(
      experimentOf("kwon-t1"),
      (url) => url.replace("rtt=140ms", `rtt=${rttMs}ms`),
      isLonger,
    );
    return column(
      outcome,
      "round-trips",
      "Drops (%)",
      ([sender, rtt]) => sender === "ECN(α, β)" && rtt === 140,
    )[0];
  };
  expect(saidOf("kwon-9")).toContain(
    `over 160 ms, where it comes to ${of(160).toFixed(0)} %, ECN(α, β) loses ${lost(160).toFixed(1)} % of its packets`,
  );
  expect(saidOf("kwon-9")).toContain(
    `over 120 ms (${lost(120).toFixed(1)} %) with a share of ${of(120).toFixed(0)} %`,
  );
});

long("kwon-11: over shorter round trips", () => {
  const resting = [2, 3, 4].map((rttMs) => {
    const isShort = (key: string) => key.includes("rttMs=11.5");
    const change = (url: string) => url.replace("rtt=11.5ms", `rtt=${rttMs}ms`);
    const outcome = outcomeWith(experimentOf("kwon-11"), change, isShort);
    const of = (name: string) => column(outcome, "equilibrium", name, ([, rtt]) => rtt === 11.5)[0];
    return { queue: of("Average queue (packets)"), share: 100 * of("Marked or dropped (share)") };
  });
  const queues = rangeText(
    resting.map(({ queue }) => queue),
    0,
  );
  const shares = rangeText(
    resting.map(({ share }) => share),
    0,
  );
  expect(saidOf("kwon-11")).toContain(
    `the queue is ${queues} KB and ${shares} % of the packets are signalled`,
  );
});

long("abe-6: CUBIC over CoDel and about 400 ms, with other noise", () => {
  const gains = (noise: string, rttMs: number, seeds: RegExp) => {
    const outcome = outcomeWith(
      experimentOf("abe-6"),
      (url) => url.replace("jitter=1ms", `jitter=${noise}`).replace("rtt=400ms", `rtt=${rttMs}ms`),
      (key) => /aqm=codel rtt=400 beta=0\.(7|85|95) /.test(key) && seeds.test(key),
    );
    return along(outcome, "codel-beta", "400 ms", [0.85, 0.95]);
  };
  const ranges = (all: readonly (readonly number[])[]) =>
    [0, 1]
      .map((i) =>
        minus(
          rangeText(
            all.map((each) => each[i]),
            0,
          ),
        ),
      )
      .join(" and ");
  const [any, first] = [/seed/, /seed=1$/];
  const said = saidOf("abe-6");
  expect(said).toContain(`gain ${ranges([gains("0ms", 400, first)])} % without noise`);
  const little = ["0.1ms", "0.2ms", "0.3ms", "0.4ms", "0.5ms"].map((noise) => gains(noise, 400, any));
  expect(said).toContain(`${ranges(little)} % with 0.1 to 0.5 ms`);
  const more = ["1ms", "2ms"].map((noise) => gains(noise, 400, any));
  expect(said).toContain(`${ranges(more)} % with 1 or 2 ms`);
  const bare = [396, 397, 398, 399, 400, 401, 402, 403, 404].map((rttMs) => gains("0ms", rttMs, first));
  expect(said).toContain(`no noise is needed: ${fixed(bare[5], 1).join(" and ")} %`);
  expect(said).toContain(`From 396 to 404 ms it is ${ranges(bare)} % without`);
});

long("abe-2: CUBIC with reductions at once", () => {
  const smooth = outcomeWith(
    experimentOf("abe-2"),
    (url) => `${url}&recovery=classic`,
    (key) => /queue=codel-ecn rtt=(20|240) /.test(key),
  );
  const ends = fixed(along(smooth, "throughput", "CoDel, ECN", [20, 240]), 1);
  expect(saidOf("abe-2")).toContain(`falls smoothly from ${ends.join(" to ")} Mbps`);
});

long("ecodel: with a limited window", () => {
  const limited = outcomeWith(
    experimentOf("ecodel-13"),
    (url) => `${url}&receive-window=724`,
    (key) => /queue=original rtt=100 /.test(key),
  );
  const lost = column(limited, "lost", "original CoDel", ([, rtt]) => rtt === 100);
  expect(saidOf("ecodel-4")).toContain(`With 724 segments original CoDel loses ${listed(fixed(lost, 0))}`);
});
