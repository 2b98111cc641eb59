/**
 * A queue discipline that a custom program controls. It has one or more first-in-first-out queues. The program's hooks mark
 * packets, drop packets and choose what is sent next.
 */

import {
  type DisciplinePort,
  DROP_AQM,
  DROP_OVERFLOW,
  type DropReason,
  type QueueDiscipline,
  type QueueDisciplineCard,
  type QueueDisciplineDefinition,
  type StepCount,
  type WorkKind,
} from "../aqm/queue-discipline.ts";
import { CE, NOT_ECT, type Packet, PacketFifo } from "../net/packet.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";
import { NS_PER_MS, numberOf, type SizeLimit, sizeOf } from "../params/read.ts";
import { hooksOf, WAKE_MS } from "./contract.ts";
import { CELL, CELLS_OF_QUEUE, cellOf, QUEUE_CELL } from "./prelude.ts";
import type { Program } from "./program-text.ts";
import type { ExecutableProgram, Fault, Instance } from "./run-programs.ts";

const AT = {
  packets: cellOf("queue", "packets"),
  bytes: cellOf("queue", "bytes"),
  rateBps: cellOf("queue", "rateBps"),
  nowMs: cellOf("queue", "nowMs"),
  size: cellOf("packet", "size"),
  sojournMs: cellOf("packet", "sojournMs"),
  ect: cellOf("packet", "ect"),
  ecn: cellOf("packet", "ecn"),
  ce: cellOf("packet", "ce"),
  isAck: cellOf("packet", "isAck"),
  isRetransmission: cellOf("packet", "isRetransmission"),
  connection: cellOf("packet", "connection"),
};

const HOOK = Object.fromEntries(hooksOf("queue").map(({ name }, i) => [name, i]));
const MARK = 1;
const DROP = 2;

const NONE = -1;

/** Work of random drops: each drop searches for its packet from the head of the queue. */
const WALKED: WorkKind = {
  most: 100e6,
  what: "the packets that random drops of a custom queue must skip are",
  remedy: "use a shorter queue, fewer random drops or a shorter run",
};

export class CustomQueue implements QueueDiscipline {
  packets = 0;
  bytes = 0;
  readonly innerQueues?: readonly string[];
  servedQueue = 0;
  readonly program: ExecutableProgram;
  private readonly port: DisciplinePort;
  readonly instance: Instance | null;
  private readonly values: Float64Array;
  private readonly has: Readonly<Record<string, boolean>>;
  private readonly queues: readonly PacketFifo[];
  private readonly walked: StepCount;
  limit: SizeLimit;
  isStopped: boolean;
  /** True if the link has found the queue empty and the program has been told so. */
  private isEmpty = true;

  constructor(program: ExecutableProgram, port: DisciplinePort, values: ParamValues) {
    this.program = program;
    this.port = port;
    this.limit = sizeOf(values.limit, "limit");
    this.queues = Array.from({ length: program.queues }, () => new PacketFifo());
    if (program.queues > 1) this.innerQueues = this.queues.map((_, i) => `queue ${i}`);
    this.walked = port.steps.of(WALKED);
    this.has = Object.fromEntries(program.hooks.map((name) => [name, true]));
    this.values = new Float64Array(program.params.length);
    for (const [i, { param }] of program.params.entries())
      this.values[i] = numberOf(values[param.id], param.id);
    this.instance = port.programs.instantiate(program, this.values, () => port.random());
    this.isStopped = this.instance === null;
    this.scheduleWake();
  }

  enqueue(packet: Packet): void {
    this.isEmpty = false;
    if (!this.makesRoomFor(packet)) this.port.drop(packet, DROP_OVERFLOW);
    else if (this.passes("enqueue", packet, 0))
      this.push(packet, this.has.enqueue === true ? this.chosen(CELL.join) : NONE);
  }

  dequeue(): Packet | null {
    for (;;) {
      const queue = this.nextQueue();
      if (queue < 0) {
        if (!this.isEmpty) {
          this.isEmpty = true;
          this.call("onEmpty", null, 0);
        }
        return null;
      }
      const packet = this.shift(queue);
      if (packet === null) continue;
      if (this.passes("dequeue", packet, this.port.clock.nowNs - packet.enqueuedNs)) {
        this.servedQueue = queue;
        return packet;
      }
    }
  }

  takeAny(): Packet | null {
    const queue = this.firstWithPackets();
    return queue < 0 ? null : this.shift(queue);
  }

  visit(visitor: (packet: Packet) => boolean): void {
    for (const { head } of this.queues)
      for (let packet = head; packet !== null; packet = packet.next) if (!visitor(packet)) return;
  }

  packetsIn(queue: number): number {
    return this.queues[queue].packets;
  }

  onWake(): void {
    this.call("onTick", null, 0);
  }

  configure(id: string, value: ParamValue): void {
    if (id === "limit") {
      this.limit = sizeOf(value, id);
      return;
    }
    const index = this.program.params.findIndex(({ param }) => param.id === id);
    if (index < 0) throw new Error(`${this.program.name} has no parameter ${id}`);
    this.values[index] = numberOf(value, id);
  }

  probe(index: number): number {
    if (this.isStopped || this.instance === null) return Number.NaN;
    this.instance.enter();
    return this.instance.sandbox.probe(this.instance.number, index);
  }

  /** Returns false if the hook dropped the packet. If the program has ended, all packets pass. */
  private passes(hook: "enqueue" | "dequeue", packet: Packet, sojournNs: number): boolean {
    const verdict = this.call(hook, packet, sojournNs);
    if (verdict === DROP) this.port.drop(packet, DROP_AQM);
    else if (verdict === MARK && packet.ecn !== NOT_ECT) this.port.mark(packet);
    return verdict !== DROP;
  }

  /**
   * Returns true if the packet fits into the queue. If it does not fit at first, calls the program's onFull, which may drop other
   * packets.
   */
  private makesRoomFor(packet: Packet): boolean {
    while (this.packets >= this.limit.packets || this.bytes + packet.bytes > this.limit.bytes) {
      const before = this.packets;
      if (this.call("onFull", packet, 0) === DROP || this.packets === before) return false;
    }
    return true;
  }

  private push(packet: Packet, queue: number): void {
    this.queues[queue < 0 ? 0 : queue].push(packet);
    this.packets++;
    this.bytes += packet.bytes;
  }

  private shift(queue: number): Packet | null {
    return this.taken(this.queues[queue].shift());
  }

  private taken(packet: Packet | null): Packet | null {
    if (packet === null) return null;
    this.packets--;
    this.bytes -= packet.bytes;
    return packet;
  }

  /** Returns the index of the queue that sends next; -1 if no packet waits. */
  private nextQueue(): number {
    if (this.has.onServe !== true) return this.firstWithPackets();
    while (this.packets > 0 && !this.isStopped) {
      const before = this.packets;
      this.call("onServe", null, 0);
      if (this.packets < before) continue;
      const chosen = this.chosen(CELL.serve);
      return chosen >= 0 && this.queues[chosen].packets > 0 ? chosen : this.firstWithPackets();
    }
    return this.firstWithPackets();
  }

  private firstWithPackets(): number {
    const { queues } = this;
    for (let i = 0; i < queues.length; i++) if (queues[i].packets > 0) return i;
    return NONE;
  }

  /** Returns the queue that the last hook has chosen; -1 if it has not chosen or the program has ended. */
  private chosen(cell: number): number {
    return this.isStopped || this.instance === null ? NONE : this.instance.sandbox.cells[cell];
  }

  /** Drops the packets that the hook has requested to drop, from the head and at random. */
  private dropRequested(cells: Float64Array, reason: DropReason): void {
    const { queues, port } = this;
    for (let i = 0; i < queues.length; i++) {
      const at = CELL.queues + i * CELLS_OF_QUEUE;
      const queue = queues[i];
      for (let left = cells[at + QUEUE_CELL.dropHead]; left > 0 && queue.packets > 0; left--)
        this.dropTaken(queue.shift(), reason);
      for (let left = cells[at + QUEUE_CELL.dropRandom]; left > 0 && queue.packets > 0; left--) {
        const position = Math.floor(port.random() * queue.packets);
        this.walked.add(position);
        this.dropTaken(queue.takeAt(position), reason);
      }
    }
  }

  private dropTaken(packet: Packet | null, reason: DropReason): void {
    if (this.taken(packet) !== null && packet !== null) this.port.drop(packet, reason);
  }

  /**
   * Checks the values that a hook has written into the cells. The sandbox has already checked them; this second check does not
   * rely on the sandbox.
   */
  private wrongValue(cells: Float64Array): Fault | null {
    const { length } = this.queues;
    for (const cell of [CELL.join, CELL.serve])
      if (!(Number.isInteger(cells[cell]) && cells[cell] >= NONE && cells[cell] < length))
        return { message: `There is no queue ${cells[cell]}.`, line: null };
    for (let i = 0; i < length; i++)
      for (const cell of [QUEUE_CELL.dropHead, QUEUE_CELL.dropRandom]) {
        const count = cells[CELL.queues + i * CELLS_OF_QUEUE + cell];
        if (!(Number.isInteger(count) && count >= 0))
          return { message: `${count} packets cannot be dropped.`, line: null };
      }
    return null;
  }

  private writeQueues(cells: Float64Array): void {
    const { queues } = this;
    const { nowNs } = this.port.clock;
    cells[CELL.join] = NONE;
    cells[CELL.serve] = NONE;
    for (let i = 0; i < queues.length; i++) {
      const { packets, bytes, head } = queues[i];
      const at = CELL.queues + i * CELLS_OF_QUEUE;
      cells[at + QUEUE_CELL.packets] = packets;
      cells[at + QUEUE_CELL.bytes] = bytes;
      cells[at + QUEUE_CELL.headMs] = head === null ? 0 : (nowNs - head.enqueuedNs) / NS_PER_MS;
      cells[at + QUEUE_CELL.headBytes] = head === null ? 0 : head.bytes;
      cells[at + QUEUE_CELL.dropHead] = 0;
      cells[at + QUEUE_CELL.dropRandom] = 0;
    }
  }

  /** Schedules the wake-up if the program has requested one in the last hook. */
  private scheduleWake(): void {
    const inMs = this.instance?.sandbox.cells[CELL.wakeInMs] ?? -1;
    if (inMs >= WAKE_MS.least && inMs <= WAKE_MS.most)
      this.port.wakeAfter(Math.max(1, Math.round(inMs * NS_PER_MS)));
  }

  private call(hook: string, packet: Packet | null, sojournNs: number): number {
    const { instance, port } = this;
    const { clock } = port;
    if (this.isStopped || instance === null || this.has[hook] !== true) return 0;
    instance.enter();
    const before = instance.sandbox.cells;
    before[CELL.hook] = HOOK[hook];
    before[CELL.instance] = instance.number;
    before[CELL.verdict] = 0;
    before[CELL.wakeInMs] = -1;
    before[AT.packets] = this.packets;
    before[AT.bytes] = this.bytes;
    before[AT.rateBps] = port.rateBps;
    before[AT.nowMs] = clock.nowNs / NS_PER_MS;
    // Without a current packet, the fields are 0: a program that kept the object must not read a packet of another queue.
    before[AT.size] = packet?.bytes ?? 0;
    before[AT.sojournMs] = packet === null ? 0 : sojournNs / NS_PER_MS;
    before[AT.ect] = packet === null || packet.ecn === NOT_ECT ? 0 : 1;
    before[AT.ecn] = packet?.ecn ?? 0;
    before[AT.ce] = packet?.ecn === CE ? 1 : 0;
    before[AT.isAck] = packet?.isAck ? 1 : 0;
    before[AT.isRetransmission] = packet?.isRetransmission ? 1 : 0;
    before[AT.connection] = packet?.end ?? 0;
    this.writeQueues(before);
    for (let i = 0; i < this.values.length; i++) before[CELL.params + i] = this.values[i];
    const fault = instance.sandbox.call() ?? this.wrongValue(instance.sandbox.cells);
    if (fault !== null) {
      this.isStopped = true;
      instance.stop(fault);
      return 0;
    }
    this.scheduleWake();
    const { cells } = instance.sandbox;
    const verdict = cells[CELL.verdict];
    this.dropRequested(cells, hook === "onFull" ? DROP_OVERFLOW : DROP_AQM);
    return verdict;
  }
}

/** Returns the declaration of a queue discipline that runs the program. */
export function queueCard(program: Program): QueueDisciplineCard {
  return {
    id: program.id,
    label: program.name,
    family: "Your own",
    summary: "A custom queue. You write its program next to the plots.",
    cite: "own code",
    ...(program.queues > 1 && { separates: true as const }),
    params: program.params.map(({ param }) => param),
    probes: program.probes.map(({ probe }) => probe),
  };
}

/** Returns the definition of a queue discipline that runs the program. */
export function customQueue(
  card: QueueDisciplineCard,
  program: ExecutableProgram,
): QueueDisciplineDefinition {
  return { ...card, create: (port, values) => new CustomQueue(program, port, values) };
}
