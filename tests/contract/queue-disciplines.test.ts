/**
 * Tests the contract of every queue discipline for any arrivals. It loops over the registry, so a new one is tested
 * automatically.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { queueDisciplines } from "../../src/engine/algorithms.ts";
import type { QueueDisciplineDefinition } from "../../src/engine/aqm/queue-discipline.ts";
import { queueStory } from "../../src/engine/explain/packet-tracer.ts";
import { addFlow, defaultScenario, setAqm, setParam } from "../../src/engine/index.ts";
import { CE, ECT0, ECT1, NOT_ECT } from "../../src/engine/net/packet.ts";
import type { PortObserver } from "../../src/engine/net/port.ts";
import type { ParamValues } from "../../src/engine/params/param.ts";
import { defaultQueue } from "../../src/engine/scenario/defaults.ts";
import { queueParams } from "../../src/engine/scenario/places.ts";
import { runScenario, Simulation } from "../../src/engine/simulator.ts";
import { QUEUE_EVENT } from "../../src/engine/trace/snapshot.ts";
import { cases } from "../effort.ts";
import { explanationOf } from "../engine/aqm/fake-port.ts";
import type { ReadExplanation } from "../engine/explain/asking.ts";
import { PortBench } from "../engine/net/port-bench.ts";
import { anyValueOf } from "./sequences.ts";
import { networkOf } from "./witness.ts";

/** At this rate, 1500 bytes take 1.2 ms. */
const RATE_BPS = 10e6;

interface Arrival {
  readonly afterNs: number;
  readonly bytes: number;
  readonly ecn: number;
  readonly copies: number;
}

const arrival: fc.Arbitrary<Arrival> = fc.record({
  // Packets arrive at the same time, after a pause in which the queue may drain, or after seconds.
  afterNs: fc.oneof(
    { weight: 6, arbitrary: fc.nat(2_000_000) },
    { weight: 1, arbitrary: fc.nat(200_000_000) },
    { weight: 1, arbitrary: fc.constant(0) },
  ),
  bytes: fc.oneof(
    { weight: 3, arbitrary: fc.constant(1500) },
    { weight: 1, arbitrary: fc.integer({ min: 40, max: 9000 }) },
  ),
  ecn: fc.constantFrom(NOT_ECT, ECT0, ECT0, ECT1, CE),
  copies: fc.oneof(
    { weight: 4, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 40 }) },
  ),
});

const arrivals = fc.array(arrival, { minLength: 1, maxLength: 250 });

function settingsOf(definition: QueueDisciplineDefinition): fc.Arbitrary<ParamValues> {
  const values = Object.fromEntries(
    queueParams(definition.id, undefined).map((param) => [param.id, anyValueOf(param)]),
  );
  return fc.oneof(
    fc.constant({ ...defaultQueue(definition.id, undefined).params, limit: "100p" }),
    fc.record(values),
  );
}

/** Sends the arrivals to a port and calls `look` after each of them. */
function play(
  definition: QueueDisciplineDefinition,
  values: ParamValues,
  sequence: readonly Arrival[],
  look: (bench: PortBench, nowNs: number, ecnOf: ReadonlyMap<number, number>) => void,
  begin: (bench: PortBench) => void = () => {},
): { bench: PortBench; ecnOf: Map<number, number> } {
  const bench = new PortBench(RATE_BPS, (port) => definition.create(port, values));
  begin(bench);
  const ecnOf = new Map<number, number>();
  let nowNs = 0;
  for (const { afterNs, bytes, ecn, copies } of sequence) {
    nowNs += afterNs;
    for (let i = 0; i < copies; i++) {
      const seq = ecnOf.size;
      ecnOf.set(seq, ecn);
      bench.arrive(nowNs, { seq, bytes, ecn, end: seq % 3 });
    }
    look(bench, nowNs, ecnOf);
  }
  return { bench, ecnOf };
}

const QUEUE_EVENT_NAMES = Object.keys(QUEUE_EVENT) as (keyof typeof QUEUE_EVENT)[];

/** Checks that the explanation consists of full sentences with valid numbers. */
function expectSound({ sentences, formula }: ReadExplanation): void {
  expect(sentences.length).toBeGreaterThanOrEqual(1);
  expect(sentences.length).toBeLessThanOrEqual(3);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].+[^.]\.$/);
  expect(formula).not.toBe("");
  expect(`${sentences.join(" ")} ${formula ?? ""}`).not.toMatch(
    /NaN|undefined|null|Infinity|object|(?<!e)-\d/,
  );
}

describe.each(queueDisciplines.map((one) => [one.id, one] as const))("%s", (_, definition) => {
  const anyRun = fc.tuple(settingsOf(definition), arrivals);
  const options = cases(60);

  test("neither loses nor creates packets: each arrival was sent, was dropped or waits", () => {
    fc.assert(
      fc.property(anyRun, ([values, sequence]) => {
        play(definition, values, sequence, (bench, __, ecnOf) => {
          const { port, pool } = bench;
          const gone = port.packetsSent + port.aqmDrops + port.overflowDrops;
          expect(gone + port.discipline.packets).toBe(ecnOf.size);
          expect(pool.inUse).toBe(port.discipline.packets);
        });
      }),
      options,
    );
  });

  test("its counts of packets and bytes equal those of a visit to all packets", () => {
    fc.assert(
      fc.property(anyRun, ([values, sequence]) => {
        play(definition, values, sequence, ({ port: { discipline } }) => {
          let [packets, bytes] = [0, 0];
          discipline.visit((packet) => {
            packets++;
            bytes += packet.bytes;
            return true;
          });
          expect([discipline.packets, discipline.bytes]).toEqual([packets, bytes]);
        });
      }),
      options,
    );
  });

  test("never marks a packet that is not ECN-capable, and changes no field of a packet except ECN (RFC 3168 §5)", () => {
    fc.assert(
      fc.property(anyRun, ([values, sequence]) => {
        const { bench, ecnOf } = play(definition, values, sequence, () => {});
        bench.runUntil(bench.sent.reduce((latest, { atNs }) => Math.max(latest, atNs), 0) + 1e9);
        for (const { seq, ecn } of bench.sent) {
          const before = ecnOf.get(seq);
          expect([before, before === NOT_ECT ? NOT_ECT : CE]).toContain(ecn);
        }
        expect(bench.signals.filter(({ kind }) => kind === QUEUE_EVENT.mark).length).toBe(bench.port.marks);
      }),
      options,
    );
  });

  test("marks nothing with marking off", () => {
    const marking = definition.params.find(({ id }) => id === "aqm-ecn");
    if (marking?.kind !== "boolean" || marking.fixed !== undefined) return;
    fc.assert(
      fc.property(anyRun, ([values, sequence]) => {
        const { bench } = play(definition, { ...values, "aqm-ecn": false }, sequence, () => {});
        expect(bench.port.marks).toBe(0);
      }),
      options,
    );
  });

  test("keeps the order of packets of a flow with the same ECN field", () => {
    fc.assert(
      fc.property(anyRun, ([values, sequence]) => {
        const { bench, ecnOf } = play(definition, values, sequence, () => {});
        for (const flow of [0, 1, 2]) {
          for (const ecn of [NOT_ECT, ECT1, ECT0, CE]) {
            const isOne = (seq: number) => seq % 3 === flow && ecnOf.get(seq) === ecn;
            const seqs = bench.sent.map(({ seq }) => seq).filter(isOne);
            expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
          }
        }
      }),
      options,
    );
  });

  test("its queue never exceeds its limit, if it has one", () => {
    if (definition.ignoresLimit === true) return;
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 2, max: 60 }), ([values, sequence], limit) => {
        play(definition, { ...values, limit: `${limit}p` }, sequence, ({ port }) => {
          expect(port.discipline.packets).toBeLessThanOrEqual(limit);
        });
      }),
      options,
    );
  });

  test("serves the queue to its end: the link never idles while a packet waits", () => {
    fc.assert(
      fc.property(anyRun, ([values, sequence]) => {
        const { bench } = play(definition, values, sequence, () => {});
        let nowNs = sequence.reduce((sum, { afterNs }) => sum + afterNs, 0);
        for (let i = 0; i < 20_000 && bench.port.discipline.packets > 0; i++) {
          nowNs += 10_000_000;
          bench.runUntil(nowNs);
        }
        expect(bench.port.discipline.packets).toBe(0);
        expect(bench.port.discipline.dequeue()).toBeNull();
      }),
      options,
    );
  });

  test("its probes are numbers, or missing values", () => {
    fc.assert(
      fc.property(anyRun, ([values, sequence]) => {
        play(definition, values, sequence, ({ port: { discipline } }) => {
          for (let i = 0; i < definition.probes.length; i++) {
            const value = discipline.probe(i);
            expect(typeof value).toBe("number");
            expect(Math.abs(value)).not.toBe(Number.POSITIVE_INFINITY);
          }
        });
      }),
      options,
    );
  });

  test("takes a new value of each parameter that can change during a run", () => {
    const live = queueParams(definition.id, undefined).filter((param) => param.live !== false);
    const change = fc
      .constantFrom(...live)
      .chain((param) => anyValueOf(param).map((value) => ({ id: param.id, value })));
    fc.assert(
      fc.property(anyRun, fc.array(change, { maxLength: 30 }), ([values, sequence], changes) => {
        let i = 0;
        const { bench } = play(definition, values, sequence, ({ port: { discipline } }) => {
          const next = changes[i++];
          if (next !== undefined) discipline.configure(next.id, next.value);
        });
        expect(bench.pool.inUse).toBe(bench.port.discipline.packets);
      }),
      options,
    );
  });

  test("refuses by name a parameter that only another discipline declares", () => {
    const own = new Set(["limit", ...definition.params.map(({ id }) => id)]);
    const values = defaultQueue(definition.id, undefined).params;
    const { discipline } = new PortBench(RATE_BPS, (port) => definition.create(port, values)).port;
    for (const { id, default: value } of queueDisciplines.flatMap(({ params }) => params)) {
      if (!own.has(id)) expect(() => discipline.configure(id, value), id).toThrow(`no parameter ${id}`);
    }
  });

  const hasStory = queueStory(definition.id, undefined) !== null;

  test.runIf(hasStory)("explains each signal in one to three sentences without side effects", () => {
    const live = queueParams(definition.id, undefined).filter((param) => param.live !== false);
    const change = fc
      .constantFrom(...live)
      .chain((param) => anyValueOf(param).map((value) => ({ id: param.id, value })));
    fc.assert(
      fc.property(anyRun, fc.array(change, { maxLength: 10 }), ([values, sequence], changes) => {
        const run = (begin: (bench: PortBench) => void) => {
          let i = 0;
          const alter = ({ port: { discipline } }: PortBench) => {
            const next = changes[i++];
            if (next !== undefined) discipline.configure(next.id, next.value);
          };
          return play(definition, values, sequence, alter, begin).bench;
        };
        const asked = run((bench) => {
          bench.hear = (kind, packet) => {
            expectSound(
              explanationOf(definition.id, bench.port.discipline, { event: QUEUE_EVENT_NAMES[kind], packet }),
            );
          };
        });
        const plain = run(() => {});
        expect([asked.sent, asked.signals]).toEqual([plain.sent, plain.signals]);
      }),
      options,
    );
  });

  test.runIf(hasStory)("asking for an explanation at every signal does not change the run", () => {
    const whole = setAqm(defaultScenario(), definition.id);
    const timed = setParam(whole, { scope: "run" }, "duration", 6);
    const scenario = addFlow(timed, { cc: "newreno", params: { rtt: 20, ecn: false } });
    let signals = 0;
    const simulation = new Simulation(scenario);
    const { port } = networkOf(simulation).links[0];
    const { observer } = port as unknown as { observer: PortObserver };
    const onSignal = observer.onSignal.bind(observer);
    observer.onSignal = (kind, packet) => {
      onSignal(kind, packet);
      signals++;
      expectSound(explanationOf(definition.id, port.discipline, { event: QUEUE_EVENT_NAMES[kind], packet }));
    };
    simulation.advance(Number.POSITIVE_INFINITY);
    expect(signals > 0).toBe(definition.ignoresLimit !== true);
    expect(simulation.digest()).toBe(runScenario(scenario).digest());
  });

  test("returns all its packets when another discipline takes over", () => {
    fc.assert(
      fc.property(anyRun, ([values, sequence]) => {
        const { bench } = play(definition, values, sequence, () => {});
        const { discipline } = bench.port;
        const waiting = discipline.packets;
        let taken = 0;
        while (discipline.takeAny() !== null) taken++;
        expect([taken, discipline.packets, discipline.bytes]).toEqual([waiting, 0, 0]);
      }),
      options,
    );
  });
});
