/** Runs the published algorithms in docs/examples, and compares the stored pictures with new ones. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { EXAMPLES, examplePicture, exampleRun, pictureFile } from "../scripts/example-pictures.ts";
import type { Snapshot } from "../src/engine/library.ts";
import { ratesBps, resample } from "../src/experiments/read-run.ts";
import { addProgram, loadInterpreter, simulate } from "../src/library/library.ts";

const runs = new Map<string, Snapshot>();

beforeAll(async () => {
  await loadInterpreter();
  for (const example of EXAMPLES) runs.set(example.name, exampleRun(example));
});

function runOf(name: string): Snapshot {
  const run = runs.get(name);
  if (run === undefined) throw new Error(`there is no example ${name}`);
  return run;
}

/** Returns the mean rate of each flow between two times (Mbps). */
function ratesMbps({ samples }: Snapshot, fromS: number, toS: number): number[] {
  return samples.arrivedBytes.map((bytes) => (ratesBps(samples, bytes, { fromS, toS, n: 1 })[0] ?? 0) / 1e6);
}

/** Returns the longest wait of a packet between two times (ms). */
function delayMs({ links: [{ queue }] }: Snapshot, fromS: number, toS: number): number {
  return resample(queue.sojournMs, { fromS, toS, n: 1 }, "max")[0] ?? Number.NaN;
}

describe.each(EXAMPLES.map((example) => [example.name, example] as const))(
  "the example %s",
  (name, example) => {
    test("runs to its end, and its stored picture is that of its run", () => {
      const run = runOf(name);
      expect(run.programs.map(({ stopped }) => stopped)).toEqual([null]);
      expect(readFileSync(pictureFile(example), "utf8")).toBe(examplePicture(example, run));
    });

    test("is shown in the document with its picture", () => {
      const text = readFileSync("docs/own-code.md", "utf8");
      expect(text).toContain(`(images/${name}.svg)`);
      expect(text).toContain(`(examples/${name}.js)`);
    });
  },
);

// RFC 6817 §2.4.2: cwnd moves until the queuing delay is the target of 60 ms.
test("LEDBAT fills a link with its target delay, gives way to CUBIC, and comes back", () => {
  const run = runOf("ledbat");
  expect(ratesMbps(run, 5, 20)[0]).toBeGreaterThan(9.5);
  expect(delayMs(run, 15, 19.9)).toBeGreaterThan(55);
  expect(delayMs(run, 15, 19.9)).toBeLessThan(62);
  const [ledbat, cubic] = ratesMbps(run, 32, 40);
  expect(ledbat).toBeLessThan(0.2);
  expect(cubic).toBeGreaterThan(9);
  expect(ratesMbps(run, 45, 70)[0]).toBeGreaterThan(9.5);
});

// Copa §2.1: each sender has about 1/delta = 2 packets in the queue; in its oscillation 2.5 / delta.
test("two Copa senders have equal rates and a queue of few packets", () => {
  const run = runOf("copa");
  const [first, second] = ratesMbps(run, 15, 40);
  expect(first / second).toBeGreaterThan(0.9);
  expect(first / second).toBeLessThan(1.1);
  expect(first + second).toBeGreaterThan(9.5);
  // Ten packets of 1500 bytes take 12 ms at 10 Mbps.
  expect(delayMs(run, 15, 40)).toBeLessThan(15);
});

test("the L4S step marker keeps the L queue at its step, and gives the C queue its share", () => {
  const run = runOf("l4s-step");
  const { probes } = run.links[0].queue;
  const l = probes.find(({ probe }) => probe.id === "own-l-ms")?.series ?? probes[0].series;
  const longest = resample(l, { fromS: 12, toS: 30, n: 18 }, "max");
  for (const ms of longest) expect(ms).toBeLessThan(2);
  const [prague, cubic] = ratesMbps(run, 15, 30);
  expect(cubic / (prague + cubic)).toBeCloseTo(0.1, 2);
});

test("with L packets alone the step marker is the L queue of DualPI2 without coupling", () => {
  const { id } = addProgram(readFileSync("docs/examples/l4s-step.js", "utf8"));
  const of = (aqm: string) => {
    const run = simulate(`--cc prague --aqm ${aqm} --rtt 20ms --capacity 40Mbps --duration 15s`);
    const { flows, links } = run.results();
    return { rate: flows[0].goodputBps, marks: links[0].marks, delay: links[0].sojournMs };
  };
  expect(of(id)).toEqual(of("dualpi2 --dual-k 0"));
  expect(of(id).marks).toBeGreaterThan(1000);
});
