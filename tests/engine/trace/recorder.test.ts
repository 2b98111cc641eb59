import { describe, expect, test } from "vitest";
import type { Probe } from "../../../src/engine/params/param.ts";
import { QueueRecorder } from "../../../src/engine/trace/recorder.ts";
import { QUEUE_EVENT } from "../../../src/engine/trace/snapshot.ts";
import { timed } from "../core/timed.ts";

const S = 1e9;
const MS = 1e6;
const probes = ["a", "b"].map((id): Probe => ({ id, label: id, unit: "count", help: id }));

/** Ends 0 and 1 belong to flow 0, ends 2 and 3 to flow 1. */
const recorder = () => timed((clock) => new QueueRecorder(clock, 10 * S, 1000, (end) => Math.floor(end / 2)));

describe("what a queue shows", () => {
  test("has sojourn times in ms, over time and as a distribution", () => {
    const one = recorder();
    for (let i = 0; i < 100; i++) one.at(i * 100 * MS).onLeaveQueue((i + 1) * MS, -1);
    const { sojournMs } = one.at(10 * S).trace([]);
    expect([Math.min(...sojournMs.min), Math.max(...sojournMs.max)]).toEqual([1, 100]);
    expect(one.at(10 * S).delays.percentiles()?.max).toBe(100);
  });

  test("has sojourn times for each queue of a discipline with several queues", () => {
    const one = recorder();
    one.at(0).onHost(["L", "C"]);
    for (let i = 0; i < 10; i++) one.at(i * 100 * MS).onLeaveQueue(i % 2 === 0 ? MS : 20 * MS, i % 2);
    expect(
      one
        .at(S)
        .innerResults()
        ?.map(({ name, sojournMs }) => [name, sojournMs?.n, sojournMs?.p50]),
    ).toEqual([
      ["L", 5, 1],
      ["C", 5, 20],
    ]);
    const traces = one.at(S).innerTraces() ?? [];
    expect(traces.map(({ sojournMs }) => sojournMs.mean.at(-1))).toEqual([1, 20]);
    expect(traces.map(({ delayCdf }) => delayCdf.ms.length)).toEqual([1, 1]);
    one.at(S).restartDelays();
    expect(
      one
        .at(S)
        .innerResults()
        ?.map(({ sojournMs }) => sojournMs),
    ).toEqual([null, null]);
    one.at(S).onHost(null);
    expect([one.at(S).innerResults(), one.at(S).innerTraces()]).toEqual([null, null]);
    one.at(S).onHost(["L", "C"]);
    expect(one.at(S).innerResults()).toBeNull();
  });

  test("has marks and drops, of data or an ACK, by the flow of the packet's connection", () => {
    const one = recorder();
    one.at(S).onSignal(QUEUE_EVENT.mark, { end: 1, isAck: false });
    one.at(2 * S).onSignal(QUEUE_EVENT.linkLoss, { end: 3, isAck: true });
    const { flow, kind, timeS, isAck } = one.at(2 * S).log.queueEvents();
    expect([[...flow], [...kind], [...timeS], [...isAck]]).toEqual([
      [0, 1],
      [QUEUE_EVENT.mark, QUEUE_EVENT.linkLoss],
      [1, 2],
      [0, 1],
    ]);
  });

  test("has probes only if they have a value", () => {
    const one = recorder();
    one.at(0).sample({ packets: 5, probe: (index) => (index === 0 ? 7 : Number.NaN) }, 2);
    one.at(S).sample({ packets: 6, probe: (index) => (index === 0 ? 8 : 1) }, 2);
    const { probes: seen, lengthPackets } = one.at(S).trace(probes);
    expect(Math.max(...lengthPackets.max)).toBe(6);
    expect(seen.map(({ probe }) => probe.id)).toEqual(["a", "b"]);
    expect(seen[0].series.min[0]).toBe(7);
    expect(seen[1].series.last[0]).toBeNaN();
  });

  test("starts the probes again when the discipline changes", () => {
    const one = recorder();
    one.at(0).sample({ packets: 5, probe: () => 7 }, 2);
    one.at(0).restartProbes();
    expect(one.at(S).trace(probes).probes).toEqual([]);
    one.at(2 * S).sample({ packets: 5, probe: () => 9 }, 1);
    const { probes: seen } = one.at(2 * S).trace(probes);
    expect(seen).toHaveLength(1);
    expect(Math.max(...[...seen[0].series.max].filter((value) => !Number.isNaN(value)))).toBe(9);
  });
});
