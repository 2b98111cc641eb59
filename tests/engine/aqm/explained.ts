/** Asks a discipline at each signal why it gave it, from within the port's call, as who replays a run does. */
import { expect } from "vitest";
import { DROP_OVERFLOW, type QueueDiscipline } from "../../../src/engine/aqm/queue-discipline.ts";
import type { Explanation, QueueDecision } from "../../../src/engine/explain/explanation.ts";
import { NOT_ECT, type Packet } from "../../../src/engine/net/packet.ts";
import type { Bench } from "./fake-port.ts";

export function explanationOf(discipline: QueueDiscipline, decision: QueueDecision): Explanation {
  const said = discipline.explain?.(decision) ?? null;
  // To answer must change nothing.
  expect(discipline.explain?.(decision)).toEqual(said);
  expect(said, "an explanation").not.toBeNull();
  return said as Explanation;
}

/** What it says of each signal from now on; the array grows. */
export function listenTo({ port, discipline }: Bench): Explanation[] {
  const told: Explanation[] = [];
  const ask = (event: QueueDecision["event"], packet: Packet) =>
    told.push(explanationOf(discipline, { event, packet }));
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
