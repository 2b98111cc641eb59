/**
 * FQ-PIE: each flow has its own queue under PIE, queues take turns by bytes, and a flow that sends less than its share goes ahead
 * of the others. Unlike FQ-CoDel it decides when a packet arrives; on overflow it drops the arriving packet. Reference: Linux
 * sch_fq_pie.c; RFC 8033 for the law, RFC 8290 §4 for the turns.
 */
import type { Packet } from "../../net/packet.ts";
import type { ParamValue, ParamValues, Probe } from "../../params/param.ts";
import { NS_PER_MS } from "../../params/read.ts";
import type { DrrFlow } from "../drr-flows.ts";
import { FQ_FLOWS, FQ_PROBES, FQ_QUANTUM, FqDiscipline } from "../fq-discipline.ts";
import { PieLaw } from "../pie/law.ts";
import { PieSettings, pieParams } from "../pie/settings.ts";
import {
  type DisciplinePort,
  DROP_AQM,
  DROP_OVERFLOW,
  type QueueDisciplineCard,
  type QueueDisciplineDefinition,
  type StepCount,
  type WorkKind,
} from "../queue-discipline.ts";

const PROBES: readonly Probe[] = [
  ...FQ_PROBES,
  {
    id: "p",
    symbol: "p",
    label: "largest drop probability",
    unit: "ratio",
    help: "Largest probability among the active flow queues that an arriving packet is marked or dropped.",
  },
  {
    id: "qdelay",
    label: "longest estimated delay",
    unit: "ms",
    help: "Longest delay among the active flow queues, as estimated by their controllers.",
  },
];

/** Limit on the updates of single flow queues. Simulating this many takes about a minute. */
const UPDATES: WorkKind = {
  most: 250e6,
  what: "the updates of FQ-PIE's queues are",
  remedy: "fewer queues, a longer update period or a shorter run need fewer",
};

const isAtRest = (law: PieLaw) => law.isAtRest;

export class FqPie extends FqDiscipline<PieLaw> {
  private readonly updates: StepCount;
  private readonly settings: PieSettings;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.updates = port.steps.of(UPDATES);
    this.settings = new PieSettings(values);
    port.wakeAfter(this.settings.updateNs);
  }

  enqueue(packet: Packet): void {
    const { flows, port } = this;
    const flow = flows.flowOf(packet);
    const { law, fifo } = flow;
    if (this.exceedsLimit(1, packet.bytes)) {
      law.onDrop();
      port.drop(packet, DROP_OVERFLOW);
    } else if (!law.signals(fifo, port) || (law.mayMark() && port.mark(packet))) {
      flows.push(flow, packet);
    } else {
      law.onDrop();
      port.drop(packet, DROP_AQM);
    }
  }

  onWake(): void {
    const { known } = this.flows;
    this.updates.add(known.length);
    for (let i = 0; i < known.length; i++) known[i].law.update(known[i].fifo);
    // Most queues of short transfers never get another packet. Removing them saves time in each update.
    this.flows.forget(isAtRest);
    this.port.wakeAfter(this.settings.updateNs);
  }

  protected makeLaw(): PieLaw {
    return new PieLaw(this.clock, this.settings);
  }

  protected takeFrom(flow: DrrFlow<PieLaw>): Packet | null {
    const packet = this.flows.shift(flow);
    if (packet !== null) flow.law.onDeparture(packet, flow.fifo);
    return packet;
  }

  override configure(id: string, value: ParamValue): void {
    if (!this.settings.set(id, value)) super.configure(id, value);
  }

  override probe(index: number): number {
    if (index < FQ_PROBES.length) return super.probe(index);
    let [largestP, longestNs] = [0, 0];
    for (const { law, isListed } of this.flows.known) {
      if (!isListed) continue;
      largestP = Math.max(largestP, law.p);
      longestNs = Math.max(longestNs, law.delayNs);
    }
    return index === FQ_PROBES.length ? largestP : longestNs / NS_PER_MS;
  }
}

export const fqPieCard: QueueDisciplineCard = {
  id: "fq-pie",
  label: "FQ-PIE",
  family: "Flow queueing",
  summary:
    "Each flow has a separate queue, and the queues take turns. Flows therefore share the link evenly, and packets of a flow that sends little hardly wait. PIE controls each queue.",
  cite: "Linux sch_fq_pie.c",
  params: [...pieParams({ targetMs: 15, updateMs: 15, maxBurstMs: 150, ticks: true }), FQ_FLOWS, FQ_QUANTUM],
  separates: true,
  probes: PROBES,
};

export const fqPie: QueueDisciplineDefinition = {
  ...fqPieCard,
  create: (port, values) => new FqPie(port, values),
};
