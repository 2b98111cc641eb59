/** A queue controlled by a user-defined program: one first-in-first-out queue whose hooks mark and drop. */

import { explainFull } from "../aqm/explain-signals.ts";
import { FifoDiscipline } from "../aqm/fifo-discipline.ts";
import { type DisciplinePort, DROP_AQM, type QueueDisciplineDefinition } from "../aqm/queue-discipline.ts";
import type { Explanation, QueueDecision } from "../explain/explanation.ts";
import { CE, NOT_ECT, type Packet } from "../net/packet.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { NS_PER_MS, numberOf } from "../params/read.ts";
import { CELL, cellOf, hooksOf, WAKE_MS } from "./contract.ts";
import type { Program } from "./program.ts";
import type { Instance } from "./run-programs.ts";

const AT = {
  packets: cellOf("queue", "packets"),
  bytes: cellOf("queue", "bytes"),
  rateBps: cellOf("queue", "rateBps"),
  nowMs: cellOf("queue", "nowMs"),
  size: cellOf("packet", "size"),
  sojournMs: cellOf("packet", "sojournMs"),
  ect: cellOf("packet", "ect"),
  ce: cellOf("packet", "ce"),
  isAck: cellOf("packet", "isAck"),
  isRetransmission: cellOf("packet", "isRetransmission"),
  connection: cellOf("packet", "connection"),
};

const HOOK = Object.fromEntries(hooksOf("queue").map(({ name }, i) => [name, i]));
const LONGEST_QUOTE = 120;
const MARK = 1;
const DROP = 2;

class OwnQueue extends FifoDiscipline {
  private readonly program: Program;
  private readonly instance: Instance | null;
  private readonly values: Float64Array;
  private readonly has: Readonly<Record<string, boolean>>;
  private isStopped: boolean;
  /** True if the link has found nothing to send and the program has been notified. */
  private isEmpty = true;

  constructor(program: Program, port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.program = program;
    this.has = Object.fromEntries(program.hooks.map((name) => [name, true]));
    this.values = new Float64Array(program.params.length);
    for (const [i, { param }] of program.params.entries())
      this.values[i] = numberOf(values[param.id], param.id);
    this.instance = port.programs.instantiate(program, () => port.random());
    this.isStopped = this.instance === null;
    this.scheduleWake();
  }

  enqueue(packet: Packet): void {
    this.isEmpty = false;
    if (this.isFullFor(packet)) this.dropOverflow(packet);
    else if (this.passes("enqueue", packet, 0)) this.fifo.push(packet);
  }

  override dequeue(): Packet | null {
    for (;;) {
      const packet = this.fifo.shift();
      if (packet === null && !this.isEmpty) {
        this.isEmpty = true;
        this.call("onEmpty", null, 0);
      }
      if (packet === null || this.passes("dequeue", packet, this.clock.nowNs - packet.enqueuedNs))
        return packet;
    }
  }

  override onWake(): void {
    this.call("onTick", null, 0);
  }

  override configure(id: string, value: ParamValue): void {
    const index = this.program.params.findIndex(({ param }) => param.id === id);
    if (index < 0) super.configure(id, value);
    else this.values[index] = numberOf(value, id);
  }

  override probe(index: number): number {
    if (this.isStopped || this.instance === null) return Number.NaN;
    this.instance.enter();
    return this.instance.sandbox.probe(this.instance.number, index);
  }

  explain({ event, packet }: QueueDecision): Explanation | null {
    const { instance, program } = this;
    if (event === "overflowDrop") return explainFull(this.fifo, this.limit, packet);
    if (instance === null) return null;
    const ownText = this.isStopped
      ? null
      : instance.sandbox.explain(instance.number, event === "mark" ? "mark" : "drop");
    const line = instance.sandbox.decidedAt();
    const code = program.code.split("\n")[line - 1]?.trim() ?? "";
    const did = event === "mark" ? "marked" : "dropped";
    return {
      sentences: [ownText ?? `${program.name} ${did} it${line > 0 ? ` in line ${line}` : ""}.`],
      ...(line > 0 ? { formula: `line ${line}: ${code.slice(0, LONGEST_QUOTE)}` } : {}),
    };
  }

  /** Returns false if the hook dropped the packet. A stopped program lets everything pass. */
  private passes(hook: "enqueue" | "dequeue", packet: Packet, sojournNs: number): boolean {
    const verdict = this.call(hook, packet, sojournNs);
    if (verdict === DROP) this.port.drop(packet, DROP_AQM);
    else if (verdict === MARK && packet.ecn !== NOT_ECT) this.port.mark(packet);
    return verdict !== DROP;
  }

  /** Schedules the wake-up that the program has requested since the cells were written. */
  private scheduleWake(): void {
    const inMs = this.instance?.sandbox.cells[CELL.wakeInMs] ?? -1;
    if (inMs >= WAKE_MS.least && inMs <= WAKE_MS.most)
      this.port.wakeAfter(Math.max(1, Math.round(inMs * NS_PER_MS)));
  }

  private call(hook: string, packet: Packet | null, sojournNs: number): number {
    const { instance, clock, port } = this;
    if (this.isStopped || instance === null || this.has[hook] !== true) return 0;
    instance.enter();
    const before = instance.sandbox.cells;
    before[CELL.hook] = HOOK[hook];
    before[CELL.instance] = instance.number;
    before[CELL.verdict] = 0;
    before[CELL.wakeInMs] = -1;
    before[AT.packets] = this.fifo.packets;
    before[AT.bytes] = this.fifo.bytes;
    before[AT.rateBps] = port.rateBps;
    before[AT.nowMs] = clock.nowNs / NS_PER_MS;
    if (packet !== null) {
      before[AT.size] = packet.bytes;
      before[AT.sojournMs] = sojournNs / NS_PER_MS;
      before[AT.ect] = packet.ecn === NOT_ECT ? 0 : 1;
      before[AT.ce] = packet.ecn === CE ? 1 : 0;
      before[AT.isAck] = packet.isAck ? 1 : 0;
      before[AT.isRetransmission] = packet.isRetransmission ? 1 : 0;
      before[AT.connection] = packet.end;
    } else before[AT.ect] = 0;
    for (let i = 0; i < this.values.length; i++) before[CELL.params + i] = this.values[i];
    const fault = instance.sandbox.call();
    if (fault !== null) {
      this.isStopped = true;
      instance.stop(fault);
      return 0;
    }
    this.scheduleWake();
    return instance.sandbox.cells[CELL.verdict];
  }
}

/** Returns the definition of a queue discipline for a program. */
export function ownQueue(program: Program): QueueDisciplineDefinition {
  return {
    id: program.id,
    label: program.name,
    family: "Your own",
    summary: "A queue whose rule is written beside the plots.",
    cite: "own code",
    params: program.params.map(({ param }) => param),
    probes: program.probes.map(({ probe }) => probe),
    create: (port, values) => new OwnQueue(program, port, values),
  };
}
