/** A port that records what a discipline does with its packets. */

import { expect } from "vitest";
import {
  type DisciplinePort,
  DROP_AQM,
  DROP_OVERFLOW,
  type DropReason,
  type QueueDiscipline,
  type QueueDisciplineDefinition,
  StepCounts,
} from "../../../src/engine/aqm/queue-discipline.ts";
import { Clock } from "../../../src/engine/core/clock.ts";
import { RunPrograms } from "../../../src/engine/custom/run-programs.ts";
import type { QueueDecision } from "../../../src/engine/explain/explanation.ts";
import { queueStory } from "../../../src/engine/explain/packet-tracer.ts";
import { CE, NOT_ECT, type Packet } from "../../../src/engine/net/packet.ts";
import type { ParamValues } from "../../../src/engine/params/param.ts";
import { defaultQueue } from "../../../src/engine/scenario/defaults.ts";
import { type ReadExplanation, read } from "../explain/asking.ts";
import { madePacket } from "../net/made-packets.ts";

export const MS = 1e6;

export class FakePort implements DisciplinePort {
  readonly clock = new Clock();
  /** Numbers of the marked packets, in order of their marks. */
  readonly marked: number[] = [];
  readonly dropped: number[] = [];
  readonly overflowed: number[] = [];
  wakeNs = Number.POSITIVE_INFINITY;
  /** At this rate, 1500 bytes take 1.2 ms. */
  rateBps = 10e6;
  /** Supplies the next random draws. */
  draw: () => number = () => 0;
  draws = 0;
  readonly steps = new StepCounts();
  readonly programs = new RunPrograms(this.clock).at("queue");

  mark(packet: Packet): boolean {
    if (packet.ecn === NOT_ECT) return false;
    packet.ecn = CE;
    this.marked.push(packet.seq);
    return true;
  }

  drop(packet: Packet, reason: DropReason): void {
    if (reason === DROP_OVERFLOW) this.overflowed.push(packet.seq);
    if (reason === DROP_AQM) this.dropped.push(packet.seq);
  }

  wakeAfter(ns: number): void {
    this.wakeNs = this.clock.nowNs + ns;
  }

  random(): number {
    this.draws++;
    return this.draw();
  }
}

export interface Bench {
  /** Id of the queue discipline. */
  readonly id: string;
  readonly port: FakePort;
  readonly discipline: QueueDiscipline;
  /** Sets the clock and returns the discipline. */
  at(nowNs: number): QueueDiscipline;
  /** Lets `n` packets arrive. Packets are numbered from 0, counted from the start of the test. */
  arrive(n: number, nowNs: number, fields?: Partial<Packet>): void;
}

/** Returns a discipline with default parameters, except for those given. */
export function benchOf(definition: QueueDisciplineDefinition, values: ParamValues = {}): Bench {
  const port = new FakePort();
  const params = { ...defaultQueue(definition.id, undefined).params, ...values };
  const discipline = definition.create(port, params);
  let seq = 0;
  const at = (nowNs: number) => {
    port.clock.nowNs = nowNs;
    return discipline;
  };
  const arrive = (n: number, nowNs: number, fields: Partial<Packet> = {}) => {
    for (let i = 0; i < n; i++) {
      at(nowNs).enqueue(madePacket({ seq: seq++, enqueuedNs: nowNs, ...fields }));
    }
  };
  return { id: definition.id, port, discipline, at, arrive };
}

/**
 * Returns the discipline's explanation of a decision. It must be called from within the port's call that reports the
 * decision, as a replay does.
 */
export function explanationOf(
  id: string,
  discipline: QueueDiscipline,
  decision: QueueDecision,
): ReadExplanation {
  const story = queueStory(id, undefined);
  if (story === null) throw new Error(`${id} has no story of its own (story.ts)`);
  const said = story.explain(discipline, decision);
  // Answering must not change anything.
  expect(story.explain(discipline, decision)).toEqual(said);
  if (said === null) throw new Error(`${decision.event} has no explanation`);
  return read(said);
}

/** Returns an array to which the explanation of each later signal is added. */
export function listenTo({ id, port, discipline }: Bench): ReadExplanation[] {
  const told: ReadExplanation[] = [];
  const ask = (event: QueueDecision["event"], packet: Packet) =>
    told.push(explanationOf(id, discipline, { event, packet }));
  const mark = port.mark.bind(port);
  const drop = port.drop.bind(port);
  port.mark = (packet) => {
    if (packet.ecn === NOT_ECT) return false;
    const isMarked = mark(packet);
    ask("mark", packet);
    return isMarked;
  };
  port.drop = (packet, reason) => {
    drop(packet, reason);
    ask(reason === DROP_OVERFLOW ? "overflowDrop" : "aqmDrop", packet);
  };
  return told;
}

/** Keeps ten packets of flow 1 waiting: each ms, a packet that waited 10 ms leaves and another one arrives. */
export function overload(bench: Bench, ecn: number, toMs: number, fromMs = 10): number[] {
  const delivered: number[] = [];
  for (let ms = fromMs; ms <= toMs; ms++) {
    while (bench.discipline.packets < 10) bench.arrive(1, (ms - 10) * MS, { ecn, seq: ms, end: 1 });
    const packet = bench.at(ms * MS).dequeue();
    if (packet !== null) delivered.push(packet.ecn);
  }
  return delivered;
}

/** Returns a test setup, and an array to which the explanation of each later signal is added. */
export function listened(bench: Bench): { readonly bench: Bench; readonly told: readonly ReadExplanation[] } {
  return { bench, told: listenTo(bench) };
}
