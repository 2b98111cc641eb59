/**
 * FQ-PIE: each flow has its own queue under PIE, queues take turns by bytes, and a flow that sends less than its share goes ahead
 * of the others. Unlike FQ-CoDel it decides when a packet arrives; on overflow it drops the arriving packet. Reference: Linux
 * sch_fq_pie.c; RFC 8033 for the law (pie/law.ts), RFC 8290 §4 for the turns (drr-flows.ts). Defaults: card.ts.
 */
import type { Packet } from "../../net/packet.ts";
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { NS_PER_MS } from "../../params/read.ts";
import type { DrrFlow } from "../drr-flows.ts";
import { FQ_PROBES, FqDiscipline } from "../fq-discipline.ts";
import { PieLaw } from "../pie/law.ts";
import { PieSettings } from "../pie/settings.ts";
import {
  type DisciplinePort,
  DROP_AQM,
  DROP_OVERFLOW,
  type QueueDisciplineDefinition,
  type StepCount,
  type WorkKind,
} from "../queue-discipline.ts";
import { fqPieCard } from "./card.ts";

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

export const fqPie: QueueDisciplineDefinition = {
  ...fqPieCard,
  create: (port, values) => new FqPie(port, values),
};
