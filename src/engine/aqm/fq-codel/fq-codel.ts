/**
 * FQ-CoDel: each flow has its own queue under CoDel, queues take turns by bytes, and a flow that sends less than its
 * share goes ahead of the others. On overflow the flow with the most bytes loses packets. Reference: RFC 8290 with
 * Linux's details (sch_fq_codel.c): CoDel sees the backlog of all flows, and drops by overflow count as signals.
 */
import { CE, type Packet } from "../../net/packet.ts";
import type { ParamValue, ParamValues } from "../../params/param.ts";
import {
  booleanOf,
  msToNs,
  msToNsOrNever,
  numberOf,
  readBoolean,
  readNumber,
  readText,
  textOf,
} from "../../params/read.ts";
import { type CodelHost, CodelLaw } from "../codel/codel.ts";
import type { DrrFlow } from "../drr-flows.ts";
import { FQ_PROBES, FqDiscipline } from "../fq-discipline.ts";
import {
  type DisciplinePort,
  DROP_AQM,
  DROP_OVERFLOW,
  type QueueDisciplineDefinition,
  type StepCount,
  type WorkKind,
} from "../queue-discipline.ts";
import { fqCodelCard } from "./card.ts";

/** Limit on overflow drops. Simulating this many takes about a minute, because each drop must remove a packet that arrived earlier. */
const OVERFLOWS: WorkKind = {
  most: 40e6,
  what: "the packets dropped by a full FQ-CoDel queue are",
  remedy: "lower rates of the senders or a shorter run need fewer",
};

export class FqCodel extends FqDiscipline<CodelLaw> implements CodelHost {
  private targetNs: number;
  private intervalNs: number;
  private exact: boolean;
  private marking: boolean;
  ceThresholdNs: number;
  dropBatch: number;
  /** The flow whose packet is being chosen; its CoDel law uses this field. */
  private serving: DrrFlow<CodelLaw> | null = null;
  /** True if the current mark is by the CE threshold, not by the law. */
  isLate = false;
  private readonly overflows: StepCount;
  /** Number of bytes to which an overflow shortens the queue of the flow with the most bytes. */
  goalBytes = 0;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.overflows = port.steps.of(OVERFLOWS);
    this.targetNs = msToNs(readNumber(values, "target"));
    this.intervalNs = msToNs(readNumber(values, "interval"));
    this.exact = readText(values, "codel-sqrt") === "exact";
    this.marking = readBoolean(values, "aqm-ecn");
    this.ceThresholdNs = msToNsOrNever(values["ce-threshold"], "ce-threshold");
    this.dropBatch = readNumber(values, "fq-drop-batch");
  }

  enqueue(packet: Packet): void {
    this.flows.push(this.flows.flowOf(packet), packet);
    while (this.exceedsLimit(0, 0)) this.dropFromFattest();
  }

  onWake(): void {
    throw new Error("FQ-CoDel has no timer");
  }

  protected makeLaw(): CodelLaw {
    return new CodelLaw(this.clock, this.targetNs, this.intervalNs, this.exact);
  }

  protected takeFrom(flow: DrrFlow<CodelLaw>): Packet | null {
    this.serving = flow;
    const packet = flow.law.dequeue(this);
    if (packet !== null && this.clock.nowNs - packet.enqueuedNs > this.ceThresholdNs) this.markOnce(packet);
    return packet;
  }

  takeHead(): Packet | null {
    return this.serving === null ? null : this.flows.shift(this.serving);
  }

  /**
   * Returns the bytes of all flows together, as in Linux. A flow with a single packet may therefore get a signal while the other
   * flows have long queues.
   */
  backlogBytes(): number {
    return this.flows.bytes;
  }

  tryMark(packet: Packet): boolean {
    return this.marking && this.port.mark(packet);
  }

  dropSignal(packet: Packet): void {
    this.port.drop(packet, DROP_AQM);
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "target") this.targetNs = msToNs(numberOf(value, id));
    else if (id === "interval") this.intervalNs = msToNs(numberOf(value, id));
    else if (id === "codel-sqrt") this.exact = textOf(value, id) === "exact";
    else if (id === "aqm-ecn") this.marking = booleanOf(value, id);
    else if (id === "ce-threshold") this.ceThresholdNs = msToNsOrNever(value, id);
    else if (id === "fq-drop-batch") this.dropBatch = numberOf(value, id);
    else super.configure(id, value);
    this.configureLaws();
  }

  override probe(index: number): number {
    if (index < FQ_PROBES.length) return super.probe(index);
    if (index === FQ_PROBES.length) return this.countDropping();
    return this.flows.fattest()?.fifo.bytes ?? 0;
  }

  /**
   * Drops packets from the head of the flow with the most bytes (RFC 8290 §4.1); its CoDel counts them as signals, as
   * in Linux.
   */
  private dropFromFattest(): void {
    const { flows, port, dropBatch } = this;
    const flow = flows.fattest();
    if (flow === null) return;
    const goalBytes = Math.ceil(flow.fifo.bytes / 2);
    this.goalBytes = goalBytes;
    let dropped = 0;
    do {
      const packet = flows.shift(flow);
      if (packet === null) break;
      port.drop(packet, DROP_OVERFLOW);
      dropped++;
    } while (dropped < dropBatch && flow.fifo.bytes > goalBytes);
    flow.law.addSignals(dropped);
    this.overflows.add(dropped);
  }

  /** Marks a packet unless it already carries CE, for example from CoDel's law. */
  private markOnce(packet: Packet): void {
    if (packet.ecn === CE) return;
    this.isLate = true;
    this.tryMark(packet);
    this.isLate = false;
  }

  private configureLaws(): void {
    for (const { law } of this.flows.known) {
      law.targetNs = this.targetNs;
      law.intervalNs = this.intervalNs;
      law.exact = this.exact;
    }
  }

  private countDropping(): number {
    // Flows that are on no list need not be counted: the law leaves the dropping state when its queue becomes empty.
    return droppingFrom(this.flows.newFlows.head) + droppingFrom(this.flows.oldFlows.head);
  }
}

function droppingFrom(head: DrrFlow<CodelLaw> | null): number {
  let count = 0;
  for (let flow = head; flow !== null; flow = flow.next) if (flow.law.dropping) count++;
  return count;
}

export const fqCodel: QueueDisciplineDefinition = {
  ...fqCodelCard,
  create: (port, values) => new FqCodel(port, values),
};
